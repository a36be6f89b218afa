import { minuteMs } from '@tongda/contract/core/durations';
import { temHumReport } from '@tongda/contract/reports/cold-chain/tem-hum';
import type { CurveAnswer } from '@tongda/contract/reports/kit/curve';
import type { ReportQuery } from '@tongda/contract/reports/kit/report';
import { sql } from 'kysely';
import type { Ctx } from '../../core/http/ctx';
import { blocked } from '../../core/http/errors';
import { wireTime } from '../../core/http/wire-time';
import { computeWayFacts } from '../../kernel/day/facts';
import { doorEpisodesOf } from '../../kernel/motion/doors';
import { openDoors, type TrackPoint } from '../../kernel/point';
import { qualityStatsOfPoints, validTempC } from '../../kernel/temperature/figures';
import { curveWithBreaks, intervalRowsOf, silencesOf } from '../../kernel/temperature/intervals';
import { findReadableVehicle, type ReadableVehicle, readPermitted } from '../../modules/watch/track/door';
import type { Wish } from '../kit/query';
import { serve } from '../kit/serve';
import { fromReadings } from '../kit/source';

type Query = ReportQuery<typeof temHumReport> & Pick<Wish, 'from' | 'until'>;
/** A curve has so many points at most a series, twice. */
const buckets = 700;
/** % */
const humidity = (value: number | null | undefined): number | null =>
  value === null || value === undefined || value < 0 || value > 100 ? null : value;

interface Bounds {
  lower: number | null;
  upper: number | null;
}
/** One probe of a vehicle, with the bounds of each time. */
interface Probe {
  key: string;
  name: string;
  kind: 'tem' | 'hum';
  reading: (point: TrackPoint) => number | null;
  boundsAt: (t: number) => Bounds;
}
interface StoredProbe extends Bounds {
  from: number | null;
  until: number | null;
  kind: string;
  channel: number;
  name: string;
}
interface Readings {
  vehicle: ReadableVehicle;
  range: { from: number; until: number };
  points: TrackPoint[];
  probes: Probe[];
  doorNames: ReadonlyMap<number, string>;
  gapMaxMs: number;
  intervalMs: number;
}

/** Probes that the vehicle has, by their versions; `q` may choose among them and set other bounds for temperatures. */
function probesOf(versions: readonly StoredProbe[], q: Query): Probe[] {
  const keys = [
    ...new Set(
      versions.filter(({ kind }) => kind === 'tem' || kind === 'hum').map(({ kind, channel }) => `${kind}${channel}`),
    ),
  ];
  const wanted = q.probes && q.probes.length > 0 ? new Set<string>(q.probes) : null;
  const tempsFirst = (a: string, b: string): number => b.slice(0, 3).localeCompare(a.slice(0, 3)) || a.localeCompare(b);
  return keys
    .filter((key) => wanted?.has(key) ?? true)
    .sort(tempsFirst)
    .map((key) => {
      const own = versions.filter(({ kind, channel }) => `${kind}${channel}` === key);
      const kind = key.startsWith('tem') ? 'tem' : 'hum';
      const i = Number(key.slice(3)) - 1;
      const asked = kind === 'tem' && (q.lower !== undefined || q.upper !== undefined);
      const fixed = { lower: q.lower ?? null, upper: q.upper ?? null };
      const none = { lower: null, upper: null };
      return {
        key,
        name: own.at(-1)?.name || key,
        kind,
        reading: (point) => (kind === 'tem' ? validTempC(point.tempC[i]) : humidity(point.humPct[i])),
        boundsAt: (t) =>
          asked
            ? fixed
            : (own.find(({ from, until }) => t >= (from ?? 0) && t < (until ?? Number.POSITIVE_INFINITY)) ?? none),
      };
    });
}

/** What the probes of the asked vehicles read; 4004 for one that the caller may not see, a sentence for one without a probe. */
async function read(ctx: Ctx, q: Query): Promise<Readings[]> {
  const range = { from: q.from, until: Math.min(q.until, Date.now()) };
  return Promise.all(
    (q.vehicleIds ?? []).map((id) =>
      ctx.db(async (trx) => {
        const vehicle = await findReadableVehicle(trx, ctx, id, 'temperature', range.until);
        const during = sql`tstzrange(${new Date(range.from)}, ${new Date(Math.max(range.from, range.until))}, '[]')`;
        const at = (edge: 'lower' | 'upper') => sql`(extract(epoch from ${sql.raw(edge)}(x.during)) * 1000)::float8`;
        // versions are kept from the first change on: before it the wires are those of today
        const { rows: versions } =
          await sql<StoredProbe>`with kept as (select ${at('lower')} as from, ${at('upper')} as until, p.kind, p.channel, p.name, p.lower, p.upper
              from probe_version x, jsonb_to_recordset(x.probes) p(kind text, channel int, name text, lower float8, upper float8)
              where x.vehicle_id = ${id} and x.during && ${during})
            select * from kept union all select null, null, kind, channel, name, lower_limit::float8, upper_limit::float8
              from probe where vehicle_id = ${id} and not exists (select from kept) order by 1 nulls first`.execute(
            trx,
          );
        const probes = probesOf(versions, q);
        if (probes.length === 0) throw blocked(`所选车辆未安装温度探头：${vehicle.plateNo}`);
        const { from, until: to } = range;
        const points = await readPermitted(trx, vehicle, { from, to, extra: true });
        // the same points and the same gap as trajectory and day summary
        const { inRange, intervalMs, gapMaxMs } = computeWayFacts(points, { from, to }, vehicle.settingsAt);
        const doorNames = new Map(
          versions.flatMap(({ kind, channel, name }) => (kind === 'door' && name ? [[channel, name] as const] : [])),
        );
        return { vehicle, range, points: inRange, probes, doorNames, intervalMs, gapMaxMs };
      }),
    ),
  );
}

const isOver = (value: number | null, { lower, upper }: Bounds): boolean =>
  value !== null && ((lower !== null && value < lower) || (upper !== null && value > upper));

const doorsOpen = (doors: number, names: ReadonlyMap<number, string>): string =>
  openDoors(doors)
    .flatMap((open, i) => (open ? [`${names.get(i + 1) ?? `车门${i + 1}`}开`] : []))
    .join('、') || (doors > 0 ? '关' : '');

/** Rows of the list: every so many minutes, or every report; a moment without one is a row of its own. */
function rowsOf({ vehicle, range, points, probes, doorNames }: Readings, q: Query) {
  const intervalMs = Number(q.temTimeInterval) * minuteMs;
  const slots =
    intervalMs === 0
      ? points.map((point) => ({ t: point.t, point }))
      : intervalRowsOf(points, { ...range, intervalMs });
  const rows = slots.map(({ t, point }) => {
    const values = probes.map((probe) => ({
      key: probe.key,
      value: point && probe.reading(point),
      bounds: probe.boundsAt(point?.t ?? t),
    }));
    const { reeferOn } = point?.extra ?? {};
    return {
      id: `${vehicle.id}-${t}`,
      vehicleId: vehicle.id,
      vehicleColor: vehicle.vehicleColor,
      plateNo: vehicle.plateNo,
      time: t,
      ...{ tem1: null, tem2: null, tem3: null, tem4: null, hum1: null, hum2: null },
      ...Object.fromEntries(values.map(({ key, value }) => [key, value])),
      over: values.filter(({ value, bounds }) => isOver(value, bounds)).map(({ key }) => key),
      chiller: reeferOn === undefined ? '' : reeferOn ? 'on' : 'off',
      doors: point ? doorsOpen(point.doors, doorNames) : '',
      speedKmh: point?.speedKmh ?? null,
      acc: point ? (point.acc ? 'on' : 'off') : '',
      data: point === null ? 'none' : point.late ? 'late' : 'real',
      lng: point?.located ? point.lng : null,
      lat: point?.located ? point.lat : null,
    };
  });
  return q.onlyOver ? rows.filter(({ over }) => over.length > 0) : rows;
}

/** `−25 ~ −18`, with real minus signs. */
const words = ({ lower, upper }: Bounds): string =>
  lower === null && upper === null ? '' : `${lower ?? ''} ~ ${upper ?? ''}`.replaceAll('-', '\u2212');

/** K7 figures a probe. */
function statsOf({ vehicle, range, points, probes, gapMaxMs, intervalMs }: Readings, ctx: Ctx) {
  return probes.map((probe) => {
    const stats = qualityStatsOfPoints(points, probe.reading, {
      gapMaxMs,
      lastMs: intervalMs,
      lower: null,
      upper: null,
      boundsAt: probe.boundsAt,
    });
    const timeOf = (value: number | null): string | null => {
      const point = value === null ? undefined : points.find((one) => probe.reading(one) === value);
      return point ? wireTime(point.t, ctx.timeZone) : null;
    };
    const share = (part: number, whole: number): number | null =>
      whole > 0 ? Math.round((1000 * Math.min(part, whole)) / whole) / 10 : null;
    const bounded = words(probe.boundsAt(range.until)) !== '';
    const round = (value: number | null, digits = 10): number | null => value && Math.round(value * digits) / digits;
    return {
      id: `${vehicle.id}-${probe.key}`,
      plateNo: vehicle.plateNo,
      probe: probe.name,
      limits: words(probe.boundsAt(range.until)),
      max: stats.max,
      maxTime: timeOf(stats.max),
      min: stats.min,
      minTime: timeOf(stats.min),
      avg: round(stats.avg),
      mkt: probe.kind === 'tem' ? round(stats.mktC, 100) : null,
      passRate: bounded ? share(stats.inRangeMs, stats.monitoredMs) : null,
      overMin: bounded ? Math.round((stats.monitoredMs - stats.inRangeMs) / minuteMs) : null,
      completeRate: share(stats.count * intervalMs, range.until - range.from),
    };
  });
}

/** Curves of one vehicle: a lane for temperatures, one for humidity. */
function lanesOf({ vehicle, range, points, probes, gapMaxMs }: Readings): CurveAnswer['lanes'] {
  return (['tem', 'hum'] as const).flatMap((kind) => {
    const series = probes
      .filter((probe) => probe.kind === kind)
      .map((probe) => {
        const samples = points.flatMap((point) => {
          const value = probe.reading(point);
          return value === null ? [] : [{ t: point.t, value, late: point.late }];
        });
        return {
          name: probe.name,
          ...pick(probe.boundsAt(range.until)),
          points: curveWithBreaks(samples, { ...range, gapMaxMs, buckets }),
        };
      });
    return series.length > 0 ? [{ name: vehicle.plateNo, unit: kind === 'tem' ? '℃' : '%RH', series }] : [];
  });
}
const pick = ({ lower, upper }: Bounds): Bounds => ({ lower, upper });

function stripsOf({ vehicle, range, points, doorNames }: Readings, several: boolean): CurveAnswer['strips'] {
  const before = several ? `${vehicle.plateNo} ` : '';
  const doors = doorEpisodesOf(points);
  const numbers = [...new Set(doors.map(({ door }) => door))].sort();
  const running = points.flatMap(({ t, extra }, i) =>
    extra?.reeferOn ? [{ from: t, until: points[i + 1]?.t ?? t }] : [],
  );
  return [
    ...numbers.map((no) => ({
      name: `${before}${doorNames.get(no) ?? `车门${no}`}`,
      tone: 'door' as const,
      spans: doors
        .filter(({ door }) => door === no)
        .map(({ start, end }) => ({ from: start, until: end ?? range.until })),
    })),
    ...(running.length > 0 ? [{ name: `${before}冷机`, tone: 'cool' as const, spans: joined(running) }] : []),
  ];
}

function joined(spans: ReadonlyArray<{ from: number; until: number }>): Array<{ from: number; until: number }> {
  const out: Array<{ from: number; until: number }> = [];
  for (const span of spans) {
    const last = out.at(-1);
    if (last && span.from <= last.until) last.until = span.until;
    else out.push({ ...span });
  }
  return out;
}

async function curveOf(ctx: Ctx, q: Query): Promise<CurveAnswer> {
  const all = await read(ctx, q);
  const range = all[0]?.range ?? { from: q.from, until: q.until };
  return {
    ...range,
    lanes: all.flatMap(lanesOf),
    strips: all.flatMap((one) => stripsOf(one, all.length > 1)),
    // of several vehicles each has gaps of its own: they show where its lines break
    gaps:
      all.length === 1
        ? all
            .flatMap(({ points, gapMaxMs }) => silencesOf(points, { ...range, gapMaxMs }))
            .map((gap) => ({ ...gap, reason: '终端未上传数据' }))
        : [],
  };
}

export const temHum = serve(
  temHumReport,
  fromReadings(
    temHumReport,
    async (ctx, q) => (await read(ctx, q)).flatMap((one) => rowsOf(one, q)),
    async (ctx, q) => ({ stat: (await read(ctx, q)).flatMap((one) => statsOf(one, ctx)) }),
  ),
  { curve: curveOf },
);
