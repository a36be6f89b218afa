import { minuteMs } from '@tongda/contract/core/durations';
import { useState } from 'react';
import { formatNumber, minuteText, shortTime } from '../../../kit/show/format';
import { usePhone } from '../../../kit/show/hooks/use-phone';

interface ChartProps {
  name: string;
  points: ReadonlyArray<{ time: string; temps: ReadonlyArray<number | null> }>;
  probes: readonly string[];
  lower: number | null;
  upper: number | null;
  /** times out of range */
  overs?: ReadonlyArray<{ startTime: string; endTime: string }>;
}

const margins = { left: 40, right: 12, top: 12, bottom: 24 };
/** As wide as it is drawn on a phone, so that its figures can be read there. */
const phoneSize = { width: 360, height: 180, ...margins };
const deskSize = { width: 720, height: 220, ...margins };
/** A silence longer than this is a hole in the curve, not a line. */
const holeMs = 10 * minuteMs;
const wireToMs = (wire: string): number => Date.parse(`${wire.replace(' ', 'T')}Z`);

/** Curves of the probes over the time of a trip, with the band of allowed temperatures; the pointer shows single reports. */
export function TemperatureChart({ name, points, probes, lower, upper, overs = [] }: ChartProps) {
  const [at, setAt] = useState<number | null>(null);
  const size = usePhone() ? phoneSize : deskSize;
  const samples = points.map(({ time, temps }) => ({ t: wireToMs(time), time, temps }));
  const values = samples.flatMap(({ temps }) => temps.filter((value) => value !== null));
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || values.length < 2) return <p className="td-cap transport-trip-nodata">这段时间没有温度数据</p>;
  const bounds = [lower, upper].filter((value) => value !== null);
  const low = Math.floor(Math.min(...values, ...bounds) - 1);
  const high = Math.ceil(Math.max(...values, ...bounds) + 1);
  const width = size.width - size.left - size.right;
  const height = size.height - size.top - size.bottom;
  const span = Math.max(1, last.t - first.t);
  const x = (t: number): number => size.left + ((Math.min(Math.max(t, first.t), last.t) - first.t) / span) * width;
  const y = (value: number): number => size.top + ((high - value) / (high - low)) * height;
  const channels = Math.max(...samples.map(({ temps }) => temps.length));
  const near = at === null ? null : samples.reduce((a, b) => (Math.abs(x(b.t) - at) < Math.abs(x(a.t) - at) ? b : a));
  const ticks = Array.from({ length: 5 }, (_, i) => Math.round((low + ((high - low) * i) / 4) * 10) / 10);
  return (
    <figure className="transport-trip-chart">
      <svg
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="img"
        aria-label={`${name}温度曲线`}
        onPointerMove={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          setAt(((event.clientX - box.left) / box.width) * size.width);
        }}
        onPointerLeave={() => setAt(null)}
      >
        {bounds.length > 0 ? (
          <rect
            className="band"
            x={size.left}
            width={width}
            y={y(upper ?? high)}
            height={Math.max(0, y(lower ?? low) - y(upper ?? high))}
          />
        ) : null}
        {overs.map((over) => (
          <rect
            key={over.startTime}
            className="over"
            x={x(wireToMs(over.startTime))}
            width={Math.max(2, x(wireToMs(over.endTime)) - x(wireToMs(over.startTime)))}
            y={size.top}
            height={height}
          />
        ))}
        {ticks.map((value) => (
          <g key={value}>
            <line className="grid" x1={size.left} x2={size.width - size.right} y1={y(value)} y2={y(value)} />
            <text x={size.left - 6} y={y(value) + 4} textAnchor="end">
              {formatNumber(value, 1)}
            </text>
          </g>
        ))}
        {bounds.map((value) => (
          <line key={value} className="limit" x1={size.left} x2={size.width - size.right} y1={y(value)} y2={y(value)} />
        ))}
        {Array.from({ length: channels }, (_, channel) => (
          <path key={probes[channel] ?? channel} data-channel={channel % 4} d={pathOf(samples, channel, x, y)} />
        ))}
        <text x={size.left} y={size.height - 6}>
          {minuteText(first.time)}
        </text>
        <text x={size.width - size.right} y={size.height - 6} textAnchor="end">
          {minuteText(last.time)}
        </text>
        {near ? <line className="cursor" x1={x(near.t)} x2={x(near.t)} y1={size.top} y2={size.top + height} /> : null}
      </svg>
      <figcaption>
        {near ? <span>{shortTime(near.time)}</span> : <span>指向或点按曲线查看数值</span>}
        {Array.from({ length: channels }, (_, channel) => (
          <span key={probes[channel] ?? channel} className="transport-trip-key" data-channel={channel % 4}>
            {probes[channel] ?? `温度${channel + 1}`} {near ? `${formatNumber(near.temps[channel] ?? null, 1)} ℃` : ''}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

function pathOf(
  samples: ReadonlyArray<{ t: number; temps: ReadonlyArray<number | null> }>,
  channel: number,
  x: (t: number) => number,
  y: (value: number) => number,
): string {
  let before: number | null = null;
  let path = '';
  for (const { t, temps } of samples) {
    const value = temps[channel] ?? null;
    if (value === null) continue;
    path += `${before === null || t - before > holeMs ? 'M' : 'L'}${x(t).toFixed(1)} ${y(value).toFixed(1)}`;
    before = t;
  }
  return path;
}
