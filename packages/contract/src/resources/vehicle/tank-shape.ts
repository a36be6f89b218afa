/** Shapes of tanks by their cross-section, and how full they are at a height. A tank lies on its side: every cross-section along it is the same. */
export const tankShapes = { 1: '方形', 2: '圆形', 3: 'D形', 4: '自定义' } as const;
export type TankShape = 1 | 2 | 3 | 4;

/** Area of a circle of diameter 1 below the height `h` (0 to 1). */
function circleBelow(h: number): number {
  const angle = 2 * Math.acos(1 - 2 * h);
  return (angle - Math.sin(angle)) / 8;
}

/** Share of a tank's volume below a share of its height, both 0 to 1. A D is a square with half a circle at one side; 自定义 counts as 方形. */
export function filledShare(shape: TankShape, height: number): number {
  const h = Math.min(1, Math.max(0, height));
  if (shape === 2) return circleBelow(h) / (Math.PI / 4);
  if (shape === 3) return (h + circleBelow(h) / 2) / (1 + Math.PI / 8);
  return h;
}

/** One point of a calibration table: the sensor's raw value, and the litres in the tank. */
export interface TankPoint {
  raw: number;
  litres: number;
}

const round1 = (value: number): number => Math.round(value * 10) / 10;

/** A calibration table of `count` points at equal heights, from the empty tank at `from` of the sensor's range to the full one at `until`. */
export const tableOfShape = (
  shape: TankShape,
  capacityL: number,
  { from, until }: { from: number; until: number },
  count = 11,
): TankPoint[] =>
  Array.from({ length: count }, (_, i) => {
    const height = i / (count - 1);
    return { raw: round1(from + (until - from) * height), litres: round1(capacityL * filledShare(shape, height)) };
  });
