import { inviteRules, type joinCompany, type myCompanies } from '@tongda/contract/company/user/companies';
import type { Output } from '@tongda/contract/core/endpoint';
import { sql } from 'kysely';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, forbiddenError, invalidField, notFound, tooManyAtOnce } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import { endSessionsOfAccount, inviteDigest } from './admin';
import { clearFailures, loadAttemptState, recordFailure } from './login/attempts';
import { type Caller, writeLogin } from './login/history';
import type { SessionDeps } from './session/sessions';

/** Companies that the caller's account may enter, as the choice after a login shows them. */
export async function listCompanies({ db }: SessionDeps, ctx: Ctx): Promise<Output<typeof myCompanies>> {
  const own = await db
    .selectFrom('app_user as u')
    .innerJoin('client as c', 'c.id', 'u.client_id')
    .select(['c.id', 'c.name', 'u.name as user_name', sql<Date | null>`null`.as('since')])
    .where('u.id', '=', ctx.accountId)
    .execute();
  const others = await db
    .selectFrom('account_company as l')
    .innerJoin('app_user as u', 'u.id', 'l.user_id')
    .innerJoin('client as c', 'c.id', 'l.client_id')
    .select(['c.id', 'c.name', 'u.name as user_name', 'l.created_at as since'])
    .where('l.account_id', '=', ctx.accountId)
    .orderBy('c.name')
    .execute();
  return [...own, ...others].map((row, at) => ({
    clientId: row.id,
    clientName: row.name,
    userName: row.user_name,
    own: at < own.length,
    current: row.id === ctx.clientId,
    since: row.since ? wireTime(row.since, ctx.timeZone) : null,
  }));
}

/** Links the caller's account to the company whose administrator gave the code. Throws 4000 for a wrong or used code; too many tries lock for a while. */
export async function joinByCode(
  deps: SessionDeps,
  ctx: Ctx,
  code: string,
  caller: Caller,
): Promise<Output<typeof joinCompany>> {
  if (ctx.actor || ctx.readOnly) throw forbiddenError('代管或访问期间不能关联企业');
  const tries = `company code ${ctx.accountId}`;
  const state = await loadAttemptState(deps.db, tries);
  if (state.lockedMinutes > 0) throw tooManyAtOnce(`错误次数过多，请${state.lockedMinutes}分钟后再试`);
  const joined = await deps.db.transaction().execute(async (trx) => {
    const invite = await trx
      .selectFrom('company_invite as i')
      .innerJoin('client as c', 'c.id', 'i.client_id')
      .innerJoin('app_user as u', 'u.id', 'i.user_id')
      .select(['i.id', 'i.client_id', 'i.user_id', 'i.created_by', 'c.name'])
      .where('i.code_sha256', '=', inviteDigest(code))
      .where('i.used_at', 'is', null)
      .where('i.expires_at', '>', sql<Date>`now()`)
      .where('u.deleted_at', 'is', null)
      .forUpdate('i')
      .executeTakeFirst();
    if (!invite) return null;
    const account = await trx
      .selectFrom('app_user')
      .select(['client_id', 'account_code', 'name'])
      .where('id', '=', ctx.accountId)
      .executeTakeFirstOrThrow();
    if (account.client_id === invite.client_id) throw blockedByRule('您的账号属于该企业，无须关联');
    const link = await trx
      .insertInto('account_company')
      .values({ client_id: invite.client_id, account_id: ctx.accountId, user_id: invite.user_id })
      .onConflict((c) => c.columns(['account_id', 'client_id']).doNothing())
      .returning('client_id')
      .executeTakeFirst();
    if (!link) throw blockedByRule('您的账号已关联该企业');
    await trx.updateTable('company_invite').set({ used_at: sql<Date>`now()` }).where('id', '=', invite.id).execute();
    const there = { clientId: invite.client_id, userId: invite.user_id, userName: account.name };
    const change = { field: 'account', label: '外部账号', before: '', after: account.account_code };
    await recordChanges(trx, there, [
      { entity: 'user', entityId: invite.user_id, action: '关联账号', changes: [change] },
    ]);
    await writeLogin(trx, {
      event: 'company_join',
      account: account.account_code,
      caller,
      user: { id: ctx.userId, clientId: ctx.clientId },
      sessionId: ctx.sessionId,
      detail: { company: invite.name },
    });
    return { clientName: invite.name };
  });
  if (!joined) {
    await recordFailure(deps.db, tries);
    throw invalidField('code', `关联码错误或已失效（${inviteRules.hours}小时内有效，用一次）`);
  }
  await clearFailures(deps.db, tries);
  return joined;
}

export async function leaveCompany(deps: SessionDeps, ctx: Ctx, clientId: string, caller: Caller): Promise<void> {
  if (ctx.actor || ctx.readOnly) throw forbiddenError('代管或访问期间不能修改关联企业');
  if (clientId === ctx.clientId) throw blockedByRule('您正在该企业中，请先退出登录并进入其他企业');
  const gone = await deps.db
    .deleteFrom('account_company')
    .where('account_id', '=', ctx.accountId)
    .where('client_id', '=', clientId)
    .returning('client_id')
    .executeTakeFirst();
  if (!gone) throw notFound('关联企业');
  await writeLogin(deps.db, {
    event: 'company_leave',
    account: ctx.accountCode,
    caller,
    user: { id: ctx.userId, clientId: ctx.clientId },
    sessionId: ctx.sessionId,
  });
  await endSessionsOfAccount(deps, ctx.accountId, clientId);
}
