import { deviceRelease, deviceSetCode, deviceSetPolicy } from '@tongda/contract/resources/device/access';
import {
  type DeviceRow,
  deviceBindPeriod,
  deviceColumns,
  deviceDetail,
  deviceRegister,
  deviceRenew,
} from '@tongda/contract/resources/device/calls';
import { deviceAccess } from '@tongda/contract/resources/device/enums';
import { ownTracePage } from '@tongda/contract/resources/frame/own';
import { repairRequestAdd } from '@tongda/contract/resources/repair-request/calls';
import { probeSave } from '@tongda/contract/resources/vehicle/probe';
import { menus } from '@tongda/contract/shell/menus';
import { href, routes } from '@tongda/contract/shell/routes';
import type { CompanyKind } from '@tongda/contract/watch/command/kind';
import { Button } from 'antd';
import { CalendarPlus, Cpu, KeyRound } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import { DueDate } from '../../../kit/detail/due-date';
import { RegisterListPage } from '../../../kit/list/register-page';
import { Can } from '../../../kit/session/can';
import { formatNumber, none } from '../../../kit/show/format';
import { PlateLink } from '../../../kit/show/plate/link';
import type { Cells, RowAction } from '../../../kit/table/types';
import { CommandDialog, useCommandVerbs } from '../../watch/command/door';
import { OwnTraces } from '../frame/door';
import { DeviceStatusDot } from '../parts/device-status-dot';
import { CodeDialog, PolicyDialog, ReleaseDialog, useReleaseOne } from './access-acts';
import { AccessMark } from './access-panel';
import { DeviceDrawer } from './drawer';
import { DeviceFormDialog } from './form-dialog';
import { ModelsDrawer } from './models-drawer';
import { RenewDialog } from './renew-dialog';

type Open =
  | { what: 'form'; row: DeviceRow | null }
  | { what: 'details'; row: DeviceRow }
  | { what: 'command'; kind: CompanyKind; row: DeviceRow }
  | { what: 'code'; row: DeviceRow }
  | { what: 'frames'; row: DeviceRow }
  | { what: 'release'; ids: string[]; nameOf: (id: string) => string }
  | { what: 'policy'; ids: string[] }
  | { what: 'models' }
  | { what: 'traces' }
  | { what: 'renew'; ids: string[]; nameOf: (id: string) => string };

const paying = { access: { menu: menus.equipmentCost.id } };
/** What may be asked of a terminal from its row. */
const commands: ReadonlyArray<readonly [kind: CompanyKind, label: string]> = [
  ['readParams', '参数查询'],
  ['setParams', '参数设置'],
  ['restart', '重启终端'],
];

/** The words of a row for a terminal that is in a vehicle. */
function useVehicleWords(open: (what: Open) => void): (row: DeviceRow) => RowAction[] {
  const verbs = new Set(useCommandVerbs().map(({ key }) => key));
  return (row) =>
    row.vehicleId === null
      ? []
      : [
          { label: '探头设置', to: href(routes.vehicleProbe, 'resources', { id: row.vehicleId }), can: probeSave },
          ...commands.flatMap(([kind, label]) =>
            verbs.has(kind) ? [{ label, run: () => open({ what: 'command', kind, row }) }] : [],
          ),
          {
            label: '报修',
            to: href(routes.reportForRepair, 'settings', { deviceId: row.id }),
            can: repairRequestAdd,
          },
          {
            label: '设备费用',
            to: href(routes.equipmentCostList, 'enterprise', { keyword: row.terminalNo }),
            can: paying,
          },
        ];
}

/** 车载设备: the register of terminals, in vehicles and in stock. */
export function DeviceListPage() {
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const releaseOne = useReleaseOne();
  const wordsOfVehicle = useVehicleWords(setOpen);
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
          <PlateLink id={row.vehicleId} plateNo={row.plateNo} colour={row.vehicleColor ?? 0} />
        ),
      deviceStatus: (row) => (row.deviceStatus === null ? none : <DeviceStatusDot status={row.deviceStatus} />),
      extVoltageV: (row) => (row.extVoltageV === null ? none : formatNumber(row.extVoltageV, 1)),
      access: (row) => <AccessMark state={row.access} />,
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
      choices="型号和部门"
      toolbar={
        <>
          <Can do={ownTracePage}>
            <Button onClick={() => setOpen({ what: 'traces' })}>报文记录</Button>
          </Can>
          <Button icon={<Cpu />} onClick={() => setOpen({ what: 'models' })}>
            设备型号
          </Button>
        </>
      }
      batch={({ keys, nameOf }) => (
        <>
          <Can do={deviceRenew}>
            <Button icon={<CalendarPlus />} onClick={() => setOpen({ what: 'renew', ids: keys, nameOf })}>
              续期
            </Button>
          </Can>
          <Can do={deviceRelease}>
            <Button icon={<KeyRound />} onClick={() => setOpen({ what: 'release', ids: keys, nameOf })}>
              放行重新注册
            </Button>
          </Can>
          <Can do={deviceSetPolicy}>
            <Button onClick={() => setOpen({ what: 'policy', ids: keys })}>注册方式</Button>
          </Can>
        </>
      )}
      before={(row) => [{ label: '详情', run: () => setOpen({ what: 'details', row }) }]}
      between={(row, { changed }) => [
        ...wordsOfVehicle(row),
        { label: '绑定记录', can: deviceBindPeriod, run: () => setOpen({ what: 'details', row }) },
        {
          label: '续期',
          can: deviceRenew,
          run: () => setOpen({ what: 'renew', ids: [row.id], nameOf: () => row.terminalNo }),
        },
        {
          label: '放行重新注册',
          can: deviceRelease,
          why: row.access === deviceAccess.unregistered ? '还没有鉴权码，首次注册不需要放行' : undefined,
          run: () => void releaseOne(row, changed),
        },
        { label: '报文追踪', can: ownTracePage, run: () => setOpen({ what: 'frames', row }) },
        { label: '设置鉴权码', can: deviceSetCode, run: () => setOpen({ what: 'code', row }) },
      ]}
      keep={(row) => (row.plateNo ? `已绑定车辆${row.plateNo}，请先解绑` : undefined)}
      emptyText="逐台新增，或用模板一次导入多台"
    >
      {({ changed, run }) => (open ? <OpenDialog open={open} run={run} changed={changed} close={close} /> : null)}
    </RegisterListPage>
  );
}

type DialogProps = Pick<Parameters<typeof RenewDialog>[0], 'run' | 'close'> & { open: Open; changed: () => void };

/** What was opened on the page: a dialog or a drawer. */
function OpenDialog({ open, run, changed, close }: DialogProps) {
  return (
    <>
      {open.what === 'form' ? <DeviceFormDialog device={open.row} done={changed} close={close} /> : null}
      {open.what === 'details' ? <DeviceDrawer device={open.row} done={changed} close={close} /> : null}
      {open.what === 'command' && open.row.vehicleId !== null ? (
        <Suspense>
          <CommandDialog
            kind={open.kind}
            vehicles={[{ id: open.row.vehicleId, plateNo: open.row.plateNo }]}
            close={close}
          />
        </Suspense>
      ) : null}
      {open.what === 'frames' ? (
        <Suspense>
          <OwnTraces device={open.row} close={close} />
        </Suspense>
      ) : null}
      {open.what === 'traces' ? (
        <Suspense>
          <OwnTraces device={null} close={close} />
        </Suspense>
      ) : null}
      {open.what === 'models' ? <ModelsDrawer close={close} /> : null}
      {open.what === 'code' ? (
        <CodeDialog id={open.row.id} terminalNo={open.row.terminalNo} done={changed} close={close} />
      ) : null}
      {open.what === 'release' ? (
        <ReleaseDialog ids={open.ids} nameOf={open.nameOf} run={run} done={changed} close={close} />
      ) : null}
      {open.what === 'policy' ? (
        <PolicyDialog ids={open.ids} name={`${open.ids.length} 台终端`} done={changed} close={close} />
      ) : null}
      {open.what === 'renew' ? (
        <RenewDialog ids={open.ids} nameOf={open.nameOf} run={run} done={changed} close={close} />
      ) : null}
    </>
  );
}
