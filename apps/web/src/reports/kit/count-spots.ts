/** A circle on the map as it is painted, px. */
interface Round {
  x: number;
  y: number;
  r: number;
}

/** px from the middle of a count to where the next one may stand, and half of its height. */
const [apartPx, halfPx] = [17, 7];
const turns = Array.from({ length: 12 }, (_, i) => (i * Math.PI) / 6);

/**
 * Where the count of each circle stands, the circles being painted in this order: in its middle, or where a circle that lies over it leaves room inside. A count
 * that has no room anywhere stands in the middle, over the circle that covers it, unless another one is there: null = it is not written.
 */
export function placeCounts(circles: readonly Round[]): Array<readonly [x: number, y: number] | null> {
  const taken: Array<readonly [x: number, y: number]> = [];
  const isFree = ([x, y]: readonly [number, number]): boolean =>
    taken.every(([a, b]) => Math.abs(a - x) >= apartPx || Math.abs(b - y) >= 2 * halfPx);
  const spots = new Array<readonly [number, number] | null>(circles.length).fill(null);
  // the uppermost has its middle for itself
  for (let i = circles.length - 1; i >= 0; i--) {
    const circle = circles[i];
    if (!circle) continue;
    const { x, y, r } = circle;
    const above = circles.slice(i + 1);
    const isOpen = ([a, b]: readonly [number, number]): boolean =>
      isFree([a, b]) && above.every((one) => Math.hypot(one.x - a, one.y - b) > one.r + halfPx);
    const middle = [x, y] as const;
    const around = turns.map((turn) => [x + (r - halfPx) * Math.sin(turn), y - (r - halfPx) * Math.cos(turn)] as const);
    const spot = [middle, ...around].find(isOpen) ?? [middle, ...around].find(isFree) ?? null;
    if (spot) taken.push(spot);
    spots[i] = spot;
  }
  return spots;
}
