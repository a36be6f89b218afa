import type { RuleRow } from '@tongda/contract/rules/alarm-rule/calls';
import { type RulePeriod, scopeWeight } from '@tongda/contract/rules/alarm-rule/codes';
import { coversSubjects, ruleSubjects } from '@tongda/contract/rules/alarm-rule/words';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { type FoundRule, selectRules, selectStored } from './repo';
import { rulesOfVehicle } from './scope';
import { storedParams } from './words';

type Replacements = ReadonlyMap<string, NonNullable<RuleRow['replacedBy']>>;
export const noReplacements: Replacements = new Map();

const weights: Readonly<Record<number, number>> = scopeWeight;
const weightOf = (scope: number): number => weights[scope] ?? 0;

/**
 * Which of the rules rest for a vehicle because a more specific one of their kind covers everything they are about: rule id → the one that counts. It is the rule by which
 * the detectors find precedence (stream/facts/inputs), told of the rules as they are now.
 */
export async function findReplacements(
  trx: Trx,
  ctx: Ctx,
  vehicleId: string,
  rules: readonly FoundRule[],
): Promise<Replacements> {
  const found = await selectRules(trx, ctx)
    .select(selectStored(ctx))
    .where('r.enabled', '=', true)
    .where(rulesOfVehicle(vehicleId))
    .execute();
  const rivals = found.flatMap((rule) => {
    const params = storedParams(rule);
    return params ? [{ rule, subjects: ruleSubjects(rule.kind, params) }] : [];
  });
  const replaced = new Map<string, NonNullable<RuleRow['replacedBy']>>();
  for (const rule of rules) {
    const params = rule.enabled ? storedParams(rule) : null;
    if (!params) continue;
    const subjects = ruleSubjects(rule.kind, params);
    const stronger = rivals
      .filter(
        (one) =>
          one.rule.kind === rule.kind &&
          weightOf(one.rule.scope) > weightOf(rule.scope) &&
          coversSubjects(one.subjects, subjects),
      )
      .map((one) => ({ name: one.rule.name, always: holdsAlways(one.rule), weight: weightOf(one.rule.scope) }))
      .sort((a, b) => Number(b.always) - Number(a.always) || b.weight - a.weight)[0];
    if (stronger) replaced.set(rule.id, { name: stronger.name, always: stronger.always });
  }
  return replaced;
}

/** True for a rule that no hours, weekdays, dates or trips restrict. */
const holdsAlways = (rule: { period: RulePeriod; validFrom: string | null; validUntil: string | null }): boolean =>
  rule.period.spans.length === 0 &&
  (rule.period.weekdays.length === 0 || rule.period.weekdays.length === 7) &&
  !rule.period.inTransit &&
  rule.validFrom === null &&
  rule.validUntil === null;
