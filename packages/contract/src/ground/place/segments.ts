import { z } from 'zod';
import { numberWithin, optionalNumber } from '../../core/field/inputs';

/** Bounds of the pieces of an electronic line (community.md 2.5). */
export const segmentLimits = { count: 500, maxKmh: 160, maxMin: 1000 } as const;

const km = numberWithin({ min: 0, max: 20_000, places: 1, unit: 'km' });
const minutes = optionalNumber({ min: 0.1, max: segmentLimits.maxMin, places: 1, unit: '分钟' });

/** 分段: a piece of an electronic line, by km along the line as it is drawn, with its own limit and the minutes that it should take. */
const lineSegment = z.object({
  fromKm: km,
  toKm: km,
  /** null: the line's own limit */
  speedLimitKmh: optionalNumber({ min: 0, max: segmentLimits.maxKmh, places: 0, unit: 'km/h' }).transform(
    (kmh) => kmh || null,
  ),
  /** 最短 / 最长通过时间, watched by terminals that the line is written into */
  atLeastMin: minutes,
  atMostMin: minutes,
});
export type LineSegment = z.output<typeof lineSegment>;

/** A segment in answers. */
export const segmentOut = z.object({
  fromKm: z.number(),
  toKm: z.number(),
  speedLimitKmh: z.number().nullable(),
  atLeastMin: z.number().nullable(),
  atMostMin: z.number().nullable(),
});

/** The first fault of a row, at one of its cells; `before` is the row before it. Null when there is none. */
function rowFault(row: LineSegment, before: LineSegment | undefined): { cell: keyof LineSegment; msg: string } | null {
  if (row.toKm <= row.fromKm) return { cell: 'toKm', msg: '终点应大于起点' };
  if (before && row.fromKm < before.toKm) return { cell: 'fromKm', msg: '起点不能小于上一段的终点' };
  if (row.atLeastMin !== null && row.atMostMin !== null && row.atLeastMin > row.atMostMin)
    return { cell: 'atMostMin', msg: '最长时间不能小于最短时间' };
  if (row.speedLimitKmh === null && row.atLeastMin === null && row.atMostMin === null)
    return { cell: 'speedLimitKmh', msg: '请填写限速或通过时间' };
  return null;
}

export const lineSegments = z
  .array(lineSegment)
  .max(segmentLimits.count, `最多${segmentLimits.count}段`)
  .superRefine((rows, ctx) => {
    rows.forEach((row, i) => {
      const fault = rowFault(row, rows[i - 1]);
      if (fault) ctx.addIssue({ code: 'custom', path: [i, fault.cell], message: fault.msg });
    });
  })
  .default([]);

/** The sentence for a segment that reaches beyond the end of the line (a tenth of a km is rounding); null when all lie on it. */
export function beyondLine(rows: readonly LineSegment[], lengthM: number): string | null {
  const at = rows.findIndex(({ toKm }) => toKm * 1000 > lengthM + 100);
  return at < 0 ? null : `第${at + 1}段的终点超出线路长度${(lengthM / 1000).toFixed(1)}km`;
}

/** Cuts segments at the end of the line; those that lie wholly beyond it are left out. */
export function clipSegments(rows: readonly LineSegment[], lengthM: number): LineSegment[] {
  const endKm = Math.floor(lengthM / 100) / 10;
  return rows.flatMap((row) => (row.fromKm >= endKm ? [] : [{ ...row, toKm: Math.min(row.toKm, endKm) }]));
}

/** `0–12.3km 限速80；12.3–20km 限速60，5–15分钟`: the rows for the change history. */
export const segmentWords = (rows: readonly LineSegment[]): string =>
  rows.map((row) => `${row.fromKm}–${row.toKm}km ${rulesOfSegment(row)}`).join('；');

/** `限速80，5–15分钟`. */
export function rulesOfSegment({ speedLimitKmh, atLeastMin, atMostMin }: LineSegment): string {
  const time =
    atLeastMin !== null && atMostMin !== null
      ? `${atLeastMin}–${atMostMin}分钟`
      : atLeastMin !== null
        ? `不少于${atLeastMin}分钟`
        : atMostMin !== null
          ? `不超过${atMostMin}分钟`
          : '';
  return [speedLimitKmh === null ? '' : `限速${speedLimitKmh}`, time].filter(Boolean).join('，');
}
