import { expect, test } from 'vitest';
import { type GroupableVehicle, idsBelow, moveItem, siftVehicles } from './grouping-model';

const tree = [
  {
    id: '1',
    name: '总部',
    children: [
      { id: '2', name: '华东', children: [{ id: '3', name: '上海' }] },
      { id: '4', name: '华南' },
    ],
  },
];
const vehicle = (plateNo: string, orgId: string | null): GroupableVehicle => ({
  vehicleId: plateNo,
  plateNo,
  remarkNo: '',
  orgName: '',
  orgId,
  groupIds: [],
});

test('a department holds what lies below it', () => {
  expect([...idsBelow(tree, '2')]).toEqual(['2', '3']);
  expect(idsBelow(tree, '9').size).toBe(0);
});

test('vehicles by department and by part of the plate', () => {
  const all = [vehicle('沪A10001', '3'), vehicle('粤B20002', '4'), vehicle('沪C10003', null)];
  const plates = (filter: Parameters<typeof siftVehicles>[1]) => siftVehicles(all, filter).map((v) => v.plateNo);
  expect(plates({ keyword: '', orgs: idsBelow(tree, '2') })).toEqual(['沪A10001']);
  expect(plates({ keyword: ' 1000 ', orgs: null })).toEqual(['沪A10001', '沪C10003']);
});

test('a dragged item stands where the other one was', () => {
  expect(moveItem(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moveItem(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
});
