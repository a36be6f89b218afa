interface Props {
  points: ReadonlyArray<readonly [t: number, value: number | null]>;
  lower: number | null;
  upper: number | null;
  label: string;
}
const width = 104;
const height = 26;

/** A day in 104 px: curve over the band of its bounds; gaps stay gaps, the end has a dot. */
export function Sparkline({ points, lower, upper, label }: Props) {
  const values = points.flatMap(([, v]) => (v === null ? [] : [v]));
  if (values.length < 2)
    return <span className="watch-location-spark td-cap">{points.length === 0 ? '' : '无数据'}</span>;
  const low = Math.min(...values, lower ?? Number.POSITIVE_INFINITY);
  const high = Math.max(...values, upper ?? Number.NEGATIVE_INFINITY);
  const span = high - low || 1;
  const first = points[0]?.[0] ?? 0;
  const last = points.at(-1)?.[0] ?? 1;
  const x = (t: number): number => ((t - first) / (last - first || 1)) * (width - 4) + 1;
  const y = (v: number): number => height - 2 - ((v - low) / span) * (height - 4);
  let path = '';
  let pen = false;
  for (const [t, v] of points) {
    if (v === null) pen = false;
    else {
      path += `${pen ? 'L' : 'M'}${x(t).toFixed(1)} ${y(v).toFixed(1)}`;
      pen = true;
    }
  }
  const end = [...points].reverse().find(([, v]) => v !== null);
  const endValue = end?.[1] ?? null;
  const out = endValue !== null && ((upper !== null && endValue > upper) || (lower !== null && endValue < lower));
  const top = upper === null ? 0 : y(upper);
  const bottom = lower === null ? height : y(lower);
  return (
    <svg
      className={out ? 'watch-location-spark out' : 'watch-location-spark'}
      width={width}
      height={height}
      role="img"
      aria-label={label}
    >
      {(upper !== null || lower !== null) && (
        <rect className="band" x="0" y={top} width={width} height={Math.max(0, bottom - top)} />
      )}
      <path d={path} fill="none" />
      {end && endValue !== null && <circle cx={x(end[0])} cy={y(endValue)} r="2.2" />}
    </svg>
  );
}
