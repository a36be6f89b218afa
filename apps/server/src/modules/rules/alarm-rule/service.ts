import type { FieldError, Parsed } from '@tongda/contract/core/endpoint';
import { enableStatus } from '@tongda/contract/resources/enums';
import {
  maxRules,
  type RuleInput,
  type ruleAssign,
  type ruleSwitch,
  type ruleUpdate,
} from '@tongda/contract/rules/alarm-rule/calls';
import { ruleScope } from '@tongda/contract/rules/alarm-rule/codes';
import type { RuleKind } from '@tongda/contract/rules/alarm-rule/kind';
import { sql } from 'kysely';
import { insertRows, requireRow, updateRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { guardUnique } from '../../../core/db/unique';
import type { Ctx } from '../../../core/http/ctx';
import { type AppError, blocked, forbidden, invalid, invalidField } from '../../../core/http/errors';
import { changesBetween, recordChanges } from '../../../core/record/audit';
import { eachRecord, type Register, type Target } from '../../../core/record/register';
import { seesAll } from '../../base/org/door';
import { loadPlacesById } from '../../ground/place/door';
import { type Claim, contradict } from './conflicts';
import { type CompanyRule, type FoundRule, findRule, findRules, listCompanyRules, loadTargetNames } from './repo';
import { labelsOf, paramsOf, placeIdsOf, type RuleNames, ruleWords, storedParams, type Worded } from './words';

export const entity = 'alarmRule';

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

const columnsOf = (v: RuleInput) => ({
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
});

/** Turns a violation of the unique index into the error at the name: two people may save the same name at the same time. */
const guardName = <T>(name: string, write: () => Promise<T>): Promise<T> =>
  guardUnique((index) => (index === 'alarm_rule_name' ? invalidField('name', `规则名称“${name}”已存在`) : null), write);

export function addRule(ctx: Ctx, input: RuleInput): Promise<{ id: string }> {
  return ctx.db(async (trx) => {
    const all = await listCompanyRules(trx, ctx);
    if (all.length >= maxRules) throw blocked(`报警规则已有${maxRules}条，请先删除不用的规则`);
    await checkRefs(trx, ctx, input, null);
    if (input.enabled) refuseContradiction(input, all, null);
    const [id = ''] = await guardName(input.name, () =>
      insertRows(trx, ctx, 'alarm_rule', [{ ...columnsOf(input), created_by: ctx.userId }]),
    );
    const words = ruleWords(input, await loadRuleNames(trx, ctx, [input]));
    const changes = changesBetween({}, words, labelsOf(input.kind));
    await recordChanges(trx, ctx, [{ entity, entityId: id, action: '新增', changes }]);
    return { id };
  });
}

export function updateRule(ctx: Ctx, input: Parsed<typeof ruleUpdate>): Promise<{ id: string; version: number }> {
  const { id, version, ...fields } = input;
  return ctx.db((trx) => changeRule(trx, ctx, id, version, () => fields));
}

/** Makes a rule apply to exactly these vehicles from now on. */
export function assignRule(ctx: Ctx, { id, version, vehicleIds }: Parsed<typeof ruleAssign>) {
  return ctx.db((trx) =>
    changeRule(trx, ctx, id, version, (before) => {
      if (!storedParams(before)) throw unreadableRule(before.name);
      // the check of the table allows levels 1 to 3 only
      return { ...before, level: before.level as 1, scope: ruleScope.vehicles, targetIds: vehicleIds };
    }),
  );
}

async function changeRule(
  trx: Trx,
  ctx: Ctx,
  id: string,
  version: number,
  next: (before: FoundRule) => RuleInput,
): Promise<{ id: string; version: number }> {
  const before = requireRow(await findRule(trx, ctx, id), '规则');
  if (!before.mine) throw foreignRule();
  const fields = next(before);
  if (fields.kind !== before.kind) throw invalidField('kind', '规则类型保存后不能更改，请新增一条');
  await checkRefs(trx, ctx, fields, before);
  if (fields.enabled) refuseContradiction(fields, await listCompanyRules(trx, ctx), id);
  const newVersion = await guardName(fields.name, () =>
    updateRow(trx, ctx, 'alarm_rule', { id, version, values: columnsOf(fields) }),
  );
  const names = await loadRuleNames(trx, ctx, [before, fields]);
  const changes = changesBetween(ruleWords(before, names), ruleWords(fields, names), labelsOf(before.kind));
  if (changes.length > 0) await recordChanges(trx, ctx, [{ entity, entityId: id, action: '编辑', changes }]);
  return { id, version: newVersion };
}

const unreadableRule = (name: string): AppError => blocked(`规则“${name}”的条件已不符合要求，请先编辑并保存`);
export const foreignRule = (): AppError => forbidden('该规则涉及您权限范围以外的车辆，不能更改');

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
  if (v.kind === 'line' && ids.some((id) => places.has(id) && places.get(id) !== 'line'))
    errors.push({ field: 'params.placeIds', msg: '请选择电子线路' });
  if (errors.length > 0) throw invalid(errors);
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
    return others !== null && contradict(claim, others);
  });
}
function refuseContradiction(rule: RuleInput, all: readonly CompanyRule[], id: string | null): void {
  const other = findContradiction(rule, all, id);
  if (other) throw blocked(`与规则“${other.name}”冲突：同一范围、同一对象在同一时段只能有一条规则`);
}

interface RuleTarget extends Target {
  kind: RuleKind;
  refusal: AppError | null;
}
/** What the shared batch functions need to know of rules; writing them is done in this file. */
const batchOf: Register<Record<string, unknown>> = {
  entity,
  table: 'alarm_rule',
  noun: '规则',
  wording: { labels: {} },
  columnsOf: () => ({}),
  twice: () => null,
};

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
    if (rule.enabled === on) return blocked(on ? '规则已是启用状态' : '规则已是停用状态');
    if (on && !storedParams(rule)) return unreadableRule(rule.name);
    // of two chosen rules that contradict each other, neither is switched on
    const rivals = all.map((other) => (ids.includes(other.id) ? { ...other, enabled: true } : other));
    const other = on ? findContradiction(rule, rivals, rule.id) : undefined;
    return other ? blocked(`与规则“${other.name}”冲突`) : null;
  };
  return eachRecord(ctx, batchOf, ids, {
    load: loadTargets(ctx, refuse),
    action: on ? '启用' : '停用',
    refuse: ({ refusal }) => refusal,
    set: { enabled: on },
  });
}

/** Marks rules as deleted: their alarms keep the rule, and their versions stay readable. */
export const deleteRules = (ctx: Ctx, ids: readonly string[]) =>
  eachRecord(ctx, batchOf, ids, {
    load: loadTargets(ctx, () => null),
    action: '删除',
    refuse: ({ refusal }) => refusal,
    set: null,
  });

/** A rule that the caller sees; 4004 for any other. */
export async function requireRule(trx: Trx, ctx: Ctx, id: string): Promise<FoundRule> {
  return requireRow(await findRule(trx, ctx, id), '规则');
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
