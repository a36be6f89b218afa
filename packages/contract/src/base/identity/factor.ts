import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { defineEnum, type EnumCode } from '../../core/enum';
import { dateTime } from '../../core/page';

/** 二次验证: codes of six digits that change every 30 s (TOTP), recovery codes, and the seconds that a login may wait for its second step. */
export const factorRules = { digits: 6, periodS: 30, recoveryCodes: 10, stepS: 300 } as const;

/** Who of a company must have a second factor. */
export const factorRule = defineEnum('factorRule', {
  optional: ['optional', '自愿'],
  admins: ['admins', '管理员必须'],
  all: ['all', '全部用户必须'],
});
export type FactorRule = EnumCode<typeof factorRule>;

/** Six digits of the app, or a recovery code as it was shown. */
export const factorCode = z
  .string()
  .trim()
  .transform((text) => text.replace(/[\s-]/gu, '').toUpperCase())
  .pipe(z.string().regex(/^(?:\d{6}|[A-Z2-7]{16})$/u, '请输入6位动态验证码或16位恢复码'));
const appCode = z
  .string()
  .trim()
  .regex(/^\d{6}$/u, '请输入6位动态验证码');

/** Data of the token call's answer 301: the ticket goes with the code to grant_type=second_factor. */
export const factorStep = z.object({ ticket: z.string(), expireIn: z.number().int() });

const base = '/api/base/user/secondFactor' as const;
const codesShown = z.object({ recoveryCodes: z.array(z.string()) });

export const factorInfo = endpoint({
  path: `${base}/info`,
  access: 'session',
  title: '二次验证：本人是否已开启、剩余恢复码、企业是否要求',
  output: z.object({
    enabled: z.boolean(),
    since: dateTime.nullable(),
    codesLeft: z.number().int(),
    /** the company wants it of this user */
    required: z.boolean(),
  }),
});

export const beginFactor = endpoint({
  path: `${base}/begin`,
  access: 'session',
  title: '开启或更换二次验证：取密钥与二维码内容（更换须给出当前的动态验证码或恢复码）',
  input: z.object({ code: factorCode.optional() }),
  output: z.object({
    /** base32, for typing it */
    secret: z.string(),
    /** otpauth:// address, the content of the QR */
    uri: z.string(),
  }),
});

export const confirmFactor = endpoint({
  path: `${base}/confirm`,
  access: 'session',
  title: '以第一个动态验证码完成开启或更换；恢复码只显示这一次',
  input: z.object({ code: appCode }),
  output: codesShown,
});

export const renewRecoveryCodes = endpoint({
  path: `${base}/renewCodes`,
  access: 'session',
  title: '重新生成恢复码，原有的全部失效；只显示这一次',
  input: z.object({ code: factorCode }),
  output: codesShown,
});

export const endFactor = endpoint({
  path: `${base}/off`,
  access: 'session',
  title: '关闭二次验证（企业要求时不能关闭）',
  input: z.object({ code: factorCode }),
});
