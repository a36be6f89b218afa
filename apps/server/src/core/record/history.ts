import { sql } from 'kysely';
import type { Trx } from '../db/trx';
import { wireTimeSql } from '../http/answer/wire-time';
import type { Ctx } from '../http/ctx';
import type { Change } from './audit';
import { holdTotal } from './totals';

/** 变更记录 of one object of the caller's company, newest first. Whether he may see the object is the caller's to check before. */
export async function historyPage(
  trx: Trx,
  ctx: Ctx,
  entity: string,
  { id, page, size }: { id: string; page: number; size: number },
) {
  const lines = trx
    .selectFrom('change_history')
    .where('client_id', '=', ctx.clientId)
    .where('entity', '=', entity)
    .where('entity_id', '=', id);
  const list = await lines
    .select([
      'id',
      'action',
      'user_name as userName',
      sql<Change[]>`changes`.as('changes'),
      wireTimeSql(sql<Date>`at`, ctx.timeZone).as('time'),
    ])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const total = await holdTotal(ctx, { path: `/history/${entity}` }, { id, page, size }, async () => {
    const { n } = await lines.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
    return n;
  });
  return { list, total, page, size };
}
