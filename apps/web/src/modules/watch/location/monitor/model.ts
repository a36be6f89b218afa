import { dayMs, minuteMs } from '@tongda/contract/core/durations';
import type { LiveVehicle, MotionState } from '@tongda/contract/core/live';
import { motionState } from '@tongda/contract/core/live';
import { pinyinInitials } from '@tongda/contract/core/pinyin';
import { hasRingAlarm } from '@tongda/contract/watch/alarm/terminal-alarms';
import type { MonitorVehicle, ProbeInfo } from '@tongda/contract/watch/location/calls';
import type { VehicleGroup } from '@tongda/contract/watch/vehicle-group/calls';

/** How a temperature stands to its bounds: in range, within `nearC` of a bound, out, or unknown. */
export type TempLevel = 'ok' | 'near' | 'out' | 'none';
const nearC = 0.5;

export interface TempReading {
  probe: ProbeInfo;
  value: number | null;
  level: TempLevel;
}

/** A vehicle as the tree, the list and the map show it. */
export interface MonitorItem {
  info: MonitorVehicle;
  live: LiveVehicle | null;
  state: MotionState;
  /** counted as 报警: an alarm of the live list rings (`isRinging`) */
  alarm: boolean;
  /** the terminal itself says danger in its last report */
  danger: boolean;
  /** the severest open alarm of the vehicle in a word; '' without one */
  alarmWord: string;
  temps: TempReading[];
  tempOut: boolean;
  doorOpen: boolean;
}

/** Chips of the tree, in order. */
export const stateFilters = ['all', 'online', 'moving', 'idle', 'parked', 'offline', 'notLocated', 'alarm'] as const;
export type StateFilter = (typeof stateFilters)[number];

/** Sort orders of the tree. `state` keeps what needs a look on top. */
export const sortOrders = { state: '状态', plate: '车牌', speed: '速度', temp: '温度偏差' } as const;
export type SortOrder = keyof typeof sortOrders;

/** Level of a reading; ℃ against the probe's bounds. */
export function tempLevel(value: number | null | undefined, lower: number | null, upper: number | null): TempLevel {
  if (value === null || value === undefined) return 'none';
  if ((upper !== null && value > upper) || (lower !== null && value < lower)) return 'out';
  if ((upper !== null && value > upper - nearC) || (lower !== null && value < lower + nearC)) return 'near';
  return 'ok';
}

/** ℃ outside the bounds, 0 inside. */
export function tempDeviation(reading: TempReading): number {
  const { value, probe } = reading;
  if (value === null) return 0;
  return Math.max(0, probe.upper === null ? 0 : value - probe.upper, probe.lower === null ? 0 : probe.lower - value);
}

/** Joins what changes rarely with what changes each second. */
export function monitorItem(info: MonitorVehicle, live: LiveVehicle | null, alarmWord = ''): MonitorItem {
  const temps = info.probes
    .filter((p) => p.kind === 'tem')
    .map((probe) => {
      const value = live?.tempC[probe.channel - 1] ?? null;
      return { probe, value, level: tempLevel(value, probe.lower, probe.upper) };
    });
  // what a terminal said that is gone is nothing that the vehicle does now
  const state = (hasNoTerminal({ info }) ? null : live?.state) ?? motionState.never;
  return {
    info,
    live,
    state,
    alarm: alarmWord !== '',
    danger: live !== null && isOnline({ state }) && hasRingAlarm(live.alarmBits),
    alarmWord,
    temps,
    tempOut: temps.some((t) => t.level === 'out'),
    doorOpen: live?.doorOpen.some((open) => open === true) ?? false,
  };
}

/** Nothing is installed in the vehicle, so that it can be neither online nor offline. */
export const hasNoTerminal = ({ info }: Pick<MonitorItem, 'info'>): boolean =>
  // whoever shares a vehicle keeps the number of its terminal to himself
  info.terminalNo === '' && info.sharedFrom === '';

const isOnline = ({ state }: Pick<MonitorItem, 'state'>): boolean =>
  state !== motionState.offline && state !== motionState.never;

/** Whether a vehicle belongs under a chip. */
export function matchesState(item: MonitorItem, filter: StateFilter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'online':
      return isOnline(item);
    case 'alarm':
      return item.alarm;
    case 'offline':
      return !isOnline(item) && !hasNoTerminal(item);
    default:
      return item.state === motionState[filter];
  }
}

/** Count per chip. */
export function countStates(items: readonly MonitorItem[]): Record<StateFilter, number> {
  // one entry for each filter: `Object.fromEntries` forgets the keys
  const counts = Object.fromEntries(stateFilters.map((f) => [f, 0])) as Record<StateFilter, number>;
  counts.all = items.length;
  for (const item of items) {
    if (item.alarm) counts.alarm++;
    const chip = chipOf[item.state];
    if (chip === 'offline' && hasNoTerminal(item)) continue;
    counts[chip]++;
    if (chip !== 'offline') counts.online++;
  }
  return counts;
}
const chipOf: Record<MotionState, Exclude<StateFilter, 'all' | 'online' | 'alarm'>> = {
  [motionState.moving]: 'moving',
  [motionState.idle]: 'idle',
  [motionState.parked]: 'parked',
  [motionState.offline]: 'offline',
  [motionState.notLocated]: 'notLocated',
  [motionState.never]: 'offline',
};

/** Extra filters behind the funnel. */
export interface ExtraFilters {
  temperatureType: number | null;
  tempOut: boolean;
  doorOpen: boolean;
  lowFuel: boolean;
  offlineDay: boolean;
}
export const noExtraFilters: ExtraFilters = {
  temperatureType: null,
  tempOut: false,
  doorOpen: false,
  lowFuel: false,
  offlineDay: false,
};

/** Litres in all tanks; null when none says anything. */
export const fuelIn = (live: LiveVehicle | null): number | null =>
  live?.fuelL.reduce((sum, litres) => (litres === null ? sum : (sum ?? 0) + litres), null) ?? null;

/** Fuel below 20 % of the tank. */
export function lowFuel(item: MonitorItem): boolean {
  const litres = fuelIn(item.live);
  return litres !== null && item.info.tankCapacityL !== null && litres < item.info.tankCapacityL * 0.2;
}

/** Whether a vehicle passes the funnel's filters. */
export function matchesExtra(item: MonitorItem, extra: ExtraFilters, now: number): boolean {
  if (extra.temperatureType !== null && !item.info.temperatureTypes.includes(extra.temperatureType)) return false;
  if (extra.tempOut && !item.tempOut) return false;
  if (extra.doorOpen && !item.doorOpen) return false;
  if (extra.lowFuel && !lowFuel(item)) return false;
  if (extra.offlineDay && !(matchesState(item, 'offline') && now - (item.live?.receiveTime ?? 0) > dayMs)) return false;
  return true;
}

/** Words of a vehicle in capitals, made once: a search looks through all of them with every key. */
const words = new WeakMap<MonitorVehicle, string>();
function wordsOf(info: MonitorVehicle): string {
  let found = words.get(info);
  if (found === undefined) {
    const { plateNo, remarkNo, terminalNo, driverName } = info;
    const initials = [plateNo, remarkNo, driverName].map(pinyinInitials);
    found = [plateNo, remarkNo, terminalNo, driverName, ...initials].join('\n').toUpperCase();
    words.set(info, found);
  }
  return found;
}

/** Plate, remark, terminal, driver (the names also by pinyin initials) or the last digits of the driver's phone; spaces and case do not matter. */
export function matchesText(item: MonitorItem, text: string): boolean {
  const needle = text.trim().toUpperCase();
  if (!needle) return true;
  return wordsOf(item.info).includes(needle) || (/^\d{3,11}$/u.test(needle) && item.info.driverPhone.endsWith(needle));
}

const stateRank: Record<MotionState, number> = { 1: 1, 2: 2, 5: 3, 3: 4, 4: 5, 6: 6 };

const collator = new Intl.Collator('zh-Hans-CN');

/** Provinces by their reading, the rest (letters and digits) by code: collation of whole plates takes ten times as long. */
function comparePlates(a: string, b: string): number {
  const [x, y] = [a.charAt(0), b.charAt(0)];
  if (x !== y) return collator.compare(x, y);
  return a < b ? -1 : Number(a > b);
}

function compareItems(order: SortOrder, a: MonitorItem, b: MonitorItem): number {
  const byPlate = comparePlates(a.info.plateNo, b.info.plateNo);
  switch (order) {
    case 'plate':
      return byPlate;
    case 'speed':
      return (b.live?.speedKmh ?? -1) - (a.live?.speedKmh ?? -1) || byPlate;
    case 'temp':
      return worstDeviation(b) - worstDeviation(a) || byPlate;
    case 'state':
      return Number(b.alarm) - Number(a.alarm) || stateRank[a.state] - stateRank[b.state] || byPlate;
  }
}
const worstDeviation = (item: MonitorItem): number => Math.max(0, ...item.temps.map(tempDeviation));

/** Places of the vehicles in a sort order; the page keeps this order until the user asks again, so that rows never jump under the cursor. */
export const sortedIndexes = (items: readonly MonitorItem[], order: SortOrder): number[] =>
  items
    .map((item, index) => ({ item, index }))
    .sort((a, b) => compareItems(order, a.item, b.item))
    .map(({ index }) => index);

export interface FleetGroup {
  fleetId: string;
  fleetName: string;
  items: MonitorItem[];
  online: number;
  total: number;
  alarms: number;
}

/** Groups by fleet name, vehicles without a fleet last; totals count all vehicles of the fleet that have a terminal, `items` only those shown, in their order. */
export function groupByFleet(all: readonly MonitorItem[], shown: readonly MonitorItem[]): FleetGroup[] {
  const groups = new Map<string, FleetGroup>();
  for (const item of all) {
    const key = item.info.fleetId ?? '';
    let group = groups.get(key);
    if (!group) {
      group = { fleetId: key, fleetName: item.info.fleetName || '未分车队', items: [], online: 0, total: 0, alarms: 0 };
      groups.set(key, group);
    }
    if (!hasNoTerminal(item)) group.total++;
    if (isOnline(item)) group.online++;
    if (item.alarm) group.alarms++;
  }
  for (const item of shown) groups.get(item.info.fleetId ?? '')?.items.push(item);
  return [...groups.values()].sort(
    (a, b) => Number(a.fleetId === '') - Number(b.fleetId === '') || collator.compare(a.fleetName, b.fleetName),
  );
}

/** The user's own groups in his order, as they come from the server. */
export type OwnGroup = Pick<VehicleGroup, 'id' | 'name'> & { vehicles: ReadonlyArray<{ vehicleId: string }> };

/** Keys of the groups that a vehicle is in, those of no group in `g`. */
export function groupKeysOf(groups: readonly OwnGroup[]): (vehicleId: string) => readonly string[] {
  const keys = new Map<string, string[]>();
  for (const { id, vehicles } of groups)
    for (const { vehicleId } of vehicles) keys.set(vehicleId, [...(keys.get(vehicleId) ?? []), `g${id}`]);
  return (vehicleId) => keys.get(vehicleId) ?? noGroup;
}
const noGroup = ['g'] as const;

/** Groups of the user's own in his order, vehicles of none last; a vehicle stands in each of its groups. */
export function groupByOwn(
  all: readonly MonitorItem[],
  shown: readonly MonitorItem[],
  own: readonly OwnGroup[],
): FleetGroup[] {
  const keysOf = groupKeysOf(own);
  const groups = new Map<string, FleetGroup>(
    [...own.map(({ id, name }) => [`g${id}`, name] as const), ['g', '未分组'] as const].map(([fleetId, fleetName]) => [
      fleetId,
      { fleetId, fleetName, items: [], online: 0, total: 0, alarms: 0 },
    ]),
  );
  for (const item of all)
    for (const key of keysOf(item.info.vehicleId)) {
      const group = groups.get(key);
      if (!group) continue;
      if (!hasNoTerminal(item)) group.total++;
      if (isOnline(item)) group.online++;
      if (item.alarm) group.alarms++;
    }
  for (const item of shown) for (const key of keysOf(item.info.vehicleId)) groups.get(key)?.items.push(item);
  return [...groups.values()];
}

/** Temperature class in two characters: what a dispatcher calls the truck. temperatureType 1 ambient, 2 chilled, 3 frozen, 4 general. */
export function cargoClass(types: readonly number[]): string {
  const frozen = types.includes(3);
  const chilled = types.includes(2);
  if (frozen && chilled) return '双温';
  if (frozen) return '冷冻';
  return chilled ? '冷藏' : '常温';
}

const compass = ['正北', '东北', '正东', '东南', '正南', '西南', '正西', '西北'] as const;
/** 295 → 西北 */
export const compassName = (deg: number): string => compass[Math.round((((deg % 360) + 360) % 360) / 45) % 8] ?? '正北';

/** Compact duration of tree rows: <1分, 26分, 2时13分, 3天4时. */
export function shortDuration(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / minuteMs));
  if (minutes < 1) return '<1分';
  if (minutes < 60) return `${minutes}分`;
  if (minutes < 1440) return `${Math.floor(minutes / 60)}时${minutes % 60}分`;
  return `${Math.floor(minutes / 1440)}天${Math.floor((minutes % 1440) / 60)}时`;
}

/** One decimal with the typographic minus (U+2212). */
export const formatDegrees = (value: number | null): string =>
  value === null ? '--' : value.toFixed(1).replace('-', '−');
