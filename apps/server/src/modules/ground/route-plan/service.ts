import { minuteMs } from '@tongda/contract/core/durations';
import { codes, type Output, type Parsed } from '@tongda/contract/core/endpoint';
import {
  pointType,
  routePlanStatus,
  routePlanType,
  routeStrategy,
  useStatus,
} from '@tongda/contract/ground/place/enums';
import {
  type PlanFields,
  type PlanStop,
  type planAdd,
  planLabels,
  type planToRoute,
  type planUpdate,
} from '@tongda/contract/ground/route-plan/calls';
import type { RouteStop } from '@tongda/contract/ground/transport-route/calls';
import { sql } from 'kysely';
import { requireRow, updateRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { AppError, blockedByRule, invalid } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import { eachRecord, type Register, registerWrites, type Target } from '../../../core/record/register';
import { fieldsInWords } from '../../../core/record/words';
import type { RoutingEngine } from '../../base/map/door';
import { orgScope, visibleVehicleRows } from '../../base/org/door';
import { loadRegions } from '../place/door';
import { routeWrites } from '../transport-route/door';
import { type Timed, timeStops } from './calc';
import { loadRoads, type Roads } from './engine';
import { loadStopPlaces, type PlanLine, roundedPath } from './places';
import { type FoundPlan, findPlan, loadPlanTargets } from './repo';
import { planDetailOf } from './schedule';
import { departureOf, loadWays } from './ways';

/** A plan as it is stored: the fields of the form and what was calculated from them. */
type Written = PlanFields & { departAt: number; run: Timed; line: PlanLine | null };
export const entity = 'routePlan';

const plainWording = {
  labels: planLabels,
  dicts: { planType: routePlanType.typeCode, strategy: routeStrategy.typeCode },
  refs: { vehicleId: 'vehicle', orgId: 'org', lineId: 'line' },
} as const;

/** The register of plans: its table and the words of its history. Nothing of a plan has to be unique but the number that the server gives it. */
export const planRecord: Register<Written> = {
  entity,
  table: 'route_plan',
  noun: '线路规划',
  wording: {
    labels: planLabels,
    wordsOf: (fields, names) => {
      const own = {
        // the field `stops` of a plan
        stops: (stops: unknown) => stopsText(stops as readonly PlanStop[], names),
        // the field `avoidIds` of a plan
        avoidIds: (ids: unknown) => (ids as readonly string[]).map((id) => names.get(`region ${id}`) ?? id).join('、'),
      };
      return fieldsInWords(fields, { ...plainWording, own }, names);
    },
  },
  columnsOf: (v) => ({
    name: v.planName,
    plan_type: v.planType,
    vehicle_id: v.vehicleId,
    org_id: v.orgId,
    depart_at: new Date(v.departAt).toISOString(),
    keep_last: v.keepLast,
    return_to_start: v.returnToStart,
    remark: v.remark,
    line_id: v.lineId,
    strategy: v.strategy,
    avoid_ids: v.avoidIds,
    toll_yuan: v.tollYuan,
    path: v.line && roundedPath(v.line.path),
    corridor_m: v.line && Math.round(v.line.halfWidthM),
    plan_mileage_m: v.run.distanceM,
    plan_duration_min: v.run.minutes,
  }),
  twice: () => null,
};

const stopsText = (stops: readonly PlanStop[], names: ReadonlyMap<string, string>): string =>
  stops
    .map((stop) => {
      const window = stop.windowFrom || stop.windowTo ? ` ${stop.windowFrom ?? ''}-${stop.windowTo ?? ''}` : '';
      const name = stop.placeId === null ? stop.name : (names.get(`place ${stop.placeId}`) ?? stop.placeId);
      return `${name}(停${stop.stayMin}分${window})`;
    })
    .join(' → ');

/** Checks that the caller sees all that a plan points at; a vehicle that it had before may stay. Throws 4000; answers names and places. */
async function checkRefs(trx: Trx, ctx: Ctx, v: PlanFields, before: FoundPlan | null) {
  const names = new Map<string, string>();
  const places = await loadStopPlaces(trx, ctx, v.stops);
  for (const { id, name } of places) names.set(`place ${id}`, name);
  const faults: Array<{ field: string; msg: string }> = [];
  if (v.vehicleId) {
    const vehicle = await trx
      .selectFrom('vehicle as v')
      .select('v.plate_no')
      .where('v.id', '=', v.vehicleId)
      .where('v.deleted_at', 'is', null)
      .where(visibleVehicleRows(ctx, 'v'))
      .executeTakeFirst();
    if (vehicle) names.set(`vehicle ${v.vehicleId}`, vehicle.plate_no);
    else if (v.vehicleId !== before?.vehicleId) faults.push({ field: 'vehicleId', msg: '车辆不存在或无权查看' });
  }
  for (const { id, name } of await loadRegions(trx, ctx, v.avoidIds)) names.set(`region ${id}`, name);
  if (v.avoidIds.some((id) => !names.has(`region ${id}`)))
    faults.push({ field: 'avoidIds', msg: '所选禁行区域不存在，请重新选择' });
  if (v.orgId) {
    const org = await trx
      .selectFrom('org')
      .select('name')
      .where('id', '=', v.orgId)
      .where(orgScope(ctx, 'org.id'))
      .executeTakeFirst();
    if (org) names.set(`org ${v.orgId}`, org.name);
    else faults.push({ field: 'orgId', msg: '所选部门不存在或不在您的权限范围内' });
  }
  if (v.departTime !== before?.departTime && departureOf(ctx, v.departTime) <= Date.now())
    faults.push({ field: 'departTime', msg: '计划发车须晚于现在' });
  if (faults.length > 0) throw invalid(faults);
  return { names, places };
}

/** The next number of a plan, `GH261121003`: the day and a running number of the company on that day. */
async function takeNextNumber(trx: Trx, ctx: Ctx): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtext(${`route_plan ${ctx.clientId}`}))`.execute(trx);
  const prefix = `GH${wireTime(Date.now(), ctx.timeZone).slice(2, 10).replaceAll('-', '')}`;
  const { last } = await trx
    .selectFrom('route_plan')
    .select(sql<string | null>`max(plan_no)`.as('last'))
    .where('client_id', '=', ctx.clientId)
    .where('plan_no', 'like', `${prefix}%`)
    .executeTakeFirstOrThrow();
  return prefix + String(Number(last?.slice(prefix.length) ?? 0) + 1).padStart(3, '0');
}

/** Calculates what is stored with the fields; the line's name is added to `names` for the change history. */
async function calculateWritten(
  trx: Trx,
  ctx: Ctx,
  v: PlanFields,
  { names, places }: Awaited<ReturnType<typeof checkRefs>>,
  roads: Roads | null,
): Promise<Written> {
  const { stops, rules, line } = await loadWays(trx, ctx, v, places, roads);
  if (v.lineId && line) names.set(`line ${v.lineId}`, line.name);
  return { ...v, departAt: departureOf(ctx, v.departTime), run: timeStops(stops, rules), line };
}

/** What is said of a plan, and the ways by road that the routing engine answered for it (null: none). */
interface GivenPlan extends PlanFields {
  roads: Roads | null;
}

const planWrites = registerWrites<GivenPlan, Written, FoundPlan>(planRecord, {
  load: async (trx, ctx, id) => requireRow(await findPlan(trx, ctx, id), planRecord.noun),
  prepare: async (trx, ctx, { roads, ...given }, before) => {
    if (before) refuseUnlessDraft(before.planName, before.status);
    const refs = await checkRefs(trx, ctx, given, before);
    if (before) addFormerNames(refs.names, before);
    const fields = await calculateWritten(trx, ctx, given, refs, roads);
    return {
      fields,
      names: refs.names,
      columns: before ? {} : { plan_no: await takeNextNumber(trx, ctx), created_by: ctx.userId },
      also: async (id) => {
        if (before) await trx.deleteFrom('route_plan_stop').where('plan_id', '=', id).execute();
        await writeStops(trx, ctx, id, fields, refs.places);
        return [];
      },
    };
  },
});

/** Adds the names of what a plan pointed at before. */
function addFormerNames(names: Map<string, string>, before: FoundPlan): void {
  for (const stop of before.stops) names.set(`place ${stop.placeId}`, stop.name);
  if (before.vehicleId && before.plateNo) names.set(`vehicle ${before.vehicleId}`, before.plateNo);
  if (before.orgId) names.set(`org ${before.orgId}`, before.orgName);
  if (before.lineId) names.set(`line ${before.lineId}`, before.lineName);
  for (const { id, name } of before.avoid) names.set(`region ${id}`, name);
}

export async function addPlan(
  ctx: Ctx,
  engine: RoutingEngine | null,
  fields: Parsed<typeof planAdd>,
): Promise<Output<typeof planAdd>> {
  const roads = await loadRoads(ctx, engine, fields, false);
  return { ...(await planWrites.add(ctx, { ...fields, roads })), note: roads?.note ?? '' };
}

/** Saves a changed draft and calculates it again. 4009 when it was changed since `version` was read, 4010 when it is no draft. */
export async function updatePlan(
  ctx: Ctx,
  engine: RoutingEngine | null,
  input: Parsed<typeof planUpdate>,
): Promise<Output<typeof planUpdate>> {
  const roads = await loadRoads(ctx, engine, input, false);
  return { ...(await planWrites.update(ctx, { ...input, roads })), note: roads?.note ?? '' };
}

function refuseUnlessDraft(name: string, status: number): void {
  if (status !== routePlanStatus.draft)
    throw new AppError(codes.illegalTransition, `线路规划“${name}”${routePlanStatus.label(status)}，不能再修改`);
}

async function writeStops(
  trx: Trx,
  ctx: Ctx,
  planId: string,
  plan: Written,
  places: ReadonlyArray<{ name: string; lng: number; lat: number }>,
): Promise<void> {
  const instant = (minutes: number | null): Date | null =>
    minutes === null ? null : new Date(plan.departAt + minutes * minuteMs);
  await trx
    .insertInto('route_plan_stop')
    .values(
      plan.run.stops.map((at, i) => ({
        plan_id: planId,
        seq: i + 1,
        client_id: ctx.clientId,
        place_id: plan.stops[i]?.placeId ?? null,
        name: places[i]?.name ?? '',
        lng: places[i]?.lng ?? 0,
        lat: places[i]?.lat ?? 0,
        stay_min: plan.stops[i]?.stayMin ?? 0,
        window_from: instant(at.opens),
        window_to: instant(at.closes),
        distance_m: at.distanceM,
        drive_min: at.driveMin,
        arrive_at: new Date(plan.departAt + at.arrive * minuteMs),
        leave_at: new Date(plan.departAt + at.leave * minuteMs),
        late_min: at.lateMin,
      })),
    )
    .execute();
}

interface PlanTarget extends Target {
  status: number;
}
const cancelable: readonly number[] = [routePlanStatus.draft, routePlanStatus.sent, routePlanStatus.running];

/** Cancels plans that are not over, with a line of result for each; `also` runs in the same transaction. */
export const cancelPlansWith = (ctx: Ctx, ids: string[], also: (trx: Trx, done: PlanTarget[]) => Promise<void>) =>
  eachRecord<Written, PlanTarget>(ctx, planRecord, ids, {
    load: loadPlanTargets(ctx),
    action: '作废',
    refuse: ({ name, status }) =>
      cancelable.includes(status)
        ? null
        : new AppError(codes.illegalTransition, `线路规划“${name}”${routePlanStatus.label(status)}，不能作废`),
    set: { status: routePlanStatus.void },
    changes: ({ status }) => [
      {
        field: 'status',
        label: '状态',
        before: routePlanStatus.label(status),
        after: routePlanStatus.label(routePlanStatus.void),
      },
    ],
    also,
  });

export const deletePlans = (ctx: Ctx, ids: string[]) =>
  eachRecord<Written, PlanTarget>(ctx, planRecord, ids, {
    load: loadPlanTargets(ctx),
    action: '删除',
    refuse: ({ name, status }) =>
      status === routePlanStatus.sent || status === routePlanStatus.running
        ? blockedByRule(
            `线路规划“${name}”${status === routePlanStatus.sent ? '已下发给司机' : '正在执行'}，请先作废再删除`,
          )
        : null,
    set: null,
  });

/** Makes a route of a plan, once: with its order, ways and stays and a departure at its time of day. The plan keeps the route's id. */
export function makeRouteOfPlan(ctx: Ctx, input: Parsed<typeof planToRoute>): Promise<{ id: string }> {
  const { id, version, ...named } = input;
  return ctx.db(async (trx) => {
    const plan = requireRow(await findPlan(trx, ctx, id), '线路规划');
    if (plan.status === routePlanStatus.void)
      throw new AppError(codes.illegalTransition, `线路规划“${plan.planName}”已作废，不能转为线路`);
    if (plan.routeId) throw blockedByRule(`线路规划“${plan.planName}”已转为线路“${plan.routeName}”`);
    const loose = plan.stops.findIndex(({ placeId }) => placeId === null);
    if (loose >= 0)
      throw blockedByRule(
        `线路规划“${plan.planName}”的第${loose + 1}个途经点“${plan.stops[loose]?.name}”不是站点，请先在区域站点中新增该站点，再由复制的规划转为线路`,
      );
    const home = plan.returnToStart ? planDetailOf(ctx, plan).schedule.back : null;
    const stops = plan.stops.map(
      (stop, i): RouteStop => ({
        placeId: stop.placeId ?? '',
        pointType: i === 0 ? pointType.load : pointType.unload,
        distanceKm: stop.distanceM / 1000,
        driveMin: stop.driveMin,
        stayMin: stop.stayMin,
        earlyMin: 30,
        lateMin: 15,
        assess: true,
      }),
    );
    const [first] = stops;
    if (home && first)
      stops.push({
        ...first,
        pointType: pointType.pass,
        distanceKm: home.distanceKm,
        driveMin: home.driveMin,
        stayMin: 0,
      });
    const routeId = await routeWrites.insert(trx, ctx, {
      ...named,
      orgId: plan.orgId,
      lineId: plan.lineId,
      temperatureTypes: [],
      vehicleTypes: [],
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      departTimes: [plan.departTime.slice(11, 16)],
      tollYuan: plan.tollYuan,
      fuelYuan: null,
      status: useStatus.on,
      remark: `由线路规划${plan.planNo}转入`,
      stops,
    });
    const values = { route_id: routeId };
    await updateRow(trx, ctx, 'route_plan', { id, version, values });
    await recordChanges(trx, ctx, [
      {
        entity,
        entityId: id,
        action: '转为线路',
        changes: [
          { field: 'routeName', label: '转为线路', before: '', after: `${named.routeCode} ${named.routeName}` },
        ],
      },
    ]);
    return { id: routeId };
  });
}
