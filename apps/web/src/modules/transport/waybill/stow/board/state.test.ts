import { expect, it } from 'vitest';
import { boardOrder as order, boardVehicle as vehicle } from './samples';
import { newLoad, recommendVehicles, refusalOf, spanOf } from './state';

const base = { kind: 3, from: null, to: null, departTime: '2026-11-23 10:00:00' } as const;

it('recommends trucks for late goods and says how late, and names why the others cannot', () => {
  const warm = { compartments: [{ no: 1, name: '车厢', volumeM3: 15, tempMin: null, tempMax: null }] };
  const small = { ratedLoadKg: 50 };
  const found = recommendVehicles(
    [vehicle('沪A1'), vehicle('沪A2', small), vehicle('沪A3', warm), vehicle('沪A4', warm)],
    base,
    [order],
  );
  expect(found.list.map(({ vehicle: { plateNo }, late }) => [plateNo, late])).toEqual([
    ['沪A1', expect.stringMatching(/^预计晚到 4,\d{3} 分钟：苏州观前店，超过允许的 120 分钟$/u)],
  ]);
  expect(found.against).toEqual([
    { why: '车辆没有冷机，不能装DD1等冷链订单', vehicles: 2 },
    { why: expect.stringMatching(/^超载：/u), vehicles: 1 },
  ]);
  const patient = recommendVehicles([vehicle('沪A1', { lateToleranceMin: 10_000 })], base, [order]);
  expect(patient.list[0]?.late).toBeNull();
});

it('late goods go onto a load; whoever confirms it says why', () => {
  expect(refusalOf(newLoad({ ...base, vehicle: vehicle('沪A1') }), [order])).toBeNull();
  expect(refusalOf(newLoad({ ...base, vehicle: vehicle('沪A1', { ratedLoadKg: 50 }) }), [order])).toMatch(/^超载/u);
});

it('the plan of a trip ends when its last stop does, not when the last receiver closes', () => {
  const patient = { ...order, arriveTo: '2026-11-26 08:00:00' };
  const load = { ...newLoad({ ...base, vehicle: vehicle('沪A1') }), orders: [patient] };
  expect(spanOf(load)).toMatch(/^11-23\u00A010:00–1[1-3]:\d\d$/u);
});
