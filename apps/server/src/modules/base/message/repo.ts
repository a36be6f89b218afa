import {
  countedDays,
  type MessageRow,
  type messageExport,
  messageFilters,
  readFlag,
} from '@tongda/contract/base/message/calls';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { filterConditions, type OwnConditions } from '../../../core/record/filters';
import { visibleVehicles } from '../org/door';

export type MessageFilter = Parsed<typeof messageExport>;

/** SQL condition: a message of the caller that he has not deleted. Messages about vehicles that he no longer sees are left out, earlier ones too. */
const isOwnSql = (ctx: Ctx): RawBuilder<boolean> =>
  sql<boolean>`(mu.user_id = ${ctx.userId} and mu.deleted_at is null and (mu.vehicle_id is null or ${visibleVehicles(ctx, 'mu.vehicle_id')}))`;
/** SQL condition: unread and still relevant, so it is counted, popped up and shown as unread. An ended announcement or a paid fee is not. */
const isOpenSql = sql<boolean>`(mu.read_at is null and (mu.expire_at is null or mu.expire_at > now()))`;

const ownConditions: OwnConditions<typeof messageFilters.table> = {
  readFlag: (flag) => (flag === readFlag.unread ? isOpenSql : sql<boolean>`not ${isOpenSql}`),
};

function selectMessages(db: Kysely<DB>, ctx: Ctx, { ids, ...f }: MessageFilter) {
  const asked = f.categoryId || !f.categorys?.length ? { ...f, categorys: undefined } : f;
  const rows = db
    .selectFrom('message_user as mu')
    .innerJoin('message as m', 'm.id', 'mu.message_id')
    .where(isOwnSql(ctx))
    .where(filterConditions(messageFilters.table, 'mu', ownConditions, ctx, asked));
  return ids?.length ? rows.where('m.id', 'in', ids) : rows;
}

const messageColumns = (ctx: Ctx) =>
  [
    sql<string>`m.id`.as('id'),
    sql<MessageRow['category']>`m.category`.as('category'),
    sql<number>`m.type`.as('type'),
    sql<string>`m.type_name`.as('typeName'),
    sql<number | null>`m.level`.as('level'),
    sql<boolean>`mu.popup`.as('popup'),
    sql<boolean>`mu.sound`.as('sound'),
    sql<string>`m.obj_tag`.as('objTag'),
    sql<string>`m.obj_name`.as('objName'),
    sql<string>`m.title`.as('title'),
    sql<string>`m.content`.as('content'),
    wireTimeSql(sql<Date>`m.created_at`, ctx.timeZone).as('createTime'),
    sql<0 | 1>`case when ${isOpenSql} then 0 else 1 end`.as('readFlag'),
  ] as const;

export const countMessages = async (db: Kysely<DB>, ctx: Ctx, f: MessageFilter): Promise<number> =>
  (await selectMessages(db, ctx, f).select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow()).n;

export function listMessages(
  db: Kysely<DB>,
  ctx: Ctx,
  f: MessageFilter,
  part: { limit: number; offset: number },
): Promise<MessageRow[]> {
  const direction = f.sort === 'createTime asc' ? 'asc' : 'desc';
  return selectMessages(db, ctx, f)
    .select(messageColumns(ctx))
    .orderBy('mu.created_at', direction)
    .orderBy('m.id', direction)
    .limit(part.limit)
    .offset(part.offset)
    .execute();
}

/** Announcements that are not over, newest first. */
export function listAnnouncements(db: Kysely<DB>, ctx: Ctx, category: number): Promise<MessageRow[]> {
  return db
    .selectFrom('message_user as mu')
    .innerJoin('message as m', 'm.id', 'mu.message_id')
    .select(messageColumns(ctx))
    .where(isOwnSql(ctx))
    .where('mu.category', '=', category)
    .where((eb) => eb.or([eb('mu.expire_at', 'is', null), eb('mu.expire_at', '>', sql<Date>`now()`)]))
    .orderBy('mu.created_at', 'desc')
    .limit(50)
    .execute();
}

export interface TypeCount {
  category: MessageRow['category'];
  type: number;
  name: string;
  total: number;
  unread: number;
}

/** Unread messages by category and type; reads one index. */
export function countUnreadByType(
  db: Kysely<DB>,
  ctx: Ctx,
): Promise<Array<{ category: number; type: number; n: number }>> {
  return db
    .selectFrom('message_user as mu')
    .select(['mu.category', 'mu.type', sql<number>`count(*)::int`.as('n')])
    .where(isOwnSql(ctx))
    .where(isOpenSql)
    .where('mu.created_at', '>', sql<Date>`now() - make_interval(days => ${countedDays})`)
    .groupBy(['mu.category', 'mu.type'])
    .execute();
}

/** All messages by category and type. */
export async function countByType(db: Kysely<DB>, ctx: Ctx): Promise<TypeCount[]> {
  return db
    .selectFrom('message_user as mu')
    .innerJoin('message as m', 'm.id', 'mu.message_id')
    .select([
      sql<MessageRow['category']>`mu.category`.as('category'),
      'mu.type',
      sql<string>`max(m.type_name)`.as('name'),
      sql<number>`count(*)::int`.as('total'),
      sql<number>`(count(*) filter (where ${isOpenSql} and mu.created_at > now() - make_interval(days => ${countedDays})))::int`.as(
        'unread',
      ),
    ])
    .where(isOwnSql(ctx))
    .groupBy(['mu.category', 'mu.type'])
    .orderBy('mu.type')
    .execute();
}

/** Marks the caller's unread messages as read: those named, those of the categories, or all. One statement, however many. Answers how many. */
export async function markRead(
  db: Kysely<DB>,
  ctx: Ctx,
  which: { msgIds?: string[]; categorys?: number[] },
): Promise<number> {
  let q = db
    .updateTable('message_user')
    .set({ read_at: sql<Date>`now()` })
    .where('user_id', '=', ctx.userId)
    .where('read_at', 'is', null);
  if (which.msgIds) q = q.where('message_id', 'in', which.msgIds);
  if (which.categorys?.length) q = q.where('category', 'in', which.categorys);
  const done = await q.executeTakeFirst();
  return Number(done.numUpdatedRows);
}

/** Takes messages off the caller's list. Answers how many. */
export async function deleteMessages(db: Kysely<DB>, ctx: Ctx, msgIds: string[]): Promise<number> {
  const done = await db
    .updateTable('message_user')
    .set({ deleted_at: sql<Date>`now()`, read_at: sql<Date>`coalesce(read_at, now())` })
    .where('user_id', '=', ctx.userId)
    .where('message_id', 'in', msgIds)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return Number(done.numUpdatedRows);
}

export interface FeeDue {
  terminalNo: string;
  vehicleId: string;
  plateNo: string;
  serviceEnd: string;
  daysLeft: number;
}
/** Terminals in use whose service ends within `days` days, or has ended; the vehicles of the caller only. */
export function listFeesDue(db: Kysely<DB>, ctx: Ctx, days: number): Promise<FeeDue[]> {
  const today = sql`(now() at time zone ${ctx.timeZone})::date`;
  return db
    .selectFrom('device as d')
    .innerJoin('device_binding as b', (j) => j.onRef('b.device_id', '=', 'd.id').on(sql<boolean>`b.during @> now()`))
    .innerJoin('vehicle as v', 'v.id', 'b.vehicle_id')
    .select([
      'd.terminal_no as terminalNo',
      'v.id as vehicleId',
      'v.plate_no as plateNo',
      sql<string>`d.service_end::text`.as('serviceEnd'),
      sql<number>`(d.service_end - ${today})::int`.as('daysLeft'),
    ])
    .where('d.deleted_at', 'is', null)
    .where('d.service_end', 'is not', null)
    .where(sql<boolean>`d.service_end - ${today} <= ${days}`)
    .where(visibleVehicles(ctx, 'v.id'))
    .orderBy('d.service_end')
    .orderBy('v.plate_no')
    .execute();
}
