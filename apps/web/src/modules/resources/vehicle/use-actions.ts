import { recycleWords } from '@tongda/contract/core/register/recycle';
import {
  type VehicleRow,
  vehicleAdd,
  vehicleBindDevice,
  vehicleDel,
  vehicleSetStatus,
  vehicleUnbindDevice,
  vehicleUpdate,
} from '@tongda/contract/resources/vehicle/calls';
import { vehicleStatus } from '@tongda/contract/resources/vehicle/enums';
import { probeSave } from '@tongda/contract/resources/vehicle/probe';
import { vehicleQrcode } from '@tongda/contract/resources/vehicle/qrcode';
import { call } from '../../../kit/call/api';
import { useRowAct } from '../../../kit/call/use-row-act';
import type { RowAction } from '../../../kit/table/types';
import { type CommandVerb, useCommandVerbs } from '../../watch/command/door';
import { useVehicleLinks } from './links';

type Status = 0 | 1 | 2;

interface Handlers {
  /** called after a change, to reload what is shown */
  changed: () => void;
  bind: (row: VehicleRow) => void;
  history: (row: VehicleRow) => void;
  qrcode: (row: VehicleRow) => void;
  command: (kind: CommandVerb['key'], row: VehicleRow) => void;
}

/** The actions of a vehicle's row, the most used first. A vehicle that is shared in can only be looked at. */
export function useVehicleActions({
  changed,
  bind,
  history,
  qrcode,
  command,
}: Handlers): (row: VehicleRow) => RowAction[] {
  const links = useVehicleLinks();
  const steps = useVehicleSteps();
  const text = useCommandVerbs().find(({ key }) => key === 'text');
  return (row) => {
    const look: RowAction[] = [
      { label: '定位', to: links.location(row.id) },
      { label: '轨迹', to: links.trajectory(row.id) },
    ];
    if (row.sharedFrom) return [{ label: '详情', to: links.details(row.id) }, ...look];
    return [
      { label: '详情', to: links.details(row.id) },
      { label: '编辑', to: links.edit(row.id), can: vehicleUpdate },
      ...look,
      { label: row.deviceId ? '更换设备' : '绑定设备', can: vehicleBindDevice, run: () => bind(row) },
      ...(row.deviceId ? [{ label: '解绑设备', can: vehicleUnbindDevice, run: () => steps.unbind(row, changed) }] : []),
      ...(row.deviceId && text ? [{ label: text.label, run: () => command(text.key, row) }] : []),
      { label: '探头设置', to: links.probe(row.id), can: probeSave },
      { label: '维修保养', to: links.details(row.id, 'repairs') },
      { label: '二维码', can: vehicleQrcode, run: () => qrcode(row) },
      ...statusActions(row, (status) => steps.setStatus({ row, status }, changed)),
      { label: '复制', to: links.copy(row.id), can: vehicleAdd },
      { label: '变更记录', run: () => history(row) },
      {
        label: '删除',
        danger: true,
        can: vehicleDel,
        why: row.deviceId ? `已绑定终端${row.terminalNo}，请先解绑` : undefined,
        run: () => steps.remove(row, changed),
      },
    ];
  };
}

function statusActions(row: VehicleRow, set: (status: Status) => Promise<void>): RowAction[] {
  const to = (label: string, status: Status): RowAction => ({
    label,
    can: vehicleSetStatus,
    run: () => set(status),
  });
  if (row.vehicleStatus === vehicleStatus.available) return [to('转维修', 1), to('停用', 2)];
  if (row.vehicleStatus === vehicleStatus.maintenance) return [to('维修完成', 0), to('停用', 2)];
  return [to('启用', 0)];
}

/** What is done to one vehicle, with what is asked before. */
function useVehicleSteps() {
  const setStatus = useRowAct(
    ({ row, status }: { row: VehicleRow; status: Status }) =>
      call(vehicleSetStatus, { ids: [row.id], vehicleStatus: status }),
    {
      sure: ({ row, status }) =>
        status === vehicleStatus.disabled
          ? {
              title: `确定停用 ${row.plateNo}？`,
              content: '停用后不再产生报警，历史数据保留，可随时启用。',
              ok: '停用',
            }
          : null,
      told: ({ row, status }) => `${row.plateNo} 已改为“${vehicleStatus.label(status)}”`,
    },
  );
  const unbind = useRowAct(({ id }: VehicleRow) => call(vehicleUnbindDevice, { vehicleId: id }), {
    sure: ({ plateNo, terminalNo }) => ({
      title: `确定解绑 ${plateNo} 的终端 ${terminalNo}？`,
      content: '解绑后该终端上报的数据不再计入此车，已有的轨迹保留。',
      ok: '解绑',
    }),
    told: ({ plateNo, terminalNo }) => `${plateNo} 已解绑终端 ${terminalNo}`,
  });
  const remove = useRowAct(({ id }: VehicleRow) => call(vehicleDel, { ids: [id] }), {
    sure: ({ plateNo }) => ({ title: `确定删除 ${plateNo}？`, content: recycleWords, ok: '删除', danger: true }),
    told: ({ plateNo }) => `${plateNo} 已删除`,
  });
  return { setStatus, unbind, remove };
}
