import type { LoginEvent } from '@tongda/contract/base/identity/account';
import type { Kysely } from 'kysely';
import type { DB } from '../../../../core/generated/db-types';
import type { Actor } from '../../../../core/http/ctx';

/** Where a call comes from. */
export interface Caller {
  ip: string;
  userAgent: string;
}

interface Entry {
  event: LoginEvent;
  account: string;
  caller: Caller;
  /** absent for accounts that do not exist */
  user?: { id: string; clientId: string };
  actor?: Pick<Actor, 'userId' | 'name'> | null;
  sessionId?: string;
  detail?: Record<string, string>;
}

/** Writes what happened to an account, and who really did it (shell.md M, audit events). */
export async function writeLogin(db: Kysely<DB>, entry: Entry): Promise<void> {
  const { event, account, caller, user, actor, sessionId, detail } = entry;
  await db
    .insertInto('login_log')
    .values({
      client_id: user?.clientId ?? null,
      user_id: user?.id ?? null,
      account_code: account,
      event,
      ip: caller.ip || null,
      user_agent: caller.userAgent,
      actor_user_id: actor?.userId ?? null,
      actor_name: actor?.name ?? null,
      session_id: sessionId ?? null,
      detail: detail ? JSON.stringify(detail) : null,
    })
    .execute();
}
