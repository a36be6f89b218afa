import { pointType, routeType } from '@tongda/contract/ground/place/enums';
import { routeTotals, usualSpeedKmh } from '@tongda/contract/ground/transport-route/calls';
import { estimateLeg } from '@tongda/geo/estimate';
import { demoVehicles } from '@tongda/simulator/fleet/demo';
import { roadOf, routeSpecs } from '@tongda/simulator/world/routes';
import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import { demoClients } from '../people/users';
import { orgId, vehicleId } from './vehicle/rows';

const clientId = demoClients.cold.id;
/** Fixed ids below those that the database gives out. */
const firstRoute = 701;

interface Spec {
  code: string;
  name: string;
  type: number;
  org: string;
  /** names of places in order */
  stops: string[];
  line?: string;
  temperatureTypes: number[];
  departTimes: string[];
  tollFen?: number;
  /** road of the simulator: ways are measured along it */
  road?: keyof typeof routeSpecs;
  /** 1 Monday … 7 Sunday on which its shifts drive; absent: every day */
  weekdays?: number[];
  /** what is planned for the stops after the first, where experience is better than distance and speed */
  planned?: Planned[];
  /** vehicles of the road that drive it; absent: all */
  nos?: number[];
}
/** Minutes of the leg to a stop and of the stay there; `optional`: trucks call there only when there is something to deliver, so it is not assessed. */
interface Planned {
  driveMin: number;
  stayMin: number;
  lateMin?: number;
  optional?: true;
}

/** Places of a road where a truck loads or unloads, not where it rests. */
const servedPlaces = (road: keyof typeof routeSpecs): string[] =>
  routeSpecs[road].places.map(({ name }) => name).filter((name) => /配送中心$|冷库$/u.test(name));

/** A leg to a stop that is called at only when there is something for it. */
const passing = (driveMin: number, stayMin: number): Planned => ({ driveMin, stayMin, optional: true });

/** From a depot to its stores and back. */
const cityRound = (depot: string, names: readonly string[]): Pick<Spec, 'stops'> => ({
  stops: [depot, ...names, depot],
});

const specs: Spec[] = [
  {
    code: 'HN-01',
    name: '沪宁冷链干线',
    type: routeType.trunk,
    org: '华东分公司',
    road: 'huning',
    stops: servedPlaces('huning'),
    line: '沪宁干线走廊',
    temperatureTypes: [3],
    weekdays: [2, 4, 5, 6],
    departTimes: ['00:55', '15:10'],
    planned: [passing(62, 22), passing(32, 22), passing(32, 22), { driveMin: 72, stayMin: 34, lateMin: 40 }],
    tollFen: 23_500,
  },
  {
    code: 'HH-01',
    name: '沪杭冷链干线',
    type: routeType.trunk,
    org: '华东分公司',
    road: 'huhang',
    stops: servedPlaces('huhang'),
    line: '沪杭干线走廊',
    temperatureTypes: [2, 3],
    weekdays: [1, 2, 5, 6, 7],
    departTimes: ['10:05', '18:05'],
    planned: [passing(57, 20), { driveMin: 48, stayMin: 34, lateMin: 20 }],
    nos: [13, 15],
    tollFen: 12_800,
  },
  {
    code: 'JZ-01',
    name: '京石冷链干线',
    type: routeType.trunk,
    org: '总部',
    road: 'jingzheng',
    stops: servedPlaces('jingzheng').slice(0, 3),
    temperatureTypes: [3],
    weekdays: [1, 2, 4, 5, 7],
    departTimes: ['04:45', '08:05'],
    planned: [
      { driveMin: 107, stayMin: 22 },
      { driveMin: 111, stayMin: 34 },
    ],
    tollFen: 31_200,
  },
  {
    code: 'SS-01',
    name: '深汕沿海线',
    type: routeType.branch,
    org: '华南分公司',
    road: 'shenshan',
    stops: servedPlaces('shenshan').filter((name) => name !== '惠州惠阳冷库'),
    temperatureTypes: [2, 3],
    weekdays: [3, 4, 5, 6, 7],
    departTimes: ['07:15', '11:15', '15:20', '19:20'],
    // nobody has asked the drivers: many rest before Shanwei, and some pass it by. Each limit lies where few drives arrive, so that the share is the same in each month
    planned: [
      { driveMin: 109, stayMin: 20 },
      { driveMin: 150, stayMin: 34, lateMin: 35 },
    ],
    tollFen: 27_600,
  },
  {
    code: 'CG-01',
    name: '成广冷链支线',
    type: routeType.branch,
    org: '总部',
    road: 'chengguang',
    stops: servedPlaces('chengguang').filter((name) => name !== '德阳冷库'),
    temperatureTypes: [3],
    weekdays: [1, 2, 4, 5, 6],
    departTimes: ['02:35', '07:20'],
    planned: [passing(98, 27), { driveMin: 153, stayMin: 34, lateMin: 45 }],
    tollFen: 19_400,
  },
  {
    code: 'GZ-LOOP',
    name: '广州冷链环线',
    type: routeType.loop,
    org: '华南分公司',
    road: 'guanghuan',
    stops: servedPlaces('guanghuan'),
    line: '广州冷链环线走廊',
    temperatureTypes: [2],
    weekdays: [1, 2, 3, 4, 6, 7],
    departTimes: ['04:40'],
    // who only drives through a cold store is round in two hours, who waits at each of them in three
    planned: [passing(33, 10), passing(16, 8), passing(54, 6), { driveMin: 10, stayMin: 25, lateMin: 40 }],
  },
  {
    code: 'SH-C1',
    name: '上海青浦闵行早班',
    type: routeType.city,
    org: '华东分公司',
    ...cityRound('上海城配中心', [
      '鲜果源上海青浦1店',
      '盒鲜生上海闵行2店',
      '百味超市上海松江3店',
      '惠民生鲜上海闵行4店',
    ]),
    temperatureTypes: [2],
    departTimes: ['04:30'],
  },
  {
    code: 'GZ-C1',
    name: '广州番禺越秀早班',
    type: routeType.city,
    org: '华南分公司',
    ...cityRound('广州城配中心', [
      '鲜果源广州番禺1店',
      '盒鲜生广州越秀2店',
      '百味超市广州越秀3店',
      '惠民生鲜广州天河4店',
    ]),
    temperatureTypes: [2],
    departTimes: ['04:00'],
  },
];

/** Eight routes over the demo company's own places. */
export async function seedTransportRoutes(trx: Trx): Promise<void> {
  const rows = await trx
    .selectFrom('place as p')
    .innerJoin('place_shape as g', 'g.place_id', 'p.id')
    .select(['p.id', 'p.kind', 'p.name', 'g.lng', 'g.lat'])
    .where('p.client_id', '=', clientId)
    .where(sql<boolean>`upper_inf(g.during)`)
    .execute();
  const places = new Map(rows.map((r) => [r.name, r]));
  const placeOf = (name: string) => {
    const found = places.get(name);
    if (!found) throw new Error(`the demo has no place ${name}`);
    return found;
  };
  for (const [i, spec] of specs.entries()) {
    const id = String(firstRoute + i);
    const stops = spec.stops.map((_, at) => stopOf(spec, at, placeOf));
    const { km, minutes } = routeTotals(stops);
    await trx
      .insertInto('transport_route')
      .values({
        id,
        client_id: clientId,
        org_id: orgId(spec.org),
        line_id: spec.line ? placeOf(spec.line).id : null,
        code: spec.code,
        name: spec.name,
        route_type: spec.type,
        temperature_types: spec.temperatureTypes,
        vehicle_types: ['冷藏'],
        weekdays: spec.weekdays ?? [1, 2, 3, 4, 5, 6, 7],
        depart_times: spec.departTimes,
        toll_fen: spec.tollFen ?? null,
        plan_mileage_m: Math.round(km * 1000),
        plan_duration_min: minutes,
        updated_by: '151',
      })
      .execute();
    await trx
      .insertInto('route_stop')
      .values(
        stops.map(({ placeId, type, distanceKm, driveMin, stayMin, ...judged }, at) => ({
          ...judged,
          route_id: id,
          seq: at + 1,
          client_id: clientId,
          place_id: placeId,
          point_type: type,
          distance_m: Math.round(distanceKm * 1000),
          drive_min: driveMin,
          stay_min: stayMin,
        })),
      )
      .execute();
    const driven = demoVehicles.filter(
      ({ duty, no }) => duty.kind !== 'city' && duty.route === spec.road && (spec.nos?.includes(no) ?? true),
    );
    if (driven.length > 0)
      await trx
        .insertInto('route_vehicle')
        .values(
          driven.map(({ no }) => ({ route_id: id, vehicle_id: vehicleId(no), client_id: clientId, created_by: '151' })),
        )
        .execute();
  }
}

type PlaceOf = (name: string) => { id: string; lng: number; lat: number };

function stopOf(spec: Spec, at: number, placeOf: PlaceOf) {
  const name = spec.stops[at] ?? '';
  const place = placeOf(name);
  const before = at === 0 ? null : placeOf(spec.stops[at - 1] ?? '');
  const leg = before
    ? wayOf(spec, at, [before.lng, before.lat], [place.lng, place.lat])
    : { distanceM: 0, driveMin: 0 };
  const plan = spec.planned?.[at - 1];
  const isCity = spec.type === routeType.city || spec.type === routeType.loop;
  return {
    placeId: place.id,
    type: at === 0 ? pointType.load : isCity && at === spec.stops.length - 1 ? pointType.pass : pointType.unload,
    distanceKm: Math.round(leg.distanceM / 100) / 10,
    driveMin: plan?.driveMin ?? leg.driveMin,
    stayMin: plan?.stayMin ?? (at === 0 ? 30 : isCity ? 20 : 45),
    ...(plan?.lateMin ? { late_min: plan.lateMin } : {}),
    ...(plan?.optional ? { assess: false } : {}),
  };
}

/** Along the simulator's road where there is one, estimated elsewhere. */
function wayOf(spec: Spec, at: number, from: readonly [number, number], to: readonly [number, number]) {
  const speed = usualSpeedKmh[spec.type] ?? 45;
  if (!spec.road) return estimateLeg(from, to, speed);
  const road = roadOf(spec.road);
  const nth = (index: number): number => {
    const name = spec.stops[index];
    const found = road.stops.filter((s) => s.name === name);
    return (index === spec.stops.length - 1 ? found.at(-1) : found[0])?.atM ?? 0;
  };
  const metres = Math.abs(nth(at) - nth(at - 1));
  return { distanceM: metres, driveMin: Math.round((metres / 1000 / road.truckKmh) * 60) };
}
