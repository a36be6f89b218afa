import type { Parsed } from '@tongda/contract/core/endpoint';
import { pointType, routeType, useStatus } from '@tongda/contract/enums/place';
import { temperatureType } from '@tongda/contract/enums/vehicle';
import {
  type RouteFields,
  type RouteStop,
  routeLabels,
  routeTotals,
  type routeUpdate,
} from '@tongda/contract/transport-route/route';
import { sql, type Transaction } from 'kysely';
import { changesBetween, recordChanges } from '../../core/audit';
import type { Ctx } from '../../core/ctx';
import type { DB } from '../../core/db-types';
import { conflict, invalid, invalidField, notFound } from '../../core/errors';
import { orgScope } from '../org/org.scope';
import { placesById } from '../place/place.service';
import { type FoundRoute, findRoute } from './route.repo';

type Trx = Transaction<DB>;
export const entity = 'transportRoute';

export const addRoute = (ctx: Ctx, fields: RouteFields): Promise<{ id: string }> =>
  ctx.db((trx) => insertRoute(trx, ctx, fields));

/** Writes one new route and its first line of history. */
export async function insertRoute(trx: Trx, ctx: Ctx, fields: RouteFields): Promise<{ id: string }> {
  const names = await checkRefs(trx, ctx, fields);
  const { id } = await guardCode(fields, () =>
    trx
      .insertInto('transport_route')
      .values({ ...columnsOf(fields), client_id: ctx.clientId, updated_by: ctx.userId })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  await writeStops(trx, ctx, id, fields.stops);
  const changes = changesBetween({}, inWords(fields, names), routeLabels);
  await recordChanges(trx, ctx, [{ entity, entityId: id, action: '新增', changes }]);
  return { id };
}

/** Saves a changed route if nobody else changed it since `version` was read; its stops are written anew. */
export function updateRoute(ctx: Ctx, input: Parsed<typeof routeUpdate>): Promise<{ id: string; version: number }> {
  const { id, version, ...fields } = input;
  return ctx.db(async (trx) => {
    const before = await findRoute(trx, ctx, id);
    if (!before) throw notFound('线路');
    const names = await checkRefs(trx, ctx, fields);
    const row = await guardCode(fields, () =>
      trx
        .updateTable('transport_route')
        .set({ ...columnsOf(fields), ...touched(ctx) })
        .where('id', '=', id)
        .where('version', '=', version)
        .where('deleted_at', 'is', null)
        .returning('version')
        .executeTakeFirst(),
    );
    if (!row) throw conflict();
    await trx.deleteFrom('route_stop').where('route_id', '=', id).execute();
    await writeStops(trx, ctx, id, fields.stops);
    const changes = changesBetween(inWords(fieldsOf(before), namesOf(before)), inWords(fields, names), routeLabels);
    if (changes.length > 0) await recordChanges(trx, ctx, [{ entity, entityId: id, action: '编辑', changes }]);
    return { id, version: row.version };
  });
}

/** Soft delete; its stops stay with it for those who look back. */
export function deleteRoute(ctx: Ctx, id: string): Promise<null> {
  return ctx.db(async (trx) => {
    if (!(await findRoute(trx, ctx, id))) throw notFound('线路');
    await trx
      .updateTable('transport_route')
      .set({ deleted_at: new Date(), ...touched(ctx) })
      .where('id', '=', id)
      .execute();
    await recordChanges(trx, ctx, [{ entity, entityId: id, action: '删除' }]);
    return null;
  });
}

const touched = (ctx: Ctx) => ({
  version: sql<number>`version + 1`,
  updated_at: sql<Date>`now()`,
  updated_by: ctx.userId,
});

function columnsOf(v: RouteFields) {
  const { km, minutes } = routeTotals(v.stops);
  return {
    code: v.routeCode,
    name: v.routeName,
    route_type: v.routeType,
    org_id: v.orgId,
    line_id: v.lineId,
    temperature_types: v.temperatureTypes,
    weekdays: v.weekdays,
    depart_times: [...v.departTimes].sort(),
    toll_fen: v.tollYuan === null ? null : Math.round(v.tollYuan * 100),
    status: v.status,
    remark: v.remark,
    plan_mileage_m: Math.round(km * 1000),
    plan_duration_min: minutes,
  };
}

async function writeStops(trx: Trx, ctx: Ctx, routeId: string, stops: readonly RouteStop[]): Promise<void> {
  await trx
    .insertInto('route_stop')
    .values(
      stops.map((s, i) => ({
        route_id: routeId,
        seq: i + 1,
        client_id: ctx.clientId,
        place_id: s.placeId,
        point_type: s.pointType,
        distance_m: i === 0 ? 0 : Math.round(s.distanceKm * 1000),
        drive_min: i === 0 ? 0 : s.driveMin,
        stay_min: s.stayMin,
        early_min: s.earlyMin,
        late_min: s.lateMin,
        assess: s.assess,
      })),
    )
    .execute();
}

interface Names {
  org: string;
  line: string;
  /** of places, by id */
  places: ReadonlyMap<string, string>;
}

/** What a route points at must exist and be the caller's to see: places that are no lines, one electronic line, a department. */
async function checkRefs(trx: Trx, ctx: Ctx, v: RouteFields): Promise<Names> {
  const wanted = [...v.stops.map((s) => s.placeId), ...(v.lineId ? [v.lineId] : [])];
  const found = new Map((await placesById(trx, ctx, wanted)).map((p) => [p.id, p]));
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

async function guardCode<T>(fields: RouteFields, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === '23505' && constraint === 'transport_route_code')
      throw invalidField('routeCode', `线路编码${fields.routeCode}已存在`);
    throw error;
  }
}

/** A stored route as its form has it; the codes were checked when they were written. */
const fieldsOf = (route: FoundRoute): RouteFields => route as unknown as RouteFields;
const namesOf = (route: FoundRoute): Names => ({
  org: route.orgName,
  line: route.lineName,
  places: new Map(route.stops.map((s) => [s.placeId, s.name])),
});

function inWords(v: RouteFields, names: Names): Partial<Record<keyof typeof routeLabels, string>> {
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
    weekdays: [...v.weekdays].sort().join('、'),
    departTimes: [...v.departTimes].sort().join('、'),
    tollYuan: v.tollYuan === null ? '' : v.tollYuan.toFixed(2),
    status: useStatus.label(v.status),
    remark: v.remark,
    stops: v.stops.map(stop).join(' → '),
  };
}
