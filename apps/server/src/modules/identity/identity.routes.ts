import * as session from '@tongda/contract/identity/session';
import { passwordScheme } from '@tongda/contract/identity/session';
import type { FastifyInstance } from 'fastify';
import { publicRoute, route } from '../../core/route';
import { newCaptcha } from './captcha';
import { menusOf } from './menu.service';
import { endSession, loginByPassword, refreshTokens, type SessionDeps } from './session.service';
import { readUserInfo } from './user.service';

/** Login, tokens, who am I, what may I. */
export function identityRoutes(app: FastifyInstance, deps: SessionDeps): void {
  publicRoute(app, session.loginCode, async (_visitor, input) => {
    const base = { pwdSalt: deps.secrets.pwdSalt, pwdIter: passwordScheme.iterations };
    if (input.captcha !== '1') return { ...base, captchaKey: null, image: null, expireIn: 0 };
    return { ...base, ...newCaptcha() };
  });
  publicRoute(app, session.token, async ({ ip, userAgent }, input) =>
    input.grant_type === 'password'
      ? loginByPassword(deps, input, { ip, userAgent })
      : refreshTokens(deps, input, { ip, userAgent }),
  );
  route(app, session.loginInfo, async (ctx) => ({
    userId: ctx.userId,
    clientId: ctx.clientId,
    accountCode: ctx.accountCode,
    loginType: ctx.loginType,
    sessionId: ctx.sessionId,
  }));
  route(app, session.logout, async (ctx) => {
    await endSession(deps, ctx.sessionId, 'logout');
    return null;
  });
  route(app, session.userInfo, (ctx) => readUserInfo(ctx));
  route(app, session.menuTree, async (ctx, input) => menusOf(ctx, input.sysList));
}
