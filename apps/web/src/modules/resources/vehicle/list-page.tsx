import { recycleWords } from '@tongda/contract/core/register/recycle';
import {
  type VehicleFilters as Query,
  type VehicleRow,
  vehicleAdd,
  vehicleBatchUpdate,
  vehicleChangeHis,
  vehicleCounts,
  vehicleDel,
  vehicleExport,
  vehicleFilters,
  vehiclePage,
  vehiclePaperAdd,
  vehicleRegister,
  vehicleRestore,
  vehicleSetStatus,
} from '@tongda/contract/resources/vehicle/calls';
import { vehicleColumns } from '@tongda/contract/resources/vehicle/columns';
import { vehicleStatus } from '@tongda/contract/resources/vehicle/enums';
import { vehicleImport, vehicleImports } from '@tongda/contract/resources/vehicle/import';
import { Button, Dropdown } from 'antd';
import { ChevronDown, Pencil, Plus, Send, Trash2, Upload } from 'lucide-react';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../../kit/call/api';
import { useAsk } from '../../../kit/call/use-ask';
import { HistoryDrawer } from '../../../kit/detail/change-history';
import { confirm } from '../../../kit/dialog/notify';
import { ExportButton } from '../../../kit/files/export-button';
import { ImportDialog } from '../../../kit/import/dialog';
import { useBatch } from '../../../kit/list/batch-run';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { BinDrawer } from '../../../kit/list/recycle-bin';
import { StatusTabs } from '../../../kit/list/status-tabs';
import { type List, useInvalidate, useList } from '../../../kit/list/use-rows';
import { Can, useCan } from '../../../kit/session/can';
import { Empty } from '../../../kit/show/states';
import {
  CommandDialog,
  type CommandedVehicle,
  type CommandVerb,
  commandMenu,
  forMany,
  useCommandVerbs,
} from '../../watch/command/door';
import { BatchEditDialog } from './batch-edit-dialog';
import { asLines } from './batch-lines';
import { BindDialog } from './bind-dialog';
import { vehicleCells } from './cells';
import { useVehicleLinks } from './links';
import { PaperBatch } from './paper/batch';
import { QrcodeDialog } from './paper/qrcode-dialog';
import { DrugCheck } from './probe/drug-check';
import { useVehicleActions } from './use-actions';

type Open =
  | { what: 'bind' | 'history' | 'qrcode'; row: VehicleRow }
  | { what: 'import' | 'papers' | 'drugs' | 'recycle' }
  | { what: 'batchEdit'; keys: string[]; nameOf: (id: string) => string }
  | { what: 'command'; kind: CommandVerb['key']; vehicles: readonly CommandedVehicle[] };

/** 车辆管理: the register of own, outsourced and shared-in vehicles. */
export function VehicleListPage() {
  const list = useList<VehicleRow>(vehiclePage);
  const links = useVehicleLinks();
  const cells = useMemo(() => vehicleCells(links.details), [links]);
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const changed = useChanged(list);
  const batch = useBatch();
  const rowActions = useVehicleActions({
    changed,
    bind: (row) => setOpen({ what: 'bind', row }),
    history: (row) => setOpen({ what: 'history', row }),
    qrcode: (row) => setOpen({ what: 'qrcode', row }),
    command: (kind, row) => setOpen({ what: 'command', kind, vehicles: [row] }),
  });
  return (
    <>
      <ListPage
        list={list}
        columns={vehicleColumns}
        cells={cells}
        tabs={<Tabs list={list} />}
        filters={<RegisterFilters of={vehicleFilters.table} />}
        toolbar={
          <Toolbar openImport={() => setOpen({ what: 'import' })} more={<More open={(what) => setOpen({ what })} />} />
        }
        batch={(rows, keys) => (
          <BatchBar
            keys={keys}
            nameOf={nameIn(rows)}
            edit={() => setOpen({ what: 'batchEdit', keys, nameOf: nameIn(rows) })}
            command={(kind, vehicles) => setOpen({ what: 'command', kind, vehicles })}
            run={batch.start}
            done={changed}
          />
        )}
        rowActions={rowActions}
        empty={<Empty title="暂无车辆" text="逐辆新增，或用模板一次导入多辆" />}
      />
      {batch.dialog}
      {open?.what === 'bind' ? <BindDialog vehicle={open.row} done={changed} close={close} /> : null}
      {open?.what === 'history' ? (
        <HistoryDrawer of={vehicleChangeHis} id={open.row.id} name={open.row.plateNo} close={close} />
      ) : null}
      {open?.what === 'qrcode' ? <QrcodeDialog vehicle={open.row} changed={changed} close={close} /> : null}
      {open?.what === 'import' ? (
        <ImportDialog of={vehicleImports} choices="部门、车队、承运商和司机" done={changed} close={close} />
      ) : null}
      {open?.what === 'papers' ? <PaperBatch done={changed} close={close} /> : null}
      {open?.what === 'recycle' ? <BinDrawer of={vehicleRegister.recycle} done={changed} close={close} /> : null}
      {open?.what === 'drugs' ? <DrugCheck close={close} /> : null}
      {open?.what === 'command' ? (
        <Suspense fallback={null}>
          <CommandDialog kind={open.kind} vehicles={open.vehicles} close={close} />
        </Suspense>
      ) : null}
      {open?.what === 'batchEdit' ? (
        <BatchEditDialog ids={open.keys} nameOf={open.nameOf} run={batch.start} done={changed} close={close} />
      ) : null}
    </>
  );
}

/** Answers a function for after a change: it reloads rows, counts and everything else that shows vehicles. */
function useChanged(list: List<VehicleRow>): () => void {
  const invalidate = useInvalidate();
  return () => {
    list.select([], []);
    void invalidate(vehiclePage);
    void invalidate(vehicleCounts);
    void invalidate(vehicleChangeHis);
  };
}

const nameIn =
  (rows: readonly VehicleRow[]) =>
  (id: string): string =>
    rows.find((row) => row.id === id)?.plateNo ?? id;

function Tabs({ list }: { list: List<VehicleRow> }) {
  const { tab: _tab, ...filters } = list.filters;
  // filters come from the address as the user left them: the server checks them
  const { data } = useAsk(vehicleCounts, filters as Partial<Query>, { keep: true });
  return (
    <StatusTabs
      list={list}
      name="tab"
      items={[
        { name: '全部', count: data?.all },
        { code: 'available', name: '可用', count: data?.available },
        { code: 'maintenance', name: '维修中', count: data?.maintenance },
        { code: 'disabled', name: '停用', count: data?.disabled },
        { code: 'soon', name: '证照将到期', count: data?.soon },
        { code: 'expired', name: '证照已过期', count: data?.expired },
        { code: 'noDevice', name: '未绑定设备', count: data?.noDevice },
      ]}
    />
  );
}

/** 工具: 证照批量上传, 药品GSP检查 and 回收站. */
function More({ open }: { open: (what: 'papers' | 'drugs' | 'recycle') => void }) {
  const mayAdd = useCan(vehiclePaperAdd);
  const mayRestore = useCan(vehicleRestore);
  const items = [
    ...(mayAdd ? [{ key: 'papers', label: '证照批量上传', onClick: () => open('papers') }] : []),
    { key: 'drugs', label: '药品GSP检查', onClick: () => open('drugs') },
    ...(mayRestore ? [{ key: 'recycle', label: '回收站', onClick: () => open('recycle') }] : []),
  ];
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button>
        工具 <ChevronDown className="td-ico" />
      </Button>
    </Dropdown>
  );
}

function Toolbar({ openImport, more }: { openImport: () => void; more?: ReactNode }) {
  const navigate = useNavigate();
  const links = useVehicleLinks();
  return (
    <>
      <Can do={vehicleAdd}>
        <Button type="primary" icon={<Plus />} onClick={() => navigate(links.add)}>
          新增
        </Button>
      </Can>
      <Can do={vehicleImport}>
        <Button icon={<Upload />} onClick={openImport}>
          导入
        </Button>
      </Can>
      <ExportButton of={vehicleExport} />
      {more}
    </>
  );
}

interface BatchBarProps {
  keys: string[];
  nameOf: (id: string) => string;
  edit: () => void;
  command: (kind: CommandVerb['key'], vehicles: readonly CommandedVehicle[]) => void;
  run: ReturnType<typeof useBatch>['start'];
  done: () => void;
}

function BatchBar({ keys, nameOf, edit, command, run, done }: BatchBarProps) {
  const mayDelete = useCan(vehicleDel);
  const verbs = forMany(useCommandVerbs());
  const setStatus = (status: 0 | 1 | 2): void =>
    void run({
      title: `将 ${keys.length} 辆车改为“${vehicleStatus.label(status)}”`,
      ids: keys,
      nameOf,
      done,
      step: async (ids) => asLines(await call(vehicleSetStatus, { ids, vehicleStatus: status }), nameOf),
    });
  const remove = async (): Promise<void> => {
    if (
      !(await confirm({
        title: `确定删除所选的 ${keys.length} 辆车？`,
        content: recycleWords,
        ok: '删除',
        danger: true,
      }))
    )
      return;
    await run({
      title: `删除 ${keys.length} 辆车`,
      ids: keys,
      nameOf,
      done,
      step: async (ids) => asLines(await call(vehicleDel, { ids }), nameOf),
    });
  };
  return (
    <>
      <Can do={vehicleBatchUpdate}>
        <Button icon={<Pencil />} onClick={edit}>
          批量修改
        </Button>
      </Can>
      <Can do={vehicleSetStatus}>
        <Dropdown
          trigger={['click']}
          menu={{
            items: vehicleStatus.options.map(({ code, name }) => ({
              key: code,
              label: `改为${name}`,
              onClick: () => setStatus(code),
            })),
          }}
        >
          <Button>
            改状态 <ChevronDown className="td-ico" />
          </Button>
        </Dropdown>
      </Can>
      {verbs.length > 0 ? (
        <Dropdown
          // a menu that is shut takes its open sub-menu along
          destroyOnHidden
          trigger={['click']}
          menu={{
            items: commandMenu(verbs),
            onClick: ({ key }) => {
              const verb = verbs.find((one) => one.key === key);
              const vehicles = keys.map((id) => ({ id, plateNo: nameOf(id) }));
              if (verb) command(verb.key, vehicles);
            },
          }}
        >
          <Button icon={<Send />}>
            下发指令 <ChevronDown className="td-ico" />
          </Button>
        </Dropdown>
      ) : null}
      {mayDelete ? (
        <Button icon={<Trash2 />} onClick={() => void remove()}>
          删除
        </Button>
      ) : null}
    </>
  );
}
