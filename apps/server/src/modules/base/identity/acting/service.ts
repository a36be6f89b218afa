import type { changeLogin } from '@tongda/contract/base/identity/acting';
import type { TokenAnswer } from '@tongda/contract/base/identity/calls';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import { button } from '@tongda/contract/shell/rights';
import { type Kysely, sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import type { DB } from '../../../../core/generated/db-types';
import type { Ctx } from '../../../../core/http/ctx';
import {
  AppError,
  forbiddenError,
  invalid,
  invalidField,
  notFound,
  unauthorizedError,
} from '../../../../core/http/errors';
import { likePattern } from '../../../../core/record/options';
import { visitWriteRole } from '../../org/door';
import { allowedWarehouse } from '../login/enter';
import { type Caller, writeLogin } from '../login/history';
import { announceEnded, endSessions, issuePair, openSession, type SessionDeps } from '../session/sessions';

const shown = 20;

type Input = Parsed<typeof changeLogin>;

/** changeLogin: acts as a user, visits a company, or comes back. What the caller may do is read from his session, never from the request. */
export async function switchLogin(deps: SessionDeps, ctx: Ctx, input: Input, caller: Caller): Promise<TokenAnswer> {
  if (input.mode === 'back') return leaveActing(deps, ctx, caller);
  if (ctx.actor) throw invalid({ field: 'mode', msg: '正在代管或访问企业，请先返回' });
  if (ctx.readOnly || (input.mode === 'super' ? !ctx.isSuper : !mayVisit(ctx))) throw forbiddenError();
  const target = input.mode === 'super' ? await loadActTarget(deps.db, input) : await loadVisitTarget(deps.db, input);
  if (target.id === ctx.userId) throw invalidField('targetUserId', '不能代管自己');
  const actor = { userId: ctx.userId, mode: input.mode, reason: input.reason ?? '', parentId: ctx.sessionId };
  return deps.db.transaction().execute(async (trx) => {
    const writes = input.mode === 'super' || (await holdsRole(trx, ctx.userId, visitWriteRole));
    const { sessionId, answer } = await openSession(
      deps,
      trx,
      {
        userId: target.id,
        clientId: target.client_id,
        kind: input.mode === 'super' ? 'act' : 'visit',
        caller,
        warehouse: allowedWarehouse(input.loginWarehouse),
        readOnly: !writes,
        actor,
      },
      1,
    );
    // A browser holds one session at a time: the own one gets new tokens by `back`.
    await trx.deleteFrom('auth_refresh').where('session_id', '=', ctx.sessionId).execute();
    await writeLogin(trx, {
      event: input.mode === 'super' ? 'act_start' : 'visit_start',
      account: target.account_code,
      caller,
      user: { id: target.id, clientId: target.client_id },
      actor: { userId: ctx.userId, name: ctx.userName },
      sessionId,
      detail: { reason: actor.reason },
    });
    return answer;
  });
}

/** Ends acting or visiting and answers a new pair of tokens of the caller's own session; throws 401 when that session is over. */
export async function leaveActing(deps: SessionDeps, ctx: Ctx, caller: Caller): Promise<TokenAnswer> {
  const { actor } = ctx;
  if (!actor) throw invalid({ field: 'outLogin', msg: message('visit.none') });
  const { ended, answer } = await deps.db.transaction().execute(async (trx) => {
    const own = await trx
      .selectFrom('auth_session as s')
      .innerJoin('auth_session as p', 'p.id', 's.parent_id')
      .select('p.id')
      .select(sql<number>`(select coalesce(max(seq), 0) from auth_refresh where session_id = p.id)::int`.as('seq'))
      .where('s.id', '=', ctx.sessionId)
      .where('p.revoked_at', 'is', null)
      .where('p.absolute_expire_at', '>', sql<Date>`now()`)
      .executeTakeFirst();
    if (!own) throw unauthorizedError();
    const over = await endSessions(trx, { ids: [ctx.sessionId] }, 'back');
    await writeLogin(trx, {
      event: actor.mode === 'super' ? 'act_end' : 'visit_end',
      account: ctx.accountCode,
      caller,
      user: { id: ctx.userId, clientId: ctx.clientId },
      actor,
      sessionId: ctx.sessionId,
    });
    return { ended: over, answer: await issuePair(deps, trx, own.id, own.seq + 1, 1) };
  });
  await announceEnded(deps, ended, 'back');
  return answer;
}

/** Companies that a super manager can choose from. */
export async function companiesToAct(deps: SessionDeps, ctx: Ctx, keyword: string) {
  refuseOthers(ctx);
  return toOptions(await selectCompanies(deps.db, keyword).execute());
}

/** Companies that the provider's staff may visit: those of tenants with a primary user, as whom a visit is made. */
export async function companiesToVisit(deps: SessionDeps, ctx: Ctx, keyword: string) {
  if (!mayVisit(ctx) || ctx.actor) throw forbiddenError();
  const visitable = selectCompanies(deps.db, keyword)
    .where('kind', '=', 'tenant')
    .where('id', 'in', selectTargets(deps.db).where('u.is_primary', '=', true).clearSelect().select('u.client_id'));
  return toOptions(await visitable.execute());
}

const selectCompanies = (db: Kysely<DB>, keyword: string) =>
  db
    .selectFrom('client')
    .select(['id', 'name'])
    .where('status', '=', 1)
    .where('name', 'like', likePattern(keyword))
    .orderBy('name')
    .limit(shown);
const toOptions = (rows: ReadonlyArray<{ id: string; name: string }>) =>
  rows.map((row) => ({ value: row.id, label: row.name }));

/** Users of a company by name, account or phone. */
export async function usersToAct(deps: SessionDeps, ctx: Ctx, clientId: string, keyword: string) {
  refuseOthers(ctx);
  const rows = await deps.db
    .selectFrom('app_user')
    .select(['id', 'name', 'account_code', 'phone'])
    .where('client_id', '=', clientId)
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .where('id', '<>', ctx.userId)
    .where((eb) =>
      eb.or((['name', 'account_code', 'phone'] as const).map((by) => eb(by, 'like', likePattern(keyword)))),
    )
    .orderBy('is_primary', 'desc')
    .orderBy('name')
    .limit(shown)
    .execute();
  return rows.map((row) => ({
    value: row.id,
    label: [row.name, row.account_code, row.phone].filter(Boolean).join(' · '),
  }));
}

function refuseOthers(ctx: Ctx): void {
  if (!ctx.isSuper || ctx.actor) throw forbiddenError();
}

const mayVisit = (ctx: Ctx): boolean => ctx.provider && ctx.can(button('accountMag', 'visit'));

async function loadActTarget(db: Kysely<DB>, { targetClientId, targetUserId }: Input) {
  const found = await selectTargets(db)
    .where('u.id', '=', targetUserId ?? '')
    .where('u.client_id', '=', targetClientId ?? '')
    .executeTakeFirst();
  if (!found) throw notFound('用户');
  return found;
}

/** A visit is made as the company's primary user: his rights are the company's permission group. */
async function loadVisitTarget(db: Kysely<DB>, { targetClientId }: Input) {
  const found = await selectTargets(db)
    .where('u.client_id', '=', targetClientId ?? '')
    .where('c.kind', '=', 'tenant')
    .where('u.is_primary', '=', true)
    .orderBy('u.id')
    .limit(1)
    .executeTakeFirst();
  if (!found) throw new AppError(4004, '该企业不存在、已停用或没有启用的主账号，无法访问');
  return found;
}

const selectTargets = (db: Kysely<DB>) =>
  db
    .selectFrom('app_user as u')
    .innerJoin('client as c', 'c.id', 'u.client_id')
    .select(['u.id', 'u.client_id', 'u.account_code'])
    .where('u.status', '=', 1)
    .where('u.deleted_at', 'is', null)
    .where('c.status', '=', 1);

async function holdsRole(trx: Trx, userId: string, code: string): Promise<boolean> {
  const found = await trx
    .selectFrom('user_role as ur')
    .innerJoin('role as r', 'r.id', 'ur.role_id')
    .select('r.id')
    .where('ur.user_id', '=', userId)
    .where('r.code', '=', code)
    .where('r.status', '=', 1)
    .executeTakeFirst();
  return found !== undefined;
}
