import { dayMs, minuteMs } from '@tongda/contract/core/durations';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { segmentLimits } from '@tongda/contract/ground/place/segments';
import type { lineFromTrack } from '@tongda/contract/ground/place/track-line';
import { distanceM, pathLengthM } from '@tongda/geo/distance';
import { simplifyIndices } from '@tongda/geo/simplify';
import type { LngLat } from '@tongda/geo/types';
import type { Trx } from '../../../../core/db/trx';
import { wireTime } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { invalidField } from '../../../../core/http/errors';
import { wallToMs } from '../../../../kernel/day/edges';
import { cornersOf, driveGap, percentile85, speedPiecesOf } from '../../../../kernel/ground/line-speeds';
import { findAddress, loadTrack, type Track } from '../../../watch/track/door';
import { proposeSites } from './sites';

type Drive = Pick<Parsed<typeof lineFromTrack>, 'vehicleId' | 'startTime' | 'endTime'>;
const leastTrackPoints = 20;
const longestTrackMs = 3 * dayMs;

/** The track of a drive that the caller may read. */
export async function loadDrive(trx: Trx, ctx: Ctx, { vehicleId, startTime, endTime }: Drive): Promise<Track['facts']> {
  const from = wallToMs(startTime, ctx.timeZone);
  const to = wallToMs(endTime, ctx.timeZone);
  if (from === null) throw invalidField('startTime', '开始时间不是有效的日期');
  if (to === null) throw invalidField('endTime', '结束时间不是有效的日期');
  if (to <= from) throw invalidField('endTime', '结束时间应晚于开始时间');
  if (to - from > longestTrackMs) throw invalidField('endTime', '轨迹时间跨度不能超过3天');
  return (await loadTrack(trx, ctx, { vehicleId, range: { from, to } })).facts;
}

interface Fix {
  t: number;
  lng: number;
  lat: number;
  speedKmh: number | null;
}

/** The fixes of a way. With `snap` a long stop is one fix instead of the drift around it; its index is in `stands`. */
function wayOf(facts: Track['facts'], snap: boolean): { fixes: Fix[]; stands: number[] } {
  const stays = snap ? facts.stays.filter(({ start, end }) => end - start > longStopMs) : [];
  const fixes: Fix[] = [];
  const stands: number[] = [];
  const put = (fix: Fix): void => {
    const before = fixes.at(-1);
    if (!before || distanceM(before.lng, before.lat, fix.lng, fix.lat) > 5) fixes.push(fix);
  };
  let next = 0;
  for (const p of facts.inRange) {
    if (!p.located) continue;
    while ((stays[next]?.end ?? Number.POSITIVE_INFINITY) <= p.t) next = standAt(next);
    if (p.t < (stays[next]?.start ?? Number.POSITIVE_INFINITY)) put(p);
  }
  while (next < stays.length) next = standAt(next);
  return { fixes, stands };

  function standAt(at: number): number {
    const stay = stays[at];
    if (stay) {
      put({ t: stay.end, lng: stay.lng, lat: stay.lat, speedKmh: 0 });
      stands.push(fixes.length - 1);
    }
    return at + 1;
  }
}

/** Gaps of a way: no data for longer than the company's gapMax and another position afterwards, each with the index of the fix after it. */
function silencesOf(fixes: readonly Fix[], gapMaxMs: number, timeZone: string) {
  return fixes.flatMap((p, i) => {
    const before = fixes[i - 1];
    if (!before) return [];
    const metres = distanceM(before.lng, before.lat, p.lng, p.lat);
    if (p.t - before.t <= gapMaxMs || metres < driveGap.m) return [];
    const gap = {
      startTime: wireTime(before.t, timeZone),
      endTime: wireTime(p.t, timeZone),
      km: Math.round(metres / 100) / 10,
      from: roundPoint([before.lng, before.lat]),
      to: roundPoint([p.lng, p.lat]),
    };
    return [{ heardAt: i, gap }];
  });
}

/** Stretches of a drive without data, which have to be drawn. */
export const gapsOf = (facts: Track['facts'], timeZone: string) =>
  silencesOf(wayOf(facts, true).fixes, facts.gapMaxMs, timeZone).map(({ gap }) => gap);

/**
 * The line of a track for 由轨迹生成: the thinned way of a vehicle in a time, with gaps, trips, stops and usual speeds. The reader has left out jumps
 * already.
 */
export async function proposeTrackLine(ctx: Ctx, q: Parsed<typeof lineFromTrack>) {
  const { facts, stops } = await ctx.db(async (trx) => {
    const found = await loadDrive(trx, ctx, q);
    return { facts: found, stops: await proposeSites(trx, ctx, found.stays.filter(isLongStop)) };
  });
  const { fixes, stands } = wayOf(facts, q.snap);
  if (fixes.length < leastTrackPoints)
    throw invalidField('startTime', `该时段轨迹点过少(<${leastTrackPoints})，请换一个时段`);
  const silences = silencesOf(fixes, facts.gapMaxMs, ctx.timeZone);
  const kept = simplifyIndices(
    fixes.map((p): LngLat => [p.lng, p.lat]),
    q.toleranceM,
    [...stands, ...silences.flatMap(({ heardAt }) => [heardAt - 1, heardAt])],
  );
  const points = cornersOf(fixes, kept);
  const pieces = speedPiecesOf(fixes, kept, segmentLimits.count);
  return {
    points: points.map(roundPoint),
    lengthKm: Math.round(pathLengthM(points) / 100) / 10,
    sourcePoints: facts.inRange.length,
    gaps: silences.map(({ gap }) => gap).sort((a, b) => b.km - a.km),
    trips: await Promise.all(
      facts.trips.map(async (trip) => ({
        startTime: wireTime(trip.start, ctx.timeZone),
        endTime: wireTime(trip.end, ctx.timeZone),
        km: Math.round(trip.mileageM / 100) / 10,
        from: await findAddress(trip.from.lng, trip.from.lat),
        to: await findAddress(trip.to.lng, trip.to.lat),
      })),
    ),
    stops,
    usualKmh: usualSpeed(fixes.flatMap(({ speedKmh }) => speedKmh ?? [])),
    segments: pieces.map((piece) => ({ ...piece, atLeastMin: null, atMostMin: null })),
  };
}
/** A stop longer than this may become a site. */
const longStopMs = 15 * minuteMs;
const isLongStop = ({ start, end }: { start: number; end: number }): boolean => end - start > longStopMs;
const movingKmh = 5;

/** The speed that 85 of 100 moving reports did not exceed; null with too few reports. */
function usualSpeed(speeds: readonly number[]): number | null {
  const moving = speeds.filter((kmh) => kmh > movingKmh);
  return moving.length < leastTrackPoints ? null : percentile85(moving);
}
const round5 = (n: number): number => Math.round(n * 1e5) / 1e5;
const roundPoint = ([lng, lat]: LngLat): [number, number] => [round5(lng), round5(lat)];
