import { z } from 'zod';
import { factorRule } from '../../base/identity/factor';
import { endpoint } from '../../core/endpoint';
import { dateTime } from '../../core/page';
import { changeHisCall, version } from '../../core/register/pieces';
import { menus } from '../../shell/menus';

const base = '/api/base/user/security' as const;
const read = { menu: menus.userManagement.id } as const;

/** Bounds of the longest life of a session that a company may set, in hours; renewing a session does not extend it. */
export const sessionHours = { min: 1, max: 168 } as const;
/** The same for a screen on the wall, which nobody types on: up to 30 days. */
export const screenHours = { min: 1, max: 720 } as const;

/** Bounds of the rules of passwords and logins. */
export const securityBounds = {
  minLength: [6, 16],
  remembered: [1, 24],
  expireDays: [1, 365],
  lockAfter: [3, 10],
  lockMin: [5, 1440],
  idleMin: [10, 480],
} as const;
/** 密码最短长度应为6~16位 */
const boundedNumber = (noun: string, [min, max]: readonly [number, number], unit: string) => {
  const msg = `${noun}应为${min}~${max}${unit}`;
  return z.number(`请输入${noun}`).int(`${noun}应为整数`).min(min, msg).max(max, msg);
};

const fields = {
  /** false: a new login on a computer ends the older login of the same user */
  multiLogin: z.boolean(),
  sessionMaxH: z
    .number('请输入最长登录时长')
    .int('最长登录时长应为整数小时')
    .min(sessionHours.min, `最长登录时长应为${sessionHours.min}~${sessionHours.max}小时`)
    .max(sessionHours.max, `最长登录时长应为${sessionHours.min}~${sessionHours.max}小时`),
  /** hours for which a screen on the wall is let in by its pairing code */
  screenMaxH: boundedNumber('大屏登录时长', [screenHours.min, screenHours.max], '小时'),
  /** who must have a second factor */
  secondFactor: factorRule.schema,
  /** minutes without use after which one has to log in again */
  idleMin: boundedNumber('空闲退出时长', securityBounds.idleMin, '分钟'),
  minLength: boundedNumber('密码最短长度', securityBounds.minLength, '位'),
  /** how many of the three kinds letters, digits and symbols a password must contain */
  kinds: z.literal([2, 3], '请选择密码字符种类'),
  /** null: passwords do not end */
  expireDays: boundedNumber('密码有效期', securityBounds.expireDays, '天').nullable(),
  /** earlier passwords that are not taken again */
  remembered: boundedNumber('不可重复的历史密码', securityBounds.remembered, '个'),
  lockAfter: boundedNumber('锁定前的错误次数', securityBounds.lockAfter, '次'),
  lockMin: boundedNumber('锁定时长', securityBounds.lockMin, '分钟'),
};
export type SecurityRules = { [F in keyof typeof fields]: z.output<(typeof fields)[F]> };

export const companySecurity = endpoint({
  path: `${base}/info`,
  access: read,
  title: '登录安全设置',
  output: z.object({
    ...fields,
    version: z.number(),
    /** true for administrators; other users may only read */
    editable: z.boolean(),
    /** number of users with more than one session of a kind, who lose the older ones when `multiLogin` is switched off */
    several: z.number(),
    /** enabled users whose password is older than `expireDays` */
    overdue: z.number(),
    /** enabled users without a second factor: all, and administrators */
    withoutFactor: z.object({ all: z.number(), admins: z.number() }),
    updateTime: dateTime.nullable(),
  }),
});

export const saveCompanySecurity = endpoint({
  path: `${base}/save`,
  access: read,
  title: '修改登录安全设置（企业管理员）',
  input: z.object({ ...fields, version }).partial({
    // absent: as it is
    screenMaxH: true,
    secondFactor: true,
    idleMin: true,
    minLength: true,
    kinds: true,
    expireDays: true,
    remembered: true,
    lockAfter: true,
    lockMin: true,
  }),
  output: z.object({ ended: z.number() }),
});

export const companySecurityHis = changeHisCall(base, read, '登录安全设置');
