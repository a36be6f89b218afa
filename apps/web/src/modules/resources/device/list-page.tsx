import {
  type DeviceRow,
  deviceBindPeriod,
  deviceColumns,
  deviceDetail,
  deviceRegister,
  deviceRenew,
} from '@tongda/contract/resources/device/calls';
import { Button } from 'antd';
import { CalendarPlus, Cpu } from 'lucide-react';
import { useMemo, useState } from 'react';
import { DueDate } from '../../../kit/detail/due-date';
import { RegisterListPage } from '../../../kit/list/register-page';
import { Can } from '../../../kit/session/can';
import { PlateChip } from '../../../kit/show/plate-chip';
import type { Cells } from '../../../kit/table/types';
import { DeviceDrawer } from './drawer';
import { DeviceFormDialog } from './form-dialog';
import { ModelsDrawer } from './models-drawer';
import { RenewDialog } from './renew-dialog';

type Open =
  | { what: 'form'; row: DeviceRow | null }
  | { what: 'details'; row: DeviceRow }
  | { what: 'models' }
  | { what: 'renew'; ids: string[]; nameOf: (id: string) => string };

/** 车载设备: the register of terminals, in vehicles and in stock. */
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
