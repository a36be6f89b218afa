import { minuteMs } from '@tongda/contract/core/durations';
import type { Output } from '@tongda/contract/core/endpoint';
import { figureText } from '@tongda/contract/core/figure';
import { type alarmDetail, closeMs } from '@tongda/contract/watch/alarm/calls';
import { useState } from 'react';
import { minuteText, wireTime } from '../../../../kit/show/format';

type Detail = Output<typeof alarmDetail>;

const size = { width: 332, height: 118, left: 34, right: 6, top: 8, bottom: 18 };
/** A silence longer than this is a hole in the curve, not a line. */
const holeMs = 10 * minuteMs;

/** The quantity that the alarm is about, some time around it. */
export function AlarmChart({ detail }: { detail: Detail }) {
  const samples = detail.points.flatMap(([t, , , , value]) => (value === null ? [] : [{ t, value }]));
  if (!detail.series || samples.length < 2)
    return <p className="td-cap watch-alarm-nodata">这段时间没有可显示的数据</p>;
  return <Curve alarm={detail.alarm} samples={samples} series={detail.series} />;
}

/** The speed in the minutes around the beginning; nothing where the alarm's own curve is that of the speed, or nobody knows it. */
export function SpeedChart({ detail: { alarm, points, series } }: { detail: Detail }) {
  const samples = points.flatMap(([t, , , value]) =>
    value === null || Math.abs(t - alarm.start) > closeMs ? [] : [{ t, value }],
  );
  if (series?.unit === speedSeries.unit || samples.length < 2) return null;
  return <Curve alarm={alarm} samples={samples} series={speedSeries} />;
}
const speedSeries = { name: '速度', unit: 'km/h', limit: null };

interface CurveProps {
  alarm: Detail['alarm'];
  samples: readonly ChartSample[];
  series: NonNullable<Detail['series']>;
}

/** Curve, bound, the time of the alarm shaded; the pointer reads single reports. */
function Curve({ alarm, samples, series }: CurveProps) {
  const [at, setAt] = useState<number | null>(null);
  const scale = scaleOf(samples, series.limit);
  const { x, y } = scale;
  const end = alarm.end ?? samples.at(-1)?.t ?? alarm.start;
  const near = at === null ? undefined : nearestSample(samples, scale.timeAt(at));
  return (
    <figure className="watch-alarm-chart">
      <svg
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="img"
        aria-label={`报警前后${series.name}曲线`}
        onPointerMove={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          setAt(((event.clientX - box.left) / box.width) * size.width);
        }}
        onPointerLeave={() => setAt(null)}
      >
        <rect
          className="during"
          x={x(alarm.start)}
          y={size.top}
          width={Math.max(1.5, x(end) - x(alarm.start))}
          height={scale.plot}
        />
        {scale.ticks.map((value) => (
          <g key={value}>
            <line className="grid" x1={size.left} x2={size.width - size.right} y1={y(value)} y2={y(value)} />
            <text x={size.left - 5} y={y(value) + 3.5} textAnchor="end">
              {figureText(value)}
            </text>
          </g>
        ))}
        {series.limit === null ? null : (
          <line
            className="limit"
            x1={size.left}
            x2={size.width - size.right}
            y1={y(series.limit)}
            y2={y(series.limit)}
          />
        )}
        <path d={pathOf(samples, x, y)} />
        {near ? (
          <>
            <line className="cursor" x1={x(near.t)} x2={x(near.t)} y1={size.top} y2={size.top + scale.plot} />
            <circle cx={x(near.t)} cy={y(near.value)} r="3" />
          </>
        ) : null}
        {[samples[0]?.t ?? 0, samples.at(-1)?.t ?? 0].map((t, i) => (
          <text
            key={i === 0 ? 'from' : 'to'}
            x={i === 0 ? size.left : size.width - size.right}
            y={size.height - 4}
            textAnchor={i === 0 ? 'start' : 'end'}
          >
            {minuteText(wireTime(t))}
          </text>
        ))}
      </svg>
      <figcaption className="td-cap">
        {near ? (
          <>
            {wireTime(near.t).slice(11)} <b>{figureText(near.value)}</b> {series.unit}
          </>
        ) : (
          <>
            {series.name}（{series.unit}）{series.limit === null ? '' : `，虚线为限值 ${figureText(series.limit)}`}
          </>
        )}
      </figcaption>
    </figure>
  );
}

interface ChartSample {
  t: number;
  value: number;
}

function scaleOf(samples: readonly ChartSample[], limit: number | null) {
  const values = samples.map(({ value }) => value);
  if (limit !== null) values.push(limit);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = Math.max(1, (high - low) * 0.1);
  const [from, to] = [low - room, high + room];
  const plot = size.height - size.top - size.bottom;
  const wide = size.width - size.left - size.right;
  const [first, last] = [samples[0]?.t ?? 0, samples.at(-1)?.t ?? 1];
  return {
    plot,
    ticks: [low, (low + high) / 2, high].filter((value, i, all) => all.indexOf(value) === i),
    x: (t: number) => size.left + (Math.min(Math.max(t, first), last) - first) * (wide / (last - first || 1)),
    y: (value: number) => size.top + plot - (value - from) * (plot / (to - from)),
    timeAt: (x: number) => first + ((x - size.left) / wide) * (last - first),
  };
}

function pathOf(samples: readonly ChartSample[], x: (t: number) => number, y: (v: number) => number): string {
  return samples
    .map(({ t, value }, i) => {
      const before = samples[i - 1]?.t;
      const pen = before === undefined || t - before > holeMs ? 'M' : 'L';
      return `${pen}${x(t).toFixed(1)} ${y(value).toFixed(1)}`;
    })
    .join('');
}

const nearestSample = (samples: readonly ChartSample[], t: number): ChartSample | undefined =>
  samples.reduce<ChartSample | undefined>(
    (best, one) => (best && Math.abs(best.t - t) <= Math.abs(one.t - t) ? best : one),
    undefined,
  );
