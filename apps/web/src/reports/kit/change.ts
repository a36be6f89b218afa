import { formatNumber, none } from '../../kit/show/format';

/** How a figure differs from that of the period before: in per cent, as it is where that was 0, `--` where one of the two is not known. */
export function changeText(value: number | null | undefined, last: number | null | undefined): string {
  if (value === null || value === undefined || last === null || last === undefined) return `较上期 ${none}`;
  const difference = value - last;
  if (difference === 0) return '与上期相同';
  const sign = difference > 0 ? '+' : '−';
  const by =
    last === 0
      ? formatNumber(Math.abs(difference), 1)
      : `${formatNumber((Math.abs(difference) / Math.abs(last)) * 100, 1)}%`;
  return `较上期 ${sign}${by}`;
}
