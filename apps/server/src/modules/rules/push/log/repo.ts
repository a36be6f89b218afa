import { pushResult } from '@tongda/contract/rules/push/enums';
import { type SendLogFilters, type SendLogRow, sendLogFilters } from '@tongda/contract/rules/push/send-log';
import { type RawBuilder, sql } from 'kysely';
import { allOf, orderByClause } from '../../../../core/db/rows';
import type { Trx } from '../../../../core/db/trx';
import { instantSql, wireTimeSql } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { filterConditions, type OwnConditions } from '../../../../core/record/filters';
import { likePattern } from '../../../../core/record/options';
import { seesAll, visibleVehicles } from '../../../base/org/door';
import { maskRecipient } from '../setting/mask';

type Filters = SendLogFilters & { ids?: string[] | undefined };

/** SQL condition: the notice is about a vehicle that the caller sees. Tests are about no vehicle; only those who see everything see them. */
const isSendVisible = (ctx: Ctx): RawBuilder<boolean> =>
  sql<boolean>`(${visibleVehicles(ctx, 's.vehicle_id')}${seesAll(ctx) ? sql` or s.vehicle_id is null` : sql``})`;

const selectSends = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('push_send as s')
    .leftJoin('vehicle as v', 'v.id', 's.vehicle_id')
    .leftJoin('push_setting as p', 'p.id', 's.setting_id')
    .where('s.client_id', '=', ctx.clientId)
    .where(isSendVisible(ctx));

const sortable = {
  createTime: 's.created_at',
  status: 's.status',
  kind: 's.kind',
  level: 's.level',
  channel: 's.channel',
  attempts: 's.attempts',
};

const ownConditions: OwnConditions<typeof sendLogFilters.table> = {
  // the last second is asked for as a whole
  startTime: ({ from, to }, { timeZone }) =>
    allOf([
      ...(from ? [sql<boolean>`s.created_at >= ${instantSql(from, timeZone)}`] : []),
      ...(to ? [sql<boolean>`s.created_at < ${instantSql(to, timeZone)} + interval '1 second'`] : []),
    ]),
  // a phone number is only found whole: searching for parts of it would reveal what is masked
  receiver: (text) => sql<boolean>`(s.receiver_name ilike ${likePattern(text)} or s.recipient = ${text})`,
  episodeId: (episode) => sql<boolean>`s.episode_id = ${episode}`,
};
const logConditions = (ctx: Ctx, q: Filters): RawBuilder<boolean> =>
  filterConditions(sendLogFilters.table, 's', ownConditions, ctx, q);

export async function listSends(
  trx: Trx,
  ctx: Ctx,
  q: Filters & { sort?: string | undefined; limit: number; offset: number },
): Promise<SendLogRow[]> {
  const rows = await selectSends(trx, ctx)
    .select([
      's.id',
      's.episode_id as episodeId',
      's.vehicle_id as vehicleId',
      's.kind',
      's.level',
      's.occasion',
      's.content',
      's.channel',
      's.receiver_name as receiver',
      's.recipient',
      's.status',
      's.cause',
      's.parts',
      's.attempts',
    ])
    .select([
      sql<string>`coalesce(v.plate_no, '')`.as('plateNo'),
      sql<string>`coalesce(p.name, '')`.as('settingName'),
      wireTimeSql(sql<Date>`s.created_at`, ctx.timeZone).as('createTime'),
      sql<string | null>`${wireTimeSql(sql<Date | null>`s.sent_at`, ctx.timeZone)}`.as('sendTime'),
    ])
    .where(logConditions(ctx, q))
    .orderBy(orderByClause(q.sort ?? 'createTime desc', sortable, 's.id'))
    .limit(q.limit)
    .offset(q.offset)
    .execute();
  return rows.map(({ recipient, ...row }) => ({ ...row, address: maskRecipient(recipient) }));
}

export const countSends = async (trx: Trx, ctx: Ctx, q: Filters): Promise<number> =>
  (
    await selectSends(trx, ctx)
      .select(sql<number>`count(*)::int`.as('n'))
      .where(logConditions(ctx, q))
      .executeTakeFirstOrThrow()
  ).n;

/** Number of notices by result; the filter by result itself is left out. */
export async function countByResult(trx: Trx, ctx: Ctx, q: Filters): Promise<Record<string, number>> {
  const rows = await selectSends(trx, ctx)
    .select(['s.status', sql<number>`count(*)::int`.as('n')])
    .where(logConditions(ctx, { ...q, status: undefined }))
    .groupBy('s.status')
    .execute();
  return Object.fromEntries(rows.map(({ status, n }) => [String(status), n]));
}

/** The chosen notices that the caller sees, locked until the transaction ends. */
export const lockSends = (trx: Trx, ctx: Ctx, ids: readonly string[]) =>
  selectSends(trx, ctx)
    .leftJoin('push_endpoint as e', 'e.id', 's.endpoint_id')
    .select(['s.id', 's.status', 's.receiver_name as name', 's.channel', 's.episode_id as episodeId'])
    .select(sql<boolean>`s.endpoint_id is not null and (e.deleted_at is not null or not e.enabled)`.as('closed'))
    .where('s.id', 'in', [...ids])
    .forUpdate('s')
    .execute();

/** Puts failed notices back into the queue; they will leave under new keys. */
export const queueAgain = (trx: Trx, ids: readonly string[]) =>
  trx
    .updateTable('push_send')
    .set({
      status: pushResult.queued,
      attempts: 0,
      batch: null,
      claimed_until: null,
      due_at: sql<Date>`now()`,
      cause: '人工重发',
    })
    .where('id', 'in', [...ids])
    .execute();
