import { instructionSending } from '@tongda/contract/resources/device/enums';
import { type CommandOrder, commandKind, kindRules } from '@tongda/contract/watch/command/kind';
import type { SentLine } from '@tongda/contract/watch/command/pieces';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { notFound } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import { nextCodes } from '../../../core/record/codes';
import { visibleVehicleRows } from '../../base/org/door';
import { findDetours } from './detour';
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
      sql<boolean>`exists (select from device_command c where c.device_id = b.device_id and c.vehicle_id = v.id and c.state in (0, 9)
        and c.expires_at > now() and c.params = ${JSON.stringify(order)}::jsonb)`.as('waits'),
    ])
    .where('v.client_id', '=', ctx.clientId)
    .where('v.deleted_at', 'is', null)
    .where(visibleVehicleRows(ctx, 'v'))
    .where(sql<boolean>`v.id = any(${[...vehicleIds]}::bigint[])`)
    .orderBy('v.id')
    .execute();
}

const refusalOf = ({ mayControl, deviceId, waits }: Target, detours: ReadonlyMap<string, string>): string =>
  !mayControl
    ? '没有控制权限'
    : deviceId === null
      ? '没有绑定终端'
      : (detours.get(deviceId) ?? (waits ? '相同的指令正在等待下发' : ''));

/** A vehicle that gets a command, with its company and terminal; or a recorder or a terminal in stock, which is no vehicle's. */
export interface Taker {
  id: string | null;
  clientId: string;
  deviceId: string;
  portableId?: string | null;
}

/** When a command goes out, and for how long it may wait; absent: at once, for as long as its kind says. */
export interface Timing {
  waitMin?: number;
  /** moment before which it does not go out */
  notBefore?: RawBuilder<Date | null>;
  /** a second person has to let it go out */
  review?: boolean;
  editionId?: string | null;
  templateId?: string | null;
}

/** Rows of one insert: parameters of a statement are few. */
const rowsAtOnce = 500;

/** What the history of the vehicles says was done, and to what; absent: 下发指令, and the kind. */
interface Noted {
  action: string;
  label: string;
}

/** Who gives a command: of a request, or of the work that goes on for somebody. */
export type Giver = Pick<Ctx, 'clientId' | 'timeZone' | 'userId' | 'userName'>;

/** Writes the rows of a command and the history of the vehicles; answers the command of each device. */
export async function storeCommands(
  trx: Trx,
  ctx: Giver,
  takers: readonly Taker[],
  { order, summary, reason = '', noted }: Composed & { reason?: string; noted?: Noted },
  retryOf: ReadonlyMap<string, string> = new Map(),
  { waitMin = kindRules[order.kind].waitMin, notBefore, review = false, editionId, templateId }: Timing = {},
): Promise<Map<string, string>> {
  if (takers.length === 0) return new Map();
  const [batchNo = ''] = await nextCodes(trx, ctx, 'ZL');
  const ids = new Map<string, string>();
  const from = notBefore ?? sql<Date | null>`null::timestamptz`;
  for (let at = 0; at < takers.length; at += rowsAtOnce) {
    const rows = await trx
      .insertInto('device_command')
      .values(
        takers.slice(at, at + rowsAtOnce).map(({ id, clientId, deviceId, portableId = null }) => ({
          client_id: clientId,
          batch_no: batchNo,
          vehicle_id: id,
          device_id: deviceId,
          portable_id: portableId,
          kind: order.kind,
          params: JSON.stringify(order),
          summary,
          reason,
          state: review ? instructionSending.review : instructionSending.queued,
          retry_of: retryOf.get(deviceId) ?? null,
          edition_id: editionId ?? null,
          template_id: templateId ?? null,
          created_by: ctx.userId,
          created_name: ctx.userName,
          not_before: from,
          expires_at: sql<Date>`coalesce(${from}, now()) + make_interval(mins => ${sql.lit(waitMin)})`,
        })),
      )
      .returning(['id', 'device_id'])
      .execute();
    for (const row of rows) ids.set(row.device_id, row.id);
  }
  const { action, label } = noted ?? { action: '下发指令', label: commandKind.label(order.kind) };
  const after = reason === '' ? summary : `${summary}（${reason}）`;
  for (const clientId of new Set(takers.map((taker) => taker.clientId)))
    await recordChanges(
      trx,
      { ...ctx, clientId },
      takers
        .filter((taker) => taker.clientId === clientId)
        .map((taker) => ({
          ...historyOf(taker),
          action,
          changes: [{ field: 'command', label, before: '', after }],
        })),
    );
  return ids;
}

/** In whose history a command stands. */
const historyOf = ({ id, portableId, deviceId }: Taker): { entity: string; entityId: string } =>
  id !== null
    ? { entity: 'vehicle', entityId: id }
    : portableId
      ? { entity: 'portableDevice', entityId: portableId }
      : { entity: 'device', entityId: deviceId };

/** Puts a command into the queue for each vehicle that may have it. Answers one line a vehicle: the command, or why there is none. */
export async function putCommands(
  trx: Trx,
  ctx: Ctx,
  { vehicleIds, ...given }: Given,
  /** the command that is given again */
  retryOf?: string,
  timing: Timing = {},
): Promise<SentLine[]> {
  const wanted = [...new Set(vehicleIds)];
  const targets = await loadTargets(trx, ctx, wanted, given.order);
  if (targets.length < wanted.length) throw notFound('车辆');
  const detours = await findDetours(
    trx,
    targets.flatMap(({ deviceId }) => deviceId ?? []),
    given.order,
  );
  const takers = targets.flatMap((target) =>
    refusalOf(target, detours) === '' && target.deviceId !== null
      ? [{ id: target.id, clientId: ctx.clientId, deviceId: target.deviceId }]
      : [],
  );
  const again = new Map(retryOf === undefined ? [] : takers.map(({ deviceId }) => [deviceId, retryOf]));
  const ids = await storeCommands(trx, ctx, takers, given, again, timing);
  return targets.map((target) => {
    const msg = refusalOf(target, detours);
    const commandId = target.deviceId === null ? null : (ids.get(target.deviceId) ?? null);
    return { id: target.id, name: target.plateNo, ok: msg === '', msg, commandId };
  });
}

/** Gives a command; the gateway that holds the connection of a terminal is told by the database, at the commit. */
export const giveCommand = (
  ctx: Ctx,
  { vehicleIds, reason }: Pick<Given, 'vehicleIds' | 'reason'>,
  { order, summary }: Composed,
): Promise<SentLine[]> =>
  ctx.db((trx) => putCommands(trx, ctx, { vehicleIds, reason, order, summary: summary.slice(0, 500) }));
