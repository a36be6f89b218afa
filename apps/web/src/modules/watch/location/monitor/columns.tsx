import { columns } from '@tongda/contract/core/columns';
import { motionState } from '@tongda/contract/core/live';
import type { MonitorRow } from '@tongda/contract/watch/location/calls';
import type { ReactNode } from 'react';
import { wireTime } from '../../../../kit/show/format';
import { noTerminalWord } from '../../../../kit/show/motion-tone';
import { dottedPlate } from '../../../../kit/show/plate/chip';
import type { Cells } from '../../../../kit/table/types';
import { StateSymbol } from '../../../../map/overlay/state-symbol';
import { stateToken } from '../state-token';
import { TempValue } from '../temp-value';
import { formatDegrees, fuelIn, hasNoTerminal, type MonitorItem, shortDuration, type TempReading } from './model';
import { serverNow } from './use';

/** A row of the drawer: the exported row plus what its cells need for colour. */
export type DrawerRow = MonitorRow & { vehicleId: string; item: MonitorItem };

export const monitorColumns = columns<DrawerRow>()([
  { value: 'plateNo', label: '车牌号', width: 104, fixed: 'left', noEdit: true, sortable: true },
  { value: 'remarkNo', label: '车辆备注', width: 90 },
  { value: 'fleetName', label: '所属车队', width: 110, sortable: true },
  { value: 'driverName', label: '司机', width: 70 },
  { value: 'state', label: '状态', width: 96, noEdit: true, sortable: true },
  { value: 'stateDuration', label: '时长', width: 84, align: 'right' },
  { value: 'speedKmh', label: '速度(km/h)', width: 84, align: 'right', sortable: true },
  { value: 'gpsTime', label: '定位时间', width: 124, sortable: true },
  { value: 'tem1', label: '温1(℃)', width: 66, align: 'right', sortable: true },
  { value: 'tem2', label: '温2(℃)', width: 66, align: 'right' },
  { value: 'tem3', label: '温3(℃)', width: 66, align: 'right', hidden: true },
  { value: 'tem4', label: '温4(℃)', width: 66, align: 'right', hidden: true },
  { value: 'hum1', label: '湿度(%RH)', width: 76, align: 'right' },
  { value: 'doors', label: '车门', width: 90 },
  { value: 'oilL', label: '油量(L)', width: 70, align: 'right', sortable: true },
  { value: 'todayMileageKm', label: '今日里程(km)', width: 96, align: 'right', sortable: true },
  { value: 'terminalNo', label: '终端编号', width: 164 },
  { value: 'serviceEnd', label: '服务到期', width: 96 },
]);

const made = new WeakMap<MonitorItem, DrawerRow>();

/** The drawer's row of a vehicle, made once an item. */
export function drawerRow(item: MonitorItem): DrawerRow {
  const known = made.get(item);
  if (known) return known;
  const row = newRow(item);
  made.set(item, row);
  return row;
}

function newRow(item: MonitorItem): DrawerRow {
  const { info, live, state, temps } = item;
  const tem = (index: number): number | null => temps[index]?.value ?? null;
  const openDoors = info.probes
    .filter((p) => p.kind === 'door' && live?.doorOpen[p.channel - 1] === true)
    .map((p) => p.name);
  // a terminal that was never heard of says nothing, not that doors are closed
  const heard = live && state !== motionState.never ? live : null;
  const hasDoors = info.probes.some((p) => p.kind === 'door');
  return {
    vehicleId: info.vehicleId,
    item,
    plateNo: info.plateNo,
    remarkNo: info.remarkNo,
    fleetName: info.fleetName,
    driverName: info.driverName,
    state,
    // its cell reads the clock when it is drawn
    stateDuration: '',
    speedKmh: live?.speedKmh == null ? null : Math.round(live.speedKmh),
    gpsTime: live?.deviceTime ? wireTime(live.deviceTime) : '',
    address: '',
    tem1: tem(0),
    tem2: tem(1),
    tem3: tem(2),
    tem4: tem(3),
    hum1: live?.humPct[0] ?? null,
    doors: openDoors.length > 0 ? `${openDoors.join('、')} 开` : hasDoors && heard ? '关' : '',
    oilL: fuelIn(live),
    todayMileageKm: Math.round((live?.todayMileageM ?? 0) / 100) / 10,
    terminalNo: info.terminalNo,
    serviceEnd: info.serviceEnd ?? '',
  };
}

const tempCell = (reading: TempReading | undefined): ReactNode =>
  reading ? <TempValue reading={reading} /> : formatDegrees(null);

export const monitorCells: Cells<DrawerRow> = {
  plateNo: (row) => <b>{dottedPlate(row.plateNo)}</b>,
  state: ({ item }) => (
    <span className="watch-location-state" style={{ color: `var(--td-${stateToken[item.state]}-text)` }}>
      <StateSymbol state={item.state} headingDeg={item.live?.directionDeg ?? undefined} alarm={item.alarm} size={20} />
      {hasNoTerminal(item) ? noTerminalWord : motionState.label(item.state)}
    </span>
  ),
  stateDuration: ({ item }) =>
    item.live && item.state !== motionState.never ? shortDuration(serverNow() - item.live.stateSince) : '--',
  tem1: ({ item }) => tempCell(item.temps[0]),
  tem2: ({ item }) => tempCell(item.temps[1]),
  tem3: ({ item }) => tempCell(item.temps[2]),
  tem4: ({ item }) => tempCell(item.temps[3]),
  doors: (row) => (row.doors.endsWith('开') ? <span className="amber">{row.doors}</span> : row.doors || '--'),
};
