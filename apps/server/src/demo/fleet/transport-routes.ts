import { pointType, routeType } from '@tongda/contract/ground/place/enums';
import { routeTotals, usualSpeedKmh } from '@tongda/contract/ground/transport-route/calls';
import { estimateLeg } from '@tongda/geo/estimate';
import { demoVehicles } from '@tongda/simulator/fleet/demo';
import { roadOf, routeSpecs } from '@tongda/simulator/world/routes';
import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import { demoClients } from '../people/users';
import { orgId, vehicleId } from './vehicle-rows';

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
}

/** Places of a road where a truck loads or unloads, not where it rests. */
const servedPlaces = (road: keyof typeof routeSpecs): string[] =>
  routeSpecs[road].places.map(({ name }) => name).filter((name) => /配送中心$|冷库$/u.test(name));

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
    departTimes: ['20:30'],
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
    departTimes: ['05:00', '21:00'],
    tollFen: 12_800,
  },
  {
    code: 'JZ-01',
    name: '京郑冷链干线',
    type: routeType.trunk,
    org: '总部',
    road: 'jingzheng',
    stops: servedPlaces('jingzheng'),
    temperatureTypes: [3],
    departTimes: ['18:00'],
    tollFen: 61_200,
  },
  {
    code: 'SS-01',
    name: '深汕沿海线',
    type: routeType.branch,
    org: '华南分公司',
    road: 'shenshan',
    stops: servedPlaces('shenshan'),
    temperatureTypes: [2, 3],
    departTimes: ['04:30'],
    tollFen: 27_600,
  },
  {
    code: 'CG-01',
    name: '成广冷链支线',
    type: routeType.branch,
    org: '总部',
    road: 'chengguang',
    stops: servedPlaces('chengguang'),
    temperatureTypes: [3],
    departTimes: ['22:00'],
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
    departTimes: ['06:00', '13:30'],
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
        weekdays: [1, 2, 3, 4, 5, 6, 7],
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
        stops.map(({ placeId, type, distanceKm, driveMin, stayMin }, at) => ({
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
    const driven = demoVehicles.filter(({ duty }) => duty.kind !== 'city' && duty.route === spec.road);
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
  const isCity = spec.type === routeType.city || spec.type === routeType.loop;
  return {
    placeId: place.id,
    type: at === 0 ? pointType.load : isCity && at === spec.stops.length - 1 ? pointType.pass : pointType.unload,
    distanceKm: Math.round(leg.distanceM / 100) / 10,
    driveMin: leg.driveMin,
    stayMin: at === 0 ? 30 : isCity ? 20 : 45,
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
