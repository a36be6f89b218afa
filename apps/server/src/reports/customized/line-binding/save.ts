import type { FieldError, Parsed } from '@tongda/contract/core/endpoint';
import {
  type LineBindingFields,
  type lineBindingDel,
  lineBindingLabels,
  weekdayNames,
} from '@tongda/contract/reports/customized/line-binding';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { changedMeanwhile, invalid, invalidField } from '../../../core/http/errors';
import { deleteRecords, type Register, registerWrites } from '../../../core/record/register';
import { orgOrNone, visibleVehicleRows, visibleVehicles } from '../../../modules/base/org/door';
import { loadPlacesById } from '../../../modules/ground/place/door';
import { markRunsDue } from '../../../modules/ground/transport-route/door';
import { type BindingRefs, type FoundBinding, findBinding } from './find';
import { dropRules, followRules, leaveTimeliness } from './rules';

type Fields = LineBindingFields & Record<string, unknown>;
const noun = '线路绑定';

/** How bindings are written, and how their fields read in the change history. */
export const bindingRegister: Register<Fields> = {
  entity: 'lineBinding',
  table: 'line_binding',
  noun,
  wording: {
    labels: lineBindingLabels,
    refs: { vehicleIds: 'vehicle', routeId: 'route', lineId: 'line', timelinessRuleId: 'rule' },
    own: {
      weekdays: (days) =>
        // the field of weekdays holds their numbers
        [...(days as number[])]
          .sort()
          .map((day) => weekdayNames[day - 1])
          .join('、'),
    },
  },
  columnsOf: (v) => ({
    route_id: v.routeId,
    line_id: v.lineId,
    shifts: [...new Set(v.shifts)].sort(),
    weekdays: [...new Set(v.weekdays)].sort(),
    valid_from: v.validFrom,
    valid_until: v.validUntil,
    away_m: v.awayM,
    timeliness_rule_id: v.timelinessRuleId,
    remark: v.remark,
  }),
  twice: () => null,
};

/** 新增 and 编辑: its vehicles, their route and the rules follow. */
export const bindingWrites = registerWrites<LineBindingFields, Fields, FoundBinding>(bindingRegister, {
  load: async (trx, ctx, id) => requireRow(await findBinding(trx, ctx, id, { lock: true }), noun),
  prepare: async (trx, ctx, given, before) => {
    const refs = await checkRefs(trx, ctx, given, before);
    await refuseOverlap(trx, given, before?.id ?? null);
    return {
      fields: given,
      names: new Map([...(before ? namesOf(before) : []), ...refs.names]),
      also: async (id) => {
        await writeVehicles(trx, ctx, id, given, before);
        await followRules(trx, ctx, { id, given, before, refs });
        await markRunsDue(trx, ctx);
        return [];
      },
    };
  },
});

/** Takes a binding away with what it added to routes and rules. A binding with vehicles that the caller does not see stays theirs. */
export const deleteBinding = (ctx: Ctx, { id, version }: Parsed<typeof lineBindingDel>): Promise<null> =>
  ctx.db(async (trx) => {
    const found = requireRow(await findBinding(trx, ctx, id, { lock: true }), noun);
    if (found.version !== version) throw changedMeanwhile('lineBinding', id);
    const { rows } = await sql<{
      hidden: number;
    }>`select count(*)::int as hidden from line_binding_vehicle x join vehicle v on v.id = x.vehicle_id
      where x.binding_id = ${id} and v.deleted_at is null and not (${visibleVehicles(ctx, 'x.vehicle_id')})`.execute(
      trx,
    );
    if ((rows[0]?.hidden ?? 0) > 0) throw invalidField('id', '该绑定含有您权限范围以外的车辆，请编辑后移除自己的车辆');
    await leaveRoute(trx, id, []);
    await leaveTimeliness(trx, ctx, found, []);
    await dropRules(trx, ctx, found);
    await deleteRecords(trx, ctx, bindingRegister, [id]);
    await markRunsDue(trx, ctx);
    return null;
  });

const namesOf = (b: FoundBinding): Array<readonly [string, string]> => [
  ...b.plates.map(({ id, name }) => [`vehicle ${id}`, name] as const),
  [`route ${b.routeId}`, b.routeName],
  [`line ${b.lineId}`, b.lineName],
  [`rule ${b.timelinessRuleId}`, b.timelinessName],
];

/** Locks the vehicles in the order of their ids, so that two bindings of one vehicle are told apart by the second one, and finds what the form points at. */
async function checkRefs(trx: Trx, ctx: Ctx, v: LineBindingFields, before: FoundBinding | null): Promise<BindingRefs> {
  const faults: FieldError[] = [];
  const names = new Map<string, string>();
  const { rows: vehicles } = await sql<{
    id: string;
    plateNo: string;
  }>`select v.id::text, v.plate_no as "plateNo" from vehicle v
    where v.id = any(${v.vehicleIds}::bigint[]) and v.client_id = ${ctx.clientId} and v.deleted_at is null and ${visibleVehicleRows(ctx, 'v', 'edit')}
    order by v.id for update of v`.execute(trx);
  for (const { id, plateNo } of vehicles) names.set(`vehicle ${id}`, plateNo);
  if (vehicles.length < new Set(v.vehicleIds).size)
    faults.push({ field: 'vehicleIds', msg: '所选车辆不存在或不在您的权限范围内' });
  let line: { id: string | null; name: string } = { id: null, name: '' };
  if (v.routeId !== null) {
    const { rows } = await sql<{
      name: string;
      shifts: string[];
      lineId: string | null;
    }>`select r.name, r.depart_times as shifts, r.line_id::text as "lineId"
      from transport_route r where r.id = ${v.routeId} and r.client_id = ${ctx.clientId} and r.deleted_at is null
        and (r.status = 1 or r.id = ${before?.routeId ?? null}::bigint) and ${orgOrNone(ctx, 'r.org_id')}`.execute(trx);
    const [route] = rows;
    if (!route) faults.push({ field: 'routeId', msg: '所选线路不存在、已停用或不在您的权限范围内' });
    else {
      names.set(`route ${v.routeId}`, route.name);
      line = { id: route.lineId, name: route.name };
      const strange = route.shifts.length > 0 ? v.shifts.find((shift) => !route.shifts.includes(shift)) : undefined;
      if (strange) faults.push({ field: 'shifts', msg: `线路“${route.name}”没有${strange}的班次` });
    }
  }
  if (v.lineId !== null) {
    const [place] = await loadPlacesById(trx, ctx, [v.lineId]);
    if (place?.kind !== 'line') faults.push({ field: 'lineId', msg: '所选电子线路不存在' });
    else {
      names.set(`line ${v.lineId}`, place.name);
      line = { id: v.lineId, name: place.name };
    }
  }
  if (v.awayM !== null && line.id === null && faults.length === 0)
    faults.push({ field: 'awayM', msg: '所选线路没有电子线路，不能设置偏离报警' });
  if (v.timelinessRuleId !== null) {
    const { rows } = await sql<{
      name: string;
    }>`select name from alarm_rule where id = ${v.timelinessRuleId} and client_id = ${ctx.clientId}
      and kind = 'timeliness' and deleted_at is null`.execute(trx);
    const [rule] = rows;
    if (rule) names.set(`rule ${v.timelinessRuleId}`, rule.name);
    else faults.push({ field: 'timelinessRuleId', msg: '所选时效规则不存在' });
  }
  if (faults.length > 0) throw invalid(faults);
  return { names, lineId: line.id, lineName: line.name };
}

/** A vehicle drives one line at a time: on a common day, in a common shift. */
async function refuseOverlap(trx: Trx, v: LineBindingFields, id: string | null): Promise<void> {
  const { rows } = await sql<{
    plateNo: string;
    line: string;
  }>`select v.plate_no as "plateNo", coalesce(r.name, l.name, '') as line
    from line_binding b join line_binding_vehicle x on x.binding_id = b.id join vehicle v on v.id = x.vehicle_id
      left join transport_route r on r.id = b.route_id left join place l on l.id = b.line_id
    where x.vehicle_id = any(${v.vehicleIds}::bigint[]) and b.deleted_at is null and b.id is distinct from ${id}::bigint
      and b.shifts && ${v.shifts}::text[] and b.weekdays && ${v.weekdays}::smallint[]
      and daterange(b.valid_from, b.valid_until, '[]') && daterange(${v.validFrom}::date, ${v.validUntil}::date, '[]')
    order by v.plate_no limit 1`.execute(trx);
  const [found] = rows;
  if (found) throw invalidField('vehicleIds', `${found.plateNo}同一时段已绑定其他线路“${found.line}”`);
}

/** Writes the vehicles of a binding: of those that the caller sees exactly the chosen ones. They are bound to its route, so that their runs are found. */
async function writeVehicles(
  trx: Trx,
  ctx: Ctx,
  id: string,
  { vehicleIds, routeId }: LineBindingFields,
  before: FoundBinding | null,
): Promise<void> {
  const known = new Set(before?.vehicleIds);
  const gone = [...known].filter((one) => !vehicleIds.includes(one));
  // another route: all of them leave the former one
  if (before) await leaveRoute(trx, id, before.routeId === routeId ? vehicleIds : []);
  if (gone.length > 0) {
    if (before) await leaveTimeliness(trx, ctx, before, vehicleIds);
    await sql`delete from line_binding_vehicle where binding_id = ${id} and vehicle_id = any(${gone}::bigint[])`.execute(
      trx,
    );
  }
  await sql`insert into line_binding_vehicle (binding_id, vehicle_id, client_id)
    select ${id}, v, ${ctx.clientId} from unnest(${vehicleIds}::bigint[]) v on conflict do nothing`.execute(trx);
  if (routeId === null) return;
  await sql`with added as (
      insert into route_vehicle (route_id, vehicle_id, client_id, created_by)
      select ${routeId}, x.vehicle_id, ${ctx.clientId}, ${ctx.userId} from line_binding_vehicle x where x.binding_id = ${id}
      on conflict do nothing returning vehicle_id)
    update line_binding_vehicle x set routed = true from added a where x.binding_id = ${id} and x.vehicle_id = a.vehicle_id`.execute(
    trx,
  );
}

/** Takes the vehicles of a binding, but for `stay`, off the route that it bound them to, unless another binding needs them there. */
async function leaveRoute(trx: Trx, id: string, stay: readonly string[]): Promise<void> {
  await sql`with left_ones as (
      update line_binding_vehicle x set routed = false from line_binding b
      where x.binding_id = ${id} and b.id = x.binding_id and x.routed and x.vehicle_id <> all(${[...stay]}::bigint[]) returning x.vehicle_id, b.route_id),
    heirs as (
      update line_binding_vehicle h set routed = true from left_ones g, line_binding o
      where h.vehicle_id = g.vehicle_id and h.binding_id = o.id and o.id <> ${id} and o.route_id = g.route_id and o.deleted_at is null returning h.vehicle_id)
    delete from route_vehicle r using left_ones g where r.route_id = g.route_id and r.vehicle_id = g.vehicle_id
      and r.vehicle_id not in (select vehicle_id from heirs)`.execute(trx);
}
