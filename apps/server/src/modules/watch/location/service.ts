import { dayMs, minuteMs } from '@tongda/contract/core/durations';
import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import type { LiveVehicle } from '@tongda/contract/core/live';
import type {
  MonitorVehicle,
  monitorCall,
  monitorDetail,
  monitorLive,
  monitorNearby,
  monitorSnapshot,
  NearbyVehicle,
} from '@tongda/contract/watch/location/calls';
import { distanceM } from '@tongda/geo/distance';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, forbiddenError, notFound } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import { type CurvePoint, resampleCurve } from '../../../kernel/day/resample';
import { raisedNamesOf } from '../../../kernel/motion/alarm-bits';
import { cleanTrack } from '../../../kernel/motion/hygiene';
import type { TrackPoint } from '../../../kernel/point';
import { kernelDefaults } from '../../../kernel/settings';
import { validTempC } from '../../../kernel/temperature/figures';
import { codesAt, isProgram } from '../../base/org/door';
import { findAddress, findFixesNear, momentOf, nearSites, readVisible } from '../track/door';
import { listLive, listMonitorVehicles, type VehicleFilter } from './repo';

/** the curve of 24 h has a value every 10 minutes */
const curveBuckets = 144;
const trailMs = 10 * minuteMs;
/** a change is stored a little after the moment that it carries, so a poll asks this much further back */
const pollOverlapMs = 5_000;

/** Names and live states of all vehicles that the user may see. */
export function loadSnapshot(ctx: Ctx, input: Parsed<typeof monitorSnapshot>): Promise<Output<typeof monitorSnapshot>> {
  const now = Date.now();
  const { customerId, extCode, ...rest } = input;
  const named = customerId !== undefined || extCode !== undefined;
  const filter = named ? { ...rest, to: { customerId, extCode } } : rest;
  return ctx.db(async (trx) => {
    const vehicles = await listMonitorVehicles(trx, ctx, filter);
    const live = await listLive(trx, ctx, filter, now);
    return {
      vehicles: isProgram(ctx) ? await withCodes(trx, ctx, vehicles, now, filter) : vehicles,
      live,
      serverTime: now,
    };
  });
}

/** The vehicles with the codes that customers have for them now. */
async function withCodes(trx: Trx, ctx: Ctx, vehicles: MonitorVehicle[], now: number, { to }: VehicleFilter) {
  const list = vehicles.map(({ vehicleId }) => ({ vehicleId, at: now }));
  const codes = await codesAt(trx, ctx, list, to);
  return vehicles.map((vehicle, i) => ({ ...vehicle, extCode: codes[i] ?? '' }));
}

/** Live states written since the last poll (`since`, epoch ms), or all of them. */
export function pollLive(ctx: Ctx, { since }: Parsed<typeof monitorLive>): Promise<Output<typeof monitorLive>> {
  const now = Date.now();
  const changedSince = since === undefined ? undefined : since - pollOverlapMs;
  return ctx.db(async (trx) => ({ live: await listLive(trx, ctx, {}, now, changedSince), serverTime: now }));
}

/**
 * The card of a vehicle: master data, address, temperature curves of the last 24 h, track of the last minutes and faults of its terminal. 4004
 * when the user may not see it.
 */
export async function loadVehicleDetail(
  ctx: Ctx,
  { vehicleId }: Parsed<typeof monitorDetail>,
): Promise<Output<typeof monitorDetail>> {
  const now = Date.now();
  const filter = { vehicleIds: [vehicleId] };
  const { vehicle, live, points, site, videoBits } = await ctx.db(async (trx) => {
    const [state] = await listLive(trx, ctx, filter, now);
    return {
      vehicle: (await listMonitorVehicles(trx, ctx, filter))[0],
      live: state,
      points: await readVisible(trx, ctx, { vehicleId, from: now - dayMs, to: now }, 'position'),
      videoBits: state ? await loadVideoBits(trx, ctx, state) : 0,
      site: state ? ((await nearSites(trx, ctx.clientId, [state]))[0] ?? '') : '',
    };
  });
  if (!vehicle || !live) throw notFound('车辆');
  return {
    vehicle,
    live,
    site,
    address: live.lng === null || live.lat === null ? '' : await findAddress(live.lng, live.lat),
    curves: curvesOf(points, now - dayMs, now),
    trail: trailOf(points, live),
    alarms: raisedNamesOf(live.alarmBits, videoBits),
  };
}

/** The number of who drives the vehicle, in full; noted in its history. 4003 for a role that hides numbers, 4011 when none is known. */
export function findDriverNumber(
  ctx: Ctx,
  { vehicleId }: Parsed<typeof monitorCall>,
): Promise<Output<typeof monitorCall>> {
  if (ctx.rights.masks.has('phone')) throw forbiddenError('您的角色看不到手机号');
  return ctx.db(async (trx) => {
    const [vehicle] = await listMonitorVehicles(trx, ctx, { vehicleIds: [vehicleId] });
    if (!vehicle) throw notFound('车辆');
    if (vehicle.driverPhone === '') throw blockedByRule(`${vehicle.plateNo} 没有登记司机电话`);
    await recordChanges(trx, ctx, [{ entity: 'vehicle', entityId: vehicleId, action: '查看司机电话' }]);
    return { name: vehicle.driverName, phone: vehicle.driverPhone };
  });
}

/** The video alarms of the newest report, once it is stored; a day of points with all that they carry would cost several times as much. */
async function loadVideoBits(trx: Trx, ctx: Ctx, { vehicleId, deviceTime }: LiveVehicle): Promise<number> {
  if (deviceTime === null) return 0;
  const [newest] = await readVisible(
    trx,
    ctx,
    { vehicleId, from: deviceTime, to: deviceTime, extra: true },
    'position',
  );
  return newest?.extra?.videoAlarms ?? 0;
}

function curvesOf(points: readonly TrackPoint[], from: number, to: number): Output<typeof monitorDetail>['curves'] {
  const kinds = [
    { kind: 'tem' as const, of: (p: TrackPoint) => p.tempC, clean: validTempC },
    {
      kind: 'hum' as const,
      of: (p: TrackPoint) => p.humPct,
      clean: (value: number | null | undefined) => value ?? null,
    },
  ];
  return kinds.flatMap(({ kind, of, clean }) => {
    const channels = points.reduce((max, point) => Math.max(max, of(point).length), 0);
    return Array.from({ length: channels }, (_, i) => {
      const samples = points.flatMap((point) => {
        const value = clean(of(point)[i]);
        return value === null ? [] : [{ t: point.t, value }];
      });
      const curve: CurvePoint[] = resampleCurve(samples, from, to, curveBuckets);
      return { kind, channel: i + 1, points: curve };
    }).filter((curve) => curve.points.length > 0);
  });
}

/** Positions of the ten minutes before the newest fix, oldest first. */
function trailOf(points: readonly TrackPoint[], live: LiveVehicle): Array<[number, number]> {
  const { fixes } = cleanTrack(points, kernelDefaults.speedMaxKmh);
  const end = fixes[fixes.length - 1]?.t ?? 0;
  if (live.deviceTime === null || live.deviceTime - end > trailMs) return [];
  return fixes.filter((fix) => fix.t >= end - trailMs).map((fix) => [fix.lng, fix.lat]);
}

/** Vehicles with a known position within `radius` metres, nearest first: now, or at a moment of the past (`time`). */
export async function listNearby(ctx: Ctx, input: Parsed<typeof monitorNearby>): Promise<NearbyVehicle[]> {
  const { lng, lat, radius, time } = input;
  if (time !== undefined) return listNearbyThen(ctx, { lng, lat, radiusM: radius, at: momentOf(time, ctx.timeZone) });
  const now = Date.now();
  // a degree of latitude is 111 km; of longitude less, by the cosine of the latitude farther from the equator
  const dLat = radius / 110_000;
  const dLng = Math.min(180, dLat / Math.max(0.01, Math.cos(((Math.abs(lat) + dLat) * Math.PI) / 180)));
  const bounds: [number, number, number, number] = [lng - dLng, lat - dLat, lng + dLng, lat + dLat];
  const filter = { bounds };
  const { live, vehicles } = await ctx.db(async (trx) => ({
    live: await listLive(trx, ctx, filter, now),
    vehicles: await listMonitorVehicles(trx, ctx, filter),
  }));
  const byId = new Map(vehicles.map((vehicle) => [vehicle.vehicleId, vehicle]));
  return live
    .flatMap((state) => {
      const vehicle = byId.get(state.vehicleId);
      if (!vehicle || state.lng === null || state.lat === null) return [];
      const distance = distanceM(lng, lat, state.lng, state.lat);
      if (distance > radius) return [];
      const { deviceTime: fixTime, lng: x, lat: y, speedKmh } = state;
      return [
        {
          ...identityOf(vehicle),
          distanceM: Math.round(distance),
          state: state.state,
          lng: x,
          lat: y,
          speedKmh,
          fixTime,
        },
      ];
    })
    .sort((a, b) => a.distanceM - b.distanceM);
}

const identityOf = ({ vehicleId, plateNo, driverName, driverPhone }: MonitorVehicle) => ({
  ...{ vehicleId, plateNo, driverName, driverPhone },
});

async function listNearbyThen(
  ctx: Ctx,
  wish: { lng: number; lat: number; radiusM: number; at: number },
): Promise<NearbyVehicle[]> {
  return ctx.db(async (trx) => {
    const fixes = await findFixesNear(trx, ctx, wish);
    const vehicles = await listMonitorVehicles(trx, ctx, { vehicleIds: fixes.map((fix) => fix.vehicleId) });
    const byId = new Map(vehicles.map((vehicle) => [vehicle.vehicleId, vehicle]));
    return fixes.flatMap(({ vehicleId, t, lng, lat, speedKmh, distanceM: far }) => {
      const vehicle = byId.get(vehicleId);
      return vehicle
        ? [{ ...identityOf(vehicle), distanceM: Math.round(far), state: null, lng, lat, speedKmh, fixTime: t }]
        : [];
    });
  });
}
