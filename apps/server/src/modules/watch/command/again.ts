import type { Access } from '@tongda/contract/core/endpoint';
import type { BatchLine } from '@tongda/contract/core/register/pieces';
import { writeClear, writeSend } from '@tongda/contract/resources/card/write-calls';
import { instructionSending } from '@tongda/contract/resources/device/enums';
import { writeContent } from '@tongda/contract/resources/enums';
import { commandCalls } from '@tongda/contract/watch/command/calls';
import { type CommandKind, type CommandOrder, isCompanyKind } from '@tongda/contract/watch/command/kind';
import { againStates, type CommandState, waitingStates } from '@tongda/contract/watch/command/life';
import type { SentLine } from '@tongda/contract/watch/command/pieces';
import { sql } from 'kysely';
import type { Bus } from '../../../core/bus/topics';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { notFound } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import { visibleVehicles } from '../../base/org/door';
import { fromCommands } from './repo';
import { putCommands } from './service';

const loadOwn = (trx: Trx, ctx: Ctx, ids: readonly string[]) =>
  fromCommands(trx, ctx)
    .select(['c.id', 'v.id as vehicleId', 'v.plate_no as plateNo', 'c.params', 'c.summary', 'c.reason'])
    .select([sql<CommandKind>`c.kind`.as('kind'), sql<CommandState>`c.state`.as('state')])
    .select(visibleVehicles(ctx, 'c.vehicle_id', 'control').as('mayControl'))
    .where(sql<boolean>`c.id = any(${[...ids]}::bigint[])`)
    .orderBy('c.id')
    .execute();
type Own = Awaited<ReturnType<typeof loadOwn>>[number];

/** The right that a command takes; null: no company gives it. */
function accessOf({ kind, params }: Own): Access | null {
  // the column is jsonb; only `putCommands` fills it, with an order
  const order = params as unknown as CommandOrder;
  if (order.kind === 'write') return (order.content === writeContent.clear ? writeClear : writeSend).access;
  return isCompanyKind(kind) ? commandCalls[kind].access : null;
}

/** Why the caller may do nothing about a command; '' when he may. Giving one takes the right of its kind, and so does the rest. */
function refusalOf(ctx: Ctx, own: Own): string {
  if (!own.mayControl) return '没有控制权限';
  const access = accessOf(own);
  return access !== null && ctx.can(access) ? '' : '没有下发该指令的权限';
}

/** Takes back commands that have not gone out; one line of result for each. */
export async function cancelCommands(ctx: Ctx, bus: Bus, ids: readonly string[]): Promise<BatchLine[]> {
  const { lines, gone } = await ctx.db(async (trx) => {
    const known = new Map((await loadOwn(trx, ctx, ids)).map((own) => [own.id, own]));
    const allowed = [...known.values()].filter((own) => refusalOf(ctx, own) === '').map(({ id }) => id);
    // one that goes out at this moment is no longer waiting when its row is free
    const taken = await trx
      .updateTable('device_command')
      .set({ state: instructionSending.cancelled, ended_at: sql<Date>`now()` })
      .where('client_id', '=', ctx.clientId)
      .where('state', 'in', waitingStates)
      .where(sql<boolean>`id = any(${allowed}::bigint[])`)
      .returning('id')
      .execute();
    const gone = taken.flatMap(({ id }) => known.get(id) ?? []);
    await recordChanges(
      trx,
      ctx,
      gone.map(({ vehicleId, summary }) => ({
        entity: 'vehicle',
        entityId: vehicleId,
        action: '取消指令',
        changes: [{ field: 'command', label: '指令', before: summary, after: '' }],
      })),
    );
    const done = new Set(gone.map(({ id }) => id));
    const lines = [...new Set(ids)].map((id): BatchLine => {
      const own = known.get(id);
      const msg = !own ? notFound('指令').message : done.has(id) ? '' : refusalOf(ctx, own) || '已经下发，不能取消';
      return { id, name: own?.plateNo ?? '', ok: msg === '', msg };
    });
    return { lines, gone };
  });
  for (const { id, vehicleId } of gone)
    await bus.publish('commandChanged', vehicleId, {
      clientId: ctx.clientId,
      vehicleId,
      commandId: id,
      userId: ctx.userId,
    });
  return lines;
}

/** Gives commands again that failed, each as a new one to the present terminal of its vehicle; one line of result for each. */
export function retryCommands(ctx: Ctx, ids: readonly string[]): Promise<SentLine[]> {
  return ctx.db(async (trx) => {
    const known = new Map((await loadOwn(trx, ctx, ids)).map((own) => [own.id, own]));
    const lines: SentLine[] = [];
    for (const id of new Set(ids)) {
      const own = known.get(id);
      const msg = !own
        ? notFound('指令').message
        : own.kind === 'cut'
          ? '断油断电不能重发，请重新确认后下发'
          : againStates.includes(own.state)
            ? refusalOf(ctx, own)
            : `状态为${instructionSending.label(own.state)}，不需要重发`;
      if (!own || msg !== '') {
        lines.push({ id, name: own?.plateNo ?? '', ok: false, msg, commandId: null });
        continue;
      }
      const { vehicleId, params, summary, reason } = own;
      // the column is jsonb; only `putCommands` fills it, with an order
      const order = params as unknown as CommandOrder;
      const given = { vehicleIds: [vehicleId], order, summary, reason };
      const [line] = await putCommands(trx, ctx, given, id);
      if (line) lines.push({ ...line, id });
    }
    return lines;
  });
}
