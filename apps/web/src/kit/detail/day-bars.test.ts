import { describe, expect, it } from 'vitest';
import { scaleStep } from './day-bars';

describe('the scale of bars', () => {
  it.each([
    [0, 1],
    [3, 1],
    [7, 2],
    [38, 10],
    [412, 150],
    [1900, 500],
  ])('holds %d with steps of %d', (most, step) => {
    expect(scaleStep(most)).toBe(step);
    expect(step * 4).toBeGreaterThanOrEqual(most);
  });
});
