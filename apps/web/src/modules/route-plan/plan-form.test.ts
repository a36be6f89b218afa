import type { PlanSchedule } from '@tongda/contract/route-plan/plan';
import { expect, it } from 'vitest';
import { blankStop, calcInput, gain, inOrder, toForm } from './plan-form';

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
  expect(inOrder(rows, order([a, d, c, b])).map(({ key }) => key)).toEqual([a.key, d.key, c.key, b.key]);
});

it('asks only when everything is there', () => {
  const values = { ...toForm(null), stops: [row('1'), row('2')] };
  expect(calcInput(values, true)).toMatchObject({ optimise: true, stops: [{ placeId: '1' }, { placeId: '2' }] });
  expect(calcInput(toForm(null), false)).toBeNull();
  expect(calcInput({ ...values, departTime: null }, false)).toBeNull();
  expect(calcInput({ ...values, stops: [row('1'), row('1')] }, false)).toBeNull();
});

it('says what was won', () => {
  expect(gain(order([], { mileageKm: 12.34, durationMin: 90, lateMin: 5 }), order([]))).toBe(
    '已按最优顺序排列：少迟到 5 分钟，少用 30 分钟，少跑 2.3 km',
  );
  expect(gain(order([]), order([]))).toBe('当前顺序已是最优');
});
