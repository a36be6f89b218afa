import { dayMs } from '@tongda/contract/core/durations';
import { percentOf } from '@tongda/contract/core/round';
import type { overTemperatureReport } from '@tongda/contract/reports/cold-chain/over-temperature';
import { zonePresets } from '@tongda/contract/reports/kit/readings';
import type { ReportQuery } from '@tongda/contract/reports/kit/report';
import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { sql } from 'kysely';
import type { Ctx } from '../../core/http/ctx';
import { invalidField } from '../../core/http/errors';
import { mapFew } from '../../core/run/few-at-once';
import { dayStart, localDay, nextDayStart } from '../../kernel/day/edges';
import { qualityStatsOfPoints } from '../../kernel/temperature/figures';
import { type Bounds, boundsText } from '../kit/probes';
import { chosenVehicles, mayReadFact, ofVehicle, readsAtOnce, type Wish } from '../kit/query';
import { loadReadings, mapReadable, type ReadingHead, type Readings, readPart } from '../kit/readings';

export type Query = ReportQuery<typeof overTemperatureReport> & Pick<Wish, 'from' | 'until' | 'ids'>;

/** epoch ms, `until` excluded */
export interface Span {
  from: number;
  until: number;
}

/** The bounds of goods of one zone (report.md 7.2.2). */
const typeBounds: Readonly<Record<number, Partial<Bounds>>> = {
  [temperatureType.ambient]: zonePresets.ambient,
  [temperatureType.chilled]: zonePresets.chilled,
  [temperatureType.frozen]: zonePresets.frozen,
};

/** The chosen vehicles that have a temperature probe. */
async function findProbed(ctx: Ctx, q: Query): Promise<string[]> {
  const { rows } = await ctx.db((trx) =>
    sql<{ id: string }>`select v.id::text from vehicle v where ${chosenVehicles(ctx, { ...q, ids: undefined })}
      and exists (select from probe p where p.vehicle_id = v.id and p.kind = 'tem')`.execute(trx),
  );
  return rows.map(({ id }) => id);
}

/**
 * What `use` makes of the readings of each of the chosen vehicles that have a temperature probe and are held against bounds at all (`watchesOf`), a few vehicles at a time. One that was chosen by name and may not be read is refused with its reason; of all vehicles it is
 * left out.
 */
export async function eachProbed<T>(ctx: Ctx, q: Query, use: (readings: Readings) => T[]): Promise<T[]> {
  const vehicleIds = await findProbed(ctx, q);
  const wish = { from: q.from, until: q.until, vehicleIds, leaveOut: (q.vehicleIds ?? []).length === 0 };
  return (
    await mapReadable(ctx, wish, async (head) =>
      // of a month without a waybill nothing has to be read
      watchesOf(head, q).length === 0 ? [] : use(await readPart(ctx, head)),
    )
  ).flat();
}

/** Days of vehicles whose samples are gone through for the screen: a week of a hundred and forty vehicles, some seconds a hundred of them. */
const mostComputedDays = 1_000;

/** Refuses at its field a question by bounds of one's own, or those of waybills, that would take the screen too long. */
export async function refuseLongComputing(ctx: Ctx, q: Query): Promise<void> {
  if (q.basis === 'rule') return;
  const days = Math.ceil((Math.min(q.until, Date.now()) - q.from) / dayMs) * (await findProbed(ctx, q)).length;
  if (days > mostComputedDays)
    throw invalidField(
      'endTime',
      `按此判断依据要逐个采样计算，屏上一次最多${mostComputedDays}个车日（现为${days}个），请减少车辆或缩短日期；导出文件不受此限`,
    );
}

/** When the temperatures of a vehicle are held against which bounds: all the time by those that were typed, or while a waybill is under way with goods of one zone by those of the zone. */
export function watchesOf(one: ReadingHead, { basis, lower, upper }: Query): Array<{ time: Span; bounds: Bounds }> {
  if (basis === 'custom') return [{ time: one.range, bounds: { lower: lower ?? null, upper: upper ?? null } }];
  return one.waybills.flatMap(({ from, until, types }) => {
    const [type, ...more] = types;
    const bounds = type === undefined || more.length > 0 ? undefined : typeBounds[type];
    const time = { from: Math.max(from, one.range.from), until: Math.min(until, one.range.until) };
    return bounds ? [{ time, bounds: { lower: bounds.lower ?? null, upper: bounds.upper ?? null } }] : [];
  });
}

/**
 * 合格率 (K7): share of the time that the probes of the chosen vehicles were watched in which they were in range. By the bounds that the reader typed or those of
 * the goods under way, as the rows are; by alarm rules the probes' own bounds count (探头上下限), as in 温湿度报表: a rule does not say when it was fulfilled.
 * 仅在途 narrows it to the time of waybills. `byReader`: what `watchedByReader` tells of each vehicle, for questions that are not by alarm rules.
 */
export async function passRateOf(ctx: Ctx, q: Query, byReader: () => Promise<Watched[]>): Promise<number | null> {
  const watched = q.basis === 'rule' ? await watchedByProbes(ctx, q) : await byReader();
  const sum = (part: keyof Watched): number => watched.reduce((all, one) => all + one[part], 0);
  return percentOf(sum('inRangeMs'), sum('monitoredMs'), 2);
}

/** ms */
export interface Watched {
  inRangeMs: number;
  monitoredMs: number;
}

/** By the bounds that the reader typed, or those of the goods under way. */
export const watchedByReader = (one: Readings, q: Query): Watched[] =>
  watchesOf(one, q).flatMap(({ time, bounds }) =>
    (q.inTransit ? underWayIn(one, time) : [time]).flatMap((part) => watchedIn(one, part, bounds)),
  );

/** The parts of a time in which a waybill was under way, each moment once. */
function underWayIn({ waybills }: Readings, time: Span): Span[] {
  const parts: Span[] = [];
  // by their beginning, as they were loaded
  for (const waybill of waybills) {
    const from = Math.max(waybill.from, time.from, parts.at(-1)?.until ?? time.from);
    const until = Math.min(waybill.until, time.until);
    if (from < until) parts.push({ from, until });
  }
  return parts;
}

/** By the probes' own bounds, as each of them was at the time: whole days as they were summed up, the parts of a first and a last day from the samples. */
async function watchedByProbes(ctx: Ctx, q: Query): Promise<Watched[]> {
  if (q.inTransit) return watchedInParts(ctx, await findUnderWay(ctx, q));
  const whole = wholeDaysOf(q, ctx.timeZone);
  const hasWhole = whole.from < whole.until;
  const edges = hasWhole
    ? [
        { from: q.from, until: whole.from },
        { from: whole.until, until: q.until },
      ]
    : [{ from: q.from, until: q.until }];
  const parts = edges.filter(({ from, until }) => from < until);
  const vehicleIds = parts.length > 0 ? await findProbed(ctx, q) : [];
  return [
    ...(hasWhole ? [await watchedOnDays(ctx, q, whole)] : []),
    ...(await watchedInParts(
      ctx,
      vehicleIds.flatMap((id) => parts.map((part) => ({ ...part, id }))),
    )),
  ];
}

/** A part of the time of a vehicle. */
interface Part extends Span {
  id: string;
}

/** Few vehicles at a time, and only the sums are kept: there may be hundreds. What may not be read (shared without temperatures, its service over) is left out, as it is of whole days. */
async function watchedInParts(ctx: Ctx, parts: readonly Part[]): Promise<Watched[]> {
  const read = async ({ id, from, until }: Part): Promise<Watched[]> => {
    const [readings] = await loadReadings(ctx, { vehicleIds: [id], from, until, bare: true, leaveOut: true });
    return readings ? watchedIn(readings, readings.range, null) : [];
  };
  return (await mapFew(parts, readsAtOnce, read)).flat();
}

/** When the chosen vehicles with a temperature probe had a waybill under way in the range, each moment once. */
async function findUnderWay(ctx: Ctx, q: Query): Promise<Part[]> {
  const until = new Date(Math.min(q.until, Date.now()));
  const [begin, end] = [
    sql`coalesce(w.actual_depart_at, w.plan_depart_at)`,
    sql`coalesce(w.actual_arrive_at, w.plan_arrive_at)`,
  ];
  const ms = (edge: 'lower' | 'upper') => sql`(extract(epoch from ${sql.raw(edge)}(part)) * 1000)::float8`;
  const { rows } = await ctx.db((trx) =>
    sql<Part>`select v.id::text as id, ${ms('lower')} as from, ${ms('upper')} as until
      from vehicle v cross join lateral (select range_agg(tstzrange(greatest(${begin}, ${new Date(q.from)}), least(${end}, ${until}))) as times
        from waybill w where w.vehicle_id = v.id and w.voided_at is null and w.transport_status > 1 and ${begin} < ${until} and ${end} > ${new Date(q.from)}
          and ${begin} < ${end}) x
      cross join lateral unnest(x.times) part
      where ${chosenVehicles(ctx, { ...q, ids: undefined })} and exists (select from probe p where p.vehicle_id = v.id and p.kind = 'tem')`.execute(
      trx,
    ),
  );
  return rows;
}

/** The days of a question that lie in it from midnight to midnight; today until now is whole. */
function wholeDaysOf({ from, until }: Span, timeZone: string): Span {
  const isMidnight = (t: number): boolean => dayStart(t, timeZone) === t;
  return {
    from: isMidnight(from) ? from : nextDayStart(from, timeZone),
    until: isMidnight(until) || until >= Date.now() ? until : dayStart(until, timeZone),
  };
}

async function watchedOnDays(ctx: Ctx, q: Query, { from, until }: Span): Promise<Watched> {
  const { rows } = await ctx.db((trx) =>
    sql<Watched>`select coalesce(sum((t ->> 'inRangeMs')::float8), 0) as "inRangeMs", coalesce(sum((t ->> 'monitoredMs')::float8), 0) as "monitoredMs"
      from day_summary s join vehicle v on v.id = s.vehicle_id, jsonb_array_elements(s.temps) t where t ->> 'inRangeMs' is not null
        and s.day between ${localDay(from, ctx.timeZone)}::date and ${localDay(until - 1, ctx.timeZone)}::date
        and s.day <= coalesce(v.service_end, 'infinity')
        and ${chosenVehicles(ctx, { ...q, ids: undefined })} and ${mayReadFact(ctx, ofVehicle('v'), sql`s.day_from`, 'temperature')}`.execute(
      trx,
    ),
  );
  return rows[0] ?? { inRangeMs: 0, monitoredMs: 0 };
}

/** How long each temperature probe of a vehicle was watched within a time; null: by the bounds of the probe, without those that have none. */
function watchedIn(
  { points, probes, intervalMs, gapMaxMs }: Readings,
  { from, until }: Span,
  bounds: Bounds | null,
): Watched[] {
  const inside = points.filter(({ t }) => t >= from && t < until);
  return probes
    .filter(({ kind, boundsAt }) => kind === 'tem' && (bounds !== null || boundsText(boundsAt(until)) !== ''))
    .map(({ reading, boundsAt }) =>
      qualityStatsOfPoints(inside, reading, {
        ...{ gapMaxMs, lastMs: intervalMs, lower: null, upper: null },
        boundsAt: bounds === null ? boundsAt : () => bounds,
      }),
    );
}
