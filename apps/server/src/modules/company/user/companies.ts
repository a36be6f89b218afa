import { randomInt } from 'node:crypto';
import { pairingSigns } from '@tongda/contract/base/identity/login-grant';
import { type inviteAccount, inviteRules, type userLinks } from '@tongda/contract/company/user/companies';
import type { Output } from '@tongda/contract/core/endpoint';
import { sql } from 'kysely';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { notFound } from '../../../core/http/errors';
import { type AccountDeps, endSessionsOfAccount, inviteDigest } from '../../base/identity/door';
import { findChangeableUser, noteUserChange } from './service';

/** Accounts of other companies that may enter as this user, and until when an unused invitation code is valid. */
export async function listLinks(deps: AccountDeps, ctx: Ctx, id: string): Promise<Output<typeof userLinks>> {
  const invite = await ctx.db(async (trx) => {
    await findChangeableUser(trx, ctx, id);
    return trx
      .selectFrom('company_invite')
      .select('expires_at')
      .where('client_id', '=', ctx.clientId)
      .where('user_id', '=', id)
      .where('used_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .executeTakeFirst();
  });
  const rows = await deps.db
    .selectFrom('account_company as l')
    .innerJoin('app_user as a', 'a.id', 'l.account_id')
    .innerJoin('client as c', 'c.id', 'a.client_id')
    .select(['l.account_id', 'a.account_code', 'a.name', 'c.name as client_name', 'l.created_at'])
    .where('l.client_id', '=', ctx.clientId)
    .where('l.user_id', '=', id)
    .orderBy('l.created_at')
    .execute();
  return {
    links: rows.map((row) => ({
      accountId: row.account_id,
      accountCode: row.account_code,
      name: row.name,
      clientName: row.client_name,
      since: wireTime(row.created_at, ctx.timeZone),
    })),
    inviteUntil: invite ? wireTime(invite.expires_at, ctx.timeZone) : null,
  };
}

const makeCode = (): string =>
  Array.from({ length: inviteRules.signs }, () => pairingSigns.charAt(randomInt(pairingSigns.length))).join('');

/** Makes a new invitation code, which replaces an unused earlier one. Only its hash is stored. */
export function makeInvitation(ctx: Ctx, id: string): Promise<Output<typeof inviteAccount>> {
  const code = makeCode();
  return ctx.db(async (trx) => {
    await findChangeableUser(trx, ctx, id);
    const own = { client_id: ctx.clientId, user_id: id };
    await trx
      .deleteFrom('company_invite')
      .where('client_id', '=', ctx.clientId)
      .where('user_id', '=', id)
      .where('used_at', 'is', null)
      .execute();
    const made = await trx
      .insertInto('company_invite')
      .values({
        ...own,
        code_sha256: inviteDigest(code),
        created_by: ctx.userId,
        expires_at: sql`now() + make_interval(hours => ${inviteRules.hours})`,
      })
      .returning('expires_at')
      .executeTakeFirstOrThrow();
    await noteUserChange(trx, ctx, id, '生成关联码');
    return { code, expireTime: wireTime(made.expires_at, ctx.timeZone) };
  });
}

export async function removeLink(deps: AccountDeps, ctx: Ctx, id: string, accountId: string): Promise<null> {
  await ctx.db(async (trx) => {
    await findChangeableUser(trx, ctx, id);
    const gone = await trx
      .deleteFrom('account_company')
      .where('client_id', '=', ctx.clientId)
      .where('user_id', '=', id)
      .where('account_id', '=', accountId)
      .returning('account_id')
      .executeTakeFirst();
    if (!gone) throw notFound('关联账号');
    await noteUserChange(trx, ctx, id, '解除关联账号');
  });
  await endSessionsOfAccount(deps, accountId, ctx.clientId);
  return null;
}
