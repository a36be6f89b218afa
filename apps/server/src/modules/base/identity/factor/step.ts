import { factorRules, type factorStep } from '@tongda/contract/base/identity/factor';
import { codes } from '@tongda/contract/core/endpoint';
import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import type { DB } from '../../../../core/generated/db-types';
import { AppError } from '../../../../core/http/errors';
import { digestOf, makeSecret } from '../session/tokens';

/** What the second step needs to know of the first one. */
interface FirstStep {
  accountId: string;
  /** company that is entered */
  clientId: string;
  kind: string;
  event: string;
  warehouse: string;
  proved: boolean;
}

/** Keeps a login that lacks its second step for five minutes; answers what is thrown (301 with the ticket). */
export async function askForFactor(db: Kysely<DB>, step: FirstStep): Promise<AppError> {
  const ticket = makeSecret();
  await db.deleteFrom('login_step').where('expires_at', '<', sql<Date>`now()`).execute();
  await db
    .insertInto('login_step')
    .values({
      secret_sha256: digestOf(ticket),
      client_id: step.clientId,
      account_id: step.accountId,
      terminal_kind: step.kind,
      event: step.event,
      login_warehouse: step.warehouse,
      proved: step.proved,
      expires_at: sql`now() + make_interval(secs => ${factorRules.stepS})`,
    })
    .execute();
  const data: z.output<typeof factorStep> = { ticket, expireIn: factorRules.stepS };
  return new AppError(codes.factorWanted, '请输入动态验证码', data);
}

/** The login that waits for its second step behind a ticket. */
export const findStep = (db: Kysely<DB>, ticket: string) =>
  db
    .selectFrom('login_step as s')
    .innerJoin('app_user as u', 'u.id', 's.account_id')
    .select(['s.client_id as entered', 's.terminal_kind', 's.event', 's.login_warehouse', 's.proved'])
    .select(['u.id', 'u.client_id', 'u.account_code', 'u.phone', 'u.pwd_hash'])
    .where('s.secret_sha256', '=', digestOf(ticket))
    .where('s.expires_at', '>', sql<Date>`now()`)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst();

/** Takes a ticket away; false when it is gone already. */
export async function dropStep(db: Kysely<DB>, ticket: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('login_step')
    .where('secret_sha256', '=', digestOf(ticket))
    .returning('account_id')
    .executeTakeFirst();
  return gone !== undefined;
}
