import type { VehicleNode } from '@tongda/contract/resources/vehicle/tree';
import { expect, test } from 'vitest';
import { afterTick, byOwnGroups, keysByVehicle, vehicleOfKey } from './branches';

const node = (id: string, more: Partial<VehicleNode> = {}): VehicleNode => ({
  ...{ id, name: id, type: 'vehicle', online: 0, total: 1, state: 1, vehicleColor: 0, remarkNo: '', terminalNo: '' },
  children: [],
  ...more,
});
const fleets = [
  node('fleet-1', { type: 'fleet', children: [node('1', { online: 1 }), node('2')] }),
  node('fleet-2', { type: 'fleet', children: [node('3', { online: 1 }), node('4')] }),
];
const held = (...ids: string[]) => ids.map((vehicleId) => ({ vehicleId, plateNo: vehicleId, orgName: '' }));
const groups = [
  { id: '9', name: '周末值班', sort: 0, vehicles: held('3', '1') },
  { id: '7', name: '空组', sort: 1, vehicles: held('99') },
  { id: '8', name: '重点客户', sort: 2, vehicles: held('1') },
];

test('groups in the order of the user, 未分组 last; a vehicle of two groups stands in both', () => {
  const tree = byOwnGroups(fleets, groups);
  expect(tree.map(({ id, name, online, total }) => [id, name, online, total])).toEqual([
    ['g9', '周末值班', 2, 2],
    ['g8', '重点客户', 1, 1],
    ['g', '未分组', 0, 2],
  ]);
  expect(tree.map(({ children }) => children.map(({ id }) => id))).toEqual([['3', '1'], ['g8:1'], ['2', '4']]);
  expect(keysByVehicle(tree).get('1')).toEqual(['1', 'g8:1']);
  expect(vehicleOfKey('g8:1')).toBe('1');
});

test('a group that is ticked stands for its vehicles, also those that stand elsewhere first', () => {
  const branches = new Map([
    ['g9', ['3', '1']],
    ['g8', ['g8:1']],
  ]);
  expect(afterTick(['2'], { key: 'g8', on: true }, branches)).toEqual(['2', '1']);
  expect(afterTick(['2', '1'], { key: 'g8:1', on: false }, branches)).toEqual(['2']);
  expect(afterTick(['3', '1', '2'], { key: 'g9', on: false }, branches)).toEqual(['2']);
});
