import { describe, expect, it } from 'vitest';
import { vehiclesIn } from './chosen';

const fleets = new Map([
  ['fleet-1', ['11', '12', '13']],
  ['fleet-2', ['21']],
]);

describe('vehiclesIn', () => {
  it('takes a fleet for its vehicles, each once', () => {
    expect(vehiclesIn(['12', 'fleet-1', 'fleet-2'], fleets)).toEqual({ ids: ['12', '11', '13', '21'], cut: 0 });
  });
  it('stops at the limit and says how many are left out', () => {
    expect(vehiclesIn(['fleet-1', '21'], fleets, 2)).toEqual({ ids: ['11', '12'], cut: 2 });
  });
});
