import { expect, test } from 'vitest';
import { supplierType } from '../../resources/vehicle/enums';
import { alarmType } from '../../watch/alarm/enums';
import { safetyTypes, safetyTypesOf, suppliersOf } from './field';

test('every active-safety alarm is told by one kind of device', () => {
  expect(safetyTypes.map(({ code }) => code).sort((a, b) => a - b)).toEqual(
    alarmType.codes.filter((code) => code !== '').sort((a, b) => a - b),
  );
  expect(safetyTypesOf(supplierType.codes)).toEqual(safetyTypes);
});

test.each([
  ['DSM', [186, 187, 189, 188]],
  ['ADAS', [182, 180, 181]],
  ['BSD', [183, 184, 185]],
  ['PT', [-1]],
] as const)('supplierType %s decides the rows %j', (supplier, types) => {
  expect(safetyTypesOf([supplier]).map(({ code }) => code)).toEqual(types);
});

test('a rule that exists shows the devices of its own alarms', () => {
  expect(suppliersOf([{ type: 186 }, { type: 184 }])).toEqual(['BSD', 'DSM']);
  expect(suppliersOf([])).toEqual([]);
});
