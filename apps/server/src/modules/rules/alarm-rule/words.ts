import {
  type RuleParams,
  type RulePeriod,
  ruleParams,
  rulePeriod,
  ruleScope,
} from '@tongda/contract/rules/alarm-rule/codes';
import type { RuleField } from '@tongda/contract/rules/alarm-rule/field';
import type { RuleKind } from '@tongda/contract/rules/alarm-rule/kind';
import {
  fieldsOf,
  kindWord,
  paramWords,
  periodWord,
  ruleLabels,
  ruleSentence,
  scopeWord,
} from '@tongda/contract/rules/alarm-rule/words';
import { episodeLevel } from '@tongda/contract/watch/alarm/episode';

/** A rule with what its wording needs. */
export interface Worded {
  name: string;
  kind: RuleKind;
  level: number;
  enabled: boolean;
  scope: number;
  targetIds: readonly string[];
  excludeIds: readonly string[];
  period: RulePeriod;
  validFrom: string | null;
  validUntil: string | null;
  params: Readonly<Record<string, unknown>>;
  remark: string;
}
export interface RuleNames {
  /** `<scope> <id>` → name */
  targets: ReadonlyMap<string, string>;
  /** place id → name */
  places: ReadonlyMap<string, string>;
}

/** Ids of the places in a rule's parameters. Stored parameters may be older than the form, so that their shape is not relied on. */
export function placeIdsOf(params: Readonly<Record<string, unknown>>): string[] {
  const ids = (from: unknown): string[] => {
    // any JSON may be stored; what it holds is checked below
    const list = (from as { placeIds?: unknown } | null)?.placeIds;
    return Array.isArray(list) ? list.map(String).filter((id) => /^\d{1,18}$/u.test(id)) : [];
  };
  const roads = params?.roads;
  return [...ids(params), ...(Array.isArray(roads) ? roads.flatMap(ids) : [])];
}

const shown = 3;
/** `沪A12345、沪B23456 等5辆`: names that the reader may see, at most three unless `all`, and how many there are when some are left out. */
function shortList(scope: number, ids: readonly string[], { targets }: RuleNames, unit: string, all = false): string {
  const known = ids.flatMap((id) => targets.get(`${scope} ${id}`) ?? []);
  const words = (all ? known : known.slice(0, shown)).join('、');
  return known.length === ids.length && (all || ids.length <= shown) ? words : `${words} 等${ids.length}${unit}`.trim();
}
const units: Readonly<Record<number, string>> = { 2: '个车队', 3: '辆', 4: '个部门' };

export function targetsWord(
  { scope, targetIds, excludeIds }: Worded | Omit<Worded, 'name' | 'enabled' | 'remark'>,
  names: RuleNames,
  all = false,
): string {
  const whom =
    scope === ruleScope.company ? scopeWord(scope) : shortList(scope, targetIds, names, units[scope] ?? '', all);
  return excludeIds.length > 0 ? `${whom}（${shortList(ruleScope.vehicles, excludeIds, names, '辆', all)}除外）` : whom;
}

/** Parameters of a kind with missing ones set to today's defaults. Throws when they break the form's rules. */
export const paramsOf = (kind: RuleKind, params: unknown): RuleParams[RuleKind] => ruleParams[kind].parse(params);

/** The stored times in which a rule holds; null when they cannot be read. */
export function storedPeriod(period: unknown): RulePeriod | null {
  const parsed = rulePeriod.safeParse(period);
  return parsed.success ? parsed.data : null;
}

/**
 * The stored parameters of a rule; null when they break the form's rules, so that detectors skip the rule: its bounds became narrower, or somebody
 * changed the table by hand.
 */
export function storedParams({
  kind,
  params,
  period,
}: Pick<Worded, 'kind' | 'params' | 'period'>): RuleParams[RuleKind] | null {
  if (!storedPeriod(period)) return null;
  const parsed = ruleParams[kind]?.safeParse(params);
  return parsed?.success ? parsed.data : null;
}

/** The stored times in words; '--' when they cannot be read. */
export function storedPeriodWord({
  period,
  validFrom,
  validUntil,
}: Pick<Worded, 'period' | 'validFrom' | 'validUntil'>): string {
  const read = storedPeriod(period);
  return read ? periodWord(read, validFrom, validUntil) : '--';
}

export function conditionOf(rule: Pick<Worded, 'kind' | 'params' | 'period'>, names: RuleNames): string {
  const { kind } = rule;
  const read = storedParams(rule);
  // `read` has the parameters of this kind: they were parsed by its schema
  return read ? ruleSentence(kind, read as never, names.places) : '条件已不符合要求，规则未在判断：请编辑后重新保存';
}

/** Labels of all fields that the change history of this kind of rule may name. */
export const labelsOf = (kind: RuleKind): Record<string, string> => ({
  ...ruleLabels,
  ...Object.fromEntries(
    fieldsOf(kind).map(([name, field]: readonly [string, RuleField]) => [`params.${name}`, field.label]),
  ),
});

/** The whole rule in words for the change history: field → text. */
export function ruleWords(rule: Worded, names: RuleNames): Record<string, string> {
  const { kind } = rule;
  const params = paramWords(kind, storedParams(rule) ?? {}, names.places);
  return {
    name: rule.name,
    kind: kindWord(kind),
    level: episodeLevel.label(rule.level),
    enabled: rule.enabled ? '启用' : '停用',
    scope: scopeWord(rule.scope),
    targetIds:
      rule.scope === ruleScope.company
        ? ''
        : shortList(rule.scope, rule.targetIds, names, units[rule.scope] ?? '', true),
    excludeIds: rule.excludeIds.length > 0 ? shortList(ruleScope.vehicles, rule.excludeIds, names, '辆', true) : '',
    period: storedPeriodWord(rule),
    remark: rule.remark,
    ...Object.fromEntries(Object.entries(params).map(([name, word]) => [`params.${name}`, word])),
  };
}
