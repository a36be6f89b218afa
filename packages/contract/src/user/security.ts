import { z } from 'zod';
import { endpoint } from '../core/endpoint';
import { dateTime } from '../core/page';
import { changeHisCall, version } from '../core/resource';
import { menus } from '../menus';

const base = '/api/base/user/security' as const;
const read = { menu: menus.userManagement.id } as const;

/** Hours that a session of a company may live, however often it is renewed. */
export const sessionHours = { min: 1, max: 168 } as const;

const fields = {
  /** false: a new login on a computer ends the older one */
  multiLogin: z.boolean(),
  sessionMaxH: z
    .number('请输入最长登录时长')
    .int('最长登录时长应为整数小时')
    .min(sessionHours.min, `最长登录时长应为${sessionHours.min}~${sessionHours.max}小时`)
    .max(sessionHours.max, `最长登录时长应为${sessionHours.min}~${sessionHours.max}小时`),
};

export const companySecurity = endpoint({
  path: `${base}/info`,
  access: read,
  title: '登录安全设置',
  output: z.object({
    ...fields,
    version: z.number(),
    /** administrators only: others look */
    editable: z.boolean(),
    /** users with more than one session of a kind, who lose the older ones when several computers are no longer allowed */
    several: z.number(),
    updateTime: dateTime.nullable(),
  }),
});

export const saveCompanySecurity = endpoint({
  path: `${base}/save`,
  access: read,
  title: '修改登录安全设置（企业管理员）',
  input: z.object({ ...fields, version }),
  output: z.object({ ended: z.number() }),
});

export const companySecurityHis = changeHisCall(base, read, '登录安全设置');
