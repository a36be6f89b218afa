import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { defineEnum } from '../../core/enum';

/** Life in seconds of a login QR code and of a screen's pairing code, and the seconds between two questions about each. */
export const grantLife = { qr: 120, qrPoll: 2, tv: 300, tvPoll: 3 } as const;

/** Characters of a pairing code; those that are easily confused from a distance are left out. */
export const pairingSigns = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

export const grantStatus = defineEnum('grantStatus', {
  waiting: [0, '等待扫码'],
  scanned: [1, '已扫码，请在手机上确认'],
  confirmed: [2, '已确认'],
  expired: [3, '已失效'],
  refused: [4, '已取消'],
});

/** What a screen on the wall opens once it was let in. */
export const screenPage = defineEnum('screenPage', {
  home: ['home', '首页'],
  location: ['location', '位置信息'],
  alarms: ['alarms', '报警记录'],
  transport: ['transport', '运输管理首页'],
  tracking: ['tracking', '订单跟踪'],
});
/** For how many days a screen may be let in at once; a company may allow less. */
export const screenDays = { most: 30, offered: [1, 7, 30] } as const;

export const getAuthCode = endpoint({
  method: 'GET',
  path: '/api/base/wxAuth/getAuthCode',
  access: 'public',
  title: '取扫码登录或绑定微信（purpose=bind，须已登录）的二维码：authId 由本页保存，qrUrl 是手机上的确认页',
  input: z.object({ purpose: z.enum(['login', 'bind'], '参数错误').default('login') }),
  output: z.object({ authId: z.string(), qrUrl: z.string(), expireIn: z.number().int() }),
});

export const queryAuthCodeStatus = endpoint({
  method: 'GET',
  path: '/api/base/wxAuth/queryAuthCodeStatus',
  access: 'public',
  title: '二维码的状态：0等待，1已扫码，2已确认，3已失效，4已取消',
  input: z.object({ authId: z.string().max(64) }),
  output: z.object({ status: grantStatus.schema }),
});

export const getTvCode = endpoint({
  method: 'GET',
  path: '/api/sso/oauth/getTvCode',
  access: 'public',
  title: '取大屏配对码（6位）；大屏凭 authId 以 grant_type=tv_code 轮询',
  output: z.object({ authId: z.string(), code: z.string(), qrUrl: z.string(), expireIn: z.number().int() }),
});

const codeInput = z.object({
  kind: z.enum(['qr', 'tv']),
  code: z
    .string()
    .trim()
    .transform((text) => text.toUpperCase())
    .pipe(z.string().regex(/^[0-9A-Z]{6,32}$/u, '请输入6位配对码')),
});

export const grantInfo = endpoint({
  path: '/api/sso/oauth/grantInfo',
  access: 'session',
  title: '扫码或输入配对码后：谁在等待登录',
  input: codeInput,
  output: z.object({
    status: grantStatus.schema,
    ip: z.string(),
    device: z.string(),
    /** epoch ms */
    since: z.number().int(),
    /** longest time, in hours, for which the caller's company lets a screen in */
    screenMaxH: z.number().int(),
  }),
});

export const answerGrant = endpoint({
  path: '/api/sso/oauth/answerGrant',
  access: 'session',
  title: '确认或拒绝扫码登录、大屏登录',
  input: codeInput.and(
    z.object({
      allow: z.boolean(),
      /** of a screen: what it opens, and for how many days it is let in (as long as the company allows when absent) */
      page: screenPage.schema.optional(),
      days: z
        .number('请选择登录天数')
        .int('登录天数应为整数')
        .min(1, `登录天数应为1~${screenDays.most}天`)
        .max(screenDays.most, `登录天数应为1~${screenDays.most}天`)
        .optional(),
    }),
  ),
});
