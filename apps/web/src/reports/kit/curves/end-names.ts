import type { CurveLane } from '@tongda/contract/reports/kit/curve';
import type { CustomSeriesOption } from 'echarts/charts';
import { formatNumber } from '../../../kit/show/format';
import type { ThemeMode } from '../../../theme/palette';
import { seriesColour } from './series-colour';

/** px: from the plot to the words, how wide they may be, and how far apart two of them stand. */
const [gapPx, widthPx, linePx] = [6, 78, 14] as const;

/** Moves words that stand at `ys` apart, each as near to its curve as the others and the lane (`top` to `bottom`) let it; all px, in the order given. */
export function spread(ys: readonly number[], top: number, bottom: number, step = linePx): number[] {
  const order = ys.map((_, i) => i).sort((a, b) => (ys[a] ?? 0) - (ys[b] ?? 0) || a - b);
  const placed: number[] = [];
  let above = top - step;
  for (const i of order) above = placed[i] = Math.max(ys[i] ?? 0, above + step);
  let below = bottom + step;
  for (const i of order.reverse()) below = placed[i] = Math.min(placed[i] ?? 0, below - step);
  return placed;
}

/** Names the curves of a lane where they end, with their last reading, in their colours. */
export function endNames(lane: CurveLane, at: number, span: { from: number; until: number }, mode: ThemeMode) {
  const ends = lane.series.flatMap(({ name, points }, nth) => {
    const value = points.findLast(([, reading]) => reading !== null)?.[1] ?? null;
    return value === null ? [] : [{ text: `${name} ${formatNumber(value, 1)}`, value, nth }];
  });
  return {
    type: 'custom',
    xAxisIndex: at,
    yAxisIndex: at,
    // one piece over the whole time, which a zoom therefore never leaves out
    data: [[0, span.from, span.until]],
    encode: { x: [1, 2], y: 0 },
    clip: false,
    silent: true,
    animation: false,
    renderItem: ({ coordSys }, api) => {
      // the box of the lane, which the types of the library leave open
      const { x, y, width, height } = coordSys as unknown as Record<'x' | 'y' | 'width' | 'height', number>;
      const ys = spread(
        ends.map(({ value }) => api.coord([span.until, value])[1] ?? y),
        y,
        y + height,
      );
      return {
        type: 'group',
        children: ends.map(({ text, nth }, i) => ({
          type: 'text' as const,
          style: {
            x: x + width + gapPx,
            y: ys[i] ?? y,
            text,
            width: widthPx,
            overflow: 'truncate' as const,
            font: '600 12px sans-serif',
            align: 'left' as const,
            verticalAlign: 'middle' as const,
            fill: seriesColour(nth, mode),
          },
        })),
      };
    },
  } satisfies CustomSeriesOption;
}
