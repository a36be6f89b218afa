import { recycleWords } from '@tongda/contract/core/register/recycle';
import { locateStatus } from '@tongda/contract/ground/place/enums';
import { storeArrivals } from '@tongda/contract/resources/store/arrivals';
import {
  type StoreRow,
  stationExport,
  storeAdd,
  storeBatchDel,
  storeBatchModify,
  storeColumns,
  storeCorrect,
  storeDel,
  storeDetail,
  storeDuplicates,
  storeFilters,
  storeRegister,
  storeSiteAdd,
} from '@tongda/contract/resources/store/calls';
import { maxStoreCodes, storeQrcode } from '@tongda/contract/resources/store/qrcode';
import { href, routes } from '@tongda/contract/shell/routes';
import { Button } from 'antd';
import { LocateFixed, Pencil, QrCode } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { call } from '../../../kit/call/api';
import { useRowAct } from '../../../kit/call/use-row-act';
import { toast } from '../../../kit/dialog/notify';
import { ExportButton } from '../../../kit/files/export-button';
import { Duplicates } from '../../../kit/list/duplicates';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { RegisterListPage } from '../../../kit/list/register-page';
import { StatusTabs } from '../../../kit/list/status-tabs';
import { Can } from '../../../kit/session/can';
import { degreesText } from '../../../kit/show/spot';
import { StateDot } from '../../../kit/show/state-dot';
import { UseDot } from '../../../kit/show/use-dot';
import type { Cells } from '../../../kit/table/types';
import { ArrivalsDrawer } from './arrivals-drawer';
import { BatchDialog } from './batch-dialog';
import { CorrectDialog } from './correct-dialog';
import { storeLinks } from './links';
import { LocateDialog } from './locate-dialog';
import { StoreMap, ViewSwitch } from './map';
import './styles.css';

type Open =
  | { what: 'locate' | 'correct' | 'arrivals'; row: StoreRow }
  | { what: 'batch'; ids: string[]; nameOf: (id: string) => string };

const locateTones: Readonly<Record<number, string>> = {
  [locateStatus.located]: 'green',
  [locateStatus.off]: 'red',
  [locateStatus.missing]: 'amber',
};

const cells: Cells<StoreRow> = {
  storeCode: (row) => (
    <Link className="kit-table-word" to={storeLinks.edit(row.id)}>
      {row.storeCode}
    </Link>
  ),
  locateStatus: (row) => <StateDot of={locateStatus} tones={locateTones} code={row.locateStatus} />,
  offsetM: (row) => (
    <span className={row.locateStatus === locateStatus.off ? 'resources-store-off' : ''}>{row.offsetM ?? '--'}</span>
  ),
  avgStayMin: (row) => row.avgStayMin ?? '--',
  status: (row) => <UseDot status={row.status} />,
  lng: (row) => degreesText(row.lng),
  lat: (row) => degreesText(row.lat),
};

/** 门店管理: the register of stores and warehouses; `?view=map` shows it as a map. */
export function StoreListPage() {
  const [params] = useSearchParams();
  return params.get('view') === 'map' ? (
    <StoreMap tabs={locateTabs} filters={<RegisterFilters of={storeFilters.table} />} />
  ) : (
    <StoreList />
  );
}

const locateTabs = [{ name: '全部' }, ...locateStatus.options];

function StoreList() {
  const [open, setOpen] = useState<Open | null>(null);
  const remove = useRemoveStore();
  const close = (): void => setOpen(null);
  return (
    <RegisterListPage<StoreRow>
      of={{ ...storeRegister, del: storeBatchDel }}
      columns={storeColumns}
      cells={cells}
      nameOf={(row) => row.storeName}
      add={storeLinks.add}
      edit={(row) => storeLinks.edit(row.id)}
      stale={[storeDetail]}
      tabs={({ list }) => <StatusTabs list={list} name="locateStatus" items={locateTabs} />}
      choices="客户、部门"
      exportLabel="导出门店"
      toolbar={
        <>
          <ExportButton of={stationExport}>导出站点</ExportButton>
          <Duplicates of={storeDuplicates} noun="门店" page={storeLinks.edit} />
          <ViewSwitch />
        </>
      }
      batch={({ keys, nameOf, run, changed }) => (
        <>
          <Can do={storeBatchModify}>
            <Button icon={<Pencil />} onClick={() => setOpen({ what: 'batch', ids: keys, nameOf })}>
              批量修改
            </Button>
          </Can>
          <Can do={storeCorrect}>
            <Button
              icon={<LocateFixed />}
              onClick={() =>
                void run({
                  title: `批量纠偏 ${keys.length} 个门店`,
                  ids: keys,
                  nameOf,
                  done: changed,
                  step: (ids) => call(storeCorrect, { ids }),
                })
              }
            >
              批量纠偏
            </Button>
          </Can>
          <Can do={storeQrcode}>
            <Button icon={<QrCode />} onClick={() => printCodes(keys)}>
              打印收货二维码
            </Button>
          </Can>
        </>
      )}
      before={(row) => [{ label: '到店证据', can: storeArrivals, run: () => setOpen({ what: 'arrivals', row }) }]}
      between={(row) => [
        ...(row.locateStatus === locateStatus.off
          ? [{ label: '纠偏', can: storeCorrect, run: () => setOpen({ what: 'correct', row }) }]
          : []),
        {
          label: row.locateStatus === locateStatus.missing ? '生成站点' : '重新定位',
          can: storeSiteAdd,
          run: () => setOpen({ what: 'locate', row }),
        },
        { label: '打印收货二维码', can: storeQrcode, run: () => printCodes([row.id]) },
        { label: '复制', to: storeLinks.copy(row.id), can: storeAdd },
      ]}
      remove={{ can: storeDel, run: remove }}
      emptyText="逐个新增，位置可以以后再定"
    >
      {({ changed, run }) => (
        <>
          {open?.what === 'locate' ? <LocateDialog store={open.row} done={changed} close={close} /> : null}
          {open?.what === 'arrivals' ? <ArrivalsDrawer store={open.row} close={close} /> : null}
          {open?.what === 'correct' ? <CorrectDialog store={open.row} done={changed} close={close} /> : null}
          {open?.what === 'batch' ? (
            <BatchDialog ids={open.ids} nameOf={open.nameOf} run={run} done={changed} close={close} />
          ) : null}
        </>
      )}
    </RegisterListPage>
  );
}

function printCodes(ids: readonly string[]): void {
  if (ids.length > maxStoreCodes) toast('warning', `一次最多打印 ${maxStoreCodes} 个门店，请减少选择`);
  else window.open(href(routes.printQrcode, 'resources', { kind: 'store', ids: ids.join(',') }), '_blank', 'noopener');
}

const useRemoveStore = () =>
  useRowAct(({ id }: StoreRow) => call(storeDel, { id }), {
    sure: ({ storeName }) => ({
      title: `确定删除门店“${storeName}”？`,
      content: `它的站点一并删除；${recycleWords}`,
      ok: '删除',
      danger: true,
    }),
    told: ({ storeName }) => `门店“${storeName}”已删除`,
  });
