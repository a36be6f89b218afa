import type { SentLine } from '@tongda/contract/watch/command/calls';
import { type CommandOrder, commandKind, kindRules } from '@tongda/contract/watch/command/kind';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { notFound } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import { nextCodes } from '../../../core/record/codes';
import { visibleVehicleRows } from '../../base/org/door';
import type { Composed } from './orders';

/** A command that somebody gives to vehicles. */
export interface Given extends Composed {
  vehicleIds: readonly string[];
  reason?: string;
}

interface Target {
  id: string;
  plateNo: string;
  deviceId: string | null;
  mayControl: boolean;
  /** the same command waits already */
  waits: boolean;
}

/** Those of the vehicles that the caller sees, each with its terminal and why it may not be commanded. */
async function loadTargets(trx: Trx, ctx: Ctx, vehicleIds: readonly string[], order: CommandOrder): Promise<Target[]> {
  return trx
    .selectFrom('vehicle as v')
    .leftJoin('device_binding as b', (j) => j.onRef('b.vehicle_id', '=', 'v.id').on(sql<boolean>`b.during @> now()`))
    .select([
      'v.id',
      'v.plate_no as plateNo',
      'b.device_id as deviceId',
      visibleVehicleRows(ctx, 'v', 'control').as('mayControl'),
      sql<boolean>`exists (select from device_command c where c.device_id = b.device_id and c.vehicle_id = v.id and c.state = 0
        and c.expires_at > now() and c.params = ${JSON.stringify(order)}::jsonb)`.as('waits'),
    ])
    .where('v.client_id', '=', ctx.clientId)
    .where('v.deleted_at', 'is', null)
    .where(visibleVehicleRows(ctx, 'v'))
    .where(sql<boolean>`v.id = any(${[...vehicleIds]}::bigint[])`)
    .orderBy('v.id')
    .execute();
}

const refusalOf = ({ mayControl, deviceId, waits }: Target): string =>
  !mayControl ? '没有控制权限' : deviceId === null ? '没有绑定终端' : waits ? '相同的指令正在等待下发' : '';

/** A vehicle that gets a command, with its company and terminal. */
export interface Taker {
  id: string;
  clientId: string;
  deviceId: string;
}

/** Writes the rows of a command and the history of the vehicles; answers the command of each vehicle. */
export async function storeCommands(
  trx: Trx,
  ctx: Ctx,
  takers: readonly Taker[],
  { order, summary, reason = '' }: Composed & { reason?: string },
  retryOf: ReadonlyMap<string, string> = new Map(),
): Promise<Map<string, string>> {
  if (takers.length === 0) return new Map();
  const [batchNo = ''] = await nextCodes(trx, ctx, 'ZL');
  const rows = await trx
    .insertInto('device_command')
    .values(
      takers.map(({ id, clientId, deviceId }) => ({
        client_id: clientId,
        batch_no: batchNo,
        vehicle_id: id,
        device_id: deviceId,
        kind: order.kind,
        params: JSON.stringify(order),
        summary,
        reason,
        retry_of: retryOf.get(id) ?? null,
        created_by: ctx.userId,
        created_name: ctx.userName,
        expires_at: sql<Date>`now() + make_interval(mins => ${sql.lit(kindRules[order.kind].waitMin)})`,
      })),
    )
    .returning(['id', 'vehicle_id'])
    .execute();
  const label = commandKind.label(order.kind);
  const after = reason === '' ? summary : `${summary}（${reason}）`;
  for (const clientId of new Set(takers.map((taker) => taker.clientId)))
    await recordChanges(
      trx,
      { ...ctx, clientId },
      takers
        .filter((taker) => taker.clientId === clientId)
        .map(({ id }) => ({
          entity: 'vehicle',
          entityId: id,
          action: '下发指令',
          changes: [{ field: 'command', label, before: '', after }],
        })),
    );
  return new Map(rows.map((row) => [row.vehicle_id, row.id]));
}

/** Puts a command into the queue for each vehicle that may have it. Answers one line a vehicle: the command, or why there is none. */
export async function putCommands(
  trx: Trx,
  ctx: Ctx,
  { vehicleIds, ...given }: Given,
  retryOf: ReadonlyMap<string, string> = new Map(),
): Promise<SentLine[]> {
  const wanted = [...new Set(vehicleIds)];
  const targets = await loadTargets(trx, ctx, wanted, given.order);
  if (targets.length < wanted.length) throw notFound('车辆');
  const takers = targets.flatMap((target) =>
    refusalOf(target) === '' && target.deviceId !== null
      ? [{ id: target.id, clientId: ctx.clientId, deviceId: target.deviceId }]
      : [],
  );
  const ids = await storeCommands(trx, ctx, takers, given, retryOf);
  return targets.map((target) => {
    const msg = refusalOf(target);
    return { id: target.id, name: target.plateNo, ok: msg === '', msg, commandId: ids.get(target.id) ?? null };
  });
}

/** Gives a command; the gateway that holds the connection of a terminal is told by the database, at the commit. */
export const giveCommand = (
  ctx: Ctx,
  { vehicleIds, reason }: Pick<Given, 'vehicleIds' | 'reason'>,
  { order, summary }: Composed,
): Promise<SentLine[]> =>
  ctx.db((trx) => putCommands(trx, ctx, { vehicleIds, reason, order, summary: summary.slice(0, 500) }));
