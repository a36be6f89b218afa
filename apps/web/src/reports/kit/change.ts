import type { FigureLook } from '@tongda/contract/reports/kit/figures';
import { formatNumber, none } from '../../kit/show/format';

/**
 * How a figure differs from that of the period before: a rate in percentage points, others in per cent, or as it is where that was 0; `--` where one of the two is
 * not known.
 */
export function changeText(
  value: number | null | undefined,
  last: number | null | undefined,
  { unit, decimals = 0 }: Partial<FigureLook> = {},
): string {
  if (value === null || value === undefined || last === null || last === undefined) return `较上期 ${none}`;
  const difference = value - last;
  const size = Math.abs(difference);
  if (difference === 0) return '与上期相同';
  const sign = difference > 0 ? '+' : '−';
  if (unit === '%') return `较上期 ${sign}${formatNumber(size, Math.max(1, decimals))} 百分点`;
  return `较上期 ${sign}${last === 0 ? formatNumber(size, Math.max(0, decimals)) : `${formatNumber((size / Math.abs(last)) * 100, 1)}%`}`;
}
