import type { Parsed } from '@tongda/contract/core/endpoint';
import type { lineFromTrack } from '@tongda/contract/place/find';
import { segmentLimits } from '@tongda/contract/place/segments';
import { distanceM, pathLengthM } from '@tongda/geo/distance';
import { inShape } from '@tongda/geo/shape';
import { simplifyIndices } from '@tongda/geo/simplify';
import type { LngLat } from '@tongda/geo/types';
import type { Ctx } from '../../core/ctx';
import { invalidField } from '../../core/errors';
import { wireTime } from '../../core/wire-time';
import { wallToMs } from '../../kernel/day';
import { cornersOf, driveGap, percentile85, speedPieces } from '../../kernel/line-speeds';
import { shapeOf } from '../../kernel/place-shape';
import { addressAt, loadTrack } from '../track/track.service';
import { listGrounds } from './place.repo';

const leastTrackPoints = 20;
const longestTrackMs = 3 * 86_400_000;

/** The way of a vehicle between two moments, thinned; positions flagged as jumps are left out by the reader. */
export async function trackLine(ctx: Ctx, q: Parsed<typeof lineFromTrack>) {
  const from = wallToMs(q.startTime, ctx.timeZone);
  const to = wallToMs(q.endTime, ctx.timeZone);
  if (from === null) throw invalidField('startTime', '开始时间不是有效的日期');
  if (to === null) throw invalidField('endTime', '结束时间不是有效的日期');
  if (to <= from) throw invalidField('endTime', '结束时间应晚于开始时间');
  if (to - from > longestTrackMs) throw invalidField('endTime', '轨迹时间跨度不能超过3天');
  const { facts, sites } = await ctx.db(async (trx) => ({
    facts: (await loadTrack(trx, ctx, { vehicleId: q.vehicleId, range: { from, to } })).facts,
    sites: await listGrounds(trx, ctx, { kind: 'site' }),
  }));
  const track = facts.inRange;
  const moving = track.filter((p, i) => {
    const before = track[i - 1];
    return p.located && (!before || distanceM(before.lng, before.lat, p.lng, p.lat) > 5);
  });
  if (moving.length < leastTrackPoints)
    throw invalidField('startTime', `该时段轨迹点过少(<${leastTrackPoints})，请换一个时段`);
  const gaps = moving.flatMap((p, i) => {
    const before = moving[i - 1];
    if (!before) return [];
    const metres = distanceM(before.lng, before.lat, p.lng, p.lat);
    if (p.t - before.t < driveGap.ms || metres < driveGap.m) return [];
    const km = Math.round(metres / 100) / 10;
    return [{ startTime: wireTime(before.t, ctx.timeZone), endTime: wireTime(p.t, ctx.timeZone), km }];
  });
  const kept = simplifyIndices(
    moving.map((p): LngLat => [p.lng, p.lat]),
    q.toleranceM,
  );
  const points = cornersOf(moving, kept);
  const pieces = speedPieces(moving, kept, segmentLimits.count);
  return {
    points: points.map(([lng, lat]): [number, number] => [round5(lng), round5(lat)]),
    lengthKm: Math.round(pathLengthM(points) / 100) / 10,
    sourcePoints: track.length,
    gaps: gaps.sort((a, b) => b.km - a.km).slice(0, 10),
    trips: await Promise.all(
      facts.trips.map(async (trip) => ({
        startTime: wireTime(trip.start, ctx.timeZone),
        endTime: wireTime(trip.end, ctx.timeZone),
        km: Math.round(trip.mileageM / 100) / 10,
        from: await addressAt(trip.from.lng, trip.from.lat),
        to: await addressAt(trip.to.lng, trip.to.lat),
      })),
    ),
    stops: await Promise.all(
      facts.stays
        .filter(({ start, end }) => end - start > longStopMs)
        .map(async ({ start, end, lng, lat }) => ({
          startTime: wireTime(start, ctx.timeZone),
          minutes: Math.round((end - start) / 60_000),
          lng: round5(lng),
          lat: round5(lat),
          address: await addressAt(lng, lat),
          placeName: sites.find((site) => inShape(lng, lat, shapeOf(site)))?.name ?? '',
        })),
    ),
    usualKmh: usualSpeed(moving.map(({ speedKmh }) => speedKmh)),
    segments: pieces.map((piece) => ({ ...piece, atLeastMin: null, atMostMin: null })),
  };
}
/** A stand longer than this may be a site. */
const longStopMs = 15 * 60_000;
const movingKmh = 5;

/** The usual speed of the whole drive by its reports. */
function usualSpeed(speeds: readonly number[]): number | null {
  const moving = speeds.filter((kmh) => kmh > movingKmh);
  return moving.length < leastTrackPoints ? null : percentile85(moving);
}
const round5 = (n: number): number => Math.round(n * 1e5) / 1e5;
