import type { LiveVehicle } from '@tongda/contract/core/live';
import type { MonitorVehicle } from '@tongda/contract/watch/location/calls';
import { describe, expect, it } from 'vitest';
import { mapVehicle } from '../map-vehicles';
import {
  cargoClass,
  compassName,
  countStates,
  formatDegrees,
  groupByFleet,
  groupByOwn,
  matchesExtra,
  matchesState,
  matchesText,
  monitorItem,
  noExtraFilters,
  shortDuration,
  sortedIndexes,
  tempLevel,
} from './model';

const info = (over: Partial<MonitorVehicle>): MonitorVehicle => ({
  vehicleId: '1',
  plateNo: '沪A12345',
  vehicleColor: 0,
  remarkNo: '冷藏3号车',
  vehicleType: '冷藏',
  temperatureTypes: [2],
  fleetId: '7',
  fleetName: '华东冷链一队',
  orgName: '华东分公司',
  driverName: '王建军',
  driverPhone: '13800136021',
  driverBy: 1,
  terminalNo: 'T0001',
  serviceEnd: null,
  sharedFrom: '',
  tankCapacityL: 300,
  probes: [{ kind: 'tem', channel: 1, name: '前区', zone: null, lower: 2, upper: 8 }],
  ...over,
});
const live = (over: Partial<LiveVehicle>): LiveVehicle => ({
  vehicleId: '1',
  state: 1,
  stateSince: 0,
  deviceTime: 0,
  receiveTime: 0,
  lng: 121,
  lat: 31,
  speedKmh: 78,
  directionDeg: 295,
  altitudeM: 5,
  acc: true,
  located: true,
  todayMileageM: 0,
  totalMileageM: 0,
  alarmBits: 0,
  statusBits: 0,
  tempC: [3.4],
  humPct: [],
  fuelL: [186],
  doorOpen: [],
  extVoltageV: null,
  battPct: null,
  signal: null,
  satellites: null,
  reeferOn: null,
  lateCount: 0,
  ...over,
});

describe('temperature against its bounds', () => {
  it.each([
    [5, 2, 8, 'ok'],
    [7.6, 2, 8, 'near'],
    [8.1, 2, 8, 'out'],
    [1.9, 2, 8, 'out'],
    [null, 2, 8, 'none'],
    [-18, null, -15, 'ok'],
  ] as const)('%s in %s…%s is %s', (value, lower, upper, level) => {
    expect(tempLevel(value, lower, upper)).toBe(level);
  });
});

describe('counts and filters', () => {
  const moving = monitorItem(info({ vehicleId: '1' }), live({}));
  const tooWarm = monitorItem(
    info({ vehicleId: '2', plateNo: '苏E7K903' }),
    live({ vehicleId: '2', state: 3, tempC: [9.4] }),
    '超温报警',
  );
  const silent = monitorItem(info({ vehicleId: '3', plateNo: '浙A8K365', fleetId: null, fleetName: '' }), null);
  const all = [moving, tooWarm, silent];

  it('a vehicle that never reported counts as offline, an alarm also under its state', () => {
    expect(countStates(all)).toEqual({
      all: 3,
      online: 2,
      moving: 1,
      idle: 0,
      parked: 1,
      offline: 1,
      notLocated: 0,
      alarm: 1,
    });
  });
  it('a vehicle without a terminal is neither online nor offline: not in counts, filters and totals, whatever its last terminal said', () => {
    const bare = monitorItem(
      info({ vehicleId: '4', terminalNo: '' }),
      live({ vehicleId: '4', state: 4, alarmBits: 2, receiveTime: 0 }),
    );
    expect(bare).toMatchObject({ state: 6, danger: false });
    expect(countStates([bare])).toMatchObject({ all: 1, online: 0, offline: 0 });
    expect(matchesState(bare, 'offline')).toBe(false);
    expect(matchesExtra(bare, { ...noExtraFilters, offlineDay: true }, 9 * 86_400_000)).toBe(false);
    expect(groupByFleet([moving, bare], [])).toMatchObject([{ online: 1, total: 1 }]);
    expect(mapVehicle(bare, 'plate')).toBeNull();
  });
  it('what the terminal says by itself puts the ring on but is counted where it is an alarm of the list; its own faults do neither', () => {
    expect(monitorItem(info({}), live({ alarmBits: 2 }))).toMatchObject({ alarm: false, danger: true });
    expect(monitorItem(info({}), live({ alarmBits: 2 ** 5 }))).toMatchObject({ alarm: false, danger: false });
  });
  it('finds by plate, remark, driver and the last digits of the phone', () => {
    expect(all.filter((i) => matchesText(i, ' 沪a12 ')).map((i) => i.info.vehicleId)).toEqual(['1']);
    expect(matchesText(moving, '6021')).toBe(true);
    expect(matchesText(moving, '建军')).toBe(true);
    expect(matchesText(moving, 'jj')).toBe(true);
    expect(all.filter((i) => matchesText(i, 'ha12')).map((i) => i.info.vehicleId)).toEqual(['1']);
    expect(matchesText(moving, '9999')).toBe(false);
  });
  it('filters by deviation and by a day of silence', () => {
    expect(all.filter((i) => matchesExtra(i, { ...noExtraFilters, tempOut: true }, 0))).toEqual([tooWarm]);
    expect(all.filter((i) => matchesExtra(i, { ...noExtraFilters, offlineDay: true }, 2 * 86_400_000))).toEqual([
      silent,
    ]);
  });
  it('sorts alarms first, then moving, parked, silent', () => {
    expect(sortedIndexes(all, 'state')).toEqual([1, 0, 2]);
    expect(sortedIndexes(all, 'temp')[0]).toBe(1);
  });
  it('sorts plates by province as read, then by letters and digits', () => {
    const plates = ['浙A00001', '沪B00001', '沪A10000', '沪A09999', '京A00001'];
    const items = plates.map((plateNo, i) => monitorItem(info({ vehicleId: String(i), plateNo }), null));
    expect(sortedIndexes(items, 'plate').map((i) => plates[i])).toEqual([
      '沪A09999',
      '沪A10000',
      '沪B00001',
      '京A00001',
      '浙A00001',
    ]);
  });
  it('groups by fleet with totals over all vehicles and the unassigned last', () => {
    const groups = groupByFleet(all, [tooWarm, moving]);
    expect(groups.map((g) => [g.fleetName, g.online, g.total, g.alarms, g.items.map((i) => i.info.vehicleId)])).toEqual(
      [
        ['华东冷链一队', 2, 2, 1, ['2', '1']],
        ['未分车队', 0, 1, 0, []],
      ],
    );
  });
  it('groups by what the user put together, in his order, a vehicle in each of its groups, the rest last', () => {
    const own = [
      { id: '7', name: '夜班', vehicles: [{ vehicleId: '2' }, { vehicleId: '1' }] },
      { id: '5', name: '重点', vehicles: [{ vehicleId: '2' }, { vehicleId: '404' }] },
    ];
    const groups = groupByOwn(all, [tooWarm, moving], own);
    expect(groups.map((g) => [g.fleetId, g.fleetName, g.total, g.items.map((i) => i.info.vehicleId)])).toEqual([
      ['g7', '夜班', 2, ['2', '1']],
      ['g5', '重点', 1, ['2']],
      ['g', '未分组', 1, []],
    ]);
  });
});

describe('words', () => {
  it('names headings and durations', () => {
    expect([0, 22, 295, 359].map(compassName)).toEqual(['正北', '正北', '西北', '正北']);
    expect([59_000, 90_000, 7_980_000, 3 * 86_400_000 + 4 * 3_600_000].map(shortDuration)).toEqual([
      '<1分',
      '1分',
      '2时13分',
      '3天4时',
    ]);
    expect([[3], [2], [2, 3], [1], []].map(cargoClass)).toEqual(['冷冻', '冷藏', '双温', '常温', '常温']);
    expect(formatDegrees(-18.6)).toBe('−18.6');
  });
});
