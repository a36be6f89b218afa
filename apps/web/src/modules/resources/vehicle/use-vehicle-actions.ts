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
import { recycleWords } from '@tongda/contract/resources/vehicle/recycle';
import { call } from '../../../kit/call/api';
import { confirm, toast } from '../../../kit/dialog/notify';
import type { RowAction } from '../../../kit/table/types';
import { useVehicleLinks } from './links';

interface Handlers {
  /** called after a change, to reload what is shown */
  changed: () => void;
  bind: (row: VehicleRow) => void;
  history: (row: VehicleRow) => void;
  qrcode: (row: VehicleRow) => void;
}

/** The actions of a vehicle's row, the most used first. A vehicle that is shared in can only be looked at. */
export function useVehicleActions({ changed, bind, history, qrcode }: Handlers): (row: VehicleRow) => RowAction[] {
  const links = useVehicleLinks();
  return (row) => {
    const look: RowAction[] = [
      { label: '定位', to: links.location(row.id) },
      { label: '轨迹', to: links.trajectory(row.id) },
    ];
    if (row.sharedFrom) return [{ label: '查看', to: links.details(row.id) }, ...look];
    return [
      { label: '查看', to: links.details(row.id) },
      { label: '编辑', to: links.edit(row.id), can: vehicleUpdate },
      ...look,
      { label: row.deviceId ? '更换设备' : '绑定设备', can: vehicleBindDevice, run: () => bind(row) },
      ...(row.deviceId
        ? [{ label: '解绑设备', can: vehicleUnbindDevice, run: () => unbindTerminal(row, changed) }]
        : []),
      { label: '探头设置', to: links.probe(row.id), can: probeSave },
      { label: '维修保养', to: links.details(row.id, 'repairs') },
      { label: '二维码', can: vehicleQrcode, run: () => qrcode(row) },
      ...statusActions(row, changed),
      { label: '复制新增', to: links.copy(row.id), can: vehicleAdd },
      { label: '变更记录', run: () => history(row) },
      {
        label: '删除',
        danger: true,
        can: vehicleDel,
        why: row.deviceId ? `已绑定终端${row.terminalNo}，请先解绑` : undefined,
        run: () => deleteVehicle(row, changed),
      },
    ];
  };
}

function statusActions(row: VehicleRow, changed: () => void): RowAction[] {
  const to = (label: string, status: 0 | 1 | 2): RowAction => ({
    label,
    can: vehicleSetStatus,
    run: () => setVehicleStatus(row, status, changed),
  });
  if (row.vehicleStatus === vehicleStatus.available) return [to('转维修', 1), to('停用', 2)];
  if (row.vehicleStatus === vehicleStatus.maintenance) return [to('维修完成', 0), to('停用', 2)];
  return [to('启用', 0)];
}

async function setVehicleStatus(row: VehicleRow, status: 0 | 1 | 2, changed: () => void): Promise<void> {
  if (status === vehicleStatus.disabled) {
    const sure = await confirm({
      title: `确定停用 ${row.plateNo}？`,
      content: '停用后不再产生报警，历史数据保留，可随时启用。',
      ok: '停用',
    });
    if (!sure) return;
  }
  await call(vehicleSetStatus, { ids: [row.id], vehicleStatus: status });
  toast('success', `${row.plateNo} 已改为“${vehicleStatus.label(status)}”`);
  changed();
}

async function unbindTerminal(row: VehicleRow, changed: () => void): Promise<void> {
  const sure = await confirm({
    title: `确定解绑 ${row.plateNo} 的终端 ${row.terminalNo}？`,
    content: '解绑后该终端上报的数据不再计入此车，已有的轨迹保留。',
    ok: '解绑',
  });
  if (!sure) return;
  await call(vehicleUnbindDevice, { vehicleId: row.id });
  toast('success', `${row.plateNo} 已解绑终端 ${row.terminalNo}`);
  changed();
}

async function deleteVehicle(row: VehicleRow, changed: () => void): Promise<void> {
  const sure = await confirm({
    title: `确定删除 ${row.plateNo}？`,
    content: recycleWords,
    ok: '删除',
    danger: true,
  });
  if (!sure) return;
  await call(vehicleDel, { ids: [row.id] });
  toast('success', `${row.plateNo} 已删除`);
  changed();
}
