import type { TankPoint } from '@tongda/contract/resources/vehicle/tank-shape';

const [width, height] = [420, 260];
const edge = { left: 44, right: 12, top: 12, bottom: 28 };

interface CurveProps {
  points: readonly TankPoint[];
  capacityL: number | null;
  /** what the sensor says now: a dashed line */
  raw: number | null;
}

/** The table as a curve: raw value to the right, litres upwards. */
export function TankCurve({ points, capacityL, raw }: CurveProps) {
  const sorted = [...points].sort((a, b) => a.raw - b.raw);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first || !last || sorted.length < 2) return <p className="td-cap">填写两个以上标定点后显示曲线</p>;
  const most = Math.max(capacityL ?? 0, ...sorted.map(({ litres }) => litres), 1);
  const span = last.raw - first.raw || 1;
  const x = (value: number): number => edge.left + ((value - first.raw) / span) * (width - edge.left - edge.right);
  const y = (litres: number): number => height - edge.bottom - (litres / most) * (height - edge.top - edge.bottom);
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((part) => Math.round(most * part));
  const here = raw !== null && raw >= first.raw && raw <= last.raw ? x(raw) : null;
  return (
    <svg className="resources-vehicle-tank-curve" viewBox={`0 0 ${width} ${height}`} role="img" aria-label="标定曲线">
      {ticks.map((tick) => (
        <g key={tick}>
          <line className="grid" x1={edge.left} x2={width - edge.right} y1={y(tick)} y2={y(tick)} />
          <text x={edge.left - 6} y={y(tick) + 4} textAnchor="end">
            {tick}
          </text>
        </g>
      ))}
      {[first.raw, (first.raw + last.raw) / 2, last.raw].map((value, i) => (
        <text key={value} x={x(value)} y={height - 8} textAnchor={(['start', 'middle', 'end'] as const)[i]}>
          {Math.round(value * 10) / 10}
        </text>
      ))}
      {here === null ? null : <line className="now" x1={here} x2={here} y1={edge.top} y2={height - edge.bottom} />}
      <polyline points={sorted.map((point) => `${x(point.raw)},${y(point.litres)}`).join(' ')} />
      {sorted.map((point) => (
        <circle key={`${point.raw} ${point.litres}`} cx={x(point.raw)} cy={y(point.litres)} r={3} />
      ))}
    </svg>
  );
}
