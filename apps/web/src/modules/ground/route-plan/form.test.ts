import type { PlanSchedule } from '@tongda/contract/ground/route-plan/calls';
import { expect, it } from 'vitest';
import { blankStop, calcInput, gainText, reorderStops, toForm } from './form';

const row = (placeId: string, more = {}) => ({ ...blankStop(), placeId, ...more });
const order = (rows: ReturnType<typeof row>[], more: Partial<PlanSchedule> = {}): PlanSchedule => ({
  stops: rows.map(({ placeId, stayMin, windowFrom, windowTo }) => ({
    placeId,
    stayMin,
    windowFrom,
    windowTo,
    name: '',
    address: '',
    lng: 0,
    lat: 0,
    distanceKm: 0,
    driveMin: 0,
    waitMin: 0,
    lateMin: 0,
    arriveTime: '',
    leaveTime: '',
  })),
  mileageKm: 10,
  durationMin: 60,
  lateMin: 0,
  back: null,
  ...more,
});

it('puts rows in the order found, each of a place called at twice once', () => {
  const rows = [row('1'), row('2'), row('3'), row('2', { stayMin: 5 })];
  const [a, b, c, d] = rows;
  if (!a || !b || !c || !d) throw new Error('four rows');
  expect(reorderStops(rows, order([a, d, c, b])).map(({ key }) => key)).toEqual([a.key, d.key, c.key, b.key]);
});

it('takes a point that is no site, and puts it in its turn', () => {
  const point = { ...blankStop(), name: '桥头', lng: 121.5, lat: 31.2 };
  const values = { ...toForm(null), stops: [row('1'), point] };
  expect(calcInput(values, false)?.stops).toMatchObject([
    { placeId: '1' },
    { placeId: null, lng: 121.5, name: '桥头' },
  ]);
  expect(calcInput({ ...values, stops: [point, { ...point }] }, false)).toBeNull();
  const other = { ...point, key: 'other', lng: 121.6 };
  const timed = order([row('1')]);
  const at = (lng: number) => ({ ...timed.stops[0], placeId: null, lng, lat: 31.2 }) as PlanSchedule['stops'][number];
  const found = reorderStops([row('1'), point, other], { ...timed, stops: [...timed.stops, at(121.6), at(121.5)] });
  expect(found.map(({ lng }) => lng)).toEqual([null, 121.6, 121.5]);
});

it('asks only when everything is there', () => {
  const values = { ...toForm(null), stops: [row('1'), row('2')] };
  expect(calcInput(values, true)).toMatchObject({ optimise: true, stops: [{ placeId: '1' }, { placeId: '2' }] });
  expect(calcInput(toForm(null), false)).toBeNull();
  expect(calcInput({ ...values, departTime: null }, false)).toBeNull();
  expect(calcInput({ ...values, stops: [row('1'), row('1')] }, false)).toBeNull();
});

it('says what was won', () => {
  expect(gainText(order([], { mileageKm: 12.34, durationMin: 90, lateMin: 5 }), order([]))).toBe(
    '已按最优顺序排列：少迟到 5 分钟，少用 30 分钟，少跑 2.3 km',
  );
  expect(gainText(order([]), order([]))).toBe('当前顺序已是最优');
});
