import {
  type DeviceRow,
  deviceBindPeriod,
  deviceChangeHis,
  deviceColumns,
  deviceCreate,
  deviceDel,
  deviceDetail,
  deviceExport,
  deviceImport,
  deviceImports,
  deviceModelOptions,
  devicePage,
  deviceRenew,
  deviceUpdate,
} from '@tongda/contract/device/device';
import { usageModeList } from '@tongda/contract/enums/vehicle';
import { Button } from 'antd';
import { CalendarPlus, Plus, Trash2, Upload } from 'lucide-react';
import { useMemo, useState } from 'react';
import { call } from '../../kit/api';
import { useBatch } from '../../kit/batch-run';
import { Can } from '../../kit/can';
import type { Cells } from '../../kit/data-table';
import type { DictItem } from '../../kit/dict-cache';
import { DueDate } from '../../kit/due-date';
import { ExportButton } from '../../kit/export-button';
import { FilterEnum, FilterRemote, FilterSelect, FilterText, FilterTree } from '../../kit/filters';
import { ImportDialog } from '../../kit/import-dialog';
import { ListPage } from '../../kit/list-page';
import { confirm } from '../../kit/notify';
import { PlateChip } from '../../kit/plate-chip';
import { removeOne, useChanged, useHistoryDrawer } from '../../kit/register-list';
import { Empty } from '../../kit/states';
import { useList } from '../../kit/use-list';
import { loadOrgs } from '../org/pick';
import { DeviceDrawer } from './device-drawer';
import { DeviceFormDialog } from './device-form-dialog';
import { RenewDialog } from './renew-dialog';

const stale = [deviceDetail, deviceChangeHis];
const loadModels = async (): Promise<DictItem[]> =>
  (await call(deviceModelOptions, {}, { quiet: true })).map(({ id, name }) => ({ code: id, name }));
const bound = [
  { code: 1, name: '已绑定' },
  { code: 0, name: '库存' },
];
const expiry = [
  { code: 'soon', name: '30天内到期' },
  { code: 'expired', name: '已过期' },
];
type Open =
  | { what: 'form'; row: DeviceRow | null }
  | { what: 'details'; row: DeviceRow }
  | { what: 'import' }
  | { what: 'renew'; ids: string[]; nameOf: (id: string) => string };
const named = (row: DeviceRow) => ({ id: row.id, name: row.terminalNo });

/** 车载设备: terminals in vehicles and in stock, with SIM card, paid service, and where each sat when. */
export function DeviceListPage() {
  const list = useList<DeviceRow>(devicePage);
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const changed = useChanged(list, stale);
  const batch = useBatch();
  const history = useHistoryDrawer(deviceChangeHis);
  const cells = useMemo(
    (): Cells<DeviceRow> => ({
      terminalNo: (row) => (
        <button type="button" className="td-plain td-link" onClick={() => setOpen({ what: 'details', row })}>
          {row.terminalNo}
        </button>
      ),
      plateNo: (row) =>
        row.vehicleId === null ? (
          <span className="td-due-none">库存</span>
        ) : (
          <PlateChip plateNo={row.plateNo} colour={row.vehicleColor ?? 0} />
        ),
      simEnd: (row) => <DueDate date={row.simEnd} />,
      serviceEnd: (row) => <DueDate date={row.serviceEnd} />,
    }),
    [],
  );
  const toolbar = (
    <>
      <Can do={deviceCreate}>
        <Button type="primary" icon={<Plus />} onClick={() => setOpen({ what: 'form', row: null })}>
          新增
        </Button>
      </Can>
      <Can do={deviceImport}>
        <Button icon={<Upload />} onClick={() => setOpen({ what: 'import' })}>
          导入
        </Button>
      </Can>
      <ExportButton of={deviceExport} />
    </>
  );
  return (
    <>
      <ListPage
        list={list}
        columns={deviceColumns}
        cells={cells}
        filters={<Filters />}
        toolbar={toolbar}
        batch={(rows, keys) => {
          const nameOf = (id: string): string => rows.find((row) => row.id === id)?.terminalNo ?? id;
          const remove = async (): Promise<void> => {
            const sure = await confirm({
              title: `确定删除所选的 ${keys.length} 台终端？`,
              content: '已绑定车辆的终端不能删除；历史轨迹仍会保留。',
              ok: '删除',
              danger: true,
            });
            if (!sure) return;
            await batch.start({
              title: `删除 ${keys.length} 台终端`,
              ids: keys,
              nameOf,
              done: changed,
              step: (ids) => call(deviceDel, { ids }),
            });
          };
          return (
            <>
              <Can do={deviceRenew}>
                <Button icon={<CalendarPlus />} onClick={() => setOpen({ what: 'renew', ids: keys, nameOf })}>
                  续期
                </Button>
              </Can>
              <Can do={deviceDel}>
                <Button icon={<Trash2 />} onClick={() => void remove()}>
                  删除
                </Button>
              </Can>
            </>
          );
        }}
        rowActions={(row) => [
          { label: '详情', run: () => setOpen({ what: 'details', row }) },
          { label: '编辑', can: deviceUpdate, run: () => setOpen({ what: 'form', row }) },
          { label: '绑定记录', can: deviceBindPeriod, run: () => setOpen({ what: 'details', row }) },
          {
            label: '续期',
            can: deviceRenew,
            run: () => setOpen({ what: 'renew', ids: [row.id], nameOf: () => row.terminalNo }),
          },
          { label: '变更记录', run: () => history.open(named(row)) },
          {
            label: '删除',
            danger: true,
            can: deviceDel,
            why: row.plateNo ? `已绑定车辆${row.plateNo}，请先解绑` : undefined,
            run: () => removeOne(deviceDel, named(row), changed),
          },
        ]}
        empty={<Empty title="暂无终端" text="逐台新增，或用模板一次导入多台" action={toolbar} />}
      />
      {batch.dialog}
      {history.drawer}
      {open?.what === 'form' ? <DeviceFormDialog device={open.row} done={changed} close={close} /> : null}
      {open?.what === 'details' ? <DeviceDrawer device={open.row} done={changed} close={close} /> : null}
      {open?.what === 'renew' ? (
        <RenewDialog ids={open.ids} nameOf={open.nameOf} run={batch.start} done={changed} close={close} />
      ) : null}
      {open?.what === 'import' ? (
        <ImportDialog of={deviceImports} choices="型号和组织" done={changed} close={close} />
      ) : null}
    </>
  );
}

function Filters() {
  return (
    <>
      <FilterText name="terminalNo" label="终端编号或SIM卡号" main width={210} />
      <FilterText name="plateNo" label="车牌号" width={170} />
      <FilterRemote name="modelId" label="型号" load={loadModels} width={150} />
      <FilterSelect name="bound" label="绑定" options={bound} width={130} />
      <FilterSelect name="expire" label="服务/SIM卡" options={expiry} width={180} />
      <FilterTree name="orgId" label="组织" load={loadOrgs} width={180} />
      <FilterEnum name="usageMode" label="使用方式" of={usageModeList} width={150} />
    </>
  );
}
