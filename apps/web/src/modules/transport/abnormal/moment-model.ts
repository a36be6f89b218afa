import type { AbnormalMoment } from '@tongda/contract/transport/abnormal/calls';

/** Size of the chart's drawing in px; it is as wide as its room, once that is known. */
export const chart = { width: 600, height: 150, left: 34, right: 34, top: 8, bottom: 16 } as const;

export interface Line {
  name: string;
  /** path of an svg */
  path: string;
}
export interface MomentChart {
  width: number;
  speed: Line;
  temps: Line[];
  speedMax: number;
  tempRange: [low: number, high: number];
  /** x of a time */
  x: (t: number) => number;
  /** y of a temperature */
  y: (tempC: number) => number;
}

/** Room above and below the readings on the axis of temperatures, ℃. */
const roomC = 2;

/** The channels of temperature that read anything, by the names of their probes; a channel that nobody set up is called by its number. */
export function probesThatRead({
  points,
  probes,
}: Pick<AbnormalMoment, 'points' | 'probes'>): Array<{ channel: number; name: string }> {
  const channels = Math.max(0, ...points.map(({ tempC }) => tempC.length));
  return Array.from({ length: channels }, (_, i) => i + 1)
    .filter((channel) => points.some(({ tempC }) => (tempC[channel - 1] ?? null) !== null))
    .map((channel) => ({
      channel,
      name: probes.find((probe) => probe.channel === channel)?.name ?? `探头${channel}`,
    }));
}

/** The curves of speed and temperatures around a moment; where readings are missing a curve is interrupted. */
export function momentChart(
  { points, probes, from, to }: Pick<AbnormalMoment, 'points' | 'probes' | 'from' | 'to'>,
  width: number = chart.width,
): MomentChart {
  const span = Math.max(1, to - from);
  const x = (t: number): number => chart.left + ((t - from) / span) * (width - chart.left - chart.right);
  const floor = chart.height - chart.bottom;
  const tall = floor - chart.top;
  const speedMax = Math.max(60, ...points.map(({ speedKmh }) => Math.ceil((speedKmh ?? 0) / 20) * 20));
  const readings = points.flatMap(({ tempC }) => tempC.flatMap((t) => t ?? []));
  const low = Math.floor(Math.min(...readings, Number.POSITIVE_INFINITY) - roomC);
  const high = Math.ceil(Math.max(...readings, Number.NEGATIVE_INFINITY) + roomC);
  const [least, most] = readings.length === 0 ? [0, 10] : [low, high];
  const y = (tempC: number): number => floor - ((tempC - least) / (most - least)) * tall;
  const path = (values: ReadonlyArray<readonly [t: number, at: number | null]>): string => {
    let open = false;
    return values
      .map(([t, at]) => {
        if (at === null) {
          open = false;
          return '';
        }
        const step = `${open ? 'L' : 'M'}${x(t).toFixed(1)} ${at.toFixed(1)}`;
        open = true;
        return step;
      })
      .join('');
  };
  return {
    width,
    speed: {
      name: '速度',
      path: path(points.map(({ t, speedKmh }) => [t, speedKmh === null ? null : floor - (speedKmh / speedMax) * tall])),
    },
    temps: probesThatRead({ points, probes }).map(({ channel, name }) => ({
      name,
      path: path(
        points.map(({ t, tempC }) => {
          const reading = tempC[channel - 1] ?? null;
          return [t, reading === null ? null : y(reading)];
        }),
      ),
    })),
    speedMax,
    tempRange: [least, most],
    x,
    y,
  };
}

/** Periods in which a door stood open, as the points say. */
export function doorSpans(points: AbnormalMoment['points']): Array<{ from: number; to: number }> {
  const spans: Array<{ from: number; to: number }> = [];
  let open: number | null = null;
  for (const { t, openDoors } of points) {
    if (openDoors.length > 0 && open === null) open = t;
    if (openDoors.length === 0 && open !== null) {
      spans.push({ from: open, to: t });
      open = null;
    }
  }
  const last = points.at(-1);
  if (open !== null && last) spans.push({ from: open, to: last.t });
  return spans;
}
