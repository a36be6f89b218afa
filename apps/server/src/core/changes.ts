import { sql, type Transaction } from 'kysely';
import type { Change } from './audit';
import type { Ctx } from './ctx';
import type { DB } from './db-types';
import { wireTimeOf } from './wire-time';

/** A page of the change history of one record, newest first. Whether the caller may see the record is for the caller to know. */
export async function readChanges(
  trx: Transaction<DB>,
  who: Pick<Ctx, 'clientId' | 'timeZone'>,
  entity: string,
  { id, page, size }: { id: string; page: number; size: number },
) {
  const lines = trx
    .selectFrom('change_history')
    .where('client_id', '=', who.clientId)
    .where('entity', '=', entity)
    .where('entity_id', '=', id);
  const list = await lines
    .select(['id', 'action', 'user_name as userName', sql<Change[]>`changes`.as('changes')])
    .select(wireTimeOf(sql<Date>`at`, who.timeZone).as('time'))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const { n } = await lines.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
  return { list, total: n, page, size };
}
