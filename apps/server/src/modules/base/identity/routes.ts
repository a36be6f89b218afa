import * as account from '@tongda/contract/base/identity/account';
import * as acting from '@tongda/contract/base/identity/acting';
import * as session from '@tongda/contract/base/identity/calls';
import { formerProgramClient, oauthClients, passwordScheme } from '@tongda/contract/base/identity/calls';
import * as factor from '@tongda/contract/base/identity/factor';
import { openToken } from '@tongda/contract/base/identity/free-token';
import * as grant from '@tongda/contract/base/identity/login-grant';
import * as sms from '@tongda/contract/base/identity/sms';
import * as wechat from '@tongda/contract/base/identity/wechat';
import * as companies from '@tongda/contract/company/user/companies';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, forbiddenError, invalidField } from '../../../core/http/errors';
import { publicRoute, route, type Visitor } from '../../../core/http/route';
import { companiesToAct, companiesToVisit, leaveActing, switchLogin, usersToAct } from './acting/service';
import { joinByCode, leaveCompany, listCompanies } from './companies';
import { beginEnrolment, confirmEnrolment, readFactor, renewCodes, switchFactorOff } from './factor/service';
import { findAccount, loginByPassword, loginBySms, type TokenInput } from './login/enter';
import { loginByFactor } from './login/factor';
import { describeFreeToken } from './login/free-token';
import type { Caller } from './login/history';
import { listMenus } from './login/menus';
import { newProofKey } from './login/proof';
import { decideGrant, findGrantBehind, loadGrantState, makeGrant, redeemGrant } from './login/qr-grants';
import { sendCode } from './login/verify-code';
import { answerWechat, identifyWechat, unbindWechat, wechatEntry } from './login/wechat';
import { proveByPassword, requireProof } from './password/prove';
import { beginReset, finishReset, replacePassword } from './password/service';
import { dropRefresh, keepRefresh, refreshOf, refuseForeign } from './session/cookies';
import { endDevice, endOtherDevices, listDevices, listRecords, refuseActing } from './session/devices';
import { refreshTokens } from './session/refresh';
import { endSession, type SessionDeps, type TerminalKind } from './session/sessions';
import { readUserInfo } from './user-info';

export interface IdentityDeps extends SessionDeps {
  /** user id of a Bearer token, null without a good one */
  userOf: (req: FastifyRequest) => Promise<string | null>;
  /** context of a request's Bearer token; 401 without a good one */
  ctxOf: (req: FastifyRequest) => Promise<Ctx>;
}

/** Login, tokens, who am I, what may I. */
export function identityRoutes(app: FastifyInstance, deps: IdentityDeps): void {
  publicRoute(app, session.loginCode, async (_visitor, input) => {
    const base = { pwdSalt: deps.secrets.pwdSalt, pwdIter: passwordScheme.iterations };
    if (input.captcha !== '1') return { ...base, captchaKey: null, expireIn: 0 };
    return { ...base, ...newProofKey(deps.secrets) };
  });
  publicRoute(app, session.token, async (visitor, input) => {
    refuseForeign(visitor.req, deps.publicUrl);
    const answer = await giveTokens(deps, visitor, input);
    keepRefresh(visitor.req, visitor.reply, answer);
    return answer;
  });
  sessionRoutes(app, deps);
  accountRoutes(app, deps);
  codeRoutes(app, deps);
  grantRoutes(app, deps);
}

function giveTokens(deps: SessionDeps, visitor: Visitor, input: TokenInput): Promise<session.TokenAnswer> {
  const kind = kindOf(visitor.req);
  if (kind === 'tv' && input.grant_type !== 'tv_code' && input.grant_type !== 'refresh_token')
    throw invalidField('grant_type', '大屏只能用配对码登录');
  switch (input.grant_type) {
    case 'password':
      return loginByPassword(deps, input, visitor, kind);
    case 'sms_code':
      return loginBySms(deps, input, visitor, kind);
    case 'wechat_qr':
      return redeemGrant(deps, 'qr', input, visitor, kind);
    case 'tv_code':
      return redeemGrant(deps, 'tv', input, visitor, 'tv');
    case 'second_factor':
      return loginByFactor(deps, input, visitor);
    case 'refresh_token':
      return refreshTokens(deps, refreshOf(visitor.req, input.refresh_token), input, visitor);
  }
}

/** Kind of terminal by the client in the Basic header. Its secret is public and grants nothing; it only labels the session. Throws 4003 for programs, which sign their calls. */
function kindOf(req: FastifyRequest): TerminalKind {
  const [scheme, value = ''] = (req.headers.authorization ?? '').split(' ');
  const id = scheme === 'Basic' ? Buffer.from(value, 'base64').toString('utf8').split(':')[0] : '';
  if (id === formerProgramClient)
    throw forbiddenError('程序不再以账号登录：请在接口中心新增对接应用，并以其密钥为请求签名');
  const kinds: Readonly<Record<string, TerminalKind>> = oauthClients;
  return kinds[id ?? ''] ?? 'web';
}

const callerOf = (req: FastifyRequest): Caller => ({
  ip: req.ip,
  userAgent: String(req.headers['user-agent'] ?? '').slice(0, 300),
});

function sessionRoutes(app: FastifyInstance, deps: IdentityDeps): void {
  route(app, session.loginInfo, async (ctx) => ({
    userId: ctx.userId,
    clientId: ctx.clientId,
    accountCode: ctx.accountCode,
    loginType: ctx.loginType,
    sessionId: ctx.sessionId,
  }));
  route(app, session.logout, async (ctx, input, { req, reply }) => {
    refuseForeign(req, deps.publicUrl);
    if (input.outLogin === '1') {
      const answer = await leaveActing(deps, ctx, callerOf(req));
      keepRefresh(req, reply, answer);
      return answer;
    }
    await endSession(deps, ctx, callerOf(req));
    dropRefresh(req, reply);
    return null;
  });
  route(app, acting.changeLogin, async (ctx, input, { req, reply }) => {
    refuseForeign(req, deps.publicUrl);
    const answer = await switchLogin(deps, ctx, input, callerOf(req));
    keepRefresh(req, reply, answer);
    return answer;
  });
  route(app, acting.actingCompanies, (ctx, { keyword }) => companiesToAct(deps, ctx, keyword));
  route(app, acting.visitCompanies, (ctx, { keyword }) => companiesToVisit(deps, ctx, keyword));
  route(app, acting.actingUsers, (ctx, { clientId, keyword }) => usersToAct(deps, ctx, clientId, keyword));
  route(app, session.userInfo, (ctx) => readUserInfo(ctx, deps.db));
  route(app, session.menuTree, async (ctx, input) => listMenus(ctx, input.sysList));
}

function accountRoutes(app: FastifyInstance, deps: IdentityDeps): void {
  route(app, account.changePassword, async (ctx, input, { req, reply }) => {
    await replacePassword(deps, ctx, input, callerOf(req));
    dropRefresh(req, reply);
    return null;
  });
  route(app, account.proveSelf, (ctx, { password }) => proveByPassword(deps, ctx, password));
  route(app, account.loginDevices, (ctx) => listDevices(deps, ctx));
  const proveToEnd = (ctx: Ctx): Promise<void> => {
    // who may end none is told so, not asked for a password
    refuseActing(ctx);
    return ctx.db((trx) => requireProof(trx, ctx, '下线其他登录'));
  };
  route(app, account.endLoginDevice, async (ctx, { id }) => {
    await proveToEnd(ctx);
    await endDevice(deps, ctx, id);
    return null;
  });
  route(app, account.endOtherDevices, async (ctx) => {
    await proveToEnd(ctx);
    return { count: await endOtherDevices(deps, ctx) };
  });
  route(app, account.loginRecords, (ctx) => listRecords(deps, ctx));
  route(app, companies.myCompanies, (ctx) => listCompanies(deps, ctx));
  route(app, companies.joinCompany, (ctx, { code }, { req }) => joinByCode(deps, ctx, code, callerOf(req)));
  route(app, companies.leaveCompany, async (ctx, { clientId }, { req }) => {
    await leaveCompany(deps, ctx, clientId, callerOf(req));
    return null;
  });
  route(app, factor.factorInfo, (ctx) => readFactor(deps, ctx));
  route(app, factor.beginFactor, (ctx, { code }, { req }) => beginEnrolment(deps, ctx, code, callerOf(req)));
  route(app, factor.confirmFactor, (ctx, { code }, { req }) => confirmEnrolment(deps, ctx, code, callerOf(req)));
  route(app, factor.renewRecoveryCodes, (ctx, { code }, { req }) => renewCodes(deps, ctx, code, callerOf(req)));
  route(app, factor.endFactor, async (ctx, { code }, { req }) => {
    await switchFactorOff(deps, ctx, code, callerOf(req));
    return null;
  });
  publicRoute(app, openToken, ({ req }) => describeFreeToken(deps, req, deps.userOf));
}

function codeRoutes(app: FastifyInstance, deps: SessionDeps): void {
  publicRoute(app, sms.sendLoginSms, async (caller, { phone, purpose }) => {
    const account = await findAccount(deps.db, phone, 'phone');
    return sendCode(deps, { phone, purpose, caller, deliver: account !== undefined });
  });
  publicRoute(app, sms.checkResetCode, (caller, input) => beginReset(deps, input, caller));
  publicRoute(app, sms.resetPassword, async (caller, input) => {
    refuseForeign(caller.req, deps.publicUrl);
    await finishReset(deps, input, caller);
    return null;
  });
}

function grantRoutes(app: FastifyInstance, deps: IdentityDeps): void {
  const base = (req: FastifyRequest): string => deps.publicUrl?.replace(/\/$/u, '') ?? `${req.protocol}://${req.host}`;
  const page = (req: FastifyRequest, kind: 'qr' | 'tv' | 'bind', code: string): string =>
    `${base(req)}/community/authBind?kind=${kind}&code=${code}`;
  publicRoute(app, grant.getAuthCode, async (caller, { purpose }) => {
    const kind = purpose === 'bind' ? 'bind' : 'qr';
    const userId = kind === 'bind' ? await findAccountToBind(deps, caller.req) : undefined;
    const { authId, code, expireIn } = await makeGrant(deps.db, kind, caller, userId);
    return { authId, expireIn, qrUrl: page(caller.req, kind, code) };
  });
  publicRoute(app, wechat.wxEntry, (caller, input) => wechatEntry(deps, input, base(caller.req)));
  publicRoute(app, wechat.wxIdentify, (_caller, input) => identifyWechat(deps, input));
  publicRoute(app, wechat.wxAnswer, async (caller, input) => {
    refuseForeign(caller.req, deps.publicUrl);
    await answerWechat(deps, input, caller);
    return null;
  });
  route(app, wechat.unBindWxUser, async (ctx, _input, { req }) => {
    await unbindWechat(deps, ctx, callerOf(req));
    return null;
  });
  publicRoute(app, grant.queryAuthCodeStatus, async (_caller, { authId }) => ({
    status: await loadGrantState(deps.db, authId),
  }));
  publicRoute(app, grant.getTvCode, async (caller) => {
    const made = await makeGrant(deps.db, 'tv', caller);
    return { ...made, qrUrl: page(caller.req, 'tv', made.code) };
  });
  route(app, grant.grantInfo, (ctx, input) => findGrantBehind(deps, ctx, input));
  route(app, grant.answerGrant, async (ctx, input) => {
    await decideGrant(deps, ctx, input);
    return null;
  });
}

/** Account that a WeChat account may be bound to: one's own, and only by oneself. */
async function findAccountToBind(deps: IdentityDeps, req: FastifyRequest): Promise<string> {
  if (!deps.wechat) throw blockedByRule('本平台未开通微信登录');
  const ctx = await deps.ctxOf(req);
  if (ctx.actor || ctx.readOnly) throw forbiddenError('代管或访问期间不能绑定微信');
  return ctx.accountId;
}
