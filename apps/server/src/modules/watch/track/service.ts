import { createHash } from 'node:crypto';
import { minuteMs } from '@tongda/contract/core/durations';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { wholeDay } from '@tongda/contract/core/field/time-window';
import { type TrackAnswer, type TrackProbe, trackMaxDays, trackQuery } from '@tongda/contract/watch/track/calls';
import { type Kysely, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { DB } from '../../../core/generated/db-types';
import { HeldAnswers } from '../../../core/http/answer/held';
import { Packed } from '../../../core/http/answer/packed';
import type { Ctx } from '../../../core/http/ctx';
import type { ClosedPoints } from '../../../core/telemetry/read';
import type { TrackFacts } from '../../../kernel/day/facts';
import type { Gap } from '../../../kernel/day/gaps';
import { computeHoursFacts, windowsOf } from '../../../kernel/day/hours';
import { totalLitresOf } from '../../../kernel/motion/fuel-level';
import type { Range } from '../../../kernel/motion/segments';
import type { TrackPoint } from '../../../kernel/point';
import { addressOf, loadGeocoder } from '../../base/map/door';
import { type DataScope, findReadableVehicle, permitPoints, type ReadableVehicle, readPermitted } from './access';
import { listPlatformAlarms, mergeAlarmEvents } from './alarms';
import { nearSites, type Position, placeLine } from './near-site';
import { type ShownPoint, shownPoints, simplifyPoints, toColumns } from './points';
import { rangeOf } from './range';
import { fetchTrack, type PointOf } from './repo';

/** Chinese address of a WGS-84 position, '' where there is none. */
export async function findAddress(lng: number, lat: number): Promise<string> {
  await loadGeocoder();
  return addressOf(lng, lat);
}

/** Where positions (WGS-84) are in words, in the order of the list: the own site before the address; '' for those without a position. */
export async function placeWordsOf(db: Kysely<DB>, clientId: string, list: readonly Position[]): Promise<string[]> {
  const near = await nearSites(db, clientId, list);
  return Promise.all(
    list.map(async ({ lng, lat }, at) =>
      lng === null || lat === null ? '' : placeLine(near[at] ?? '', await findAddress(lng, lat)),
    ),
  );
}

/** A loaded track: vehicle, range (epoch ms) and the facts that the kernel computed from its points. */
export interface Track {
  vehicle: ReadableVehicle;
  range: Range;
  facts: TrackFacts;
  probes: TrackProbe[];
}

/** Which track is asked for. `parkingMin`: shortest stop, minutes. */
interface TrackAsked {
  vehicleId: string;
  range: Range;
  parkingMin?: number;
  /** only these hours of each day; absent: all */
  hours?: readonly [string, string];
  scope?: DataScope;
}

/** A track as it was fetched: nothing is computed yet. */
interface FetchedTrack extends Omit<Track, 'facts'> {
  points: ClosedPoints<TrackPoint>;
}

/** Fetches what a track is made of. 4004 for a vehicle that the caller may not read. */
async function fetchTrackOf(trx: Trx, ctx: Ctx, asked: TrackAsked, now: number): Promise<FetchedTrack> {
  const { vehicleId, scope = 'track' } = asked;
  const range = { from: asked.range.from, to: Math.max(asked.range.from, Math.min(asked.range.to, now)) };
  const vehicle = await findReadableVehicle(trx, ctx, vehicleId, scope, range.to);
  const points = await fetchTrack(trx, { ...range, vehicleId, neighbours: true });
  return { vehicle, range, points, probes: await listProbes(trx, vehicleId) };
}

/** Opens the points of a track and computes its facts. */
function openTrack(
  { vehicle, range, points, probes }: FetchedTrack,
  { parkingMin = 5, hours = wholeDay }: TrackAsked,
  timeZone: string,
): Track {
  const permitted = permitPoints(vehicle, points.open().get(vehicle.id) ?? []);
  const windows = windowsOf({ from: range.from, until: range.to }, hours, timeZone);
  const facts = computeHoursFacts(permitted, windows, vehicle.settingsAt, { parkingMs: parkingMin * minuteMs });
  return { vehicle, range, facts, probes };
}

/** Reads the points of a vehicle and computes the facts of its track. 4004 for a vehicle that the caller may not read. */
export const loadTrack = async (trx: Trx, ctx: Ctx, asked: TrackAsked, now = Date.now()): Promise<Track> =>
  openTrack(await fetchTrackOf(trx, ctx, asked, now), asked, ctx.timeZone);

/** Stored points of a vehicle that the caller may read, without computed facts; `extra`: with the channels that have no column. 4004 for a vehicle that he may not see. */
export async function readVisible<const W extends Range & { vehicleId: string; extra?: boolean }>(
  trx: Trx,
  ctx: Ctx,
  wish: W,
  scope: DataScope,
): Promise<Array<PointOf<W>>> {
  return readPermitted(trx, await findReadableVehicle(trx, ctx, wish.vehicleId, scope), wish);
}

/** The wires of a vehicle, by kind and channel. */
export async function listProbes(trx: Trx, vehicleId: string): Promise<TrackProbe[]> {
  return trx
    .selectFrom('probe')
    .select([sql<TrackProbe['kind']>`kind`.as('kind'), 'channel', 'name', 'zone'])
    .select([sql<number | null>`lower_limit::float8`.as('lower'), sql<number | null>`upper_limit::float8`.as('upper')])
    .where('vehicle_id', '=', vehicleId)
    .where('kind', 'in', ['tem', 'hum', 'door', 'oil'])
    .orderBy('kind')
    .orderBy('channel')
    .execute();
}

/** Memory for answers of the trajectory page, bytes: some hundred vehicle-days. */
const keptBytes = 48 * 1024 * 1024;
const keptAnswers = new HeldAnswers<TrackAnswer>({ ms: 'ever', bytes: keptBytes });

/** The trajectory page's answer. Who asks again for the same track gets what was made the first time. */
export async function queryTrack(ctx: Ctx, input: Parsed<typeof trackQuery>): Promise<Packed<TrackAnswer>> {
  const now = Date.now();
  const asked = {
    vehicleId: input.vehicleId,
    range: rangeOf(input, ctx.timeZone, trackMaxDays),
    parkingMin: input.parkingDuration,
    hours: input.operatingHours,
  };
  return ctx.db(async (trx) => {
    const fetched = await fetchTrackOf(trx, ctx, asked, now);
    const stored = await listPlatformAlarms(trx, ctx, input.vehicleId, fetched.range);
    return keptAnswers.get(digestOf(ctx, input, fetched, [stored, await sitesState(trx, ctx)]), async (passing) => {
      const track = openTrack(fetched, asked, ctx.timeZone);
      const emptyReason = await explainEmpty(trx, track, asked.range, now);
      // why there is nothing to draw depends on more than the track
      if (emptyReason !== '') passing();
      const events = mergeAlarmEvents(track.facts, stored);
      const words = await placesOfTrack(trx, ctx, track.facts, events);
      return Packed.of(trackQuery, answerOf(ctx, input, { track, events, emptyReason, words }));
    });
  });
}

/** Names of own sites stand in the answer: it is another one when any of them changed. */
async function sitesState(trx: Trx, { clientId }: Ctx): Promise<string> {
  const { rows } = await sql<{ state: string }>`select count(*) || ' ' || coalesce(max(updated_at)::text, '') as state
    from place where client_id = ${clientId} and kind = 'site'`.execute(trx);
  return rows[0]?.state ?? '';
}

type AlarmEvents = ReturnType<typeof mergeAlarmEvents>;
type Words = Awaited<ReturnType<typeof placesOfTrack>>;

/** Where the vehicle stood, where trips began and ended and where alarms came, in words, each list in the order of its facts. */
async function placesOfTrack(trx: Trx, { clientId }: Ctx, { stays, trips }: TrackFacts, events: AlarmEvents) {
  const words = await placeWordsOf(trx, clientId, [
    ...stays,
    ...trips.map(({ from }) => from),
    ...trips.map(({ to }) => to),
    ...events,
  ]);
  const take = (count: number): string[] => words.splice(0, count);
  return {
    stays: take(stays.length),
    from: take(trips.length),
    to: take(trips.length),
    events: take(events.length),
  };
}

/** Digest of all that an answer is made of. A range that is not over yet ends now, so that its answers are never the same. */
function digestOf(
  ctx: Ctx,
  input: Parsed<typeof trackQuery>,
  { vehicle: { settingsAt: _, ...vehicle }, range, points, probes }: FetchedTrack,
  beside: readonly unknown[],
): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([ctx.timeZone, input, vehicle, range, probes, beside]));
  points.digest(hash);
  return hash.digest('base64');
}

function answerOf(
  ctx: Ctx,
  input: Parsed<typeof trackQuery>,
  { track, events, emptyReason, words }: { track: Track; events: AlarmEvents; emptyReason: string; words: Words },
): TrackAnswer {
  const { facts, vehicle, probes } = track;
  const all = shownPoints(facts, input);
  const points = simplifyPoints(all, facts);
  return {
    points: toColumns(points),
    simplified: points.length < all.length,
    stops: facts.stays.map((stay, i) => stopOf(stay, i, words.stays[i] ?? '')),
    trips: facts.trips.map((trip, i) => tripOf(trip, i, [words.from[i] ?? '', words.to[i] ?? ''])),
    gaps: facts.gaps.filter((gap) => gap.end - gap.start > facts.gapMaxMs).map((gap) => gapOf(gap, points)),
    doorEvents: facts.doors.map((door) => ({
      door: door.door,
      name: probes.find((probe) => probe.kind === 'door' && probe.channel === door.door)?.name ?? `车门${door.door}`,
      startTime: door.start,
      endTime: door.end,
      lng: door.lng,
      lat: door.lat,
      durationSec: toSeconds(door.durationMs),
    })),
    alarmEvents: events.map((event, i) => ({ ...event, address: words.events[i] ?? '' })),
    probes,
    stat: statOf(facts),
    emptyReason,
    vehicle: {
      vehicleId: vehicle.id,
      plateNo: vehicle.plateNo,
      vehicleColor: vehicle.vehicleColor,
      vehicleType: vehicle.vehicleType,
      timeZone: ctx.timeZone,
    },
  };
}

const toSeconds = (ms: number): number => Math.round(ms / 1000);
const oneDigit = (value: number): number => Math.round(value * 10) / 10;
const litresOrNull = (value: number | undefined): number | null => (value === undefined ? null : oneDigit(value));

function stopOf(stay: TrackFacts['stays'][number], i: number, address: string): TrackAnswer['stops'][number] {
  return {
    no: i + 1,
    startTime: stay.start,
    endTime: stay.end,
    open: stay.open,
    lng: stay.lng,
    lat: stay.lat,
    accOffSec: toSeconds(stay.accOffMs),
    idleSec: toSeconds(stay.idleMs),
    address,
  };
}

function tripOf(
  trip: TrackFacts['trips'][number],
  i: number,
  [startAddress, endAddress]: readonly [string, string],
): TrackAnswer['trips'][number] {
  return {
    no: i + 1,
    startTime: trip.start,
    endTime: trip.end,
    startAddress,
    endAddress,
    mileageM: Math.round(trip.mileageM),
    drivingSec: toSeconds(trip.drivingMs),
    idleSec: toSeconds(trip.idleMs),
    maxSpeedKmh: trip.maxSpeedKmh === null ? null : oneDigit(trip.maxSpeedKmh),
    avgSpeedKmh: trip.avgSpeedKmh === null ? null : oneDigit(trip.avgSpeedKmh),
  };
}

/** A gap without data as the wire has it, with the index of the last point before it (0 at the very start). */
function gapOf(gap: Gap, points: readonly ShownPoint[]): TrackAnswer['gaps'][number] {
  return {
    startTime: gap.start,
    endTime: gap.end,
    fromIndex: Math.max(
      0,
      points.findLastIndex((point) => point.source.t <= gap.start),
    ),
    distanceM: Math.round(gap.distanceM),
    reason: gap.unlocated ? '终端在线但未定位（无卫星信号）' : '终端离线，无数据上传',
  };
}

function statOf(facts: TrackFacts): TrackAnswer['stat'] {
  // all states of a range make up its time
  const wall = Object.values(facts.timeMs).reduce((sum, ms) => sum + ms, 0);
  const fuel = facts.inRange.flatMap((point) => totalLitresOf(point.fuelL) ?? []);
  return {
    mileageM: Math.round(facts.mileageM),
    gapMileageM: Math.round(facts.gapMileageM),
    drivingSec: toSeconds(facts.timeMs.moving),
    idleSec: toSeconds(facts.timeMs.idle),
    parkedSec: toSeconds(facts.timeMs.parked),
    noDataSec: toSeconds(facts.timeMs.noData),
    maxSpeedKmh: facts.maxSpeedKmh === null ? null : oneDigit(facts.maxSpeedKmh),
    avgSpeedKmh: facts.avgSpeedKmh === null ? null : oneDigit(facts.avgSpeedKmh),
    stopCount: facts.stays.length,
    pointCount: facts.inRange.length,
    lateCount: facts.lateCount,
    droppedCount: facts.droppedCount,
    completePct: wall > 0 ? oneDigit((100 * (wall - facts.timeMs.noData)) / wall) : 0,
    temps: facts.temps.map(({ channel, min, max, avg }) => ({
      channel,
      min,
      max,
      avg: avg === null ? null : oneDigit(avg),
    })),
    fuelStartL: litresOrNull(fuel[0]),
    fuelEndL: litresOrNull(fuel.at(-1)),
  };
}

/** The sentence why there is nothing to draw (community.md 2.3); '' when there is something. */
async function explainEmpty(trx: Trx, { vehicle, facts }: Track, asked: Range, now: number): Promise<string> {
  if (facts.inRange.length > 0) {
    const placed = facts.inRange.some((point) => point.located);
    return placed ? '' : '该时段终端未定位（无卫星信号），无轨迹可画';
  }
  if (asked.from > now) return '所选时间尚未到来';
  const readable = vehicle.periods.some(({ from, until }) => from < asked.to && until > asked.from);
  if (!readable) return '该时段不在共享期限内，无权查看轨迹';
  const { rows } = await sql<{ any: boolean; then: boolean }>`select count(*) > 0 as any,
    count(*) filter (where during && tstzrange(${new Date(asked.from)}, ${new Date(asked.to)}, '[]')) > 0 as then
    from device_binding where vehicle_id = ${vehicle.id}`.execute(trx);
  if (!rows[0]?.any) return '车辆未绑定终端，无轨迹数据';
  if (!rows[0].then) return '该时段车辆未绑定终端，无轨迹数据';
  if (vehicle.serviceEnd !== null && new Date(vehicle.serviceEnd).getTime() < asked.from)
    return '服务已到期，该时段无轨迹数据';
  return '该时段终端离线，无轨迹数据';
}
