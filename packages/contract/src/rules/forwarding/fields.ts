import { z } from 'zod';
import { type CrossRule, withCrossRules } from '../../core/field/cross-rules';
import { numberWithin, optionalDate, optionalNumber } from '../../core/field/inputs';
import { id } from '../../core/page';
import { version } from '../../core/register/pieces';
import { pushScope } from '../push/enums';
import { type ForwardProtocol, forwardCrs, forwardKind, forwardProtocol } from './enums';

/** Pauses before a failed sending is repeated, s (report.md 2.5); whatever comes later waits as long as the last one. */
export const forwardPausesS = [10, 60, 300, 1800] as const;
/** Failed sendings in a row after which a target is left alone until somebody starts it again. */
export const forwardGiveUp = 1000;
/** How long what was given up is kept for sending it again, days. */
export const forwardDeadDays = 7;
/** A target that was given up and works again is told what came in the meantime, of so many hours at most. */
export const forwardResumeH = 24;

const optionalText = (max: number) => z.string().trim().max(max, `最多${max}个字符`).default('');
const word32 = optionalNumber({ min: 0, max: 4_294_967_295, places: 0 });

/** The form of a target (report.md 2.5). Days are the company's, both included. */
export const forwardFields = z.object({
  name: z.string('请输入转发名称').trim().min(1, '请输入转发名称').max(30, '最多30个字符'),
  platform: z.string('请输入目标平台').trim().min(1, '请输入目标平台').max(30, '最多30个字符'),
  protocol: z.literal(forwardProtocol.codes, '请选择协议'),
  address: z.string('请输入地址').trim().min(1, '请输入地址').max(500, '最多500个字符'),
  /** the program (对接应用) that subscribes: HTTP, signed with its secret, of its vehicles; null: none */
  appId: id.nullable().default(null),
  /** user name; of JT/T 809 a number */
  account: optionalText(50),
  /** password, or key of the signature; null = as it was */
  secret: z.string().trim().max(200, '最多200个字符').nullish(),
  /** of MQTT; {plateNo}, {terminalNo} and {kind} stand for those of the report */
  topic: optionalText(200),
  /** 接入码 of JT/T 809 (MSG_GNSSCENTERID), and the constants by which its bodies are scrambled: all or none */
  centerId: word32,
  m1: word32,
  ia1: word32,
  ic1: word32,
  kinds: z.array(z.literal(forwardKind.codes)).min(1, '请至少选择一项内容'),
  /** a vehicle's reports are told once in so many seconds */
  intervalS: numberWithin({ min: 10, max: 3600, places: 0, unit: '秒' }).default(30),
  scope: z.literal([1, 2, 3, 4], '请选择转发车辆'),
  targetIds: z.array(id).max(500, '最多选择500项').default([]),
  validFrom: optionalDate,
  validUntil: optionalDate,
  /** reports that came late are told as well */
  catchUp: z.boolean().default(true),
  crs: z.literal(forwardCrs.codes, '请选择坐标系').default(forwardCrs.wgs84),
  /** repetitions before a sending is given up */
  retries: numberWithin({ min: 0, max: 5, places: 0, unit: '次' }).default(4),
  remark: optionalText(200),
});
export type ForwardFields = z.output<typeof forwardFields>;

/** Host and port as they stand in the address of MQTT or JT/T 809. */
const hostPort = /^(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:]{2,39}\]):(\d{1,5})$/u;
const isPort = (text: string | undefined): boolean => Number(text) >= 1 && Number(text) <= 65_535;

/** What is wrong with the address of a protocol; null when nothing is. */
export function addressFault(protocol: ForwardProtocol, address: string): string | null {
  if (protocol === forwardProtocol.http)
    return /^https?:\/\/[^\s/]\S*$/u.test(address) ? null : '请输入以 http:// 或 https:// 开头的地址';
  const bare = protocol === forwardProtocol.mqtt ? address.replace(/^mqtts?:\/\//u, '') : address;
  const example = protocol === forwardProtocol.mqtt ? 'mqtt://主机:1883 或 mqtts://主机:8883' : '主机:端口';
  if (protocol === forwardProtocol.mqtt && bare === address) return `请按 ${example} 填写地址`;
  const found = hostPort.exec(bare);
  if (!found) return `请按 ${example} 填写地址`;
  return isPort(found[1]) ? null : '端口应在1~65535之间';
}

const chosen: Readonly<Record<number, string>> = { 2: '部门', 3: '车队', 4: '车辆' };
const of809 = (v: Partial<ForwardFields>): boolean => v.protocol === forwardProtocol.jt809;
const crossRules: ReadonlyArray<CrossRule<ForwardFields>> = [
  { path: 'address', fault: (v) => (v.protocol && v.address ? addressFault(v.protocol, v.address) : null) },
  {
    path: 'appId',
    fault: (v) => (v.appId && v.protocol !== forwardProtocol.http ? '应用订阅只能用HTTP推送' : null),
  },
  {
    path: 'account',
    fault: (v) => (v.appId && v.account ? '应用订阅用应用的密钥签名，不需要账号' : null),
  },
  {
    path: 'topic',
    fault: (v) => {
      if (v.protocol !== forwardProtocol.mqtt) return null;
      if (!v.topic) return '请输入主题';
      return /[#+]|^\$/u.test(v.topic) ? '发布的主题不能含 # 和 +，也不能以 $ 开头' : null;
    },
  },
  {
    path: 'account',
    fault: (v) =>
      of809(v) && !(/^\d{1,10}$/u.test(v.account ?? '') && Number(v.account) <= 4_294_967_295)
        ? '用户名须为数字，请输入上级平台给的JT/T 809用户名'
        : null,
  },
  { path: 'centerId', fault: (v) => (of809(v) && v.centerId == null ? '请输入上级平台分配的接入码' : null) },
  {
    path: 'secret',
    fault: (v) =>
      of809(v) && new TextEncoder().encode(v.secret ?? '').length > 8 ? '密码最多8个字符（JT/T 809）' : null,
  },
  {
    path: 'm1',
    fault: (v) => {
      const given = [v.m1, v.ia1, v.ic1].filter((one) => one != null).length;
      return of809(v) && given !== 0 && given !== 3 ? '加密参数M1、IA1、IC1须同时填写，或都留空（不加密）' : null;
    },
  },
  {
    path: 'kinds',
    fault: (v) =>
      of809(v) && (v.kinds ?? []).includes(forwardKind.temperature)
        ? '温湿度不能用JT/T 809-2011传，请取消勾选，或改用HTTP、MQTT'
        : null,
  },
  {
    path: 'targetIds',
    fault: (v) =>
      v.scope !== undefined && v.scope !== pushScope.company && (v.targetIds ?? []).length === 0
        ? `请选择${chosen[v.scope] ?? '转发车辆'}`
        : null,
  },
  {
    path: 'validUntil',
    fault: (v) => (v.validFrom && v.validUntil && v.validUntil < v.validFrom ? '结束日期不能早于开始日期' : null),
  },
];

export const forwardInput = withCrossRules(forwardFields, crossRules);
export const forwardChange = withCrossRules(forwardFields.extend({ id, version }), crossRules);

export const forwardLabels: Readonly<Record<Exclude<keyof ForwardFields, 'secret'>, string>> = {
  name: '转发名称',
  platform: '目标平台',
  protocol: '协议',
  address: '地址',
  appId: '对接应用',
  account: '账号',
  topic: '主题',
  centerId: '接入码',
  m1: 'M1',
  ia1: 'IA1',
  ic1: 'IC1',
  kinds: '转发内容',
  intervalS: '频率',
  scope: '转发车辆',
  targetIds: '部门、车队或车辆',
  validFrom: '开始日期',
  validUntil: '结束日期',
  catchUp: '补传',
  crs: '坐标系',
  retries: '重试次数',
  remark: '备注',
};

/** … of what belongs to a program, as its form calls them. */
export const subscriptionLabels: typeof forwardLabels = {
  ...forwardLabels,
  name: '订阅名称',
  kinds: '推送内容',
  scope: '推送车辆',
};
