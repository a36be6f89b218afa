import { motionState } from '@tongda/contract/core/live';
import { terminalAlarmsOf } from '@tongda/contract/watch/alarm/terminal-alarms';
import { formatNumber } from '../../../kit/show/format';
import type { MapVehicle } from '../../../map/overlay/vehicle-store';
import { formatDegrees, hasNoTerminal, type MonitorItem } from './monitor/model';

/** What stands beside the symbols. */
export const labelModes = { plate: '车牌', speed: '速度', temp: '温度' } as const;
export type LabelMode = keyof typeof labelModes;

const made: Record<LabelMode, WeakMap<MonitorItem, MapVehicle>> = {
  plate: new WeakMap(),
  speed: new WeakMap(),
  temp: new WeakMap(),
};

/** The map's vehicle, made once an item and mode; null without a fix, and without a terminal that would tell where it is now. */
export function mapVehicle(item: MonitorItem, mode: LabelMode): MapVehicle | null {
  const { info, live, state } = item;
  if (live?.lng === null || live?.lng === undefined || live.lat === null || hasNoTerminal(item)) return null;
  const known = made[mode].get(item);
  if (known) return known;
  const vehicle: MapVehicle = {
    id: info.vehicleId,
    lng: live.lng,
    lat: live.lat,
    headingDeg: headingOf(info.vehicleId, live.directionDeg),
    state,
    alarm: item.alarm || item.danger || item.tempOut,
    label: labelOf(item, mode),
    subLabel: subLabelOf(item),
  };
  made[mode].set(item, vehicle);
  return vehicle;
}

/** The newest heading that each vehicle told, degrees: its mark does not turn north with a report that does not know it. */
const headings = new Map<string, number>();
function headingOf(vehicleId: string, directionDeg: number | null): number {
  if (directionDeg !== null) headings.set(vehicleId, directionDeg);
  return directionDeg ?? headings.get(vehicleId) ?? 0;
}

function labelOf({ info, live, temps }: MonitorItem, mode: LabelMode): string {
  if (mode === 'speed') return `${formatNumber(live?.speedKmh)} km/h`;
  if (mode === 'temp' && temps.some((t) => t.value !== null))
    return temps.map((t) => formatDegrees(t.value)).join(' / ');
  return info.plateNo;
}

function subLabelOf(item: MonitorItem): string {
  const out = item.temps.find((t) => t.level === 'out');
  if (out) return `${formatDegrees(out.value)} ℃`;
  if (item.alarmWord) return item.alarmWord;
  if (item.danger && item.live) return terminalAlarmsOf(item.live.alarmBits).find((a) => a.ring)?.name ?? '';
  return item.state === motionState.moving
    ? `${formatNumber(item.live?.speedKmh)} km/h`
    : motionState.label(item.state);
}
