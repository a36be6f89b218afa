import { describe, expect, it } from 'vitest';
import { temperatureType, vehicleStatus } from '../../../resources/vehicle/enums';
import { orderStatus } from '../../enums';
import { planBox } from './compartments';
import { heaviestLoad, loadingOrder } from './loads';
import { limitReasonOf } from './restrict';
import { barReasonOf, checkStowage, type StowOrder, type StowTrip, stowDefaults } from './rules';

const order = (orderCode: string, more: Partial<StowOrder> = {}): StowOrder => ({
  orderCode,
  fromSeq: 1,
  toSeq: 2,
  weightKg: 100,
  volumeM3: 1,
  pallets: null,
  temperatureType: temperatureType.chilled,
  tempMin: 2,
  tempMax: 8,
  orderStatus: orderStatus.toDispatch,
  onHandHere: false,
  takenBy: null,
  conflictGroups: [],
  ...more,
});
const day = 86_400_000;
const trip = (
  orders: StowOrder[],
  more: Partial<StowTrip> = {},
  vehicle: Partial<StowTrip['vehicle']> = {},
): StowTrip => ({
  vehicle: {
    plateNo: '沪BZ1001',
    vehicleType: '厢式货车',
    totalWeightKg: 18_000,
    lengthM: 9.6,
    vehicleStatus: vehicleStatus.available,
    ratedLoadKg: 1495,
    boxVolumeM3: 15.5,
    palletSlots: null,
    compartments: [{ no: 1, volumeM3: 15.5, tempMin: -18, tempMax: 8 }],
    probeSilentMin: 1,
    certificates: [],
    busy: [],
    ...vehicle,
  },
  driver: null,
  orders,
  stops: [],
  departTime: 100 * day,
  arriveTime: 101 * day,
  driveMin: null,
  workMin: null,
  conflicts: [],
  settings: stowDefaults,
  ...more,
});
const blocks = (t: StowTrip) => checkStowage(t).checks.flatMap((c) => (c.level === 'block' ? [c.code] : []));
const warns = (t: StowTrip) => checkStowage(t).checks.flatMap((c) => (c.level === 'warn' ? [c.code] : []));

/** The worked example of transport.md 4.3. */
const a = order('A', { weightKg: 600, volumeM3: 5 });
const b = order('B', { weightKg: 500, volumeM3: 6, tempMin: 0, tempMax: 4 });

describe('checkStowage (transport.md 4.3)', () => {
  it('holds the worked example', () => {
    const fine = checkStowage(trip([a, b]));
    expect(fine).toMatchObject({ possible: true, loadRateWeight: 73.58, loadRateVolume: 70.97 });
    expect(fine.box?.setpoints.get(1)).toBe(3);
    const c = order('C', { tempMin: -25, tempMax: -18, temperatureType: temperatureType.frozen });
    expect(blocks(trip([a, b, c]))).toEqual(['TEMP']);
    const d = order('D', { weightKg: 450, volumeM3: 0.5 });
    expect(blocks(trip([a, b, d]))).toEqual(['WEIGHT']);
    expect(checkStowage(trip([a, b, d])).loadRateWeight).toBe(103.68);
    const e = order('E', { weightKg: 100, volumeM3: 3.2 });
    expect(blocks(trip([a, b, e]))).toEqual([]);
    expect(warns(trip([a, b, e]))).toEqual(['VOLUME']);
    expect(checkStowage(trip([a, b, e])).loadRateVolume).toBe(91.61);
  });
  it('judges the heaviest point, not the sum of the trip', () => {
    const first = order('A', { weightKg: 1000, fromSeq: 1, toSeq: 2 });
    const second = order('B', { weightKg: 1000, fromSeq: 2, toSeq: 3 });
    expect(heaviestLoad([first, second])).toEqual({ weightKg: 1000, volumeM3: 1, pallets: null });
    expect(blocks(trip([first, second]))).toEqual([]);
    expect(blocks(trip([first, { ...second, fromSeq: 1 }]))).toEqual(['WEIGHT']);
  });
  it('names the order whose temperature does not fit, and wants cooling and a probe for cold goods', () => {
    const c = order('C', { tempMin: null, tempMax: null, temperatureType: temperatureType.frozen });
    const clash = checkStowage(trip([a, b, c])).checks.find((one) => one.code === 'TEMP');
    expect(clash?.msg).toBe('订单C的温度要求与同车货物或温区不符');
    const dry = [{ no: 1, volumeM3: 15.5, tempMin: null, tempMax: null }];
    expect(blocks(trip([a], {}, { compartments: dry }))).toEqual(['TEMP_EQUIP']);
    expect(warns(trip([a], {}, { probeSilentMin: 45 }))).toEqual(['TEMP_EQUIP']);
    expect(warns(trip([a], {}, { probeSilentMin: null }))).toEqual(['TEMP_EQUIP']);
  });
  it('spreads goods over compartments', () => {
    const frozen = order('F', { temperatureType: temperatureType.frozen, tempMin: null, tempMax: null, volumeM3: 6 });
    const ambient = order('N', { temperatureType: temperatureType.ambient, tempMin: null, tempMax: null });
    const two = [
      { no: 1, volumeM3: 8, tempMin: -25, tempMax: 8 },
      { no: 2, volumeM3: 7.5, tempMin: 0, tempMax: 25 },
    ];
    const plan = planBox(two, [a, frozen]);
    expect(plan?.byOrder).toEqual(
      new Map([
        ['F', 1],
        ['A', 2],
      ]),
    );
    expect(plan?.setpoints).toEqual(
      new Map([
        [1, -21.5],
        [2, 5],
      ]),
    );
    expect(planBox(two, [a, frozen, ambient])).toBeNull();
    expect(planBox(two, [frozen, ambient])?.byOrder.get('N')).toBe(2);
    const general = order('G', { temperatureType: temperatureType.general, tempMin: null, tempMax: null });
    expect(planBox(two, [frozen, general])?.byOrder.get('G')).toBe(2);
    expect(planBox([{ no: 1, volumeM3: 15, tempMin: -18, tempMax: 8 }], [a, general])).toBeNull();
    expect(planBox(two, [order('X', { volumeM3: 9 })])).toBeNull();
  });
  it('gives up in reasonable time when there is no way', () => {
    const many = Array.from({ length: 60 }, (_, i) => order(`O${i}`, { volumeM3: 1 }));
    expect(
      planBox(
        [1, 2, 3, 4].map((no) => ({ no, volumeM3: 14.5, tempMin: -20, tempMax: 8 })),
        many,
      ),
    ).toBeNull();
  });
  it('refuses a vehicle that is in repair or under way, and papers that end before the trip does', () => {
    expect(blocks(trip([a], {}, { vehicleStatus: vehicleStatus.maintenance }))).toEqual(['VEHICLE_STATUS']);
    const busy = [{ waybillCode: 'YS26112100001', from: 100.5 * day, to: 102 * day }];
    expect(blocks(trip([a], {}, { busy }))).toEqual(['VEHICLE_STATUS']);
    expect(blocks(trip([a], {}, { busy: [{ waybillCode: 'x', from: 101 * day, to: 102 * day }] }))).toEqual([]);
    const paper = (expiresOn: number | null) => ({ certificates: [{ name: '年检', expiresOn }] });
    expect(blocks(trip([a], {}, paper(100.5 * day)))).toEqual(['CERT']);
    expect(warns(trip([a], {}, paper(120 * day)))).toEqual(['CERT']);
    expect(warns(trip([a], {}, paper(200 * day)))).toEqual([]);
    expect(warns(trip([a], {}, paper(null)))).toEqual([]);
    expect(blocks(trip([a], { driver: { name: '张三', licenceClass: 'B2', ...paper(1) } }))).toEqual(['CERT']);
    const permit = { certificates: [{ name: '承运商的许可证', expiresOn: 100.5 * day, warns: true }] };
    expect([blocks(trip([a], {}, permit)), warns(trip([a], {}, permit))]).toEqual([[], ['CERT']]);
  });
  it('keeps apart what must not travel together', () => {
    const t = trip([order('A', { conflictGroups: ['药品'] }), order('B', { conflictGroups: ['异味'] })], {
      conflicts: [['药品', '异味']],
    });
    expect(blocks(t)).toEqual(['CONFLICT']);
  });
  it('tells lateness, long hours, restrictions and pallets', () => {
    const stop = { seq: 2, name: '苏州观前店', windowStart: null, windowEnd: 1000, restrictions: [] };
    const late = (minutes: number) => trip([a], { stops: [{ ...stop, etaTime: 1000 + minutes * 60_000 }] });
    expect(warns(late(30))).toEqual(['WINDOW']);
    expect(blocks(late(121))).toEqual(['WINDOW']);
    // the refusal names the real cause, in minutes that one can read
    expect(checkStowage(late(4594))).toMatchObject({
      onlyLate: true,
      checks: expect.arrayContaining([
        expect.objectContaining({ code: 'WINDOW', msg: '预计晚到 4,594 分钟：苏州观前店，超过允许的 120 分钟' }),
      ]),
    });
    const settings = { ...stowDefaults, lateToleranceMin: 5000 };
    expect(warns({ ...late(4594), settings })).toEqual(['WINDOW']);
    expect(warns({ ...late(4594), settings: { ...stowDefaults, lateAccepted: true } })).toEqual(['WINDOW']);
    expect(warns(late(0))).toEqual([]);
    expect(warns(trip([a], { driveMin: 241, workMin: 500 }))).toEqual(['HOURS', 'HOURS']);
    expect(warns(trip([a], { stops: [{ ...stop, etaTime: null, restrictions: ['早高峰限行'] }] }))).toEqual([
      'RESTRICT',
    ]);
    expect(blocks(trip([order('A', { pallets: 7 })], {}, { palletSlots: 6 }))).toEqual(['PALLET']);
  });
  it('reads what a store says of vehicles: a length is compared, anything else is shown', () => {
    const van = { plateNo: '沪BZ1001', lengthM: 9.6 };
    expect(barReasonOf('4.2米以下', van)).toBe('车型限制“4.2米以下”，沪BZ1001长9.6米');
    expect(barReasonOf('限9.6m', van)).toBeNull();
    expect(barReasonOf('4.2米以下', { ...van, lengthM: null })).toBe('车型限制“4.2米以下”，请确认沪BZ1001能否进入');
    expect(barReasonOf('限高3.2m', { ...van, lengthM: 3 })).toBe('车型限制“限高3.2m”，请确认沪BZ1001能否进入');
  });
  it('wants a licence that covers the vehicle', () => {
    const of = (licence: string | null, vehicle: Partial<StowTrip['vehicle']> = {}) =>
      checkStowage(
        trip([a], { driver: { name: '张三', licenceClass: licence, certificates: [] } }, vehicle),
      ).checks.find(({ code }) => code === 'CERT');
    expect(of('C1')).toMatchObject({
      level: 'block',
      msg: '司机张三准驾车型C1不能驾驶大型货车，需A1、A2、B2',
    });
    expect(of('B2')?.level).toBe('ok');
    const semi = { vehicleType: '半挂牵引车', totalWeightKg: 49_000 };
    expect(of('B2', semi)?.msg).toBe('司机张三准驾车型B2不能驾驶重型牵引挂车，需A2');
    expect(of('A2', semi)?.level).toBe('ok');
    const light = { totalWeightKg: 4495, lengthM: 5.995 };
    expect([of('C1', light)?.level, of('B1', light)?.level, of('C4', light)?.level]).toEqual(['ok', 'ok', 'block']);
    // either measure makes it a large one; what nobody entered is not judged
    expect(of('C1', { totalWeightKg: 4500, lengthM: 5.9 })?.level).toBe('block');
    expect(of('C1', { totalWeightKg: 4400, lengthM: 6 })?.level).toBe('block');
    expect([of(null)?.level, of('C4', { totalWeightKg: null, lengthM: null })?.level]).toEqual(['ok', 'ok']);
  });
  it('knows at which hours an area keeps heavy vehicles out', () => {
    const limit = { name: '内环限行区', hours: [{ days: [1, 2, 3, 4, 5], from: '07:00', to: '10:00' }], overT: 4.5 };
    const truck = { plateNo: '沪BZ1001', totalWeightKg: 18_000 };
    // a Monday
    const at = (clock: string) => Date.parse(`2026-11-23T${clock}:00Z`);
    const stay = (from: string, until: string, vehicle: Parameters<typeof limitReasonOf>[1] = truck) =>
      limitReasonOf([limit], vehicle, at(from), at(until));
    const why = '内环限行区周一至周五 07:00-10:00限行总质量超过4.5吨的货车，沪BZ1001总质量18吨';
    expect(stay('08:10', '08:40')).toBe(why);
    expect(stay('06:40', '07:10')).toBe(why);
    expect([stay('06:00', '06:55'), stay('10:00', '10:30')]).toEqual([null, null]);
    expect(stay('08:10', '08:40', { ...truck, totalWeightKg: 4495 })).toBeNull();
    expect(stay('08:10', '08:40', { ...truck, totalWeightKg: null })).toMatch(/，沪BZ1001没有录入总质量$/u);
    const saturday = at('08:10') + 5 * day;
    expect(limitReasonOf([limit], truck, saturday, saturday)).toBeNull();
    expect(limitReasonOf([{ name: '步行街', hours: [], overT: null }], truck, saturday, saturday)).toBe(
      '步行街全天限行货车',
    );
  });
  it('takes only orders that wait', () => {
    expect(blocks(trip([order('A', { takenBy: 'PZ1' })]))).toEqual(['STATUS']);
    expect(blocks(trip([order('A', { orderStatus: orderStatus.completed })]))).toEqual(['STATUS']);
    expect(blocks(trip([order('A', { orderStatus: orderStatus.inTransit, onHandHere: true })]))).toEqual([]);
  });
});

describe('loadingOrder', () => {
  it('puts the last stop in first, within each compartment', () => {
    const load = (orderCode: string, toSeq: number, compartmentNo = 1) => ({ orderCode, toSeq, compartmentNo });
    expect(loadingOrder([load('A', 2), load('B', 4), load('C', 3), load('D', 2, 2), load('E', 2)])).toEqual(
      new Map([
        ['B', 1],
        ['C', 2],
        ['A', 3],
        ['E', 4],
        ['D', 1],
      ]),
    );
  });
});
