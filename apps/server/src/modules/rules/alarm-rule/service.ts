import { codes, type FieldError, type Parsed } from '@tongda/contract/core/endpoint';
import { placeKind } from '@tongda/contract/ground/place/enums';
import { enableStatus } from '@tongda/contract/resources/enums';
import { maxRules, type RuleInput, type ruleAssign, type ruleSwitch } from '@tongda/contract/rules/alarm-rule/calls';
import { ruleScope } from '@tongda/contract/rules/alarm-rule/codes';
import type { RuleKind } from '@tongda/contract/rules/alarm-rule/kind';
import { fieldsOf } from '@tongda/contract/rules/alarm-rule/words';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { AppError, blockedByRule, forbiddenError, invalid, invalidField } from '../../../core/http/errors';
import { switchChanges } from '../../../core/record/audit';
import { eachRecord, type Register, registerWrites, type Target } from '../../../core/record/register';
import { seesAll } from '../../base/org/door';
import { loadPlacesById } from '../../ground/place/door';
import { type Claim, rulesContradict } from './conflicts';
import { type CompanyRule, type FoundRule, findRule, findRules, listCompanyRules, loadTargetNames } from './repo';
import { labelsOf, paramsOf, placeIdsOf, type RuleNames, ruleWords, storedParams, type Worded } from './words';

/** Names of all that these rules point at, as far as the caller sees it. */
export async function loadRuleNames(
  trx: Trx,
  ctx: Ctx,
  rules: ReadonlyArray<Omit<Worded, 'name' | 'enabled' | 'remark'>>,
): Promise<RuleNames> {
  const targets = await loadTargetNames(
    trx,
    ctx,
    rules.flatMap((r) => [[r.scope, r.targetIds] as const, [ruleScope.vehicles, r.excludeIds] as const]),
  );
  const ids = [...new Set(rules.flatMap((r) => placeIdsOf(r.params)))];
  const places = ids.length > 0 ? await loadPlacesById(trx, ctx, ids) : [];
  return { targets, places: new Map(places.map(({ id, name }) => [id, name])) };
}

/** How rules are written. How they read in the change history depends on their kind: `ruleWrites` says it for each. */
export const ruleRegister: Register<RuleInput> = {
  entity: 'alarmRule',
  table: 'alarm_rule',
  noun: '规则',
  wording: { labels: {} },
  columnsOf: (v) => ({
    name: v.name,
    kind: v.kind,
    level: v.level,
    enabled: v.enabled,
    scope: v.scope,
    target_ids: v.scope === ruleScope.company ? [] : [...new Set(v.targetIds)],
    exclude_ids: [...new Set(v.excludeIds)],
    period: v.period,
    valid_from: v.validFrom,
    valid_until: v.validUntil,
    params: paramsOf(v.kind, v.params),
    remark: v.remark,
  }),
  twice: (index, given) =>
    index === 'alarm_rule_name'
      ? { field: 'name', msg: given ? `规则名称“${given.fields.name}”已存在` : '规则名称已存在' }
      : null,
};

/** 新增 and 编辑 of a rule. 4011 when it would contradict another one, or when the company has too many. */
export const ruleWrites = registerWrites<RuleInput, RuleInput, FoundRule>(ruleRegister, {
  load: loadEditable,
  prepare: async (trx, ctx, fields, before) => {
    const all = await listCompanyRules(trx, ctx);
    if (!before && all.length >= maxRules) throw blockedByRule(`报警规则已有${maxRules}条，请先删除不用的规则`);
    if (before && fields.kind !== before.kind) throw invalidField('kind', '规则类型保存后不能更改，请新增一条');
    await checkRefs(trx, ctx, fields, before);
    if (fields.enabled) refuseContradiction(fields, all, before?.id ?? null);
    const names = await loadRuleNames(trx, ctx, before ? [before, fields] : [fields]);
    return {
      fields,
      names: new Map(),
      wording: {
        labels: labelsOf(fields.kind),
        // the form's fields, or a stored rule, which has the same
        wordsOf: (rule) => ruleWords(rule as unknown as Worded, names),
      },
      ...(before ? {} : { columns: { created_by: ctx.userId } }),
    };
  },
});

/** A rule that the caller may change; 4004 when he does not see it, 4003 when it concerns more than his vehicles. */
async function loadEditable(trx: Trx, ctx: Ctx, id: string): Promise<FoundRule> {
  const rule = await requireRule(trx, ctx, id);
  if (!rule.mine) throw foreignRule();
  return rule;
}

/** Makes a rule apply to exactly these vehicles from now on. */
export function assignRule(
  ctx: Ctx,
  { id, version, vehicleIds }: Parsed<typeof ruleAssign>,
): Promise<{ version: number }> {
  return ctx.db(async (trx) => {
    const before = await loadEditable(trx, ctx, id);
    if (!storedParams(before)) throw unreadableRule(before.name);
    const given = { ...before, version, scope: ruleScope.vehicles, targetIds: vehicleIds };
    return { version: await ruleWrites.change(trx, ctx, given) };
  });
}

const unreadableRule = (name: string): AppError => blockedByRule(`规则“${name}”的条件已不符合要求，请先编辑并保存`);
export const foreignRule = (): AppError => forbiddenError('该规则涉及您权限范围以外的车辆，不能更改');

/** Checks that the caller may set rules for the targets and that the places exist; what the rule had before may stay. Throws 4000. */
async function checkRefs(trx: Trx, ctx: Ctx, v: RuleInput, before: FoundRule | null): Promise<void> {
  const errors: FieldError[] = [];
  if (v.scope === ruleScope.company && !seesAll(ctx))
    errors.push({ field: 'scope', msg: '您只能为权限范围内的车辆设置规则，请指定部门、车队或车辆' });
  const wanted = [[v.scope, v.targetIds] as const, [ruleScope.vehicles, v.excludeIds] as const];
  const known = await loadTargetNames(trx, ctx, wanted, 'edit');
  const kept = new Set(before?.scope === v.scope ? before.targetIds : []);
  if (v.scope !== ruleScope.company && v.targetIds.some((id) => !known.has(`${v.scope} ${id}`) && !kept.has(id)))
    errors.push({ field: 'targetIds', msg: '所选对象不存在或不在您的权限范围内' });
  const excluded = new Set(before?.excludeIds);
  if (v.excludeIds.some((id) => !known.has(`${ruleScope.vehicles} ${id}`) && !excluded.has(id)))
    errors.push({ field: 'excludeIds', msg: '排除的车辆不存在或不在您的权限范围内' });
  const ids = placeIdsOf(v.params);
  const places = new Map((ids.length > 0 ? await loadPlacesById(trx, ctx, ids) : []).map((p) => [p.id, p.kind]));
  const old = new Set(before ? placeIdsOf(before.params) : []);
  if (ids.some((id) => !places.has(id) && !old.has(id)))
    errors.push({ field: 'params.placeIds', msg: '所选地点不存在或不在您的权限范围内' });
  const wrong = placeKindFault(v, places);
  if (wrong) errors.push(wrong);
  if (errors.length > 0) throw invalid(errors);
}

/** What is wrong with the kinds of the chosen places: a rule can be about sites and areas, or about lines. */
function placeKindFault(v: RuleInput, places: ReadonlyMap<string, string>): FieldError | null {
  for (const [name, { control }] of fieldsOf(v.kind)) {
    if (control.is !== 'places') continue;
    const kinds: readonly string[] = control.kinds;
    const chosen = placeIdsOf({ placeIds: v.params[name] });
    if (!chosen.some((id) => places.has(id) && !kinds.includes(places.get(id) ?? ''))) continue;
    const words = control.kinds.map((kind) => placeKind.label(kind)).join('或');
    return { field: `params.${name}`, msg: `请选择${words}` };
  }
  return null;
}

/** A rule in the form that contradictions are looked for in; null when its stored parameters cannot be read: such a rule contradicts nothing. */
function claimOf(rule: Pick<CompanyRule, keyof Claim>): Claim | null {
  const params = storedParams(rule);
  return params && { ...rule, params };
}
function findContradiction(
  rule: Pick<CompanyRule, keyof Claim>,
  all: readonly CompanyRule[],
  id: string | null,
): CompanyRule | undefined {
  const claim = claimOf(rule);
  if (!claim) return undefined;
  return all.find((other) => {
    if (!other.enabled || other.id === id || other.kind !== rule.kind) return false;
    const others = claimOf(other);
    return others !== null && rulesContradict(claim, others);
  });
}
function refuseContradiction(rule: RuleInput, all: readonly CompanyRule[], id: string | null): void {
  const other = findContradiction(rule, all, id);
  if (!other) return;
  throw contradiction(other);
}
/** The refusal names the other rule, so that form and list can lead to it. */
function contradiction({ id, name, kind }: CompanyRule): AppError {
  const msg = `与规则“${name}”冲突：同一范围、同一对象在同一时段只能有一条规则`;
  return new AppError(codes.blockedByRule, msg, { checks: [], rule: { id, name, kind } });
}

interface RuleTarget extends Target {
  kind: RuleKind;
  refusal: AppError | null;
}
const loadTargets =
  (ctx: Ctx, refuse: (rule: FoundRule, all: readonly CompanyRule[]) => AppError | null) =>
  async (trx: Trx, ids: string[]): Promise<RuleTarget[]> => {
    const all = await listCompanyRules(trx, ctx);
    return (await findRules(trx, ctx, ids)).map((rule) => ({
      id: rule.id,
      name: rule.name,
      version: rule.version,
      kind: rule.kind,
      refusal: rule.mine ? refuse(rule, all) : foreignRule(),
    }));
  };

export function switchRules(ctx: Ctx, { ids, status }: Parsed<typeof ruleSwitch>) {
  const on = status === enableStatus.enabled;
  const refuse = (rule: FoundRule, all: readonly CompanyRule[]): AppError | null => {
    if (rule.enabled === on) return blockedByRule(on ? '规则已是启用状态' : '规则已是停用状态');
    if (on && !storedParams(rule)) return unreadableRule(rule.name);
    // of two chosen rules that contradict each other, neither is switched on
    const rivals = all.map((other) => (ids.includes(other.id) ? { ...other, enabled: true } : other));
    const other = on ? findContradiction(rule, rivals, rule.id) : undefined;
    return other ? contradiction(other) : null;
  };
  return eachRecord(ctx, ruleRegister, ids, {
    load: loadTargets(ctx, refuse),
    action: on ? '启用' : '停用',
    refuse: ({ refusal }) => refusal,
    set: { enabled: on },
    // one that is as it should be already was refused above
    changes: () => switchChanges(!on, on),
  });
}

/** Marks rules as deleted: their alarms keep the rule, and their versions stay readable. */
export const deleteRules = (ctx: Ctx, ids: readonly string[]) =>
  eachRecord(ctx, ruleRegister, ids, {
    load: loadTargets(ctx, () => null),
    action: '删除',
    refuse: ({ refusal }) => refusal,
    set: null,
  });

/** A rule that the caller sees; 4004 for any other. */
export async function requireRule(trx: Trx, ctx: Ctx, id: string): Promise<FoundRule> {
  return requireRow(await findRule(trx, ctx, id), ruleRegister.noun);
}

/** Vehicles of the company among `ids` that the caller sees, to try a rule on. */
export async function listTrialVehicles(
  trx: Trx,
  ctx: Ctx,
  ids: readonly string[],
): Promise<Array<{ id: string; name: string }>> {
  const names = await loadTargetNames(trx, ctx, [[ruleScope.vehicles, ids]]);
  return [...new Set(ids)].flatMap((id) => {
    const name = names.get(`${ruleScope.vehicles} ${id}`);
    return name === undefined ? [] : [{ id, name }];
  });
}

/** Deletes trials that are older than a day. */
export const forgetOldTrials = (trx: Trx, ctx: Ctx) =>
  sql`delete from rule_trial where client_id = ${ctx.clientId} and created_at < now() - interval '1 day'`.execute(trx);
