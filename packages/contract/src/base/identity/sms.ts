import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { patterns } from '../../core/field/patterns';
import { passwordRule } from './password-rule';

/** Codes by SMS (constants.tsv sms.ttl): life and pause in seconds. */
export const smsRules = { ttlS: 300, resendS: 60, dailyPerPhone: 10, hourlyPerIp: 30, tries: 5, digits: 6 } as const;

export const smsSent = z.object({
  expireIn: z.number().int(),
  resendIn: z.number().int(),
  /** the code itself, only in demonstration mode, where no SMS is sent */
  demoCode: z.string().optional(),
});

export const sendLoginSms = endpoint({
  path: '/api/sso/oauth/sendSmsCode',
  access: 'public',
  title: '发送登录、找回密码或填写问卷的短信验证码；号码是否注册不作区分',
  input: z.object({
    phone: patterns.phone.schema,
    purpose: z.enum(['login', 'reset', 'survey'], '参数错误'),
  }),
  output: smsSent,
});

export const checkResetCode = endpoint({
  path: '/api/sso/oauth/checkResetCode',
  access: 'public',
  title: '找回密码第一步：核对短信验证码',
  input: z.object({
    phone: patterns.phone.schema,
    code: z.string().regex(/^\d{6}$/u, '请输入6位数字验证码'),
  }),
  output: z.object({
    /** good once, for ten minutes */
    resetToken: z.string(),
    accountCode: z.string(),
    pwdRule: passwordRule,
  }),
});

export const resetPassword = endpoint({
  path: '/api/sso/oauth/resetPwd',
  access: 'public',
  title: '找回密码第二步：设置新密码（客户端散列）；该账号的所有会话失效',
  input: z.object({ resetToken: z.string().max(600), newPwd: patterns.passwordHash.schema }),
});
