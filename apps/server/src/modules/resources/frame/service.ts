import type { Parsed } from '@tongda/contract/core/endpoint';
import { maxTraces, traceKeptDays, type traceRecent, type traceStart } from '@tongda/contract/resources/frame/calls';
import { type Kysely, sql } from 'kysely';
import type { Bus } from '../../../core/bus/topics';
import type { DB } from '../../../core/generated/db-types';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, invalidField, notFound } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';

/** What the history of a terminal says of a recording; 0 minutes: of what was before it alone. */
export const traceWords = (minutes: number, reason: string): string =>
  minutes === 0 ? reason : `${minutes}分钟（${reason}）`;

/** 最近报文: a recording that ends where it begins gets what the gateway remembers of the terminal. */
export const startRecent = (ctx: Ctx, input: Parsed<typeof traceRecent>): Promise<{ id: string }> =>
  startTrace(ctx, { ...input, reason: `最近报文：${input.reason}`, minutes: 0 });

/** Begins to record the frames of a terminal; the gateway that holds its connection is told by the database, at the commit. */
export function startTrace(ctx: Ctx, input: Parsed<typeof traceStart>): Promise<{ id: string }> {
  const { terminalNo, minutes, reason } = input;
  return ctx.db(async (trx) => {
    // of two that begin at once the second one sees the first
    await sql`select pg_advisory_xact_lock(hashtext('frame_trace'))`.execute(trx);
    const device = await trx
      .selectFrom('device as d')
      .leftJoin('device_binding as b', (j) => j.onRef('b.device_id', '=', 'd.id').on(sql<boolean>`b.during @> now()`))
      .select(['d.id', 'd.client_id as clientId', 'b.vehicle_id as vehicleId'])
      .where('d.terminal_no', '=', terminalNo)
      .where('d.deleted_at', 'is', null)
      .executeTakeFirst();
    if (!device) throw invalidField('terminalNo', '没有这台终端');
    const running = await trx
      .selectFrom('frame_trace')
      .select(['device_id as deviceId', 'created_name as userName'])
      .where('ends_at', '>', sql<Date>`now()`)
      .where('is_full', '=', false)
      .where('by_company', '=', false)
      .execute();
    const same = running.find(({ deviceId }) => deviceId === device.id);
    if (same && minutes > 0) throw invalidField('terminalNo', `${same.userName}正在追踪这台终端`);
    if (running.length >= maxTraces && minutes > 0)
      throw blockedByRule(`正在追踪的终端已有${maxTraces}台，请先停止不需要的追踪`);
    const { id } = await trx
      .insertInto('frame_trace')
      .values({
        client_id: device.clientId,
        device_id: device.id,
        terminal_no: terminalNo,
        vehicle_id: device.vehicleId,
        reason,
        created_by: ctx.userId,
        created_name: ctx.userName,
        ends_at: sql<Date>`now() + make_interval(mins => ${sql.lit(minutes)})`,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const after = traceWords(minutes, reason);
    await recordChanges(trx, { ...ctx, clientId: device.clientId }, [
      {
        entity: 'device',
        entityId: device.id,
        action: '追踪报文',
        changes: [{ field: 'trace', label: '报文追踪', before: '', after }],
      },
    ]);
    return { id };
  });
}

/** Ends a recording before its time; one that has ended stays as it is. */
export async function stopTrace(ctx: Ctx, bus: Bus, traceId: string): Promise<null> {
  await ctx.db(async (trx) => {
    const trace = await trx
      .selectFrom('frame_trace')
      .select(['client_id as clientId', 'device_id as deviceId', sql<boolean>`ends_at > now()`.as('runs')])
      .where('id', '=', traceId)
      .where('by_company', '=', false)
      .forUpdate()
      .executeTakeFirst();
    if (!trace) throw notFound('追踪');
    if (!trace.runs) return;
    await trx.updateTable('frame_trace').set({ ends_at: sql<Date>`now()` }).where('id', '=', traceId).execute();
    await recordChanges(trx, { ...ctx, clientId: trace.clientId }, [
      { entity: 'device', entityId: trace.deviceId, action: '停止追踪报文' },
    ]);
  });
  await bus.publish('traceChanged', traceId, { traceId, userId: ctx.userId });
  return null;
}

/** Deletes recordings of terminals, with their frames, that ended long ago. */
export async function deleteOldTraces(db: Kysely<DB>): Promise<void> {
  await db
    .deleteFrom('frame_trace')
    .where('ends_at', '<', sql<Date>`now() - make_interval(days => ${sql.lit(traceKeptDays)})`)
    .execute();
}
