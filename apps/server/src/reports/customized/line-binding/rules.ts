import type { LineBindingFields } from '@tongda/contract/reports/customized/line-binding';
import { ruleParams, ruleScope } from '@tongda/contract/rules/alarm-rule/codes';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { deleteRecords } from '../../../core/record/register';
import { requireRule, ruleRegister, ruleWrites } from '../../../modules/rules/alarm-rule/door';
import type { BindingRefs, FoundBinding } from './find';

/** A vehicle is off the line when it stays beside it for so long, s. */
const awayS = 60;

/** What a binding changes of the rules when it is written. */
interface Change {
  id: string;
  given: LineBindingFields;
  before: FoundBinding | null;
  refs: BindingRefs;
}

/** Keeps the rules of a written binding as it says: its own rule of deviation, and its vehicles in the rule of punctuality that was chosen. */
export async function followRules(trx: Trx, ctx: Ctx, change: Change): Promise<void> {
  await followDeviation(trx, ctx, change);
  const { given, before } = change;
  if (before && before.timelinessRuleId !== given.timelinessRuleId) await leaveTimeliness(trx, ctx, before, []);
  if (given.timelinessRuleId !== null) await joinTimeliness(trx, ctx, change.id, given.timelinessRuleId);
}

/** All vehicles of a binding, also those that the caller does not see. */
async function vehiclesOf(trx: Trx, id: string): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select x.vehicle_id::text as id from line_binding_vehicle x join vehicle v on v.id = x.vehicle_id
    where x.binding_id = ${id} and v.deleted_at is null order by x.vehicle_id`.execute(trx);
  return rows.map(({ id: one }) => one);
}

async function followDeviation(trx: Trx, ctx: Ctx, { id, given, before, refs }: Change): Promise<void> {
  const known = before?.ruleId ?? null;
  if (given.awayM === null || refs.lineId === null) {
    if (known === null) return;
    await sql`update line_binding set rule_id = null where id = ${id}`.execute(trx);
    await deleteRecords(trx, ctx, ruleRegister, [known]);
    return;
  }
  const rule = {
    name: `${refs.lineName.slice(0, 15)}偏离（绑定${id}）`,
    kind: 'line' as const,
    level: 2 as const,
    enabled: true,
    scope: ruleScope.vehicles,
    targetIds: await vehiclesOf(trx, id),
    excludeIds: [],
    period: { weekdays: [...given.weekdays].sort(), spans: [] },
    validFrom: given.validFrom,
    validUntil: given.validUntil,
    params: ruleParams.line.parse({ placeIds: [refs.lineId], awayM: given.awayM, durationS: awayS }),
    remark: '由线路绑定自动维护',
  };
  if (known !== null) {
    const { version } = await requireRule(trx, ctx, known);
    await ruleWrites.change(trx, ctx, { ...rule, id: known, version });
    return;
  }
  const made = await ruleWrites.insert(trx, ctx, rule);
  await sql`update line_binding set rule_id = ${made} where id = ${id}`.execute(trx);
}

/** Adds the vehicles of a binding to a rule of punctuality that is for chosen vehicles; one for fleets, departments or all holds as it is. */
async function joinTimeliness(trx: Trx, ctx: Ctx, id: string, ruleId: string): Promise<void> {
  const rule = await requireRule(trx, ctx, ruleId);
  if (rule.scope !== ruleScope.vehicles) return;
  const added = (await vehiclesOf(trx, id)).filter((one) => !rule.targetIds.includes(one));
  if (added.length === 0) return;
  await ruleWrites.change(trx, ctx, {
    ...rule,
    scope: ruleScope.vehicles,
    targetIds: [...rule.targetIds, ...added],
  });
  await sql`update line_binding_vehicle set ruled = true where binding_id = ${id} and vehicle_id = any(${added}::bigint[])`.execute(
    trx,
  );
}

/** Takes the vehicles that a binding added, but for `stay`, out of its rule of punctuality; a rule keeps its last vehicle. */
export async function leaveTimeliness(
  trx: Trx,
  ctx: Ctx,
  binding: Pick<FoundBinding, 'id' | 'timelinessRuleId'>,
  stay: readonly string[],
): Promise<void> {
  const { rows } = await sql<{
    id: string;
  }>`update line_binding_vehicle set ruled = false where binding_id = ${binding.id} and ruled
    and vehicle_id <> all(${[...stay]}::bigint[]) returning vehicle_id::text as id`.execute(trx);
  if (rows.length === 0 || binding.timelinessRuleId === null) return;
  const rule = await requireRule(trx, ctx, binding.timelinessRuleId);
  const gone = new Set(rows.map(({ id }) => id));
  const rest = rule.targetIds.filter((one) => !gone.has(one));
  if (rule.scope === ruleScope.vehicles && rest.length > 0)
    await ruleWrites.change(trx, ctx, { ...rule, scope: ruleScope.vehicles, targetIds: rest });
}

/** The rule of deviation goes with its binding. */
export async function dropRules(trx: Trx, ctx: Ctx, { id, ruleId }: FoundBinding): Promise<void> {
  if (ruleId === null) return;
  await sql`update line_binding set rule_id = null where id = ${id}`.execute(trx);
  await deleteRecords(trx, ctx, ruleRegister, [ruleId]);
}
