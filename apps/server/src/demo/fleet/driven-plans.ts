import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import { routePlanStatus, routePlanType } from '@tongda/contract/ground/place/enums';
import { planSpeedKmh } from '@tongda/contract/ground/route-plan/calls';
import { destinationOf } from '@tongda/geo/distance';
import type { LngLat } from '@tongda/geo/types';
import { cutWay, wayOf } from '@tongda/geo/way';
import { demoVehicles } from '@tongda/simulator/fleet/demo';
import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import { wireTime } from '../../core/http/answer/wire-time';
import { measureAlongLine, roundedPath, timeStops } from '../../modules/ground/route-plan/door';
import { demoClients } from '../people/users';
import { type Run, runsBetween } from './truck-stands';
import { orgId, vehicleId } from './vehicle/rows';

const clientId = demoClients.cold.id;
const zone = 'Asia/Shanghai';
/** How far back runs are looked for, ms; every demo's history reaches that far. */
const backMs = 20 * hourMs;

interface Story {
  name: string;
  /** whether the drive goes on now, or is over */
  running: boolean;
  /** length of the planned way that lies off the truck's real road, m */
  besideM: number;
}
const stories: Story[] = [
  { name: '干线夜班', running: false, besideM: 0 },
  { name: '干线在途', running: true, besideM: 0 },
  // the plan takes the old road around a town, the truck stayed on the motorway
  { name: '干线绕城', running: false, besideM: 8000 },
];
/** Roads of the simulator that have an electronic line. */
const lines: Readonly<Record<string, string>> = { huning: '沪宁干线走廊', huhang: '沪杭干线走廊' };

interface Candidate {
  no: number;
  plateNo: string;
  road: string;
  run: Run;
}

function findCandidates(now: number, known: ReadonlySet<string>): Candidate[] {
  const found: Candidate[] = [];
  const lacks = (running: boolean): boolean =>
    found.filter(({ run }) => (run.drops.at(-1)?.arriveAt ?? 0) > now === running).length < (running ? 1 : 2);
  for (const vehicle of demoVehicles) {
    const { duty } = vehicle;
    if (duty.kind !== 'trunk' || !lines[duty.route]) continue;
    if (!lacks(true) && !lacks(false)) break;
    for (const run of runsBetween(vehicle, now - backMs, now + 6 * hourMs)) {
      const drops = run.drops.filter(({ spot }) => known.has(spot.name));
      const last = drops.at(-1);
      if (!last?.spot.hub || last.spot === run.load.spot || !known.has(run.load.spot.name)) continue;
      const running = run.load.leaveAt < now - 20 * minuteMs && last.arriveAt > now + 20 * minuteMs;
      // one drive for each truck, so that no two plans describe the same one
      const taken = found.some(({ no }) => no === vehicle.no);
      if (taken || !(running || last.arriveAt < now - 20 * minuteMs) || !lacks(running)) continue;
      found.push({ no: vehicle.no, plateNo: vehicle.plateNo, road: duty.route, run: { ...run, drops } });
    }
  }
  return found;
}

/** The planned way with a stretch in its middle that runs beside the real road. */
function shiftBeside(path: readonly LngLat[], metres: number): LngLat[] {
  if (metres === 0) return [...path];
  const way = wayOf(path);
  const lengthM = way.atM.at(-1) ?? 0;
  // a third of the way along: between the towns of both roads
  const [from, to] = [lengthM * 0.36, lengthM * 0.36 + metres];
  const shifted = cutWay(way, from, to).map(([lng, lat]) => destinationOf(lng, lat, 0, 2500));
  return [...cutWay(way, 0, from), ...shifted, ...cutWay(way, to, lengthM)];
}

/**
 * Writes route plans along the lines of trunk roads for drives that simulated trucks really make: two that are over, one of which left its planned
 * way, and one that goes on. They are written as sent; the facts find out that they are under way or done, as in any company.
 */
export async function seedDrivenPlans(trx: Trx, now: Date, firstId: number): Promise<void> {
  const { rows } = await sql<{
    id: string;
    name: string;
    lng: number;
    lat: number;
    path: LngLat[] | null;
    halfWidthM: number;
  }>`
    select p.id::text, p.name, g.lng, g.lat, case g.kind when 'line' then g.geometry -> 'coordinates' end as path, coalesce(g.radius_m, 0)::float8 as "halfWidthM"
    from place p join place_shape g on g.place_id = p.id and upper_inf(g.during) where p.client_id = ${clientId} and p.deleted_at is null`.execute(
    trx,
  );
  const places = new Map(rows.map((row) => [row.name, row]));
  const drives = findCandidates(now.getTime(), new Set(places.keys()));
  for (const [i, story] of stories.entries()) {
    const at = drives.findIndex(({ run }) => (run.drops.at(-1)?.arriveAt ?? 0) > now.getTime() === story.running);
    const [drive] = at < 0 ? [] : drives.splice(at, 1);
    const line = places.get(lines[drive?.road ?? ''] ?? '');
    if (!drive || !line?.path) continue;
    await writePlan(trx, {
      id: String(firstId + i),
      no: 4 + i,
      story,
      drive,
      line: { ...line, points: line.path },
      places,
    });
  }
}

interface Planned {
  id: string;
  /** of its number */
  no: number;
  story: Story;
  drive: Candidate;
  line: { id: string; name: string; points: readonly LngLat[]; halfWidthM: number };
  places: ReadonlyMap<string, { id: string; name: string; lng: number; lat: number }>;
}

async function writePlan(trx: Trx, { id, no, story, drive, line, places }: Planned): Promise<void> {
  const { load, drops } = drive.run;
  const calls = [load, ...drops];
  const stops = calls.flatMap(({ spot, arriveAt, leaveAt }, i) => {
    const place = places.get(spot.name);
    const stayMin = i === 0 ? 0 : Math.round((leaveAt - arriveAt) / minuteMs / 5) * 5;
    return place ? [{ ...place, stayMin, windowFrom: null, windowTo: null }] : [];
  });
  const departAt = Math.floor(load.leaveAt / (5 * minuteMs)) * 5 * minuteMs;
  const clock = wireTime(departAt, zone);
  const along = measureAlongLine(line, stops);
  const run = timeStops(stops, {
    departClock: Number(clock.slice(11, 13)) * 60 + Number(clock.slice(14, 16)),
    speedKmh: planSpeedKmh,
    keepLast: true,
    returnToStart: false,
    // by the known road: a few minutes more or less than the truck will take
    way: (from, to) => ({
      distanceM: along.between(from, to) ?? 0,
      driveMin: Math.max(
        5,
        Math.round(((calls[to]?.arriveAt ?? 0) - (calls[from]?.leaveAt ?? 0)) / minuteMs) + ((to * 7) % 11) - 6,
      ),
    }),
  });
  const instant = (minutes: number): Date => new Date(departAt + minutes * minuteMs);
  const sentAt = new Date(departAt - 3 * hourMs);
  const truck = await trx
    .selectFrom('vehicle')
    .select(['org_id', 'driver_id'])
    .where('id', '=', vehicleId(drive.no))
    .executeTakeFirst();
  const driverId = truck?.driver_id ?? null;
  await trx
    .insertInto('route_plan')
    .values({
      id,
      client_id: clientId,
      org_id: truck?.org_id ?? orgId('总部'),
      plan_no: `GH${wireTime(sentAt, zone).slice(2, 10).replaceAll('-', '')}${String(no).padStart(3, '0')}`,
      vehicle_id: vehicleId(drive.no),
      sent_at: sentAt,
      sent_by: '151',
      driver_id: driverId,
      driver_sent_at: driverId && sentAt,
      // drivers look before they leave
      driver_read_at: driverId && new Date(sentAt.getTime() + (9 + no) * minuteMs),
      name: `${stops[0]?.name.slice(0, 2)}至${stops.at(-1)?.name.slice(0, 2)}${story.name}`,
      plan_type: routePlanType.direct,
      keep_last: true,
      depart_at: instant(0),
      line_id: line.id,
      path: JSON.stringify(roundedPath(shiftBeside(along.line.path, story.besideM))),
      corridor_m: Math.round(line.halfWidthM),
      plan_mileage_m: run.distanceM,
      plan_duration_min: run.minutes,
      status: routePlanStatus.sent,
      created_by: '151',
      created_at: sentAt,
      updated_by: '151',
      updated_at: sentAt,
    })
    .execute();
  await trx
    .insertInto('route_plan_stop')
    .values(
      run.stops.map(({ index, distanceM, driveMin, arrive, leave, lateMin }, seq) => ({
        plan_id: id,
        seq: seq + 1,
        client_id: clientId,
        place_id: stops[index]?.id ?? null,
        name: stops[index]?.name ?? '',
        lng: stops[index]?.lng ?? 0,
        lat: stops[index]?.lat ?? 0,
        stay_min: stops[index]?.stayMin ?? 0,
        distance_m: distanceM,
        drive_min: driveMin,
        arrive_at: instant(arrive),
        leave_at: instant(leave),
        late_min: lateMin,
      })),
    )
    .execute();
}
