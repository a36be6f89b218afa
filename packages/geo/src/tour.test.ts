import { describe, expect, it } from 'vitest';
import { bestOrder, type Cost, orderCost, shortestOrder } from './tour';

/** Points on a plane. */
const flat =
  (points: ReadonlyArray<readonly [number, number]>): Cost =>
  (a, b) =>
    Math.hypot((points[a]?.[0] ?? 0) - (points[b]?.[0] ?? 0), (points[a]?.[1] ?? 0) - (points[b]?.[1] ?? 0));

/** The cheapest of all orders, by trying every one. */
function best(count: number, cost: Cost, fixedEnd: boolean): number {
  const walk = (order: number[], left: number[]): number =>
    left.length === 0
      ? orderCost(fixedEnd ? [...order, count - 1] : order, cost)
      : Math.min(
          ...left.map((i) =>
            walk(
              [...order, i],
              left.filter((x) => x !== i),
            ),
          ),
        );
  const middle = Array.from({ length: count - 1 }, (_, i) => i + 1).filter((i) => !fixedEnd || i !== count - 1);
  return walk([0], middle);
}

describe('shortestOrder', () => {
  it('drives along a line, whatever order it is given in', () => {
    const cost = flat([
      [0, 0],
      [3, 0],
      [1, 0],
      [4, 0],
      [2, 0],
    ]);
    expect(shortestOrder(5, cost, false)).toEqual([0, 2, 4, 1, 3]);
    expect(shortestOrder(5, cost, true)).toEqual([0, 2, 1, 3, 4]);
  });

  it('keeps start and end, and visits everything once', () => {
    const points = Array.from({ length: 40 }, (_, i) => [(i * 37) % 41, (i * 53) % 29] as const);
    const order = shortestOrder(40, flat(points), true);
    expect(order[0]).toBe(0);
    expect(order.at(-1)).toBe(39);
    expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i));
  });

  it.each([1, 2, 3, 4, 5])('is within a tenth of the best of eight stops (%d)', (seed) => {
    const points = Array.from(
      { length: 8 },
      (_, i) => [(seed * 131 + i * 71) % 97, (seed * 57 + i * 43) % 89] as const,
    );
    const cost = flat(points);
    for (const fixedEnd of [true, false]) {
      const found = orderCost(shortestOrder(8, cost, fixedEnd), cost);
      expect(found / best(8, cost, fixedEnd)).toBeLessThan(1.1);
    }
  });

  it('has nothing to order below three', () => {
    expect(shortestOrder(0, () => 1, true)).toEqual([]);
    expect(shortestOrder(2, () => 1, false)).toEqual([0, 1]);
  });
});

describe('bestOrder', () => {
  // four stops on a line; the far one closes early
  const x = [0, 1, 2, 3];
  const closes = [99, 99, 99, 3.5];
  const judged = (order: readonly number[]): number => {
    let clock = 0;
    let late = 0;
    order.forEach((stop, i) => {
      if (i > 0) clock += Math.abs((x[stop] ?? 0) - (x[order[i - 1] ?? 0] ?? 0));
      late += Math.max(0, clock - (closes[stop] ?? 0));
    });
    return clock + 1000 * late;
  };

  it('goes to the stop that closes first when the short way would be late', () => {
    expect(bestOrder([[0, 2, 1, 3]], judged, false)).toEqual([0, 1, 2, 3]);
    closes[3] = 3;
    closes[1] = 2.5;
    expect(judged(bestOrder([[0, 3, 2, 1]], judged, false))).toBe(3);
  });

  it('keeps start and end, takes the better of its starts, and is never worse than any of them', () => {
    const points = Array.from({ length: 30 }, (_, i) => [(i * 37) % 41, (i * 53) % 29] as const);
    const cost = flat(points);
    const whole = (order: readonly number[]): number => orderCost(order, cost);
    const given = points.map((_, i) => i);
    const near = shortestOrder(30, cost, true);
    const found = bestOrder([given, near], whole, true);
    expect([found[0], found.at(-1)]).toEqual([0, 29]);
    expect([...found].sort((a, b) => a - b)).toEqual(given);
    expect(whole(found)).toBeLessThanOrEqual(whole(near) + 1e-9);
  });
});
