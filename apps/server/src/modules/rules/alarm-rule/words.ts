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

/** A rule as its words need it. */
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

/** Ids of the places that a rule's parameters name; stored ones may be of any shape. */
export function placeIdsOf(params: Readonly<Record<string, unknown>>): string[] {
  const ids = (from: unknown): string[] => {
    const list = (from as { placeIds?: unknown } | null)?.placeIds;
    return Array.isArray(list) ? list.map(String).filter((id) => /^\d{1,18}$/u.test(id)) : [];
  };
  const roads = params?.roads;
  return [...ids(params), ...(Array.isArray(roads) ? roads.flatMap(ids) : [])];
}

const shown = 3;
/** `沪A12345、沪B23456 等5辆`: the ones the reader may know by name first. */
function named(scope: number, ids: readonly string[], { targets }: RuleNames, unit: string, all = false): string {
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
  const whom = scope === ruleScope.company ? scopeWord(scope) : named(scope, targetIds, names, units[scope] ?? '', all);
  return excludeIds.length > 0 ? `${whom}（${named(ruleScope.vehicles, excludeIds, names, '辆', all)}除外）` : whom;
}

/** Parameters with the defaults of today filled in. */
export const paramsOf = (kind: RuleKind, params: unknown): RuleParams[RuleKind] => ruleParams[kind].parse(params);

/** When it holds, of what is stored; null when that cannot be read. */
export function storedPeriod(period: unknown): RulePeriod | null {
  const parsed = rulePeriod.safeParse(period);
  return parsed.success ? parsed.data : null;
}

/**
 * Parameters of what is stored; null when the rule no longer keeps to the form, as the detectors see it: its bounds became narrower, or somebody
 * wrote to the table.
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

/** The times in words; nothing where they cannot be read. */
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
  return read ? ruleSentence(kind, read as never, names.places) : '条件已不符合要求，规则未在判断：请编辑后重新保存';
}

/** Labels of everything that a history of this kind may name. */
export const labelsOf = (kind: RuleKind): Record<string, string> => ({
  ...ruleLabels,
  ...Object.fromEntries(
    fieldsOf(kind).map(([name, field]: readonly [string, RuleField]) => [`params.${name}`, field.label]),
  ),
});

/** The whole rule in words, by the names of its fields. */
export function ruleWords(rule: Worded, names: RuleNames): Record<string, string> {
  const { kind } = rule;
  const params = paramWords(kind, storedParams(rule) ?? {}, names.places);
  return {
    name: rule.name,
    kind: kindWord(kind),
    level: episodeLevel.label(rule.level as 1),
    enabled: rule.enabled ? '启用' : '停用',
    scope: scopeWord(rule.scope),
    targetIds:
      rule.scope === ruleScope.company ? '' : named(rule.scope, rule.targetIds, names, units[rule.scope] ?? '', true),
    excludeIds: rule.excludeIds.length > 0 ? named(ruleScope.vehicles, rule.excludeIds, names, '辆', true) : '',
    period: storedPeriodWord(rule),
    remark: rule.remark,
    ...Object.fromEntries(Object.entries(params).map(([name, word]) => [`params.${name}`, word])),
  };
}
