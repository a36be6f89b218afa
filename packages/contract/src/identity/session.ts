import { z } from 'zod';
import { endpoint } from '../core/endpoint';
import { id } from '../core/page';

/** Life times of shell.md A2, in seconds; the web keeps cookies by them, the server issues tokens by them. */
export const tokenLife = {
  accessCookie: 30 * 60,
  accessStamp: 20 * 60,
  refreshCookie: 8 * 3600,
  /** a refresh chain never lives longer, however often it is renewed */
  refreshAbsolute: 24 * 3600,
  /** at most one refresh in this time; the others wait `refreshWait` and try again */
  refreshGuard: 5,
  refreshWait: 1,
  /** a used refresh token offered again within this time gets the same successor pair */
  reuseGrace: 10,
} as const;

/** Salted client hash of a password (shell.md A7): hex(PBKDF2-HMAC-SHA256(NFKC(p), "fleet-pwd-v1:"+salt, 10000, 32 bytes)). */
export const passwordScheme = { saltPrefix: 'fleet-pwd-v1:', iterations: 10_000, bytes: 32 } as const;

/** What the browser's OAuth client calls itself; the secret is public and grants nothing. */
export const webClient = { id: 'tongda-web', secret: 'tongda-web' } as const;

export const loginCode = endpoint({
  method: 'GET',
  path: '/api/sso/oauth/getLoginCode',
  access: 'public',
  title: '取登录参数：密码盐与图形验证码（需要时）',
  input: z.object({ captcha: z.enum(['0', '1']).optional() }),
  output: z.object({
    pwdSalt: z.string(),
    pwdIter: z.number().int(),
    /** Present when asked for, or when this address must solve one. */
    captchaKey: z.string().nullable(),
    /** data URL (SVG) */
    image: z.string().nullable(),
    expireIn: z.number().int(),
  }),
});

export const tokenAnswer = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number().int(),
  superManagerFlag: z.union([z.literal(0), z.literal(1)]),
  superClientId: z.string().nullable(),
  superUserId: z.string().nullable(),
  superUserName: z.string().nullable(),
  /** 1: do not open the location window (a refresh always says 1). */
  noJump: z.union([z.literal(0), z.literal(1)]),
});
export type TokenAnswer = z.infer<typeof tokenAnswer>;

export const token = endpoint({
  path: '/api/sso/oauth/token',
  access: 'public',
  title: '登录（grant_type=password）与换新令牌（grant_type=refresh_token）',
  body: 'form',
  input: z.object({
    grant_type: z.enum(['password', 'refresh_token'], '不支持的登录方式'),
    clientId: z.string().max(64).optional(),
    client_secret: z.string().max(64).optional(),
    username: z.string().min(2, '请输入账号').max(30, '账号最多30个字符').optional(),
    /** client hash, 64 lower-case hex digits */
    password: z
      .string()
      .regex(/^[0-9a-f]{64}$/u, '参数错误')
      .optional(),
    captchaKey: z.string().max(64).optional(),
    captchaCode: z.string().max(8).optional(),
    refresh_token: z.string().max(128).optional(),
    loginWarehouse: z.string().max(64).optional(),
  }),
  output: tokenAnswer,
});

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
  title: '退出登录',
  body: 'form',
  input: z.object({ outLogin: z.string().optional() }),
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
    proxyUser: z.object({ name: z.string() }).nullable(),
    headImgUrl: z.string().nullable(),
    isOrgManager: z.boolean(),
    /** absent for everybody but organisation managers */
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
  title: '菜单树与按钮权限',
  input: z.object({ sysList: z.array(z.string()).default(['common', 'webGIS', 'tms']) }),
  output: z.object({
    menuTree: z.array(menuNode),
    /** menu id → allowed button paths */
    buttonGrouping: z.record(z.string(), z.array(z.object({ path: z.string() }))),
  }),
});
