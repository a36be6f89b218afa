import { z } from 'zod';
import { smsSent } from '../../base/identity/sms';
import { endpoint } from '../../core/endpoint';
import { optionalPattern } from '../../core/field/inputs';
import { patterns } from '../../core/field/patterns';
import { dateTime, id } from '../../core/page';

const base = '/api/base/user';
const code = z.string().regex(/^\d{6}$/u, '请输入6位数字验证码');

/** A person's name: letters and digits (3-10) as the specification has it, or 2-10 Chinese characters. */
const personName = z
  .string()
  .trim()
  .refine(
    (text) => patterns.username.regex.test(text) || patterns.chinese2to10.regex.test(text),
    '请输入2~10位中文，或3~10位字母、数字',
  );

/** 138****8000 */
export const maskedPhone = (phone: string): string => `${phone.slice(0, 3)}****${phone.slice(-4)}`;

export const accountTypeWords = { primary: '企业主账号', manager: '企业管理员', user: '普通用户' } as const;

export const profile = endpoint({
  path: `${base}/profile`,
  access: 'session',
  title: '个人信息',
  output: z.object({
    accountCode: z.string(),
    name: z.string(),
    headImgUrl: z.string().nullable(),
    /** with its middle digits hidden; null: no number is bound */
    phone: z.string().nullable(),
    /** null: WeChat is not set up on this platform */
    wechat: z.object({ boundTime: dateTime.nullable() }).nullable(),
    /** of the user himself; '' = none */
    email: z.string(),
    /** 账号类型 */
    accountType: z.enum(['primary', 'manager', 'user']),
    clientName: z.string(),
    orgName: z.string(),
    roles: z.array(z.string()),
    /** the login before this one */
    lastLogin: z.object({ time: dateTime, ip: z.string() }).nullable(),
    /** false while somebody acts in the user's name: nothing here may be changed then */
    editable: z.boolean(),
  }),
});
export const upName = endpoint({
  path: `${base}/upName`,
  access: 'session',
  title: '修改姓名（name 在地址或请求内容中）',
  query: true,
  input: z.object({ name: personName }),
});
/** The address that alarms, reports and forgotten passwords go to, and that can be logged in with: asks for the password (4012). Blank takes it away. */
export const upEmail = endpoint({
  path: `${base}/upEmail`,
  access: 'session',
  title: '修改邮箱（不填为清除）',
  input: z.object({ email: optionalPattern(patterns.email) }),
});
/** A file uploaded as `avatar`; null takes the picture away. */
export const upHeadImg = endpoint({
  path: `${base}/upHeadImg`,
  access: 'session',
  title: '修改头像',
  input: z.object({ fileId: id.nullable() }),
  output: z.object({ headImgUrl: z.string().nullable() }),
});
/** Sends a verification code to the new number (`phone`), or, without `phone`, to the number that is bound now. */
export const sendBindVerifyCode = endpoint({
  path: `${base}/sendBindVerifyCode`,
  access: 'session',
  title: '发送换绑手机验证码',
  input: z.object({ phone: patterns.phone.schema.optional() }),
  output: smsSent,
});
/**
 * Changing a bound number needs a proof of identity: the code that was sent to the old number (`oldCode`), or the password when the old number
 * no longer reaches the user.
 */
export const upPhone = endpoint({
  path: `${base}/upPhone`,
  access: 'session',
  title: '更换手机号',
  input: z.object({
    phone: patterns.phone.schema,
    verifyCode: code,
    oldCode: code.optional(),
    password: patterns.passwordHash.schema.optional(),
  }),
});
