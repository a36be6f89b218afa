import type { Parsed } from '@tongda/contract/core/endpoint';
import { type ForwardFail, forwardFailLog, type forwardResend } from '@tongda/contract/rules/forwarding/calls';
import { episodeKind } from '@tongda/contract/watch/alarm/episode';
import { sql } from 'kysely';
import { requireRow } from '../../../../core/db/rows';
import type { Trx } from '../../../../core/db/trx';
import { wireTimeSql } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { blockedByRule } from '../../../../core/http/errors';
import { recordChanges } from '../../../../core/record/audit';
import { holdTotal } from '../../../../core/record/totals';
import { visibleVehicles } from '../../../base/org/door';
import { joinProgram, mayTellItem } from '../work/target';
import { targetRegister } from './edit';
import { findTarget } from './repo';

/** Items of a target that were given up, of vehicles that the caller sees. */
const givenUp = (ctx: Ctx, id: string) =>
  sql<boolean>`(i.target_id = ${id} and i.client_id = ${ctx.clientId} and i.status = 2 and ${visibleVehicles(ctx, 'i.vehicle_id')})`;

interface Row extends Omit<ForwardFail, 'what'> {
  kind: string | null;
  position: boolean;
  temperature: boolean;
}

/** What was given up of a target, the newest first. */
export function listFails(ctx: Ctx, { id, page, size }: Parsed<typeof forwardFailLog>) {
  return ctx.db(async (trx) => {
    requireRow(await findTarget(trx, ctx, id), targetRegister.noun);
    const { rows } =
      await sql<Row>`select i.id::text, i.body->>'plateNo' as "plateNo", i.body->'alarm'->>'kind' as kind,
        i.body ? 'position' as position, i.body ? 'temperature' as temperature, ${wireTimeSql(sql<Date>`i.at`, ctx.timeZone)} as time,
        i.attempts, i.cause, ${wireTimeSql(sql<Date>`i.done_at`, ctx.timeZone)} as "failTime"
      from forward_item i where ${givenUp(ctx, id)} order by i.id desc limit ${size} offset ${(page - 1) * size}`.execute(
        trx,
      );
    const total = await holdTotal(ctx, forwardFailLog, { id, page, size }, async () => {
      const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n from forward_item i
        where ${givenUp(ctx, id)}`.execute(trx);
      return counted[0]?.n ?? 0;
    });
    const list = rows.map(
      ({ kind, position, temperature, ...row }): ForwardFail => ({
        ...row,
        what:
          kind === null
            ? [position ? '位置' : '', temperature ? '温湿度' : ''].filter(Boolean).join('、')
            : episodeKind.label(kind),
      }),
    );
    return { list, total, page, size };
  });
}

/** Puts what was given up back into the outbox: the items named, or all of the target. */
export function resendFails(ctx: Ctx, { id, itemIds }: Parsed<typeof forwardResend>): Promise<{ count: number }> {
  return ctx.db(async (trx) => {
    const target = requireRow(await findTarget(trx, ctx, id), targetRegister.noun);
    const which = `${target.appId === null ? '数据转发' : '订阅'}“${target.name}”`;
    if (!target.enabled) throw blockedByRule(`${which}已停止，请先启动再重推`);
    if (await isPaused(trx, id)) throw blockedByRule(`${which}连续失败已暂停，请先恢复再重推`);
    const count = await queueAgain(trx, ctx, id, itemIds);
    if (count === 0) throw blockedByRule('没有可重推的数据，可能已重推、已过保留期或不在客户的绑定期内');
    await recordChanges(trx, ctx, [
      {
        entity: targetRegister.entity,
        entityId: id,
        action: '重推',
        changes: [{ field: 'items', label: '重推', before: '', after: `${count}条` }],
      },
    ]);
    return { count };
  });
}

/** Whether a target was given up: nothing of it goes out until somebody starts it. */
async function isPaused(trx: Trx, id: string): Promise<boolean> {
  const state = await trx
    .selectFrom('forward_state')
    .select('paused_at')
    .where('target_id', '=', id)
    .executeTakeFirst();
  return state != null && state.paused_at !== null;
}

async function queueAgain(trx: Trx, ctx: Ctx, id: string, itemIds: readonly string[] | undefined): Promise<number> {
  const named = itemIds ? sql`and i.id = any(${[...itemIds]}::bigint[])` : sql``;
  const { numAffectedRows = 0n } =
    await sql`update forward_item i set status = 0, attempts = 0, cause = '', done_at = null, created_at = now()
      from forward_target t ${joinProgram} where t.id = i.target_id and ${givenUp(ctx, id)} ${named} and ${mayTellItem}`.execute(
      trx,
    );
  return Number(numAffectedRows);
}
