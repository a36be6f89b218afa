import { expect, it } from 'vitest';
import { boardOrder, boardVehicle } from '../stow/board/samples';
import { judgeVehicles } from './judge-vehicles';

it('goods that are late already may still change vehicles: their lateness is a warning, what a truck cannot carry is not', () => {
  const judged = judgeVehicles({
    waybill: { waybillKind: 3, vehicleId: '沪A0', orders: [boardOrder] },
    vehicles: [boardVehicle('沪A2', { ratedLoadKg: 50 }), boardVehicle('沪A1')],
    to: null,
    goods: [{ orderCode: boardOrder.orderCode, pieces: 10 }],
    place: { lng: 121.1, lat: 31.3 },
    departTime: '2026-11-23 10:00:00',
  });
  expect(judged.map(({ vehicle, result }) => [vehicle.plateNo, result.possible])).toEqual([
    ['沪A1', true],
    ['沪A2', false],
  ]);
  expect(judged[0]?.result.checks).toContainEqual(expect.objectContaining({ code: 'WINDOW', level: 'warn' }));
});
