import { createHmac, timingSafeEqual } from 'node:crypto';
import { grantStatus } from '@tongda/contract/base/identity/login-grant';
import type { wxAnswer, wxEntry, wxIdentify } from '@tongda/contract/base/identity/wechat';
import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { type Kysely, sql } from 'kysely';
import { brokenIndex } from '../../../../core/db/unique';
import type { DB } from '../../../../core/generated/db-types';
import type { Ctx } from '../../../../core/http/ctx';
import { type AppError, blockedByRule, forbiddenError, invalidField } from '../../../../core/http/errors';
import type { WechatProvider } from '../../../../core/notify/wechat';
import { deviceWords } from '../session/device-words';
import type { SessionDeps } from '../session/sessions';
import { digestOf, makeSecret } from '../session/tokens';
import { type Caller, writeLogin } from './history';
import { selectOpenGrant } from './qr-grants';

const expiredError = (): AppError => invalidField('code', '二维码已失效，请在电脑上刷新后重新扫码');
const boundElsewhereError = (): AppError => blockedByRule('该微信已绑定其他账号，请先在那个账号的个人信息中解绑');
const notBoundError = (): AppError => blockedByRule('该微信尚未绑定账号，请先登录，并在个人信息中绑定微信');

/** The configured WeChat provider; throws when there is none. Pages offer nothing of WeChat then, so only forged calls get here. */
function requireProvider({ wechat }: SessionDeps): WechatProvider {
  if (!wechat) throw blockedByRule('本平台未开通微信登录');
  return wechat;
}

/** WeChat's own page for a QR that was opened in WeChat. `base` is our address as the phone sees it. */
export async function wechatEntry(
  deps: SessionDeps,
  { kind, code }: Parsed<typeof wxEntry>,
  base: string,
): Promise<Output<typeof wxEntry>> {
  const wechat = requireProvider(deps);
  if (!(await selectOpenGrant(deps.db, kind, code).executeTakeFirst())) throw expiredError();
  return { url: wechat.authorizeUrl(`${base}/community/authBind?kind=${kind}&grant=${code}`, stateOf(deps, code)) };
}

/** The `state` that WeChat returns to us: a signature over the code, so that a forged return address for somebody else's QR is refused. */
const stateOf = ({ secrets }: SessionDeps, code: string): string =>
  createHmac('sha256', secrets.signKey).update(`wechat ${code}`).digest('base64url');

function sameState(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Finds out who scanned the QR, and marks it as scanned for the waiting computer. Nothing else happens until that person confirms (`answerWechat`). */
export async function identifyWechat(
  deps: SessionDeps,
  { kind, code, wxCode, state }: Parsed<typeof wxIdentify>,
): Promise<Output<typeof wxIdentify>> {
  const wechat = requireProvider(deps);
  if (!sameState(state, stateOf(deps, code))) throw expiredError();
  const row = await selectOpenGrant(deps.db, kind, code).executeTakeFirst();
  if (!row) throw expiredError();
  const openId = await wechat.openIdOf(wxCode);
  const bound = await findBoundAccount(deps.db, openId);
  if (kind === 'bind' && bound && bound.id !== row.user_id) throw boundElsewhereError();
  const account = kind === 'qr' ? bound : await loadWaitingAccount(deps.db, row.user_id);
  if (!account) throw kind === 'qr' ? notBoundError() : expiredError();
  const ticket = makeSecret();
  await deps.db
    .updateTable('login_grant')
    .set({ status: grantStatus.scanned, wx_openid: openId, wx_ticket_sha256: digestOf(ticket) })
    .where('id', '=', row.id)
    .execute();
  return {
    ticket,
    account: hideAccount(account.account_code),
    device: deviceWords(row.user_agent),
    ip: row.ip ?? '',
    since: row.created_at.getTime(),
  };
}

/** An account name of which only the first and last character are shown: its owner recognizes it, others learn nothing. */
export const hideAccount = (account: string): string => `${account.slice(0, 1)}***${account.slice(-1)}`;

const findBoundAccount = (db: Kysely<DB>, openId: string) =>
  db
    .selectFrom('app_user')
    .select(['id', 'account_code'])
    .where('wx_openid', '=', openId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

async function loadWaitingAccount(db: Kysely<DB>, userId: string | null) {
  if (userId === null) return undefined;
  return db
    .selectFrom('app_user')
    .select(['id', 'account_code'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Confirms or refuses as the person who scanned. A confirmed login is fetched by the waiting browser (`redeemGrant`); a binding takes effect here. */
export async function answerWechat(
  deps: SessionDeps,
  { ticket, allow }: Parsed<typeof wxAnswer>,
  caller: Caller,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const grant = await trx
      .selectFrom('login_grant')
      .select(['id', 'kind', 'user_id', 'wx_openid'])
      .where('wx_ticket_sha256', '=', digestOf(ticket))
      .where('expires_at', '>', sql<Date>`now()`)
      .where('status', '=', grantStatus.scanned)
      .forUpdate()
      .executeTakeFirst();
    if (!grant?.wx_openid) throw expiredError();
    const answered = { status: allow ? grantStatus.confirmed : grantStatus.refused };
    if (grant.kind === 'bind') {
      if (allow) await bindWechat(trx, grant.user_id, grant.wx_openid, caller);
      await trx.updateTable('login_grant').set(answered).where('id', '=', grant.id).execute();
      return;
    }
    const user = await findBoundAccount(trx, grant.wx_openid);
    if (!user) throw notBoundError();
    await trx
      .updateTable('login_grant')
      .set({ ...answered, user_id: user.id })
      .where('id', '=', grant.id)
      .execute();
  });
}

async function bindWechat(trx: Kysely<DB>, userId: string | null, openId: string, caller: Caller): Promise<void> {
  if (userId === null) throw expiredError();
  const taken = await findBoundAccount(trx, openId);
  if (taken && taken.id !== userId) throw boundElsewhereError();
  const user = await trx
    .updateTable('app_user')
    .set({ wx_openid: openId, wx_bound_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .returning(['id', 'client_id', 'account_code'])
    .executeTakeFirst()
    // two phones at the same moment: the index decides
    .catch((error: unknown) => {
      throw brokenIndex(error) === null ? error : boundElsewhereError();
    });
  if (!user) throw expiredError();
  const who = { id: user.id, clientId: user.client_id };
  await writeLogin(trx, { event: 'wx_bind', account: user.account_code, caller, user: who });
}

/** 解绑微信, by the user himself. */
export async function unbindWechat(deps: SessionDeps, ctx: Ctx, caller: Caller): Promise<void> {
  if (ctx.actor || ctx.readOnly) throw forbiddenError();
  await deps.db.transaction().execute(async (trx) => {
    const user = await trx
      .updateTable('app_user')
      .set({ wx_openid: null, wx_bound_at: null })
      .where('id', '=', ctx.accountId)
      .where('wx_openid', 'is not', null)
      .returning(['id', 'client_id', 'account_code'])
      .executeTakeFirst();
    if (!user) throw blockedByRule('尚未绑定微信');
    await writeLogin(trx, {
      event: 'wx_unbind',
      account: user.account_code,
      caller,
      user: { id: user.id, clientId: user.client_id },
      sessionId: ctx.sessionId,
    });
  });
}
