import { enableStatus } from '@tongda/contract/resources/enums';
import { type RuleRow, ruleColumns, ruleFilters, ruleType } from '@tongda/contract/rules/alarm-rule/calls';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import type { Asked } from '../../../core/record/filters';
import { registerRows } from '../../../core/record/rows';
import { writeCounts } from '../../resources/card/door';
import { findReplacements, noReplacements } from './replaced';
import { type FoundRule, selectRules, selectStored, todayCount } from './repo';
import { ownVehicles, rulesOfVehicle } from './scope';
import { loadRuleNames } from './service';
import { conditionOf, storedPeriodWord, targetsWord } from './words';

/** Kinds whose alarms get their level from how far and how long a limit was exceeded. */
const stepped: readonly string[] = ['temperature', 'humidity', 'co2'];

/** The reading side of the register of rules. */
export const ruleRows = registerRows({
  filters: ruleFilters,
  columns: ruleColumns,
  alias: 'r',
  select: (trx: Trx, ctx: Ctx) =>
    selectRules(trx, ctx).select(selectStored(ctx)).select(todayCount(ctx).as('todayCount')),
  sort: { status: 'r.enabled' },
  own: {
    ruleType: (type) => sql<boolean>`r.kind = any(${[...ruleType[type].kinds]}::text[])`,
    vehicleId: (id, ctx) => sql<boolean>`(${id}::bigint in (${ownVehicles(ctx, 'view')}) and ${rulesOfVehicle(id)})`,
    status: (code) => sql<boolean>`r.enabled = ${code === enableStatus.enabled}`,
  },
  finish: linesOf,
});

/** Lines of the list: what rules say in words, and how many terminals took them. */
async function linesOf(
  trx: Trx,
  ctx: Ctx,
  rules: ReadonlyArray<FoundRule & { todayCount: number }>,
  { vehicleId }: Asked,
): Promise<RuleRow[]> {
  const names = await loadRuleNames(trx, ctx, rules);
  const issued = await writeCounts(
    trx,
    ctx,
    rules.map((r) => r.id),
  );
  const replaced = typeof vehicleId === 'string' ? await findReplacements(trx, ctx, vehicleId, rules) : noReplacements;
  return rules.map((r) => ({
    id: r.id,
    name: r.name,
    kind: r.kind,
    condition: conditionOf(r, names),
    targets: targetsWord(r, names),
    periodText: storedPeriodWord(r),
    level: r.level,
    stepped: stepped.includes(r.kind),
    todayCount: r.todayCount,
    issued: issued.get(r.id) ?? null,
    status: r.enabled ? enableStatus.enabled : enableStatus.disabled,
    version: r.version,
    updateUser: r.updateUser,
    updateTime: r.updateTime,
    mine: r.mine,
    replacedBy: replaced.get(r.id) ?? null,
  }));
}
