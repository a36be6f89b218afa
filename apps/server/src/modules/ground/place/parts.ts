import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import { copyGrantsOfPlace } from '../../company/resource-auth/door';
import { joinsRule, listPlaceUses, type PlaceUse } from './repo';

// What names an area follows it when it becomes two, and when two become one.

/** Most places in a list of a rule (each class of roads has one), and most areas that a plan avoids: the bounds of their forms. */
const most = { rule: 500, roads: 200, plan: 20 };

interface Named {
  id: string;
  name: string;
}

/** A new part joins everything that names the area and means the same with both: rules, areas to avoid, starts and ends of trips, grants, passes. */
export async function joinPart(
  trx: Trx,
  ctx: Ctx,
  area: Named & { kind: string; createdBy: string | null },
  part: Named,
): Promise<void> {
  const list = (ids: readonly string[]): string[] => ids.flatMap((id) => (id === area.id ? [id, part.id] : [id]));
  await changeRules(trx, ctx, [area.id], list, { before: area.name, after: `${area.name}、${part.name}` });
  await changePlans(trx, ctx, [area.id], list);
  await sql`update trip_setting set start_place_ids = ${joined(sql.ref('start_place_ids'), area.id, part.id)},
      end_place_ids = ${joined(sql.ref('end_place_ids'), area.id, part.id)}, version = version + 1
    where client_id = ${ctx.clientId} and upper_inf(during) and ${area.id}::bigint = any(start_place_ids || end_place_ids)`.execute(
    trx,
  );
  await sql`insert into truck_pass (client_id, place_id, vehicle_id, pass_no, valid_from, valid_until, created_by)
    select client_id, ${part.id}, vehicle_id, pass_no, valid_from, valid_until, ${ctx.userId} from truck_pass
    where client_id = ${ctx.clientId} and place_id = ${area.id}`.execute(trx);
  // an area that only its maker sees stays his in both parts
  await sql`update place set created_by = ${area.createdBy} where id = ${part.id} and client_id = ${ctx.clientId}`.execute(
    trx,
  );
  await copyGrantsOfPlace(trx, ctx, area.kind === 'site' ? 'site' : 'region', area.id, part.id);
}

const joined = (column: ReturnType<typeof sql.ref>, id: string, other: string) =>
  sql`case when ${id}::bigint = any(${column}) then ${column} || ${other}::bigint else ${column} end`;

/**
 * What stands against merging others into the kept area: all that uses them, but for trips, which then begin and end in the kept one, and for lists that
 * name the kept one beside them.
 */
export async function usesBesides(
  trx: Trx,
  ctx: Ctx,
  keptId: string,
  otherIds: readonly string[],
): Promise<PlaceUse[]> {
  const uses = await listPlaceUses(trx, ctx, [keptId, ...otherIds]);
  const kept = new Set(uses.filter(({ id, joins }) => id === keptId && joins).map(({ ref }) => ref));
  const split = await rulesThatPart(trx, keptId, otherIds);
  return uses.filter(
    ({ id, joins, ref }) => id !== keptId && ref !== 'trip' && !(joins && kept.has(ref) && !split.has(ref)),
  );
}

/** Rules with a list that names one of the others and not the kept area: a limit of another class of roads. */
async function rulesThatPart(trx: Trx, keptId: string, otherIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ ref: string }>`select 'rule ' || r.id as ref from alarm_rule r
    where r.deleted_at is null and exists (select from jsonb_path_query(r.params, '$.**.placeIds') l
      where l ?| ${[...otherIds]}::text[] and not l ? ${keptId})`.execute(trx);
  return new Set(rows.map(({ ref }) => ref));
}

/** Takes the others out of every list that names the kept area; trips begin and end in the kept one. Whoever calls asked `usesBesides`. */
export async function leaveParts(trx: Trx, ctx: Ctx, kept: Named, others: readonly Named[]): Promise<void> {
  const gone = others.map(({ id }) => id);
  const without = (ids: readonly string[]): string[] => ids.filter((id) => !gone.includes(id));
  const before = [kept, ...others].map(({ name }) => name).join('、');
  await changeRules(trx, ctx, gone, without, { before, after: kept.name });
  await changePlans(trx, ctx, gone, without);
  const merged = (
    column: string,
  ) => sql`array(select p from (select case when x = any(${gone}::bigint[]) then ${kept.id}::bigint else x end as p,
      min(n) as n from unnest(${sql.ref(column)}) with ordinality u (x, n) group by 1) d order by n)`;
  await sql`update trip_setting set start_place_ids = ${merged('start_place_ids')}, end_place_ids = ${merged('end_place_ids')}, version = version + 1
    where client_id = ${ctx.clientId} and upper_inf(during) and ${gone}::bigint[] && (start_place_ids || end_place_ids)`.execute(
    trx,
  );
}

type Listing = (ids: readonly string[]) => string[];
interface RuleRow {
  id: string;
  name: string;
  params: { placeIds?: string[]; roads?: Array<{ placeIds: string[] }> };
}

/** Lists places anew in the rules that name them, whoever may change these: they go on meaning the same ground. */
async function changeRules(
  trx: Trx,
  ctx: Ctx,
  ids: readonly string[],
  list: Listing,
  words: { before: string; after: string },
): Promise<void> {
  const { rows } = await sql<RuleRow>`select r.id::text as id, r.name, r.params from alarm_rule r
    where r.client_id = ${ctx.clientId} and r.deleted_at is null and ${joinsRule}
      and exists (select from jsonb_path_query(r.params, '$.**.placeIds[*]') x where x #>> '{}' = any(${[...ids]}::text[]))
    order by r.id for update`.execute(trx);
  for (const { id, name, params } of rows) {
    const { placeIds, roads } = params;
    const next = {
      ...params,
      ...(placeIds ? { placeIds: list(placeIds) } : {}),
      ...(roads ? { roads: roads.map((road) => ({ ...road, placeIds: list(road.placeIds) })) } : {}),
    };
    if ((next.placeIds?.length ?? 0) > most.rule || next.roads?.some((road) => road.placeIds.length > most.roads))
      throw blockedByRule(`报警规则“${name}”的地点已满，加不进拆出的部分，请先在规则中减少地点`);
    await sql`update alarm_rule set params = ${JSON.stringify(next)}::jsonb, version = version + 1, updated_at = now(), updated_by = ${ctx.userId}
      where id = ${id} and client_id = ${ctx.clientId}`.execute(trx);
  }
  const changes = [{ field: 'params.placeIds', label: '地点', ...words }];
  await recordChanges(
    trx,
    ctx,
    rows.map(({ id }) => ({ entity: 'alarmRule', entityId: id, action: '编辑', changes })),
  );
}

/** The same for the areas that plans avoid which are not driven yet. */
async function changePlans(trx: Trx, ctx: Ctx, ids: readonly string[], list: Listing): Promise<void> {
  const { rows } = await sql<{ id: string; name: string; avoid: string[] }>`
    select id::text as id, name, avoid_ids::text[] as avoid from route_plan where client_id = ${ctx.clientId} and deleted_at is null
      and status in (0, 1, 2) and avoid_ids && ${[...ids]}::bigint[] order by id for update`.execute(trx);
  for (const { id, name, avoid } of rows) {
    const next = list(avoid);
    if (next.length > most.plan)
      throw blockedByRule(`规划“${name}”的禁行区域已满${most.plan}个，加不进拆出的部分，请先在规划中减少`);
    await sql`update route_plan set avoid_ids = ${next}::bigint[], version = version + 1, updated_at = now(), updated_by = ${ctx.userId}
      where id = ${id} and client_id = ${ctx.clientId}`.execute(trx);
  }
}
