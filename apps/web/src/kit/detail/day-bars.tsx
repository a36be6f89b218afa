import './day-bars.css';

interface DayBarsProps {
  /** read aloud: what the bars are */
  name: string;
  /** one set of bars, one above the other */
  series: ReadonlyArray<{ name: string; tone: 'primary' | 'ok' | 'warn' | 'red' | 'grey' }>;
  /** oldest first; null = nothing known of that day */
  days: ReadonlyArray<{ day: string; values: ReadonlyArray<number | null>; title: string }>;
  /** stands over the scale */
  unit: string;
}

const size = { width: 720, height: 180, left: 40, right: 12, bottom: 22, top: 20 };
/** Days under the axis have room for about so many words. */
const mostLabels = 10;

/** A quarter of the scale: a round number, so that four of them hold the highest day. */
export function scaleStep(most: number): number {
  const raw = Math.max(1, most / 4);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((n) => n * power >= raw) ?? 10;
  return raw <= 10 ? Math.ceil(raw) : step * power;
}

/** Figures of days as bars, the parts of a day one above the other. */
export function DayBars({ name, series, days, unit }: DayBarsProps) {
  const sums = days.map(({ values }) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0));
  const step = scaleStep(Math.max(0, ...sums));
  const room = size.height - size.top - size.bottom;
  const width = (size.width - size.left - size.right) / Math.max(1, days.length);
  const high = (n: number): number => (n / (step * 4)) * room;
  const every = Math.ceil(days.length / mostLabels);
  return (
    <figure className="kit-detail-bars">
      <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={name}>
        <text x={size.left - 6} y={11} textAnchor="end">
          {unit}
        </text>
        {[0, 1, 2, 3, 4].map((k) => {
          const y = size.top + room - high(k * step);
          return (
            <g key={k}>
              <line x1={size.left} x2={size.width - size.right} y1={y} y2={y} />
              <text x={size.left - 6} y={y + 4} textAnchor="end">
                {(k * step).toLocaleString('zh-CN')}
              </text>
            </g>
          );
        })}
        {days.map(({ day, values, title }, i) => {
          let below = 0;
          return (
            <g key={day}>
              <title>{title}</title>
              <rect className="ground" x={size.left + i * width} width={width} y={size.top} height={room} />
              {values.map((value, k) => {
                if (!value) return null;
                const y = size.top + room - high(below + value);
                below += value;
                return (
                  <rect
                    key={series[k]?.name}
                    data-tone={series[k]?.tone}
                    x={size.left + (i + 0.2) * width}
                    width={width * 0.6}
                    y={y}
                    height={high(value)}
                  />
                );
              })}
              {(days.length - 1 - i) % every === 0 ? (
                <text x={size.left + (i + 0.5) * width} y={size.height - 6} textAnchor="middle">
                  {day.slice(5)}
                </text>
              ) : null}
            </g>
          );
        })}
      </svg>
      {series.length > 1 ? (
        <figcaption className="td-cap">
          {series.map((one) => (
            <span key={one.name}>
              <i data-tone={one.tone} /> {one.name}
            </span>
          ))}
        </figcaption>
      ) : null}
    </figure>
  );
}
