import { expect, it } from 'vitest';
import { computeNextUpkeep, type UpkeepFacts } from './upkeep';

const facts: UpkeepFacts = {
  everyKm: 20_000,
  everyDays: 180,
  lastDate: '2026-06-01',
  lastKm: 100_000,
  odometerKm: 110_500.4,
  today: '2026-10-01',
};

it('is due so far or so many days after the last upkeep, whichever comes first', () => {
  expect(computeNextUpkeep(facts)).toEqual({
    lastDate: '2026-06-01',
    lastKm: 100_000,
    dueKm: 120_000,
    leftKm: 9499.6,
    dueDate: '2026-11-28',
    leftDays: 58,
    state: 'ok',
  });
  expect(computeNextUpkeep({ ...facts, odometerKm: 119_000 })?.state).toBe('soon');
  expect(computeNextUpkeep({ ...facts, odometerKm: 120_000 })).toMatchObject({ leftKm: 0, state: 'over' });
  expect(computeNextUpkeep({ ...facts, today: '2026-11-13' })).toMatchObject({ leftDays: 15, state: 'soon' });
  // the day itself is not late yet
  expect(computeNextUpkeep({ ...facts, today: '2026-11-28' })).toMatchObject({ leftDays: 0, state: 'soon' });
  expect(computeNextUpkeep({ ...facts, today: '2026-11-29' })).toMatchObject({ leftDays: -1, state: 'over' });
});

it('says nothing without an interval, and does not guess before the first upkeep or without an odometer', () => {
  expect(computeNextUpkeep({ ...facts, everyKm: null, everyDays: null })).toBeNull();
  expect(computeNextUpkeep({ ...facts, lastDate: null, lastKm: null })).toMatchObject({
    dueKm: null,
    state: 'unknown',
  });
  expect(computeNextUpkeep({ ...facts, everyDays: null, odometerKm: null })).toMatchObject({
    dueKm: 120_000,
    leftKm: null,
    state: 'unknown',
  });
});
