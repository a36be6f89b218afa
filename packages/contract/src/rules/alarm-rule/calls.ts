import { z } from 'zod';
import { columns } from '../../core/columns';
import { dayMs } from '../../core/durations';
import { endpoint } from '../../core/endpoint';
import { optionalDate } from '../../core/field/inputs';
import { dateOnly, dateTime, id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { batchLine, changeHisCall, chosenIds, version } from '../../core/register/pieces';
import { enableStatus } from '../../resources/enums';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { ruleParams, rulePeriod, ruleScope } from './codes';
import { type RuleKind, ruleKind } from './kind';
import { ruleFault } from './words';

const base = '/api/alarm/rule';
const read = { menu: menus.ruleSettings.id } as const;
const text = z.string();

/** Most rules of a company. */
export const maxRules = 200;

/** The edit screens of the specification, each with the kinds of rules that it is for. */
export const ruleType = {
  common: {
    label: '通用',
    kinds: ['speed', 'parking', 'idle', 'fatigue', 'humidity', 'co2', 'oil', 'device', 'fault', 'terminal'],
    route: 'commonRuleEdit',
  },
  overTemp: { label: '超温', kinds: ['temperature'], route: 'overTemperatureRuleEdit' },
  zone: { label: '区域', kinds: ['zone', 'line'], route: 'zoneRuleEdit' },
  door: { label: '门磁', kinds: ['door'], route: 'doorMagnetRuleEdit' },
  timeliness: { label: '运输时效', kinds: ['timeliness'], route: 'timelinessRuleEdit' },
  activeSafety: { label: '主动安全', kinds: ['safety'], route: 'activeSafetyRuleEdit' },
} as const satisfies Record<string, { label: string; kinds: readonly RuleKind[]; route: string }>;
export type RuleType = keyof typeof ruleType;
// the table has entries, and `z.enum` wants a list that is not empty
const ruleTypes = Object.keys(ruleType) as [RuleType, ...RuleType[]];

const ruleLevel = z.literal([1, 2, 3], '请选择报警级别');

/** What every kind of rule has. */
const common = {
  name: z.string('请输入规则名称').trim().min(1, '请输入规则名称').max(30, '最多30个字符'),
  level: ruleLevel.default(2),
  enabled: z.boolean().default(true),
  scope: z.literal(ruleScope.codes, '请选择适用对象').default(ruleScope.company),
  targetIds: z.array(id).max(500, '最多选择500个').default([]),
  excludeIds: z.array(id).max(500, '最多排除500辆车').default([]),
  period: rulePeriod.default({ weekdays: [], spans: [] }),
  validFrom: optionalDate,
  validUntil: optionalDate,
  remark: z.string().trim().max(200, '最多200个字符').default(''),
};
interface Common {
  scope: number;
  targetIds: string[];
  validFrom: string | null;
  validUntil: string | null;
}
const targetWords: Readonly<Record<number, string>> = {
  [ruleScope.fleets]: '请选择车队',
  [ruleScope.vehicles]: '请选择车辆',
  [ruleScope.orgs]: '请选择部门',
};

type Issue = { path: PropertyKey[]; message: string };
/** Faults that involve several fields. */
function faultsOf(kind: RuleKind, v: Common, params: unknown): Issue[] {
  const found: Issue[] = [];
  const target = targetWords[v.scope];
  if (target && v.targetIds.length === 0) found.push({ path: ['targetIds'], message: target });
  if (v.validFrom && v.validUntil && v.validUntil < v.validFrom)
    found.push({ path: ['validUntil'], message: '失效日期不能早于生效日期' });
  const fault = ruleFault(kind, params);
  if (fault) found.push({ path: ['params', fault[0]], message: fault[1] });
  return found;
}

/** Schema of the form of one kind: the checks of the server, field by field. */
export const ruleFormInput = (kind: RuleKind) =>
  z
    .object({
      ...common,
      kind: z.literal(kind),
      // of one kind, whose fields are checked when the form is used
      params: ruleParams[kind] as z.ZodObject,
      id: id.optional(),
      version: version.optional(),
    })
    .superRefine((v, context) => {
      for (const { path, message } of faultsOf(kind, v, v.params)) context.addIssue({ code: 'custom', path, message });
    });

const kindAndParams = { kind: z.enum(ruleKind.codes, '请选择规则类型'), params: z.record(z.string(), z.unknown()) };

/** Parameters are checked by their kind: findings stand at `params.<field>`. */
function withKindRules<S extends z.ZodObject>(schema: S): S {
  return schema.superRefine((input, context) => {
    // `S` is made of `common` and `kindAndParams`
    const v = input as Common & { kind: RuleKind; params: unknown };
    const parsed = ruleParams[v.kind].safeParse(v.params);
    for (const { path, message } of parsed.error?.issues ?? [])
      context.addIssue({ code: 'custom', path: ['params', ...path], message });
    if (!parsed.success) return;
    for (const { path, message } of faultsOf(v.kind, v, parsed.data))
      context.addIssue({ code: 'custom', path, message });
  });
}
const ruleInput = withKindRules(z.object({ ...common, ...kindAndParams }));
const ruleChange = withKindRules(z.object({ ...common, ...kindAndParams, id, version }));
export type RuleInput = z.output<typeof ruleInput>;

export const ruleRow = z.object({
  id,
  name: text,
  kind: z.enum(ruleKind.codes),
  /** the condition as a sentence */
  condition: text,
  targets: text,
  periodText: text,
  level: z.number(),
  /** levels by deviation in place of `level` */
  stepped: z.boolean(),
  todayCount: z.number(),
  /** terminals that the rule was sent to (newest line of each vehicle), and how many of them took it; null = never sent */
  issued: z.object({ sent: z.number(), done: z.number() }).nullable(),
  status: z.number(),
  version: z.number(),
  updateUser: text,
  updateTime: dateTime,
  /** whether the caller may change it: its scope lies within his */
  mine: z.boolean(),
  /**
   * Where the list is narrowed to a vehicle: the more specific rule that counts for it in place of this one, and whether it does so at all times. The general rule stays in
   * the list with this mark and is not left out, because it counts again in the hours in which the other does not hold, and whoever looks for it wants to know why it is silent.
   */
  replacedBy: z.object({ name: text, always: z.boolean() }).nullable(),
});
export type RuleRow = z.infer<typeof ruleRow>;

export const ruleColumns = columns<RuleRow>()([
  { value: 'name', label: '规则名称', width: 130, fixed: 'left', sortable: true, noEdit: true },
  { value: 'status', label: '状态', width: 68, sortable: true },
  { value: 'kind', label: '类型', width: 84, sortable: true },
  { value: 'condition', label: '条件', width: 300 },
  { value: 'targets', label: '适用对象', width: 104 },
  { value: 'periodText', label: '生效时段', width: 98 },
  { value: 'issued', label: '下发终端', width: 72 },
  { value: 'level', label: '级别', width: 72, sortable: true },
  { value: 'todayCount', label: '今日触发', width: 76, align: 'right', sortable: true },
  { value: 'updateUser', label: '更新人', width: 66 },
  { value: 'updateTime', label: '更新时间', width: 118, sortable: true, hidden: true },
]);

export const ruleFilters = filterSet({
  name: by.text('规则名称', { max: 30, main: true, width: 200 }),
  /** the tab: kinds of rules of an edit screen */
  ruleType: by.own(by.word('规则分类', { codes: ruleTypes, options: [] }, { bar: false })),
  kind: by.word('类型', ruleKind, { width: 150 }),
  /** rules that apply to this vehicle now; the page draws the vehicle picker for it */
  vehicleId: by.own({ kind: 'text' as const, label: '车辆', schema: id.optional(), width: 210, bar: false as const }),
  status: by.own(by.code('状态', enableStatus, { width: 130 })),
});

export const rulePage = endpoint({
  path: `${base}/page`,
  access: read,
  title: '报警规则列表',
  input: pageQuery.extend(ruleFilters.schema.shape),
  output: pageOf(ruleRow),
});
const named = z.array(z.object({ id, name: text }));
export const ruleDetail = endpoint({
  path: `${base}/detail`,
  access: read,
  title: '报警规则详情',
  input: z.object({ id }),
  output: z.object({
    id,
    name: text,
    kind: z.enum(ruleKind.codes),
    level: z.number(),
    enabled: z.boolean(),
    scope: z.number(),
    targetIds: z.array(id),
    excludeIds: z.array(id),
    period: rulePeriod,
    validFrom: z.string().nullable(),
    validUntil: z.string().nullable(),
    params: z.record(z.string(), z.unknown()),
    remark: text,
    version: z.number(),
    updateUser: text,
    updateTime: dateTime,
    /** places that the parameters name */
    places: named,
  }),
});
export type RuleDetail = z.infer<typeof ruleDetail.output>;

export const ruleAdd = endpoint({
  path: `${base}/add`,
  access: button('ruleSettings', 'add'),
  title: '新增报警规则',
  input: ruleInput,
  output: z.object({ id }),
});
export const ruleUpdate = endpoint({
  path: `${base}/update`,
  access: button('ruleSettings', 'edit'),
  title: '编辑报警规则',
  input: ruleChange,
  output: z.object({ id, version: z.number() }),
});
export const ruleSwitch = endpoint({
  path: `${base}/switch`,
  access: button('ruleSettings', 'status'),
  title: '启用或停用报警规则',
  input: z.object({ ids: chosenIds('规则'), status: z.literal(enableStatus.codes, '请选择状态') }),
  output: z.array(batchLine),
});
export const ruleDel = endpoint({
  path: `${base}/del`,
  access: button('ruleSettings', 'del'),
  title: '删除报警规则',
  input: z.object({ ids: chosenIds('规则') }),
  output: z.array(batchLine),
});
/** 分配车辆: the rule is for exactly these vehicles from now on. */
export const ruleAssign = endpoint({
  path: `${base}/assign`,
  access: button('ruleSettings', 'assign'),
  title: '分配车辆',
  input: z.object({ id, version, vehicleIds: z.array(id).min(1, '请选择车辆').max(500, '最多选择500辆') }),
  output: z.object({ version: z.number() }),
});
export const ruleChangeHis = changeHisCall(base, read, '报警规则');

/** Versions of a rule with the time in which each held; in times without a version the rule was switched off. */
export const ruleHistory = endpoint({
  path: `${base}/history`,
  access: read,
  title: '报警规则历史版本',
  input: z.object({ id }),
  output: z.array(
    z.object({
      version: z.number(),
      name: text,
      startTime: dateTime.nullable(),
      endTime: dateTime.nullable(),
      level: z.number(),
      condition: text,
      targets: text,
      periodText: text,
      userName: text,
    }),
  ),
});
export type RuleVersion = z.infer<typeof ruleHistory.output>[number];

/** 试算: limits of one run. */
export const trialLimits = { vehicles: 20, days: 7 } as const;
export const ruleSimulate = endpoint({
  path: `${base}/simulate`,
  access: button('ruleSettings', 'simulate'),
  title: '用历史数据试算报警规则',
  input: z
    .object({
      ...kindAndParams,
      level: ruleLevel.default(2),
      period: common.period,
      /** the rule that this one would replace: counted beside it */
      ruleId: id.optional(),
      vehicleIds: z
        .array(id)
        .min(1, '请选择试算车辆')
        .max(trialLimits.vehicles, `一次最多试算${trialLimits.vehicles}辆车`),
      fromDay: dateOnly,
      toDay: dateOnly,
    })
    .superRefine((v, context) => {
      const parsed = ruleParams[v.kind].safeParse(v.params);
      for (const { path, message } of parsed.error?.issues ?? [])
        context.addIssue({ code: 'custom', path: ['params', ...path], message });
      const days = (Date.parse(v.toDay) - Date.parse(v.fromDay)) / dayMs + 1;
      if (!(days >= 1)) context.addIssue({ code: 'custom', path: ['toDay'], message: '结束日期不能早于开始日期' });
      else if (days > trialLimits.days)
        context.addIssue({ code: 'custom', path: ['toDay'], message: `一次最多试算${trialLimits.days}天` });
    }),
  output: z.object({ id }),
});

const trialEpisode = z.object({
  vehicleId: id,
  day: dateOnly,
  startTime: dateTime,
  endTime: dateTime.nullable(),
  subject: text,
  level: z.number(),
  peak: z.number().nullable(),
  limit: z.number().nullable(),
  /** found by the tried rule, by the rule as it is now, or by both */
  by: z.enum(['trial', 'current', 'both']),
});
const trialCount = z.object({ vehicleId: id, day: dateOnly, trial: z.number(), current: z.number().nullable() });
/** What a trial found; kept in `rule_trial.result`. Vehicle by id, so that names are those of whoever looks. */
export const trialResult = z.object({
  counts: z.array(trialCount),
  episodes: z.array(trialEpisode),
  /** episodes beyond the thousand that are listed */
  more: z.number(),
  points: z.number(),
});
export type TrialResult = z.infer<typeof trialResult>;
export const trialStatus = { waiting: 0, running: 1, done: 2, failed: 3 } as const;
/** Name of the job that works trials out. */
export const trialJobName = 'rule-trial';

export const ruleSimulateResult = endpoint({
  path: `${base}/simulateResult`,
  access: button('ruleSettings', 'simulate'),
  title: '试算进度与结果',
  input: z.object({ id }),
  output: z.object({
    status: z.number(),
    /** vehicle days */
    done: z.number(),
    total: z.number(),
    error: text,
    result: trialResult.nullable(),
    vehicles: named,
  }),
});
export type TrialAnswer = z.infer<typeof ruleSimulateResult.output>;

/** Detectors that failed on vehicles: their points are stored, their findings may be missing. */
export const ruleErrors = endpoint({
  path: `${base}/errors`,
  access: read,
  title: '计算异常',
  input: pageQuery,
  output: pageOf(
    z.object({
      vehicleId: id,
      plateNo: text,
      kind: text,
      kindName: text,
      errors: z.number(),
      lastError: text,
      lastTime: dateTime,
    }),
  ),
});
