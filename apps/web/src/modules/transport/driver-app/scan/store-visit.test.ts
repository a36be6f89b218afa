import type { DriverTask } from '@tongda/contract/transport/driver-app/calls';
import { expect, test } from 'vitest';
import { visitsAt } from './store-visit';

const task = (waybillCode: string, departed: boolean, ...states: number[]): DriverTask =>
  ({
    waybillCode,
    actualDepartTime: departed ? '2026-11-21 08:00:00' : null,
    stops: states.map((stopStatus, i) => ({ id: `${waybillCode}-${i}`, seq: i + 1, stopStatus })),
  }) as unknown as DriverTask;
const at = (waybillCode: string, stop: number, scanTime: string | null = null) => ({
  waybillCode,
  stopId: `${waybillCode}-${stop}`,
  stopSeq: stop + 1,
  stopName: '店',
  scanTime,
});

test('what a scan at a store means follows from the trip as the phone has it', () => {
  const tasks = [task('A', true, 2, 0), task('B', true, 2, 1), task('C', false, 0, 0), task('D', true, 2, 2)];
  const stops = [at('A', 1), at('B', 1, '2026-11-21 09:00:00'), at('C', 1), at('D', 1), at('E', 1), at('A', 7)];
  expect(
    visitsAt(tasks, stops).map(({ task: { waybillCode }, state, scanned }) => [waybillCode, state, scanned]),
  ).toEqual([
    ['A', 'toCome', false],
    ['B', 'arrived', true],
    ['C', 'toDepart', false],
    ['D', 'left', false],
  ]);
});
