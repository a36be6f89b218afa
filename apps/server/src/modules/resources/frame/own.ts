import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import type { FrameShown } from '@tongda/contract/resources/frame/calls';
import {
  maxOwnTraces,
  maxOwnTracesADay,
  type ownTraceFrames,
  ownTracePage,
  type ownTraceStart,
} from '@tongda/contract/resources/frame/own';
import { standardProfile } from '@tongda/contract/resources/item-profile/calls';
import { sql } from 'kysely';
import type { Bus } from '../../../core/bus/topics';
import type { Trx } from '../../../core/db/trx';
import { wireColumn } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, notFound } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import { holdTotal } from '../../../core/record/totals';
import { blankSecrets } from '../../../frames/blank';
import { readRecorded } from '../../../frames/read';
import { seesAll, visibleDevices, visibleVehicles } from '../../base/org/door';
import { loadItemTable } from '../item-profile/door';
import { pageFrames, traceStateSql } from './repo';
import { traceWords } from './service';

/**
 * Recordings that a company made of its own terminals, as far as the caller may see the vehicle (or the stock) that a terminal was in when it was recorded.
 * They stay when the terminal is given away; those of a terminal in stock are the administrators' then.
 */
const fromOwnTraces = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('frame_trace as t')
    .leftJoin('device as d', (j) => j.onRef('d.id', '=', 't.device_id').on('d.client_id', '=', ctx.clientId))
    .leftJoin('vehicle as v', 'v.id', 't.vehicle_id')
    .where('t.client_id', '=', ctx.clientId)
    .where('t.by_company', '=', true)
    .where(
      seesAll(ctx)
        ? sql<boolean>`true`
        : sql<boolean>`case when d.id is null then t.vehicle_id is not null and ${visibleVehicles(ctx, 't.vehicle_id')}
            else ${visibleDevices(ctx, 'd', 't.vehicle_id')} end`,
    );

/** 最近报文: a recording that ends where it begins gets what the gateway remembers of the terminal. */
export const startOwnRecent = (ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> =>
  startOwnTrace(ctx, { id, minutes: 0, reason: '最近报文' });

/** Begins to record the frames of one of the company's terminals; the gateway is told by the database, at the commit. */
export function startOwnTrace(
  ctx: Ctx,
  { id, minutes, reason }: Parsed<typeof ownTraceStart>,
): Promise<{ id: string }> {
  return ctx.db(async (trx) => {
    // of two that begin at once the second one sees the first
    await sql`select pg_advisory_xact_lock(hashtext('frame_trace'))`.execute(trx);
    const device = await trx
      .selectFrom('device as d')
      .leftJoin('device_binding as b', (j) => j.onRef('b.device_id', '=', 'd.id').on(sql<boolean>`b.during @> now()`))
      .select(['d.id', 'd.terminal_no as terminalNo', 'b.vehicle_id as vehicleId'])
      .where('d.id', '=', id)
      .where('d.client_id', '=', ctx.clientId)
      .where('d.deleted_at', 'is', null)
      .where(visibleDevices(ctx, 'd', 'b.vehicle_id'))
      .executeTakeFirst();
    if (!device) throw notFound('终端');
    const recent = await trx
      .selectFrom('frame_trace')
      .select(['device_id as deviceId', 'created_name as userName'])
      .select(sql<boolean>`ends_at > now() and not is_full`.as('runs'))
      .where('client_id', '=', ctx.clientId)
      .where('by_company', '=', true)
      .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
      .execute();
    const running = recent.filter(({ runs }) => runs);
    const same = running.find(({ deviceId }) => deviceId === id);
    if (same && minutes > 0) throw blockedByRule(`${same.userName}正在记录终端${device.terminalNo}的报文`);
    if (running.length >= maxOwnTraces && minutes > 0)
      throw blockedByRule(`正在记录报文的终端已有${maxOwnTraces}台，请先停止不需要的记录`);
    if (recent.length >= maxOwnTracesADay) throw blockedByRule(`24小时内最多记录${maxOwnTracesADay}次报文，请稍后再试`);
    const trace = await trx
      .insertInto('frame_trace')
      .values({
        client_id: ctx.clientId,
        device_id: id,
        terminal_no: device.terminalNo,
        vehicle_id: device.vehicleId,
        reason,
        by_company: true,
        created_by: ctx.userId,
        created_name: ctx.userName,
        ends_at: sql<Date>`now() + make_interval(mins => ${sql.lit(minutes)})`,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await recordChanges(trx, ctx, [
      {
        entity: 'device',
        entityId: id,
        action: '记录报文',
        changes: [{ field: 'trace', label: '报文追踪', before: '', after: traceWords(minutes, reason) }],
      },
    ]);
    return trace;
  });
}

/** Ends a recording before its time; one that has ended stays as it is. */
export async function stopOwnTrace(ctx: Ctx, bus: Bus, traceId: string): Promise<null> {
  await ctx.db(async (trx) => {
    const trace = await fromOwnTraces(trx, ctx)
      .select(['t.device_id as deviceId', sql<boolean>`t.ends_at > now()`.as('runs')])
      .where('t.id', '=', traceId)
      .executeTakeFirst();
    if (!trace) throw notFound('报文记录');
    if (!trace.runs) return;
    await trx.updateTable('frame_trace').set({ ends_at: sql<Date>`now()` }).where('id', '=', traceId).execute();
    await recordChanges(trx, ctx, [{ entity: 'device', entityId: trace.deviceId, action: '停止记录报文' }]);
  });
  await bus.publish('traceChanged', traceId, { traceId, userId: ctx.userId });
  return null;
}

/** A page of the recordings of a terminal, the newest first. */
export function pageOwnTraces(ctx: Ctx, q: Parsed<typeof ownTracePage>): Promise<Output<typeof ownTracePage>> {
  return ctx.db(async (trx) => {
    const all = fromOwnTraces(trx, ctx);
    const from = q.deviceId === undefined ? all : all.where('t.device_id', '=', q.deviceId);
    const list = await from
      .select(['t.id', 't.terminal_no as terminalNo', 't.reason', 't.frames', 't.created_name as createUser'])
      .select([
        sql<string>`coalesce(v.plate_no, '')`.as('plateNo'),
        traceStateSql.as('state'),
        wireColumn('t.created_at', ctx.timeZone).as('createTime'),
        wireColumn('t.ends_at', ctx.timeZone).as('endTime'),
      ])
      .orderBy('t.id', 'desc')
      .limit(q.size)
      .offset((q.page - 1) * q.size)
      .execute();
    const total = await holdTotal(ctx, ownTracePage, q, async () => {
      const { n } = await from.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
      return n;
    });
    return { list, total, page: q.page, size: q.size };
  });
}

/** The frames of a recording, the newest first, without codes. */
export function pageOwnFrames(ctx: Ctx, q: Parsed<typeof ownTraceFrames>): Promise<Output<typeof ownTraceFrames>> {
  return ctx.db(async (trx) => {
    const trace = await fromOwnTraces(trx, ctx).select('t.id').where('t.id', '=', q.id).executeTakeFirst();
    if (!trace) throw notFound('报文记录');
    return pageFrames(trx, ctx, q, true);
  });
}

/** One of these frames field by field, without codes. */
export function readOwnFrame(ctx: Ctx, id: string): Promise<FrameShown> {
  return ctx.db(async (trx) => {
    const row = await fromOwnTraces(trx, ctx)
      .innerJoin('frame_trace_row as f', 'f.trace_id', 't.id')
      .select(['f.payload', 'f.refused'])
      .select(sql<string>`coalesce(d.item_profile, ${standardProfile})`.as('profile'))
      .where('f.id', '=', id)
      .executeTakeFirst();
    if (!row) throw notFound('报文');
    const table = await loadItemTable(trx);
    return readRecorded(blankSecrets(row.payload, table.readers), table, row.profile, row.refused);
  });
}
