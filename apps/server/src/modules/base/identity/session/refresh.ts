import { type TokenAnswer, tokenLife } from '@tongda/contract/base/identity/calls';
import { codes } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import { AppError } from '../../../../core/http/errors';
import { sealText, unsealText } from '../../../../core/run/sealed-text';
import { signKeys } from '../../../../core/run/secrets';
import type { TokenInput } from '../login/enter';
import { allowedWarehouse } from '../login/enter';
import { type Caller, writeLogin } from '../login/history';
import { announceEnded, endSessions, issuePair, type SessionDeps, superFieldsHold } from './sessions';
import { digestOf } from './tokens';

/** Refused refresh: HTTP 200 with body code 500, which sends the browser to the login page. */
const refusedError = (): AppError => new AppError(codes.refreshRejected, message('session.idle'));

/**
 * Exchanges a refresh token for a new pair. The same token within 10 s gets the same pair (two windows, a lost answer);
 * later it was stolen: the session ends.
 */
export async function refreshTokens(
  deps: SessionDeps,
  offered: string | undefined,
  input: TokenInput,
  caller: Caller,
): Promise<TokenAnswer> {
  if (!offered) throw refusedError();
  const digest = digestOf(offered);
  const outcome = await deps.db.transaction().execute(async (trx) => {
    const row = await findRefresh(trx, digest);
    if (!row || row.expired || row.barred || row.revoked_at) return 'refused' as const;
    if (!(await superFieldsHold(trx, row.session_id, input))) return 'refused' as const;
    if (row.used_at) {
      const graceful = Date.now() - row.used_at.getTime() <= tokenLife.reuseGrace * 1000;
      if (graceful && row.successor)
        // sealed below by this server, from an answer of this type
        return JSON.parse(unsealText(signKeys(deps.secrets), row.successor)) as TokenAnswer;
      const stolen = await endSessions(trx, { ids: [row.session_id] }, 'refresh_reuse');
      await writeLogin(trx, { ...auditEntryOf(row, caller), event: 'refresh_reuse' });
      return { stolen };
    }
    await auditWarehouse(trx, row, input, caller);
    const pair = await issuePair(deps, trx, row.session_id, row.seq + 1, 1);
    await trx
      .updateTable('auth_refresh')
      .set({ used_at: sql`now()`, successor: sealText(deps.secrets.signKey, JSON.stringify(pair)) })
      .where('token_sha256', '=', digest)
      .execute();
    await trx
      .updateTable('auth_session')
      .set({ last_refresh_at: sql`now()` })
      .where('id', '=', row.session_id)
      .execute();
    return pair;
  });
  if (outcome === 'refused') throw refusedError();
  if ('stolen' in outcome) {
    await announceEnded(deps, outcome.stolen, 'refresh_reuse');
    throw refusedError();
  }
  return outcome;
}

type RefreshRow = NonNullable<Awaited<ReturnType<typeof findRefresh>>>;

function findRefresh(trx: Trx, digest: Buffer) {
  return trx
    .selectFrom('auth_refresh as r')
    .innerJoin('auth_session as s', 's.id', 'r.session_id')
    .innerJoin('app_user as u', 'u.id', 's.user_id')
    .innerJoin('client as c', 'c.id', 's.client_id')
    .select(['r.session_id', 'r.seq', 'r.used_at', 'r.successor'])
    .select(['s.user_id', 's.client_id', 's.login_warehouse', 's.revoked_at', 'u.account_code'])
    .select(sql<boolean>`r.expires_at < now() or s.absolute_expire_at < now()`.as('expired'))
    .select(
      sql<boolean>`u.status <> 1 or u.deleted_at is not null or coalesce(u.expire_date < current_date, false)
        or c.status <> 1 or coalesce(c.service_end < current_date, false)
        or exists (select from app_user a where a.id in (s.actor_user_id, s.account_id)
          and (a.status <> 1 or a.deleted_at is not null))
        or s.terminal_kind = 'tv' and (u.must_change_pwd or coalesce(u.pwd_changed_at < now() - make_interval(days => c.pwd_expire_days), false))
        or s.actor_mode = 'super' and not exists (select from app_user a where a.id = s.actor_user_id and a.is_super)`.as(
        'barred',
      ),
    )
    .where('r.token_sha256', '=', digest)
    .forUpdate(['r', 's'])
    .executeTakeFirst();
}

const auditEntryOf = (row: RefreshRow, caller: Caller) => ({
  account: row.account_code,
  caller,
  user: { id: row.user_id, clientId: row.client_id },
  sessionId: row.session_id,
});

/** A session keeps its warehouse; a wish for one that the user is not authorised for is ignored, and written down. */
async function auditWarehouse(
  trx: Trx,
  row: RefreshRow,
  { loginWarehouse }: TokenInput,
  caller: Caller,
): Promise<void> {
  if (!loginWarehouse || loginWarehouse === row.login_warehouse) return;
  if (allowedWarehouse(loginWarehouse) === loginWarehouse) return;
  const detail = { wanted: loginWarehouse, kept: row.login_warehouse };
  await writeLogin(trx, { ...auditEntryOf(row, caller), event: 'warehouse_refused', detail });
}
