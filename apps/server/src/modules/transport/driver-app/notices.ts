import { pushChannel, pushResult } from '@tongda/contract/rules/push/enums';
import type { DriverNotice } from '@tongda/contract/transport/driver-app/calls';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';

/** How many notices a phone shows, and for how long. */
const mostNotices = 20;
const shownFor = sql`interval '3 days'`;

/** Messages about alarms that a push setting sent to the phone page of the caller and that he has not read, newest first. What was handled meanwhile is left out. */
export async function listPhoneNotices(trx: Trx, ctx: Ctx): Promise<DriverNotice[]> {
  const { rows } = await sql<DriverNotice>`
    select m.id::text, m.title, m.content, ${wireTimeSql(sql<Date>`m.created_at`, ctx.timeZone)} as "createTime"
    from message_user mu join message m on m.id = mu.message_id
    where mu.user_id = ${ctx.userId} and mu.read_at is null and mu.deleted_at is null and (mu.expire_at is null or mu.expire_at > now())
      and mu.created_at > now() - ${shownFor}
      and exists (select from push_send s where s.client_id = mu.client_id and s.channel = ${pushChannel.app} and s.status = ${pushResult.sent}
        and s.recipient = ${`user:${ctx.userId}`} and s.episode_id = substring(m.obj_tag from '^alarm:([0-9]+)')::bigint)
    order by mu.created_at desc, m.id desc limit ${mostNotices}`.execute(trx);
  return rows;
}
