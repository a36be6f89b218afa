import {
  type DeviceRow,
  deviceBindPeriod,
  deviceColumns,
  deviceDetail,
  deviceModelOptions,
  deviceRegister,
  deviceRenew,
} from '@tongda/contract/resources/device/calls';
import { usageModeList } from '@tongda/contract/resources/vehicle/enums';
import { Button } from 'antd';
import { CalendarPlus, Cpu } from 'lucide-react';
import { useMemo, useState } from 'react';
import { call } from '../../../kit/call/api';
import type { DictItem } from '../../../kit/call/dict-cache';
import { DueDate } from '../../../kit/detail/due-date';
import { FilterEnum, FilterRemote, FilterSelect, FilterText, FilterTree } from '../../../kit/list/filter/controls';
import { RegisterListPage } from '../../../kit/list/register-page';
import { Can } from '../../../kit/session/can';
import { PlateChip } from '../../../kit/show/plate-chip';
import type { Cells } from '../../../kit/table/types';
import { loadOrgs } from '../../base/org/door';
import { DeviceDrawer } from './drawer';
import { DeviceFormDialog } from './form-dialog';
import { ModelsDrawer } from './models-drawer';
import { RenewDialog } from './renew-dialog';

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
  | { what: 'models' }
  | { what: 'renew'; ids: string[]; nameOf: (id: string) => string };

/** 车载设备: terminals in vehicles and in stock, with SIM card, paid service, and where each sat when. */
export function DeviceListPage() {
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const cells = useMemo(
    (): Cells<DeviceRow> => ({
      terminalNo: (row) => (
        <button type="button" className="td-plain td-link" onClick={() => setOpen({ what: 'details', row })}>
          {row.terminalNo}
        </button>
      ),
      plateNo: (row) =>
        row.vehicleId === null ? (
          <span className="kit-detail-due-none">库存</span>
        ) : (
          <PlateChip plateNo={row.plateNo} colour={row.vehicleColor ?? 0} />
        ),
      simEnd: (row) => <DueDate date={row.simEnd} />,
      serviceEnd: (row) => <DueDate date={row.serviceEnd} />,
    }),
    [],
  );
  return (
    <RegisterListPage<DeviceRow>
      of={deviceRegister}
      columns={deviceColumns}
      cells={cells}
      nameOf={(row) => row.terminalNo}
      add={() => setOpen({ what: 'form', row: null })}
      edit={(row) => () => setOpen({ what: 'form', row })}
      stale={[deviceDetail]}
      filters={<Filters />}
      choices="型号和组织"
      toolbar={
        <Button icon={<Cpu />} onClick={() => setOpen({ what: 'models' })}>
          设备型号
        </Button>
      }
      batch={({ keys, nameOf }) => (
        <Can do={deviceRenew}>
          <Button icon={<CalendarPlus />} onClick={() => setOpen({ what: 'renew', ids: keys, nameOf })}>
            续期
          </Button>
        </Can>
      )}
      before={(row) => [{ label: '详情', run: () => setOpen({ what: 'details', row }) }]}
      between={(row) => [
        { label: '绑定记录', can: deviceBindPeriod, run: () => setOpen({ what: 'details', row }) },
        {
          label: '续期',
          can: deviceRenew,
          run: () => setOpen({ what: 'renew', ids: [row.id], nameOf: () => row.terminalNo }),
        },
      ]}
      keep={(row) => (row.plateNo ? `已绑定车辆${row.plateNo}，请先解绑` : undefined)}
      emptyText="逐台新增，或用模板一次导入多台"
    >
      {({ changed, run }) => (
        <>
          {open?.what === 'form' ? <DeviceFormDialog device={open.row} done={changed} close={close} /> : null}
          {open?.what === 'details' ? <DeviceDrawer device={open.row} done={changed} close={close} /> : null}
          {open?.what === 'models' ? <ModelsDrawer close={close} /> : null}
          {open?.what === 'renew' ? (
            <RenewDialog ids={open.ids} nameOf={open.nameOf} run={run} done={changed} close={close} />
          ) : null}
        </>
      )}
    </RegisterListPage>
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
