import type { Parsed } from '@tongda/contract/core/endpoint';
import { pointType, routeType, useStatus } from '@tongda/contract/ground/place/enums';
import {
  type RouteFields,
  type RouteStop,
  type routeBindVehicle,
  routeLabels,
  type routeSetStatus,
  routeTotals,
} from '@tongda/contract/ground/transport-route/calls';
import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { sql } from 'kysely';
import { requireRow, updateRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { type AppError, blockedByRule, invalid, invalidField } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import { eachRecord, type Register, registerWrites, type Target, useSentence } from '../../../core/record/register';
import { orgScope, visibleVehicleRows, visibleVehicles } from '../../base/org/door';
import { loadPlacesById } from '../place/door';
import { type FoundRoute, findRoute, selectRoutes } from './repo';

/** How routes are written and how their fields read in the change history. */
export const routeRegister: Register<RouteFields> = {
  entity: 'transportRoute',
  table: 'transport_route',
  noun: '线路',
  // the form's fields, or a stored route, which has the same
  wording: { labels: routeLabels, wordsOf: (fields, names) => routeInWords(fields as unknown as RouteFields, names) },
  columnsOf,
  twice: (index, given) =>
    index === 'transport_route_code'
      ? { field: 'routeCode', msg: given ? `线路编码${given.fields.routeCode}已存在` : '线路编码已存在' }
      : null,
};
export const { entity, noun } = routeRegister;

/** 新增 and 编辑 of a route: its stops are written with it, and its runs are found again when it changes. */
export const routeWrites = registerWrites<RouteFields, RouteFields, FoundRoute>(routeRegister, {
  load: async (trx, ctx, id) => requireRow(await findRoute(trx, ctx, id), noun),
  prepare: async (trx, ctx, fields, before) => ({
    fields,
    names: new Map([...(before ? namesOf(before) : []), ...(await checkRefs(trx, ctx, fields))]),
    also: async (id) => {
      await writeStops(trx, ctx, [{ id, stops: fields.stops }]);
      if (before) await markRunsDue(trx, ctx);
      return [];
    },
  }),
});

interface RouteTarget extends Target {
  status: number;
  /** bound vehicles, and the plates of those that the caller may see */
  bound: number;
  plates: string[];
  /** names of the carriers that drive it */
  carriers: string[];
}
const loadTargets = (ctx: Ctx) => (trx: Trx, ids: string[]) =>
  selectRoutes(trx, ctx)
    .select(['r.id', 'r.name', 'r.version', 'r.status'])
    .select([
      sql<number>`(select count(*)::int from route_vehicle b join vehicle v on v.id = b.vehicle_id
        where b.route_id = r.id and v.deleted_at is null)`.as('bound'),
      sql<string[]>`array(select v.plate_no from route_vehicle b join vehicle v on v.id = b.vehicle_id
        where b.route_id = r.id and v.deleted_at is null and ${visibleVehicleRows(ctx, 'v')} order by v.plate_no limit 3)`.as(
        'plates',
      ),
      sql<
        string[]
      >`array(select c.name from carrier c where r.id = any(c.route_ids) and c.deleted_at is null order by c.name)`.as(
        'carriers',
      ),
    ])
    .where('r.id', 'in', ids)
    .execute();
const usesOf = ({ bound, plates, carriers }: RouteTarget): string | null => {
  if (bound > 0) return `已绑定${useSentence('车辆', '辆', plates, bound)}`;
  return carriers.length > 0 ? `已绑定${useSentence('承运商', '家', carriers)}` : null;
};

/** What uses these routes (bound vehicles, carriers) as a sentence by id; unused routes are left out. */
export async function loadRouteUses(trx: Trx, ctx: Ctx, ids: string[]): Promise<Map<string, string>> {
  const used = (await loadTargets(ctx)(trx, ids)).map((t) => [t.id, usesOf(t)] as const);
  return new Map(used.flatMap(([id, why]) => (why ? [[id, why] as const] : [])));
}

/** Marks routes as deleted; their stops are kept for whoever looks back. */
export const deleteRoutes = (ctx: Ctx, ids: string[]) =>
  eachRecord<RouteFields, RouteTarget>(ctx, routeRegister, ids, {
    load: loadTargets(ctx),
    action: '删除',
    refuse: (t) => {
      const use = usesOf(t);
      return use ? blockedByRule(`线路“${t.name}”${use}，请先解除绑定`) : null;
    },
    set: null,
  });

/** Why a deleted route cannot come back: a stop of it was deleted too, which the route cannot do without. */
export async function refuseLostStops(trx: Trx, _ctx: Ctx, id: string): Promise<AppError | null> {
  const lost = await trx
    .selectFrom('route_stop as s')
    .innerJoin('place as p', 'p.id', 's.place_id')
    .select('p.name')
    .distinct()
    .where('s.route_id', '=', id)
    .where('p.deleted_at', 'is not', null)
    .orderBy('p.name')
    .limit(3)
    .execute();
  if (lost.length === 0) return null;
  const names = lost.map(({ name }) => `“${name}”`).join('、');
  return blockedByRule(`途经的站点${names}已删除，请先恢复站点`);
}

export const setRouteStatus = (ctx: Ctx, { ids, status }: Parsed<typeof routeSetStatus>) =>
  eachRecord<RouteFields, RouteTarget>(ctx, routeRegister, ids, {
    load: loadTargets(ctx),
    action: useStatus.label(status),
    refuse: () => null,
    set: { status },
    changes: (t) =>
      t.status === status
        ? []
        : [
            {
              field: 'status',
              label: routeLabels.status,
              before: useStatus.label(t.status),
              after: useStatus.label(status),
            },
          ],
  });

/** Binds exactly these of the vehicles that the caller may see; bound vehicles that he does not see stay bound. */
export function bindVehicles(ctx: Ctx, input: Parsed<typeof routeBindVehicle>): Promise<{ version: number }> {
  const { id, version } = input;
  const wanted = [...new Set(input.vehicleIds)];
  return ctx.db(async (trx) => {
    const before = requireRow(await findRoute(trx, ctx, id), noun);
    const { rows } = await sql<{
      id: string;
      plateNo: string;
    }>`select v.id::text, v.plate_no as "plateNo" from vehicle v
      where v.id = any(${wanted}::bigint[]) and v.deleted_at is null and ${visibleVehicleRows(ctx, 'v')} order by v.plate_no`.execute(
      trx,
    );
    if (rows.length < wanted.length) throw invalidField('vehicleIds', '所选车辆不存在或不在您的权限范围内');
    const next = await updateRow(trx, ctx, 'transport_route', { id, version, values: {} });
    await sql`delete from route_vehicle where route_id = ${id} and vehicle_id <> all(${wanted}::bigint[])
      and ${visibleVehicles(ctx, 'route_vehicle.vehicle_id')}`.execute(trx);
    await sql`insert into route_vehicle (route_id, vehicle_id, client_id, created_by)
      select ${id}, v, ${ctx.clientId}, ${ctx.userId} from unnest(${wanted}::bigint[]) v on conflict do nothing`.execute(
      trx,
    );
    await markRunsDue(trx, ctx);
    const plates = (list: ReadonlyArray<{ plateNo: string }>): string => list.map(({ plateNo }) => plateNo).join('、');
    const change = { field: 'vehicles', label: '绑定车辆', before: plates(before.boundVehicles), after: plates(rows) };
    if (change.before !== change.after)
      await recordChanges(trx, ctx, [{ entity, entityId: id, action: '绑定车辆', changes: [change] }]);
    return { version: next };
  });
}

/** Asks for the company's runs to be found again, as what they are compared with has changed; a job does it within a minute. */
export const markRunsDue = (trx: Trx, ctx: Ctx): Promise<unknown> =>
  sql`update route_learning set learned_at = '-infinity' where client_id = ${ctx.clientId}`.execute(trx);

const fenOf = (yuan: number | null): number | null => (yuan === null ? null : Math.round(yuan * 100));

function sumsOf(stops: readonly RouteStop[]) {
  const { km, minutes } = routeTotals(stops);
  return { plan_mileage_m: Math.round(km * 1000), plan_duration_min: minutes };
}

function columnsOf(v: RouteFields) {
  return {
    code: v.routeCode,
    name: v.routeName,
    route_type: v.routeType,
    org_id: v.orgId,
    line_id: v.lineId,
    temperature_types: v.temperatureTypes,
    vehicle_types: v.vehicleTypes,
    weekdays: v.weekdays,
    depart_times: [...v.departTimes].sort(),
    toll_fen: fenOf(v.tollYuan),
    fuel_fen: fenOf(v.fuelYuan),
    status: v.status,
    remark: v.remark,
    ...sumsOf(v.stops),
  };
}

/** Replaces the stops of routes, thousands of them in one statement. */
export async function writeStops(
  trx: Trx,
  ctx: Ctx,
  lists: ReadonlyArray<{ id: string; stops: readonly RouteStop[] }>,
): Promise<void> {
  await sql`delete from route_stop where client_id = ${ctx.clientId}
    and route_id = any(${lists.map(({ id }) => id)}::bigint[])`.execute(trx);
  const rows = lists.flatMap(({ id, stops }) =>
    stops.map((s, i) => ({
      route_id: id,
      seq: i + 1,
      place_id: s.placeId,
      point_type: s.pointType,
      distance_m: i === 0 ? 0 : Math.round(s.distanceKm * 1000),
      drive_min: i === 0 ? 0 : s.driveMin,
      stay_min: s.stayMin,
      early_min: s.earlyMin,
      late_min: s.lateMin,
      assess: s.assess,
    })),
  );
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)));
  if (rows.length > 0)
    await sql`insert into route_stop (client_id, ${columns}) select ${ctx.clientId}, ${columns}
      from jsonb_populate_recordset(null::route_stop, ${JSON.stringify(rows)}::jsonb)`.execute(trx);
}

/** Replaces the stops of one route, computes its sums and has its runs found again. */
export async function rewriteStops(trx: Trx, ctx: Ctx, id: string, stops: readonly RouteStop[]): Promise<void> {
  await trx.updateTable('transport_route').set(sumsOf(stops)).where('id', '=', id).execute();
  await writeStops(trx, ctx, [{ id, stops }]);
  await markRunsDue(trx, ctx);
}

/**
 * Checks what a route points at: places that are not lines, one electronic line, a department, all of which the caller must see. Throws 4000;
 * answers their names.
 */
async function checkRefs(trx: Trx, ctx: Ctx, v: RouteFields): Promise<Map<string, string>> {
  const wanted = [...v.stops.map((s) => s.placeId), ...(v.lineId ? [v.lineId] : [])];
  const found = new Map((await loadPlacesById(trx, ctx, wanted)).map((p) => [p.id, p]));
  const org = v.orgId
    ? await trx
        .selectFrom('org')
        .select('name')
        .where('id', '=', v.orgId)
        .where(orgScope(ctx, 'org.id'))
        .executeTakeFirst()
    : undefined;
  const faults = v.stops.flatMap((s, i) => {
    const place = found.get(s.placeId);
    return place && place.kind !== 'line' ? [] : [{ field: `stops.${i}.placeId`, msg: `第${i + 1}个停靠点不存在` }];
  });
  if (v.orgId && !org) faults.push({ field: 'orgId', msg: '所选部门不存在或不在您的权限范围内' });
  if (v.lineId && found.get(v.lineId)?.kind !== 'line') faults.push({ field: 'lineId', msg: '所选电子线路不存在' });
  if (faults.length > 0) throw invalid(faults);
  return new Map([
    ...[...found].map(([id, { kind, name }]) => [`${kind === 'line' ? 'line' : 'place'} ${id}`, name] as const),
    ...(org ? [[`org ${v.orgId}`, org.name] as const] : []),
  ]);
}

/** Names of what a stored route points at. */
const namesOf = (route: FoundRoute): Array<readonly [string, string]> => [
  [`org ${route.orgId}`, route.orgName],
  [`line ${route.lineId}`, route.lineName],
  ...route.stops.map((s) => [`place ${s.placeId}`, s.name] as const),
];

/** The fields of a route in words; `names` has `<kind> <id>` → name of its department, electronic line and places. */
function routeInWords(
  v: RouteFields,
  names: ReadonlyMap<string, string>,
): Partial<Record<keyof typeof routeLabels, string>> {
  const stop = (s: RouteStop, i: number): string => {
    const way = i === 0 ? '' : `${s.distanceKm}km ${s.driveMin}分 `;
    const stay = s.stayMin > 0 ? ` 停${s.stayMin}分` : '';
    return `${way}${names.get(`place ${s.placeId}`) ?? s.placeId}(${pointType.label(s.pointType)}${stay})`;
  };
  return {
    routeCode: v.routeCode,
    routeName: v.routeName,
    routeType: routeType.label(v.routeType),
    orgId: names.get(`org ${v.orgId}`) ?? '',
    lineId: names.get(`line ${v.lineId}`) ?? '',
    temperatureTypes: v.temperatureTypes.map((t) => temperatureType.label(t)).join('、'),
    vehicleTypes: v.vehicleTypes.join('、'),
    weekdays: [...v.weekdays].sort().join('、'),
    departTimes: [...v.departTimes].sort().join('、'),
    tollYuan: v.tollYuan?.toFixed(2) ?? '',
    fuelYuan: v.fuelYuan?.toFixed(2) ?? '',
    status: useStatus.label(v.status),
    remark: v.remark,
    stops: v.stops.map(stop).join(' → '),
  };
}
