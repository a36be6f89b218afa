import type { Parsed } from '@tongda/contract/core/endpoint';
import { pointType, routeType, useStatus } from '@tongda/contract/ground/place/enums';
import {
  type RouteFields,
  type RouteStop,
  type routeBindVehicle,
  routeLabels,
  type routeSetStatus,
  routeTotals,
  type routeUpdate,
} from '@tongda/contract/ground/transport-route/calls';
import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { sql } from 'kysely';
import { requireRow, updateRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { guardUnique } from '../../../core/db/unique';
import type { Ctx } from '../../../core/http/ctx';
import { blocked, conflict, invalid, invalidField, notFound } from '../../../core/http/errors';
import { changesBetween, recordChanges } from '../../../core/record/audit';
import { eachRecord, type Register, type Target, useSentence } from '../../../core/record/register';
import { orgScope, visibleVehicleRows, visibleVehicles } from '../../base/org/door';
import { loadPlacesById } from '../place/door';
import { type FoundRoute, findRoute, selectRoutes } from './repo';

export const entity = 'transportRoute';
const noun = '线路';

/** What the shared functions for batches and imports need to know of routes. */
export const routeRegister: Register<RouteFields> = {
  entity,
  table: 'transport_route',
  noun,
  wording: { labels: routeLabels },
  columnsOf,
  twice: (constraint) => (constraint === 'transport_route_code' ? { field: 'routeCode', msg: '线路编码已存在' } : null),
};

export const addRoute = (ctx: Ctx, fields: RouteFields): Promise<{ id: string }> =>
  ctx.db((trx) => insertRoute(trx, ctx, fields));

/** Inserts one route with its stops and the first entry of its change history. */
export async function insertRoute(trx: Trx, ctx: Ctx, fields: RouteFields): Promise<{ id: string }> {
  const names = await checkRefs(trx, ctx, fields);
  const { id } = await guardCode(fields, () =>
    trx
      .insertInto('transport_route')
      .values({ ...columnsOf(fields), client_id: ctx.clientId, updated_by: ctx.userId })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  await writeStops(trx, ctx, [{ id, stops: fields.stops }]);
  const changes = changesBetween({}, routeInWords(fields, names), routeLabels);
  await recordChanges(trx, ctx, [{ entity, entityId: id, action: '新增', changes }]);
  return { id };
}

/** Saves a changed route and replaces its stops. 4009 when somebody else changed it since `version` was read. */
export function updateRoute(ctx: Ctx, input: Parsed<typeof routeUpdate>): Promise<{ id: string; version: number }> {
  const { id, version, ...fields } = input;
  return ctx.db(async (trx) => {
    const before = await findRoute(trx, ctx, id);
    if (!before) throw notFound('线路');
    const names = await checkRefs(trx, ctx, fields);
    const row = await guardCode(fields, () =>
      trx
        .updateTable('transport_route')
        .set({ ...columnsOf(fields), ...changeStamp(ctx) })
        .where('id', '=', id)
        .where('version', '=', version)
        .where('deleted_at', 'is', null)
        .returning('version')
        .executeTakeFirst(),
    );
    if (!row) throw conflict();
    await writeStops(trx, ctx, [{ id, stops: fields.stops }]);
    await markRunsDue(trx, ctx);
    const changes = changesBetween(
      routeInWords(fieldsOf(before), namesOf(before)),
      routeInWords(fields, names),
      routeLabels,
    );
    if (changes.length > 0) await recordChanges(trx, ctx, [{ entity, entityId: id, action: '编辑', changes }]);
    return { id, version: row.version };
  });
}

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
      return use ? blocked(`线路“${t.name}”${use}，请先解除绑定`) : null;
    },
    set: null,
  });

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

const changeStamp = (ctx: Ctx) => ({
  version: sql<number>`version + 1`,
  updated_at: sql<Date>`now()`,
  updated_by: ctx.userId,
});

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

interface Names {
  org: string;
  line: string;
  /** of places, by id */
  places: Pick<ReadonlyMap<string, string>, 'get'>;
}

/**
 * Checks what a route points at: places that are not lines, one electronic line, a department, all of which the caller must see. Throws 4000;
 * answers their names.
 */
async function checkRefs(trx: Trx, ctx: Ctx, v: RouteFields): Promise<Names> {
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
  if (v.orgId && !org) faults.push({ field: 'orgId', msg: '所选组织不存在或不在您的权限范围内' });
  if (v.lineId && found.get(v.lineId)?.kind !== 'line') faults.push({ field: 'lineId', msg: '所选电子线路不存在' });
  if (faults.length > 0) throw invalid(faults);
  return {
    org: org?.name ?? '',
    line: v.lineId ? (found.get(v.lineId)?.name ?? '') : '',
    places: new Map([...found].map(([id, p]) => [id, p.name])),
  };
}

const guardCode = <T>({ routeCode }: RouteFields, write: () => Promise<T>): Promise<T> =>
  guardUnique(
    (index) => (index === 'transport_route_code' ? invalidField('routeCode', `线路编码${routeCode}已存在`) : null),
    write,
  );

/** A stored route as the form has it. */
const fieldsOf = (route: FoundRoute): RouteFields => route as unknown as RouteFields;
const namesOf = (route: FoundRoute): Names => ({
  org: route.orgName,
  line: route.lineName,
  places: new Map(route.stops.map((s) => [s.placeId, s.name])),
});

export function routeInWords(v: RouteFields, names: Names): Partial<Record<keyof typeof routeLabels, string>> {
  const stop = (s: RouteStop, i: number): string => {
    const way = i === 0 ? '' : `${s.distanceKm}km ${s.driveMin}分 `;
    const stay = s.stayMin > 0 ? ` 停${s.stayMin}分` : '';
    return `${way}${names.places.get(s.placeId) ?? s.placeId}(${pointType.label(s.pointType)}${stay})`;
  };
  return {
    routeCode: v.routeCode,
    routeName: v.routeName,
    routeType: routeType.label(v.routeType),
    orgId: names.org,
    lineId: names.line,
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
