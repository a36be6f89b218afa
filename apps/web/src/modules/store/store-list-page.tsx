import { locateStatus, useStatus } from '@tongda/contract/enums/place';
import {
  type StoreRow,
  stationExport,
  storeAdd,
  storeBatchDel,
  storeBatchModify,
  storeChangeHis,
  storeColumns,
  storeDel,
  storeExport,
  storeImport,
  storeImports,
  storePage,
  storeSiteAdd,
  storeTypes,
  storeUpdate,
} from '@tongda/contract/store/store';
import { Button } from 'antd';
import { Pencil, Plus, Trash2, Upload } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { call } from '../../kit/api';
import { useBatch } from '../../kit/batch-run';
import { Can, useCan } from '../../kit/can';
import { HistoryDrawer } from '../../kit/change-history';
import type { Cells, RowAction } from '../../kit/data-table';
import { ExportButton } from '../../kit/export-button';
import { FilterEnum, FilterRemote, FilterSelect, FilterText, FilterTree } from '../../kit/filters';
import { ImportDialog } from '../../kit/import-dialog';
import { ListPage } from '../../kit/list-page';
import { confirm, toast } from '../../kit/notify';
import { Empty } from '../../kit/states';
import { StatusTabs } from '../../kit/status-tabs';
import { useInvalidate, useList } from '../../kit/use-list';
import { BatchDialog } from './batch-dialog';
import { storeLinks } from './links';
import { LocateDialog } from './locate-dialog';
import { loadCustomers, loadOrgs } from './options';
import './store.css';

type Open =
  | { what: 'history' | 'locate'; row: StoreRow }
  | { what: 'import' }
  | { what: 'batch'; ids: string[]; nameOf: (id: string) => string };

const cells: Cells<StoreRow> = {
  storeCode: (row) => (
    <Link className="td-word" to={storeLinks.edit(row.id)}>
      {row.storeCode}
    </Link>
  ),
  locateStatus: (row) => (
    <span className={row.locateStatus === locateStatus.located ? 'sto-located' : 'sto-missing'}>
      {locateStatus.label(row.locateStatus)}
    </span>
  ),
  lng: (row) => row.lng?.toFixed(5) ?? '--',
  lat: (row) => row.lat?.toFixed(5) ?? '--',
};

/** 门店管理: stores and warehouses of customers, where they are and when they take goods. */
export function StoreListPage() {
  const list = useList<StoreRow>(storePage);
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const invalidate = useInvalidate();
  const batch = useBatch();
  const changed = (): void => {
    list.select([], []);
    for (const endpoint of [storePage, storeChangeHis]) void invalidate(endpoint);
  };
  const rowActions = (row: StoreRow): RowAction[] => [
    { label: '编辑', to: storeLinks.edit(row.id), can: storeUpdate },
    {
      label: row.locateStatus === locateStatus.located ? '重新定位' : '定位',
      can: storeSiteAdd,
      run: () => setOpen({ what: 'locate', row }),
    },
    { label: '复制新增', to: storeLinks.copy(row.id), can: storeAdd },
    { label: '变更记录', run: () => setOpen({ what: 'history', row }) },
    { label: '删除', danger: true, can: storeDel, run: () => remove(row, changed) },
  ];
  return (
    <>
      <ListPage
        list={list}
        columns={storeColumns}
        cells={cells}
        tabs={
          <StatusTabs
            list={list}
            name="locateStatus"
            items={[
              { name: '全部' },
              { code: 1, name: locateStatus.label(1) },
              { code: 0, name: locateStatus.label(0) },
            ]}
          />
        }
        filters={
          <>
            <FilterText name="storeName" label="门店名称" main width={190} />
            <FilterText name="storeCode" label="编码" width={150} />
            <FilterRemote name="customerId" label="客户" load={loadCustomers} width={170} />
            <FilterSelect name="nodeType" label="类型" options={storeTypes} width={130} />
            <FilterText name="address" label="地区/地址" width={190} />
            <FilterTree name="orgId" label="组织" load={loadOrgs} width={160} />
            <FilterEnum name="status" label="状态" of={useStatus} width={120} />
          </>
        }
        toolbar={<Toolbar importFile={() => setOpen({ what: 'import' })} />}
        batch={(rows, keys) => (
          <BatchBar
            keys={keys}
            nameOf={(id) => rows.find((row) => row.id === id)?.storeName ?? id}
            edit={(nameOf) => setOpen({ what: 'batch', ids: keys, nameOf })}
            run={batch.start}
            done={changed}
          />
        )}
        rowActions={rowActions}
        empty={<Empty title="暂无门店" text="逐个新增，位置可以以后再定" action={<AddButton />} />}
      />
      {batch.dialog}
      {open?.what === 'history' ? (
        <HistoryDrawer of={storeChangeHis} id={open.row.id} name={open.row.storeName} close={close} />
      ) : null}
      {open?.what === 'locate' ? <LocateDialog store={open.row} done={changed} close={close} /> : null}
      {open?.what === 'import' ? (
        <ImportDialog of={storeImports} choices="客户、组织" done={changed} close={close} />
      ) : null}
      {open?.what === 'batch' ? (
        <BatchDialog ids={open.ids} nameOf={open.nameOf} run={batch.start} done={changed} close={close} />
      ) : null}
    </>
  );
}

async function remove(row: StoreRow, changed: () => void): Promise<void> {
  const sure = await confirm({
    title: `确定删除门店“${row.storeName}”？`,
    content: '删除后不可恢复，它的站点一并删除；历史报表仍会保留。',
    ok: '删除',
    danger: true,
  });
  if (!sure) return;
  await call(storeDel, { id: row.id });
  toast('success', `门店“${row.storeName}”已删除`);
  changed();
}

function AddButton() {
  const navigate = useNavigate();
  return (
    <Can do={storeAdd}>
      <Button type="primary" icon={<Plus />} onClick={() => void navigate(storeLinks.add)}>
        新增
      </Button>
    </Can>
  );
}

function Toolbar({ importFile }: { importFile: () => void }) {
  return (
    <>
      <AddButton />
      <Can do={storeImport}>
        <Button icon={<Upload />} onClick={importFile}>
          导入
        </Button>
      </Can>
      <ExportButton of={storeExport}>导出门店</ExportButton>
      <ExportButton of={stationExport}>导出站点</ExportButton>
    </>
  );
}

interface BatchBarProps {
  keys: string[];
  nameOf: (id: string) => string;
  edit: (nameOf: (id: string) => string) => void;
  run: ReturnType<typeof useBatch>['start'];
  done: () => void;
}
function BatchBar({ keys, nameOf, edit, run, done }: BatchBarProps) {
  const mayDelete = useCan(storeBatchDel);
  const removeAll = async (): Promise<void> => {
    const sure = await confirm({
      title: `确定删除所选的 ${keys.length} 个门店？`,
      content: '删除后不可恢复；线路停靠的门店不会删除。',
      ok: '删除',
      danger: true,
    });
    if (!sure) return;
    await run({
      title: `删除 ${keys.length} 个门店`,
      ids: keys,
      nameOf,
      done,
      step: (ids) => call(storeBatchDel, { ids }),
    });
  };
  return (
    <>
      <Can do={storeBatchModify}>
        <Button icon={<Pencil />} onClick={() => edit(nameOf)}>
          批量修改
        </Button>
      </Can>
      {mayDelete ? (
        <Button icon={<Trash2 />} onClick={() => void removeAll()}>
          批量删除
        </Button>
      ) : null}
    </>
  );
}
