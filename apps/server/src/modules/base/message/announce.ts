import { randomUUID } from 'node:crypto';
import { type announceAdd, type announcePage, announceStatus } from '@tongda/contract/base/message/announce';
import { msgCategory, msgType } from '@tongda/contract/base/system-enums';
import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { instantSql, wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { forbiddenError, invalidField, notFound } from '../../../core/http/errors';
import { notifyMessages } from '../../../core/watch/messages';
import { seesAll } from '../org/door';
import { createMessage } from './service';

function mustAdminister(ctx: Ctx): void {
  if (!seesAll(ctx) || ctx.loginType === -1) throw forbiddenError('只有企业管理员可以管理公告');
}

/** The company's own announcements, newest first, with how many read them. */
export function listOwnAnnouncements(
  ctx: Ctx,
  { page, size }: Parsed<typeof announcePage>,
): Promise<Output<typeof announcePage>> {
  mustAdminister(ctx);
  return ctx.db(async (trx) => {
    const own = trx
      .selectFrom('message as m')
      .where('m.client_id', '=', ctx.clientId)
      .where('m.published_by', 'is not', null);
    const list = await own
      .leftJoin('app_user as p', 'p.id', 'm.published_by')
      .select(['m.id', 'm.title', 'm.content'])
      .select([
        sql<string>`coalesce(p.name, '')`.as('publisher'),
        sql<string>`coalesce((select string_agg(o.name, '、' order by o.id) from org o where o.id = any(m.org_ids)), '')`.as(
          'scope',
        ),
        wireTimeSql(sql<Date>`m.created_at`, ctx.timeZone).as('createTime'),
        wireTimeSql(sql<Date | null>`m.expire_at`, ctx.timeZone).as('expireTime'),
        sql<number>`(select count(*)::int from message_user u where u.message_id = m.id)`.as('total'),
        sql<number>`(select count(*)::int from message_user u where u.message_id = m.id and u.read_at is not null)`.as(
          'read',
        ),
        sql<
          (typeof announceStatus.codes)[number]
        >`case when m.withdrawn_at is not null then ${announceStatus.withdrawn}::int
          when m.expire_at <= now() then ${announceStatus.over}::int else ${announceStatus.shown}::int end`.as(
          'status',
        ),
      ])
      .orderBy('m.created_at', 'desc')
      .orderBy('m.id', 'desc')
      .limit(size)
      .offset((page - 1) * size)
      .execute();
    const { n } = await own.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
    return { list, total: n, page, size };
  });
}

/** Publishes to everybody of the company, or of departments with those below; who comes to them later gets it too. */
export function publishAnnouncement(ctx: Ctx, input: Parsed<typeof announceAdd>): Promise<Output<typeof announceAdd>> {
  mustAdminister(ctx);
  return ctx.db(async (trx) => {
    const orgIds = [...new Set(input.orgIds)];
    await checkOrgs(trx, ctx, orgIds);
    const made = await createMessage(trx, {
      clientId: ctx.clientId,
      category: msgCategory.announcement,
      type: msgType.companyNotice,
      title: input.title,
      content: input.content,
      orgIds: orgIds.length > 0 ? orgIds : null,
      publishedBy: ctx.userId,
      expireAt: input.expireDate ? await endOfDay(trx, ctx, input.expireDate) : null,
      onceKey: `announce ${randomUUID()}`,
    });
    if (!made) throw new Error('an announcement has a key of its own');
    const { n } = await trx
      .selectFrom('message_user')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('message_id', '=', made.id)
      .executeTakeFirstOrThrow();
    return { id: made.id, total: n };
  });
}

async function checkOrgs(trx: Trx, ctx: Ctx, orgIds: readonly string[]): Promise<void> {
  if (orgIds.length === 0) return;
  const known = await trx
    .selectFrom('org')
    .select('id')
    .where('client_id', '=', ctx.clientId)
    .where('id', 'in', [...orgIds])
    .execute();
  if (known.length < orgIds.length) throw invalidField('orgIds', '所选部门不存在');
}

/** The end of that day in the company's zone; a day that is over is refused. */
async function endOfDay(trx: Trx, ctx: Ctx, day: string): Promise<Date> {
  const { rows } = await sql<{ at: Date; over: boolean }>`select ends.at, ends.at < now() as over
    from (select ${instantSql(`${day} 00:00:00`, ctx.timeZone)} + interval '1 day' as at) ends`.execute(trx);
  const [end] = rows;
  if (!end || end.over) throw invalidField('expireDate', '有效期不能早于今天');
  return end.at;
}

/** Withdraws an announcement: it is no longer shown as unread, but users who have read it keep it. */
export async function withdrawAnnouncement(ctx: Ctx, id: string): Promise<null> {
  mustAdminister(ctx);
  await ctx.db(async (trx) => {
    const done = await trx
      .updateTable('message')
      .set({ withdrawn_at: sql<Date>`now()`, expire_at: sql<Date>`least(expire_at, now())` })
      .where('id', '=', id)
      .where('client_id', '=', ctx.clientId)
      .where('published_by', 'is not', null)
      .where('withdrawn_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!done) throw notFound('公告');
    await trx.deleteFrom('message_user').where('message_id', '=', id).where('read_at', 'is', null).execute();
    await trx.updateTable('message_user').set({ expire_at: sql<Date>`now()` }).where('message_id', '=', id).execute();
    await notifyMessages(trx, { clientId: ctx.clientId, userId: null });
  });
  return null;
}
