import { lockOpenLog } from '@tongda/contract/company/resource-auth/lock-grants';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { sql } from 'kysely';
import { wireTimeSql } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { holdTotal } from '../../../../core/record/totals';
import { visibleResources } from '../../../base/org/door';

/** Openings and closings of locks that the caller sees, newest first. */
export function listLockOpenings(ctx: Ctx, q: Parsed<typeof lockOpenLog>) {
  return ctx.db(async (trx) => {
    const lines = trx
      .selectFrom('lock_open_log as h')
      .innerJoin('bluetooth_lock as l', 'l.id', 'h.lock_id')
      .where('h.client_id', '=', ctx.clientId)
      .where(visibleResources(ctx, 'lock', 'l'))
      .$if(q.lockId !== undefined, (b) => b.where('h.lock_id', '=', q.lockId ?? ''))
      .$if(q.userId !== undefined, (b) => b.where('h.user_id', '=', q.userId ?? ''));
    const list = await lines
      .select(['h.id', 'h.user_name as userName', 'l.lock_no as lockNo', 'h.action', 'h.way', 'h.allowed', 'h.reason'])
      .select(['h.lng', 'h.lat', wireTimeSql(sql<Date>`h.at`, ctx.timeZone).as('time')])
      .orderBy('h.at', 'desc')
      .orderBy('h.id', 'desc')
      .limit(q.size)
      .offset((q.page - 1) * q.size)
      .execute();
    const total = await holdTotal(ctx, lockOpenLog, q, async () => {
      const { n } = await lines.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
      return n;
    });
    return { list, total, page: q.page, size: q.size };
  });
}
