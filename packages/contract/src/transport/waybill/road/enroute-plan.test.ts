import { describe, expect, it } from 'vitest';
import { temperatureType, vehicleStatus } from '../../../resources/vehicle/enums';
import { orderStatus } from '../../enums';
import type { WaitingOrder } from '../judge';
import { bestSequence } from '../stow/sequence';
import { planEnroute, type RunningTrip } from './enroute-plan';

const day = 86_400_000;

describe('planEnroute (transport.md C2)', () => {
  /** 1° is 100 km here; stops lie on one line */
  const metres = (lng1: number, _lat1: number, lng2: number) => Math.abs(lng2 - lng1) * 100_000;
  const goods = (orderCode: string, shipLng: number | null, more: Partial<WaitingOrder> = {}): WaitingOrder => ({
    orderCode,
    weightKg: 100,
    volumeM3: 1,
    pallets: null,
    temperatureType: temperatureType.chilled,
    tempMin: 2,
    tempMax: 8,
    orderStatus: orderStatus.toDispatch,
    takenBy: null,
    conflictGroups: [],
    pieces: 1,
    customerName: orderCode,
    shipper: '',
    shipPhone: '',
    shipArea: '',
    shipAddress: `${orderCode}路1号`,
    shipLng,
    shipLat: 31,
    receiver: '',
    receivePhone: '',
    receiveArea: '',
    receiveAddress: '',
    receiveLng: null,
    receiveLat: null,
    arriveFrom: null,
    arriveTo: 200 * day,
    unloadMin: null,
    deliveryMode: 1,
    site: null,
    conflictsWith: [],
    ...more,
  });
  const stop = (seq: number, stopType: 1 | 2 | 3, lng: number, reached = false) => ({
    seq,
    stopType,
    placeId: null,
    name: `${seq}站`,
    address: `${seq}站`,
    contact: '',
    phone: '',
    lng,
    lat: 31,
    windowStart: null,
    windowEnd: null,
    serviceMin: 30,
    reached,
  });
  const running: RunningTrip = {
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
    },
    driver: null,
    now: 100 * day,
    departedAt: 100 * day - 3_600_000,
    here: { lng: 120.2, lat: 31 },
    stops: [stop(1, 3, 120, true), stop(2, 1, 120.1, true), stop(3, 1, 120.6), stop(4, 2, 121)],
    legs: [
      { order: goods('A', 120.1, { weightKg: 700 }), fromSeq: 2, toSeq: 4 },
      { order: goods('B', 120.6, { weightKg: 600 }), fromSeq: 3, toSeq: 4 },
    ],
  };

  it('puts a point where it lengthens the way least, and moves what comes after it', () => {
    const plan = planEnroute(running, [goods('C', 120.4), goods('D', 120.8, { weightKg: 50 })], metres);
    expect(plan.stops.map(({ name, seq, was }) => [seq, name, was])).toEqual([
      [1, '1站', 1],
      [2, '2站', 2],
      [3, 'C', null],
      [4, '3站', 3],
      [5, 'D', null],
      [6, '4站', 4],
    ]);
    expect(plan.fetchAt.get('C')).toBe(3);
    // on the way: no longer way, only two stays of half an hour
    expect(plan.addedM).toBe(0);
    expect(plan.addedMs).toBe(3_600_000);
    expect(plan.stops.map(({ laterMs }) => laterMs / 60_000)).toEqual([0, 0, 0, 30, 0, 60]);
    expect(plan).toMatchObject({ possible: true, loadRateWeight: 96.99 });
  });
  it('never goes back before what was reached, and shares a stop that is still to come', () => {
    const back = planEnroute(running, [goods('C', 120.05)], metres);
    expect(back.fetchAt.get('C')).toBe(3);
    const same = planEnroute(running, [goods('C', 120.6, { shipAddress: '3站' })], metres);
    expect(same.stops).toHaveLength(4);
    expect(same.fetchAt.get('C')).toBe(3);
    expect(same.addedMs).toBe(300_000);
    const unknown = planEnroute(running, [goods('C', null)], metres);
    expect(unknown.fetchAt.get('C')).toBe(4);
  });
  it('judges what is on board with what comes: weight, temperature, and goods that lie where they lie', () => {
    const codes = (plan: ReturnType<typeof planEnroute>) =>
      plan.checks.flatMap(({ level, code }) => (level === 'block' ? [code] : []));
    expect(codes(planEnroute(running, [goods('C', 120.4, { weightKg: 200 })], metres))).toEqual(['WEIGHT']);
    expect(codes(planEnroute(running, [goods('C', 120.4, { tempMin: -25, tempMax: -18 })], metres))).toEqual(['TEMP']);
    const zones = [
      { no: 1, volumeM3: 8, tempMin: -25, tempMax: 8 },
      { no: 2, volumeM3: 8, tempMin: 0, tempMax: 8 },
    ];
    const two = { ...running, vehicle: { ...running.vehicle, compartments: zones } };
    const frozen = goods('C', 120.4, { tempMin: -25, tempMax: -18, temperatureType: temperatureType.frozen });
    expect(planEnroute(two, [frozen], metres).box?.byOrder.get('C')).toBe(1);
    const lies = two.legs.map((leg) => ({ ...leg, order: { ...leg.order, fixedNo: 1 } }));
    expect(codes(planEnroute({ ...two, legs: lies }, [frozen], metres))).toEqual(['TEMP']);
  });
});

describe('the best sequence of stops (优化顺序)', () => {
  const flat = (lng1: number, lat1: number, lng2: number, lat2: number) => Math.hypot(lng1 - lng2, lat1 - lat2) * 1000;
  const at = (lng: number, windowEnd: number | null = null) => ({
    lng,
    lat: 0,
    windowStart: null,
    windowEnd,
    serviceMin: 10,
  });

  it('drives along a line instead of to and fro, and leaves the places of loading where they are', () => {
    const stops = [at(0), at(-1), at(30), at(10), at(20)];
    expect(bestSequence(stops, { fixed: 2 }, 0, flat)).toEqual([0, 1, 3, 4, 2]);
    // a loop that ends at its yard
    expect(bestSequence([at(0), at(20), at(10), at(30)], { fixed: 1, end: 1 }, 0, flat)).toEqual([0, 2, 1, 3]);
  });

  it('is in time first, short second, and keeps what cannot be bettered', () => {
    const hour = 3_600_000;
    // 30 km there takes 43 min: only straight there is in time
    const stops = [at(0), at(10), at(30, 0.75 * hour)];
    expect(bestSequence(stops, { fixed: 1 }, 0, flat)).toEqual([0, 2, 1]);
    expect(bestSequence([at(0), at(10), at(20)], { fixed: 1 }, 0, flat)).toEqual([0, 1, 2]);
  });
});
