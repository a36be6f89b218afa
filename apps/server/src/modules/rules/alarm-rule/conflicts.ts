import { type RulePeriod, ruleScope } from '@tongda/contract/rules/alarm-rule/codes';
import type { RuleKind } from '@tongda/contract/rules/alarm-rule/kind';
import { ruleSubjects, shareSubjects } from '@tongda/contract/rules/alarm-rule/words';

/** What two rules are compared by to find contradictions. */
export interface Claim {
  kind: RuleKind;
  scope: number;
  targetIds: readonly string[];
  period: RulePeriod;
  validFrom: string | null;
  validUntil: string | null;
  /** checked against the kind's schema */
  params: unknown;
}

const minuteOf = (wall: string): number => Number(wall.slice(0, 2)) * 60 + Number(wall.slice(3, 5));
/** A span of the day as minutes after midnight [from, to): one piece, or two when it spans midnight. */
const spansOfDay = ({ from, to }: { from: string; to: string }): Array<[number, number]> => {
  const [a, b] = [minuteOf(from), minuteOf(to)];
  return a <= b
    ? [[a, b]]
    : [
        [a, 1440],
        [0, b],
      ];
};

/** Whether two rules hold at the same time of some day. */
function periodsOverlap(a: Claim, b: Claim): boolean {
  if (
    (a.validUntil && b.validFrom && a.validUntil < b.validFrom) ||
    (b.validUntil && a.validFrom && b.validUntil < a.validFrom)
  )
    return false;
  const [da, db] = [a.period.weekdays, b.period.weekdays];
  if (da.length > 0 && db.length > 0 && !da.some((day) => db.includes(day))) return false;
  const [sa, sb] = [a.period.spans, b.period.spans];
  if (sa.length === 0 || sb.length === 0) return true;
  return sa.flatMap(spansOfDay).some(([from, to]) => sb.flatMap(spansOfDay).some(([f, t]) => from < t && f < to));
}

/**
 * Two rules contradict each other when they set limits for the same thing on the same vehicles at the same time. Rules of different scope
 * do not, as the more specific one counts (stream/facts/inputs).
 */
export function rulesContradict(a: Claim, b: Claim): boolean {
  if (a.kind !== b.kind || a.scope !== b.scope) return false;
  if (a.scope !== ruleScope.company && !a.targetIds.some((id) => b.targetIds.includes(id))) return false;
  return shareSubjects(ruleSubjects(a.kind, a.params), ruleSubjects(b.kind, b.params)) && periodsOverlap(a, b);
}
