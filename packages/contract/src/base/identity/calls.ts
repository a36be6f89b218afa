import { z } from 'zod';
import { dayS, hourS } from '../../core/durations';
import { endpoint } from '../../core/endpoint';
import { patterns } from '../../core/field/patterns';
import { id } from '../../core/page';
import { grantType } from '../org/enums';
import { screenPage } from './login-grant';
import { passwordRule } from './password-rule';

/** Life times of tokens in seconds (shell.md A2): the server issues tokens and the web keeps cookies for so long. */
export const tokenLife = {
  accessCookie: 30 * 60,
  accessStamp: 20 * 60,
  refreshCookie: 8 * hourS,
  /** longest life of a session, however often its tokens are renewed */
  refreshAbsolute: dayS,
  /** at most one refresh in this time; the others wait `refreshWait` and try again */
  refreshGuard: 5,
  refreshWait: 1,
  /** a used refresh token offered again within this time gets the same successor pair */
  reuseGrace: 10,
  /** provider staff in a company, a super manager as somebody else */
  visit: 2 * hourS,
  act: 60 * 60,
} as const;

/** Cookies of a session. The refresh token is the server's to keep: no script can read it. */
export const sessionCookies = {
  access: 'td_access',
  /** epoch ms after which the access token is renewed although it still lives */
  accessUntil: 'td_access_until',
  /** the refresh token itself: HttpOnly, sent to `refreshPath` only */
  refresh: 'td_refresh',
  refreshPath: '/api/sso/oauth',
  /** epoch ms until which the refresh token lives, which pages may read */
  refreshUntil: 'td_refresh_until',
} as const;

/** Salted client hash of a password (shell.md A7): hex(PBKDF2-HMAC-SHA256(NFKC(p), "fleet-pwd-v1:"+salt, 10000, 32 bytes)). */
export const passwordScheme = { saltPrefix: 'fleet-pwd-v1:', iterations: 10_000, bytes: 32 } as const;

/** What the browser's OAuth client calls itself; the secret is public and grants nothing. */
export const webClient = { id: 'tongda-web', secret: 'tongda-web' } as const;
/** Client of a phone's browser: its login and that of a computer do not end each other. */
export const phoneClient = { id: 'tongda-h5', secret: 'tongda-h5' } as const;
/** Clients that log people in, and the kind of session each gets. */
export const oauthClients = {
  [webClient.id]: 'web',
  [phoneClient.id]: 'h5',
  'tongda-tv': 'tv',
} as const;
/** What programs called themselves before they signed their calls. It is refused by name; an unknown client would be logged in as web. */
export const formerProgramClient = 'tongda-open';

export const loginCode = endpoint({
  method: 'GET',
  path: '/api/sso/oauth/getLoginCode',
  access: 'public',
  title: '取登录参数：密码盐与安全验证的题目（需要时）',
  input: z.object({ captcha: z.enum(['0', '1']).optional() }),
  output: z.object({
    pwdSalt: z.string(),
    pwdIter: z.number().int(),
    /** the key of a proof of work (`proofOfWork`) when one was asked for, otherwise null */
    captchaKey: z.string().nullable(),
    expireIn: z.number().int(),
  }),
});

export const tokenAnswer = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number().int(),
  /** seconds that the refresh token lives: 8 h, or less where the company says so */
  refresh_expires_in: z.number().int(),
  superManagerFlag: z.union([z.literal(0), z.literal(1)]),
  superClientId: z.string().nullable(),
  superUserId: z.string().nullable(),
  superUserName: z.string().nullable(),
  /** 1: do not open the location window (a refresh always says 1). */
  noJump: z.union([z.literal(0), z.literal(1)]),
  /** what a screen that was let in by its pairing code opens */
  screenPage: screenPage.schema.optional(),
});
export type TokenAnswer = z.infer<typeof tokenAnswer>;

export const token = endpoint({
  path: '/api/sso/oauth/token',
  access: 'public',
  title:
    '登录（密码、短信、扫码、大屏配对）与换新令牌；属于多个企业时应答300与企业列表，已开启二次验证时应答301与ticket，等待确认时应答202',
  body: 'form',
  input: z.object({
    grant_type: z.literal([...grantType.codes], '不支持的登录方式'),
    clientId: z.string().max(64).optional(),
    client_secret: z.string().max(64).optional(),
    username: z.string().min(2, '请输入账号').max(30, '账号最多30个字符').optional(),
    /** client hash, 64 lower-case hex digits */
    password: z
      .string()
      .regex(/^[0-9a-f]{64}$/u, '参数错误')
      .optional(),
    captchaKey: z.string().max(128).optional(),
    /** the number that proves the work for `captchaKey` */
    captchaCode: z.string().max(20).optional(),
    refresh_token: z.string().max(128).optional(),
    /** empty = none */
    loginWarehouse: z.string().max(64).optional(),
    /** of the companies that answer 300 listed */
    companyId: id.optional(),
    phone: patterns.phone.schema.optional(),
    /** of the answer 301 */
    ticket: z.string().max(64).optional(),
    /** six digits of an SMS, or of the second factor, or a recovery code */
    code: z.string().max(64).optional(),
    /** secret of the page that shows the QR or the pairing code */
    authId: z.string().max(64).optional(),
    superClientId: z.string().max(20).optional(),
    superUserId: z.string().max(20).optional(),
    superUserName: z.string().max(64).optional(),
  }),
  output: tokenAnswer,
});

/** Data of a refused login: whether the next try needs a proof of work, of how many zero bits, and minutes for which none is taken. */
export const loginRefusal = z.object({
  needsCaptcha: z.boolean(),
  proofBits: z.number().int(),
  lockedMinutes: z.number().int().optional(),
});
export type LoginRefusal = z.infer<typeof loginRefusal>;

/** Data of the token call's answer 300: one account, several companies. */
export const companyChoice = z.object({
  companies: z.array(z.object({ clientId: id, clientName: z.string() })),
});
export type CompanyChoice = z.infer<typeof companyChoice>['companies'][number];

export const loginInfo = endpoint({
  method: 'GET',
  path: '/api/sso/oauth/getLoginInfo',
  access: 'session',
  title: '当前登录信息',
  okCode: 1,
  input: z.object({ clientId: z.string().optional(), userId: z.string().optional(), jti: z.string().optional() }),
  output: z.object({
    userId: id,
    clientId: id,
    accountCode: z.string(),
    loginType: z.number().int(),
    sessionId: z.string(),
  }),
});

export const logout = endpoint({
  path: '/api/sso/oauth/logout',
  access: 'session',
  title: '退出登录；outLogin=1 只退出正在访问的企业并返回原会话的令牌',
  body: 'form',
  input: z.object({ outLogin: z.string().optional() }),
  output: tokenAnswer.nullable(),
});

export const userInfo = endpoint({
  path: '/api/base/user/info',
  access: 'session',
  title: '当前用户',
  output: z.object({
    id,
    clientId: id,
    clientName: z.string(),
    accountCode: z.string(),
    name: z.string(),
    orgName: z.string(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    isPrimaryUser: z.number().int(),
    loginType: z.number().int(),
    /** who really sits there: provider staff (loginType -1) or a super manager */
    proxyUser: z
      .object({
        id,
        name: z.string(),
        mode: z.enum(['visit', 'super']),
        reason: z.string(),
        /** epoch ms at which it ends */
        until: z.number().int(),
        readOnly: z.boolean(),
      })
      .nullable(),
    /** 1: may act as other users */
    superManagerFlag: z.union([z.literal(0), z.literal(1)]),
    /** the password was set by somebody else, and nothing else works until the user changes it */
    mustChangePwd: z.boolean(),
    /** the password must be changed because it is older than the company allows */
    pwdExpired: z.boolean(),
    /** the company wants a second factor, and nothing else works until it is there */
    mustEnrol: z.boolean(),
    pwdRule: passwordRule,
    /** web, h5, tv … */
    terminalKind: z.string(),
    headImgUrl: z.string().nullable(),
    /** 1: manages the organisation */
    isOrgManager: z.union([z.literal(0), z.literal(1)]),
    /** absent for everybody but organisation managers at home: provider staff on a visit see none */
    clientSharedCode: z.string().optional(),
    timeZone: z.string(),
    systemCodeList: z.array(z.string()),
  }),
});

export interface MenuNode {
  /** number of the menu as text; may stand twice in a tree, then `sys` differs */
  id: string;
  name: string;
  /** path from the origin, '' for a group */
  url: string;
  icon: string;
  sys: string;
  /** 'blank' = new window */
  mark: string;
  children: MenuNode[];
}
const menuNode: z.ZodType<MenuNode> = z.lazy(() =>
  z.object({
    id: z.string(),
    name: z.string(),
    url: z.string(),
    icon: z.string(),
    sys: z.string(),
    mark: z.string(),
    children: z.array(menuNode),
  }),
);

export const menuTree = endpoint({
  path: '/api/base/user/menuTree',
  access: 'session',
  kept: true,
  title: '菜单树与按钮权限',
  input: z.object({ sysList: z.array(z.string()).default(['common', 'webGIS', 'tms']) }),
  output: z.object({
    menuTree: z.array(menuNode),
    /** menu id → allowed button paths */
    buttonGrouping: z.record(z.string(), z.array(z.object({ path: z.string() }))),
  }),
});
