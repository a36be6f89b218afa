import { hourMs } from '@tongda/contract/core/durations';
import { type EpisodeKind, type EpisodeValues, episodeStatus } from '@tongda/contract/watch/alarm/episode';
import type pg from 'pg';
import { computeWayFacts, type WayFacts } from '../../kernel/day/facts';
import { litresOf } from '../../kernel/detect/oil/level';
import { type ReeferHours, sumReeferHours } from '../../kernel/detect/temperature/reefer';
import type { Surroundings } from '../../kernel/detect/types';
import { movingWithin, type Range } from '../../kernel/motion/segments';
import { staysOf } from '../../kernel/motion/stays';
import { maxSpeedTimeOf } from '../../kernel/motion/trips';
import type { TrackPoint } from '../../kernel/point';
import type { SettingsAt } from '../../kernel/settings';
import { type QualityStats, qualityStatsOfPoints, validTempC } from '../../kernel/temperature/figures';

/** What held for the vehicle on the day, by moment (epoch ms). */
export interface DayInputs {
  /** at a moment */
  aroundAt(t: number): Surroundings;
  /** bounds of the temperature probes at a moment */
  boundsAt(t: number): Surroundings['probes'];
  settings: SettingsAt;
}

/** The figures of a vehicle's company day, as they are written to `day_summary`. */
export interface DaySummary {
  day: string;
  range: Range;
  facts: WayFacts;
  temps: ChannelSummary[];
  hums: ChannelSummary[];
  doorOpens: number;
  doorOpenMs: number;
  fuelStartL: number | null;
  fuelEndL: number | null;
  reefer: ReeferHours | null;
  /** number of parkings, as the trajectory of the day shows them */
  stays: number;
}
interface ChannelSummary extends Omit<QualityStats, 'inRangeMs'> {
  channel: number;
  /** null when the channel has no limits: time that was not judged must not count as in range */
  inRangeMs: number | null;
  /** received share of the expected samples, 0-1; null when the interval is not known */
  completeness: number | null;
}

/**
 * Computes the figures of a day from its points (with the neighbouring fixes), by the same functions as the trajectory page. For a whole day `range` ends
 * where the next one begins, and a point at that moment belongs to the next day; for today it ends with the data.
 */
export function summariseDay(
  { day, range, whole }: { day: string; range: Range; whole: boolean },
  points: readonly TrackPoint[],
  { aroundAt, boundsAt, settings }: DayInputs,
): DaySummary {
  const facts = computeWayFacts(points, range, settings, whole ? range.to - 1 : range.to);
  const { inRange, gapMaxMs, intervalMs } = facts;
  const times = { gapMaxMs, intervalMs, ms: range.to - range.from };
  const open = facts.doors.map(({ start, end }) => Math.max(0, (end ?? range.to) - start));
  const [firstFuel, lastFuel] = [inRange.find(hasFuelReading), inRange.findLast(hasFuelReading)];
  return {
    day,
    range,
    facts,
    temps: channelsOf(inRange, (p) => p.tempC, validTempC, boundsAt, times),
    hums: channelsOf(inRange, (p) => p.humPct, validHumPct, noBounds, times),
    doorOpens: facts.doors.length,
    doorOpenMs: open.reduce((sum, ms) => sum + ms, 0),
    fuelStartL: firstFuel ? litresInTanks(firstFuel, aroundAt(firstFuel.t)) : null,
    fuelEndL: lastFuel ? litresInTanks(lastFuel, aroundAt(lastFuel.t)) : null,
    reefer: sumReeferHours(inRange, aroundAt(inRange.at(-1)?.t ?? range.to).air, { gapMaxMs }),
    stays: staysOf(facts.segments, settings(range.to)).length,
  };
}

const none: Surroundings['probes'] = [];
const noBounds = () => none;
const validHumPct = (value: number | null): number | null =>
  value !== null && value >= 0 && value <= 100 ? value : null;
const hasFuelReading = ({ fuelL }: TrackPoint): boolean => fuelL.some((raw) => raw !== null && raw > 0);

/** Litres in all tanks; null when no tank has a reading. */
function litresInTanks(point: TrackPoint, { tanks }: Surroundings): number | null {
  let sum: number | null = null;
  point.fuelL.forEach((raw, i) => {
    if (raw === null || raw <= 0) return;
    const table = tanks.get(i + 1);
    sum = (sum ?? 0) + (table ? litresOf(table, raw) : raw);
  });
  return sum;
}

function channelsOf(
  points: readonly TrackPoint[],
  values: (p: TrackPoint) => ReadonlyArray<number | null>,
  clean: (value: number | null) => number | null,
  boundsAt: DayInputs['boundsAt'],
  { gapMaxMs, intervalMs, ms }: { gapMaxMs: number; intervalMs: number; ms: number },
): ChannelSummary[] {
  const count = points.reduce((max, point) => Math.max(max, values(point).length), 0);
  return Array.from({ length: count }, (_, i) => {
    const reading = (point: TrackPoint): number | null => clean(values(point)[i] ?? null);
    const bounds = boundsLookup(boundsAt, i + 1);
    const stats = qualityStatsOfPoints(points, reading, {
      gapMaxMs,
      lastMs: intervalMs,
      ...unbounded,
      boundsAt: bounds.at,
    });
    const completeness = intervalMs > 0 && ms > 0 ? Math.min(1, (stats.count * intervalMs) / ms) : null;
    const inRangeMs = bounds.any() ? stats.inRangeMs : null;
    return { channel: i + 1, ...stats, inRangeMs, completeness };
  });
}

const unbounded = { lower: null, upper: null } as const;
/** A lookup of one channel's bounds by time, which also tells whether it ever had any. */
function boundsLookup(boundsAt: DayInputs['boundsAt'], channel: number) {
  let known: Surroundings['probes'] | null = null;
  let found: { lower: number | null; upper: number | null } = unbounded;
  let any = false;
  return {
    at: (t: number) => {
      const probes = boundsAt(t);
      if (probes !== known) {
        known = probes;
        found = probes.find((probe) => probe.channel === channel) ?? unbounded;
        any ||= found.lower !== null || found.upper !== null;
      }
      return found;
    },
    any: () => any,
  };
}

/** Figures of a day that come from its episodes: their number by kind, and litres. */
export interface Counts {
  counts: Record<string, number>;
  refuelL: number;
  dropL: number;
  wasteL: number;
}

/** Counts the stored episodes of a vehicle that began within `range`. */
export async function countEpisodes(client: pg.PoolClient, vehicleId: string, { from, to }: Range): Promise<Counts> {
  const { rows } = await client.query<{ kind: EpisodeKind; values: EpisodeValues }>(
    `select kind, values from episode where vehicle_id = $1 and start_time >= $2 and start_time < $3 and status <> $4
     order by start_time, kind, rule_id, subject`,
    [vehicleId, new Date(from).toISOString(), new Date(to).toISOString(), episodeStatus.withdrawn],
  );
  const counts: Record<string, number> = {};
  for (const { kind } of rows) counts[kind] = (counts[kind] ?? 0) + 1;
  const litresIn = (kind: EpisodeKind): number =>
    rows.filter((row) => row.kind === kind).reduce((sum, { values }) => sum + Number(values.litres ?? 0), 0);
  return { counts, refuelL: litresIn('refuel'), dropL: litresIn('fuelDrop'), wasteL: litresIn('fuelWaste') };
}

/** Writes a day's figures. */
export async function writeSummary(
  client: pg.PoolClient,
  owner: { clientId: string; vehicleId: string },
  summary: DaySummary,
  { counts, refuelL, dropL, wasteL }: Counts,
): Promise<void> {
  const { facts, range } = summary;
  const used =
    summary.fuelStartL === null || summary.fuelEndL === null
      ? null
      : summary.fuelStartL - summary.fuelEndL + refuelL - dropL - wasteL;
  const newest = facts.inRange.at(-1)?.t ?? range.to;
  const fixes = facts.clean.fixes.filter(({ t }) => t >= range.from && t <= newest);
  const [first, last] = [fixes[0], fixes[fixes.length - 1]];
  const row = {
    vehicle_id: owner.vehicleId,
    client_id: owner.clientId,
    day: summary.day,
    day_from: new Date(range.from).toISOString(),
    covered_until: new Date(range.to).toISOString(),
    mileage_m: facts.mileageM,
    gap_mileage_m: facts.gapMileageM,
    driving_ms: facts.timeMs.moving,
    idle_ms: facts.timeMs.idle,
    parked_ms: facts.timeMs.parked,
    no_data_ms: facts.timeMs.noData,
    max_speed_kmh: facts.maxSpeedKmh,
    avg_speed_kmh: facts.avgSpeedKmh,
    points: facts.inRange.length,
    late_points: facts.lateCount,
    dropped_points: facts.droppedCount,
    first_time: timeOf(facts.inRange[0]),
    last_time: timeOf(facts.inRange[facts.inRange.length - 1]),
    start_lng: first?.lng ?? null,
    start_lat: first?.lat ?? null,
    end_lng: last?.lng ?? null,
    end_lat: last?.lat ?? null,
    start_odometer_m: first?.odometerM ?? null,
    end_odometer_m: last?.odometerM ?? null,
    max_speed_at: momentOf(maxSpeedTimeOf(fastestAmong(facts, range))),
    night_driving_ms: movingWithin(facts.segments, nightOf(range.from)),
    temps: summary.temps,
    hums: summary.hums,
    door_opens: summary.doorOpens,
    door_open_ms: summary.doorOpenMs,
    fuel_start_l: summary.fuelStartL,
    fuel_end_l: summary.fuelEndL,
    refuel_l: refuelL,
    drop_l: dropL,
    fuel_used_l: used,
    waste_l: wasteL,
    reefer_ms: summary.reefer?.onMs ?? null,
    cooling_ms: summary.reefer?.coolingMs ?? null,
    heating_ms: summary.reefer?.heatingMs ?? null,
    defrost_ms: summary.reefer?.defrostMs ?? null,
    standby_ms: summary.reefer?.standbyMs ?? null,
    reefer_inferred: summary.reefer?.inferred ?? false,
    stays: summary.stays,
    trips: counts.trip ?? 0,
    counts,
  };
  await client.query(
    `insert into day_summary (${columns})
     select ${columns} from jsonb_populate_record(null::day_summary, $1::jsonb)
     on conflict (vehicle_id, day) do update set ${updated}, calc_time = now()`,
    [JSON.stringify(row)],
  );
}

/** The segments that the highest speed of a day is looked for in. */
const fastestAmong = ({ segments }: WayFacts, range: Range) =>
  segments.filter((segment) => segment.from && segment.from.t >= range.from);
const momentOf = (t: number | null): string | null => (t === null ? null : new Date(t).toISOString());
/** 夜间, 22-6 of a day that begins at `from`; a day on which clocks change counts as one of 24 hours. */
const nightOf = (from: number): Range[] => [
  { from, to: from + 6 * hourMs },
  { from: from + 22 * hourMs, to: from + 24 * hourMs },
];

const timeOf = (point: TrackPoint | undefined): string | null => momentOf(point?.t ?? null);
const columns =
  'vehicle_id, client_id, day, day_from, covered_until, mileage_m, gap_mileage_m, driving_ms, idle_ms, parked_ms, no_data_ms, max_speed_kmh, avg_speed_kmh, points, late_points, dropped_points, first_time, last_time, start_lng, start_lat, end_lng, end_lat, start_odometer_m, end_odometer_m, max_speed_at, night_driving_ms, temps, hums, door_opens, door_open_ms, fuel_start_l, fuel_end_l, refuel_l, drop_l, waste_l, fuel_used_l, reefer_ms, cooling_ms, heating_ms, defrost_ms, standby_ms, reefer_inferred, stays, trips, counts';
const updated = columns
  .split(', ')
  .slice(3)
  .map((column) => `${column} = excluded.${column}`)
  .join(', ');
