import { z } from 'zod';
import { type CrossRule, withCrossRules } from '../../core/field/cross-rules';
import { numberWithin } from '../../core/field/inputs';
import { patterns } from '../../core/field/patterns';
import { id } from '../../core/page';
import { version } from '../../core/register/pieces';
import { episodeKind } from '../../watch/alarm/episode';
import { alarmKinds } from '../../watch/alarm/words';
import { weekTimes } from '../alarm-rule/codes';
import { personalChannels, pushLevel, pushScope, quietMode } from './enums';

/** Kinds of alarms as choices. */
export const alarmKindOptions = alarmKinds.map((code) => ({ code, name: episodeKind.label(code) }));

/** Variables (in braces) that a template may use, with their meaning. */
export const templateVariables: Readonly<Record<string, string>> = {
  event: '事件（报警、升级提醒、恢复…）',
  plateNo: '车牌号',
  kind: '报警类型',
  level: '级别',
  subject: '探头、门等部位',
  value: '报警值',
  limit: '限值',
  time: '开始时间',
  duration: '已持续时长',
  address: '位置',
  rule: '规则名称',
  link: '查看链接',
};
/** Variables of a template that do not exist. */
export const unknownVariables = (template: string): string[] =>
  [...template.matchAll(/\{([^{}]*)\}/gu)].map(([, name = '']) => name).filter((name) => !(name in templateVariables));

/** A receiver without an account. */
export const pushContact = z.object({
  name: z
    .string('请输入联系人姓名')
    .trim()
    .regex(/^[\u4e00-\u9fa5A-Za-z·]{2,10}$/u, '联系人姓名为2~10个汉字或字母'),
  phone: z
    .string()
    .trim()
    .refine((text) => text === '' || patterns.phone.regex.test(text), patterns.phone.message)
    .default(''),
  email: z
    .string()
    .trim()
    .refine((text) => text === '' || patterns.email.regex.test(text), patterns.email.message)
    .default(''),
});
export type PushContact = z.output<typeof pushContact>;

/** Receivers and channels of a setting, and of each tier of its escalation. */
const who = {
  channels: z.array(z.literal(personalChannels, '请选择推送方式')).default([]),
  userIds: z.array(id).max(100, '用户最多100个').default([]),
  roleIds: z.array(id).max(20, '角色最多20个').default([]),
  /** head of the vehicle's department */
  manager: z.boolean().default(false),
  /** the vehicle's own driver */
  driver: z.boolean().default(false),
  contacts: z.array(pushContact).max(20, '外部联系人最多20个').default([]),
  endpointIds: z.array(id).max(10, '机器人与Webhook最多10个').default([]),
} as const;
const whoSchema = z.object(who);
export type PushWho = z.output<typeof whoSchema>;

/** Faults of a choice of receivers, by field; empty when it reaches somebody. */
export function whoFaults(w: Partial<PushWho>): Array<{ field: keyof PushWho; msg: string }> {
  const { channels = [], userIds = [], roleIds = [], contacts = [], endpointIds = [] } = w;
  const accounts = userIds.length + roleIds.length > 0 || w.manager === true;
  const people = accounts || w.driver === true || contacts.length > 0;
  // a list of some channels only finds those; any code is looked for
  const by = (code: number): boolean => (channels as readonly number[]).includes(code);
  if (!people && endpointIds.length === 0) return [{ field: 'userIds', msg: '请至少选择一个接收人、机器人或Webhook' }];
  if (people && channels.length === 0) return [{ field: 'channels', msg: '请选择推送方式' }];
  const faults: Array<{ field: keyof PushWho; msg: string }> = [];
  if (!people && channels.length > 0)
    faults.push({ field: 'channels', msg: '所选方式没有接收人，请选择接收人或清空推送方式' });
  const callable = by(3) || by(12);
  if (w.driver === true && !callable && !by(11))
    faults.push({ field: 'driver', msg: '车辆司机只能收APP、短信或电话，请在推送方式中勾选其中一种' });
  if (contacts.length > 0 && !callable && !by(4))
    faults.push({ field: 'contacts', msg: '外部联系人只能收短信、电话或邮件，请勾选其中一种' });
  const unreachable = contacts.findIndex(
    (c) => !((callable && (c.phone ?? '') !== '') || (by(4) && (c.email ?? '') !== '')),
  );
  if (contacts.length > 0 && (callable || by(4)) && unreachable >= 0)
    faults.push({
      field: 'contacts',
      msg: `外部联系人${contacts[unreachable]?.name ?? ''}没有填写${[callable ? '手机号' : '', by(4) ? '邮箱' : ''].filter(Boolean).join('或')}`,
    });
  return faults;
}

/** A tier of the escalation: its receivers are told when nobody has handled the alarm `afterMin` minutes after it was pushed. */
export const escalationTier = z.object({
  afterMin: z
    .number('请填写多少分钟无人处理后升级')
    .int('升级时间请填写整数分钟')
    .min(1, '升级时间应在1~1440分钟之间')
    .max(1440, '升级时间应在1~1440分钟之间'),
  ...who,
  /** told again every so many minutes while nobody handles it; 0 = once */
  repeatMin: numberWithin({ min: 0, max: 240, places: 0, unit: '分钟' }).default(0),
  /** times in all */
  times: numberWithin({ min: 1, max: 10, places: 0, unit: '次' }).default(1),
});
export type EscalationTier = z.output<typeof escalationTier>;

const wall = z
  .union([z.literal(''), z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/u, '时间请按 HH:mm 填写')])
  .nullish()
  .transform((text) => text || null);

/** What the form of a push setting holds (report.md 7.1). Times are the company's. */
export const pushFields = z.object({
  name: z.string('请输入推送名称').trim().min(1, '请输入推送名称').max(30, '最多30个字符'),
  enabled: z.boolean().default(true),
  /** empty = every kind */
  kinds: z.array(z.literal(alarmKinds, '请选择报警类型')).default([]),
  minLevel: z.literal(pushLevel.codes, '请选择最低级别'),
  scope: z.literal(pushScope.codes, '请选择适用车辆'),
  targetIds: z.array(id).max(500, '最多选择500项').default([]),
  ...who,
  period: weekTimes.default({ weekdays: [], spans: [] }),
  quietFrom: wall,
  quietTo: wall,
  quietMode: z.literal(quietMode.codes, '请选择免打扰时的处理').default(quietMode.later),
  /** alarms from this level on are told in quiet hours too */
  quietPassLevel: z.literal([2, 3], '请选择免打扰时仍发送的级别').default(3),
  /** minutes; 0 = told once */
  repeatMin: z.literal([0, 5, 10, 30, 60], '请选择重复间隔').default(0),
  maxTimes: numberWithin({ min: 1, max: 10, places: 0, unit: '次' }).default(3),
  notifyEnd: z.boolean().default(false),
  escalation: z.array(escalationTier).max(3, '升级最多3级').default([]),
  template: z.string().trim().max(300, '最多300个字符').default(''),
  remark: z.string().trim().max(200, '最多200个字符').default(''),
});
export type PushFields = z.output<typeof pushFields>;
export type PushField = keyof PushFields;

const receiverFields = (path: keyof PushWho): CrossRule<PushFields> => ({
  path,
  fault: (v) => whoFaults(v).find(({ field }) => field === path)?.msg ?? null,
});
const chosen: Readonly<Record<number, string>> = { 2: '部门', 3: '车队', 4: '车辆', 5: '分组' };
const crossRules: ReadonlyArray<CrossRule<PushFields>> = [
  {
    path: 'targetIds',
    fault: (v) =>
      v.scope !== undefined && v.scope !== 1 && (v.targetIds ?? []).length === 0
        ? `请选择${chosen[v.scope] ?? '适用车辆'}`
        : null,
  },
  receiverFields('userIds'),
  receiverFields('channels'),
  receiverFields('driver'),
  receiverFields('contacts'),
  { path: 'quietTo', fault: (v) => (v.quietFrom && !v.quietTo ? '请选择免打扰的结束时间' : null) },
  {
    path: 'quietFrom',
    fault: (v) =>
      !v.quietFrom && v.quietTo
        ? '请选择免打扰的开始时间'
        : v.quietFrom && v.quietFrom === v.quietTo
          ? '免打扰的开始和结束不能相同'
          : null,
  },
  { path: 'escalation', fault: (v) => escalationFault(v.escalation ?? []) },
  {
    path: 'template',
    fault: (v) => {
      const [wrong] = unknownVariables(v.template ?? '');
      return wrong === undefined
        ? null
        : `模板中没有变量{${wrong}}，可用：${Object.keys(templateVariables).join('、')}`;
    },
  },
];

function escalationFault(tiers: ReadonlyArray<Partial<EscalationTier>>): string | null {
  for (const [i, tier] of tiers.entries()) {
    // a tier has the same fields of receivers
    const [fault] = whoFaults(tier as Partial<PushWho>);
    if (fault) return `第${i + 1}级：${fault.msg}`;
    const before = tiers[i - 1]?.afterMin;
    if (before !== undefined && tier.afterMin !== undefined && tier.afterMin <= before)
      return `第${i + 1}级的时间须晚于第${i}级的${before}分钟`;
  }
  return null;
}

export const pushInput = withCrossRules(pushFields, crossRules);
export const pushChange = withCrossRules(pushFields.extend({ id, version }), crossRules);

export const pushLabels: Readonly<Record<PushField, string>> = {
  name: '推送名称',
  enabled: '启用',
  kinds: '报警类型',
  minLevel: '最低级别',
  scope: '适用车辆',
  targetIds: '部门、车队、车辆或分组',
  channels: '推送方式',
  userIds: '用户',
  roleIds: '角色',
  manager: '部门负责人',
  driver: '车辆司机',
  contacts: '外部联系人',
  endpointIds: '机器人与Webhook',
  period: '推送时段',
  quietFrom: '免打扰开始',
  quietTo: '免打扰结束',
  quietMode: '免打扰时',
  quietPassLevel: '免打扰时仍发送',
  repeatMin: '重复间隔',
  maxTimes: '最多次数',
  notifyEnd: '恢复通知',
  escalation: '升级',
  template: '内容模板',
  remark: '备注',
};

/** Nobody yet. */
export const emptyWho: Pick<PushWho, 'userIds' | 'roleIds' | 'manager' | 'driver' | 'contacts'> = {
  userIds: [],
  roleIds: [],
  manager: false,
  driver: false,
  contacts: [],
};
