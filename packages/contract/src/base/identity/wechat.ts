import { z } from 'zod';
import { endpoint } from '../../core/endpoint';

/** Purpose of a QR code: to log a computer in, or to bind the WeChat account to the user who shows it. */
const purpose = z.enum(['qr', 'bind'], '参数错误');
const grantCode = z
  .string()
  .trim()
  .regex(/^[0-9A-Z]{20}$/u, '二维码已失效，请在电脑上刷新后重新扫码');

export const wxEntry = endpoint({
  method: 'GET',
  path: '/api/base/wxAuth/entry',
  access: 'public',
  title: '在微信中打开二维码后：微信授权页的地址，授权后带 code 与 state 回到确认页',
  input: z.object({ kind: purpose, code: grantCode }),
  output: z.object({ url: z.string() }),
});

export const wxIdentify = endpoint({
  path: '/api/base/wxAuth/identify',
  access: 'public',
  title: '以微信返回的 code 认人：谁的账号、哪台设备在等待；ticket 用于随后的确认',
  input: z.object({
    kind: purpose,
    code: grantCode,
    wxCode: z.string('请重新扫码').trim().min(1, '请重新扫码').max(128),
    state: z.string().max(128),
  }),
  output: z.object({
    ticket: z.string(),
    /** the account that logs in, or that is bound: 138****8000 style, because this page needs no login */
    account: z.string(),
    device: z.string(),
    ip: z.string(),
    /** epoch ms */
    since: z.number().int(),
  }),
});

export const wxAnswer = endpoint({
  path: '/api/base/wxAuth/answer',
  access: 'public',
  title: '在微信中确认或拒绝登录、绑定',
  input: z.object({ ticket: z.string().max(64), allow: z.boolean() }),
});

export const unBindWxUser = endpoint({
  path: '/api/base/user/unBindWxUser',
  access: 'session',
  title: '解绑微信：之后不能再用微信扫码登录',
});
