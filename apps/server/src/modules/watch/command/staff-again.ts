import type { Parsed } from '@tongda/contract/core/endpoint';
import type { BatchLine } from '@tongda/contract/core/register/pieces';
import { instructionSending } from '@tongda/contract/resources/device/enums';
import { type EditionDanger, isDangerousEdition } from '@tongda/contract/watch/command/edition-danger';
import { type CommandKind, type CommandOrder, paceOf } from '@tongda/contract/watch/command/kind';
import { type CommandState, nextLife, type Strayed, waitingStates } from '@tongda/contract/watch/command/life';
import type { SentLine } from '@tongda/contract/watch/command/pieces';
import { type instructApprove, isStaffKind, staffMayRepeat } from '@tongda/contract/watch/command/staff';
import { sql } from 'kysely';
import type { Bus } from '../../../core/bus/topics';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { notFound } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import { storeCommands } from './service';
import { againRefusal, type FoundTerminal, loadTerminals, takerAgain } from './staff';
import { deviceName, fromAllCommands, terminalNo } from './staff-list';

const loadSome = (trx: Trx, ids: readonly string[]) =>
  fromAllCommands(trx)
    .select(['c.id', 'c.client_id as clientId', 'c.vehicle_id as vehicleId', 'c.device_id as deviceId'])
    .select(['c.params', 'c.summary', 'c.reason', 'c.created_by as userId', 'c.edition_id as editionId'])
    .select(['c.attempts', 'c.portable_id as portableId', sql<Strayed | null>`command_strayed(c)`.as('strayed')])
    .select([
      sql<CommandState>`c.state`.as('state'),
      sql<CommandKind>`c.kind`.as('kind'),
      terminalNo.as('terminalNo'),
      deviceName.as('name'),
    ])
    .where(sql<boolean>`c.id = any(${[...ids]}::bigint[])`)
    .orderBy('c.id')
    .execute();
type Some = Awaited<ReturnType<typeof loadSome>>[number];

const nameOf = (one: Some | undefined): string => one?.name || one?.terminalNo || '';

async function tell(bus: Bus, changed: readonly Some[]): Promise<void> {
  for (const { id, clientId, vehicleId, userId } of changed)
    await bus.publish('commandChanged', vehicleId ?? id, { clientId, vehicleId, commandId: id, userId });
}

/** Takes back commands that have not gone out; one line of result for each. */
export async function cancelInstructs(ctx: Ctx, bus: Bus, ids: readonly string[]): Promise<BatchLine[]> {
  const { lines, gone } = await ctx.db(async (trx) => {
    const known = new Map((await loadSome(trx, ids)).map((one) => [one.id, one]));
    const taken = await trx
      .updateTable('device_command')
      .set({ state: instructionSending.cancelled, ended_at: sql<Date>`now()` })
      .where('state', 'in', waitingStates)
      .where(sql<boolean>`id = any(${[...known.keys()]}::bigint[])`)
      .returning('id')
      .execute();
    const done = new Set(taken.map(({ id }) => id));
    const lines = [...new Set(ids)].map((id): BatchLine => {
      const one = known.get(id);
      const msg = !one ? notFound('指令').message : done.has(id) ? '' : '已经下发，不能取消';
      return { id, name: nameOf(one), ok: msg === '', msg };
    });
    return { lines, gone: [...known.values()].filter(({ id }) => done.has(id)) };
  });
  await tell(bus, gone);
  return lines;
}

const strayedWords: Readonly<Record<Strayed, string>> = {
  unbound: '终端已不在该车上',
  mounted: '终端已装到车上，请重新下发',
  deleted: '终端已删除',
};
const strayedRefusal = ({ strayed }: Some): string => (strayed === null ? '' : strayedWords[strayed]);

/** Why the caller may not let a command go out as the second person, or end it; '' when he may. */
const reviewRefusal = (ctx: Ctx, one: Some | undefined, pass: boolean): string =>
  !one
    ? notFound('指令').message
    : one.state !== instructionSending.review
      ? `状态为${instructionSending.label(one.state)}，不需要复核`
      : one.userId === ctx.userId
        ? '不能复核自己下发的指令，请由另一人复核'
        : pass
          ? strayedRefusal(one)
          : '';

/** 复核: lets commands go out, or ends them; one line of result for each. */
export async function approveInstructs(
  ctx: Ctx,
  bus: Bus,
  { ids, pass }: Parsed<typeof instructApprove>,
): Promise<BatchLine[]> {
  const { lines, changed } = await ctx.db(async (trx) => {
    // of two who look at once the second one sees what the first did
    await sql`select id from device_command where id = any(${ids}::bigint[]) order by id for update`.execute(trx);
    const known = new Map((await loadSome(trx, ids)).map((one) => [one.id, one]));
    const lines: BatchLine[] = [];
    const changed: Some[] = [];
    for (const id of new Set(ids)) {
      const one = known.get(id);
      const msg = reviewRefusal(ctx, one, pass);
      lines.push({ id, name: nameOf(one), ok: msg === '', msg });
      if (!one || msg !== '') continue;
      await review(trx, ctx, one, pass);
      changed.push(one);
    }
    return { lines, changed };
  });
  await tell(bus, changed);
  return lines;
}

/** Writes what a second person decided of a command. */
export async function review(
  trx: Trx,
  ctx: Ctx,
  one: Pick<
    Some,
    'id' | 'clientId' | 'vehicleId' | 'portableId' | 'deviceId' | 'params' | 'state' | 'attempts' | 'summary'
  >,
  pass: boolean,
): Promise<void> {
  // the column is jsonb; only `storeCommands` fills it, with an order
  const { repeatable, attempts: maxAttempts } = paceOf(one.params as unknown as CommandOrder);
  const next = nextLife({ ...one, repeatable, maxAttempts }, { what: pass ? 'approved' : 'rejected' });
  if (!next) return;
  await trx
    .updateTable('device_command')
    .set({ state: next.state, cause: next.cause, approved_by: ctx.userId, approved_name: ctx.userName })
    .set({ approved_at: sql<Date>`now()`, ...(pass ? {} : { ended_at: sql<Date>`now()` }) })
    .where('id', '=', one.id)
    .execute();
  const [entity, entityId] =
    one.vehicleId !== null
      ? ['vehicle', one.vehicleId]
      : one.portableId !== null
        ? ['portableDevice', one.portableId]
        : ['device', one.deviceId];
  await recordChanges(trx, { ...ctx, clientId: one.clientId }, [
    {
      entity,
      entityId,
      action: pass ? '复核通过指令' : '驳回指令',
      changes: [{ field: 'command', label: '指令', before: one.summary, after: pass ? one.summary : '' }],
    },
  ]);
}

function retryRefusal(one: Some | undefined, terminal: FoundTerminal | undefined): string {
  if (!one) return notFound('指令').message;
  if (!isStaffKind(one.kind)) return one.kind === 'upgrade' ? '升级请在升级包中重新下发' : '这种指令只能由企业自己下发';
  if (!staffMayRepeat(one)) return `状态为${instructionSending.label(one.state)}，不需要重发`;
  return strayedRefusal(one) || againRefusal(terminal);
}

/** Gives commands again that failed, each as a new one to the same terminal; a dangerous one waits for a second person again. One line of result for each. */
export function retryInstructs(ctx: Ctx, ids: readonly string[]): Promise<SentLine[]> {
  return ctx.db(async (trx) => {
    const known = new Map((await loadSome(trx, ids)).map((one) => [one.id, one]));
    const lines: SentLine[] = [];
    for (const id of new Set(ids)) {
      const one = known.get(id);
      // the column is jsonb; only `storeCommands` fills it, with an order
      const order = one?.params as unknown as CommandOrder;
      const found = one ? await loadTerminals(trx, [one.terminalNo], order) : [];
      const terminal = found.find(({ deviceId }) => deviceId === one?.deviceId);
      const msg = retryRefusal(one, terminal);
      const name = nameOf(one);
      if (!one || !terminal || msg !== '') {
        lines.push({ id, name, ok: false, msg, commandId: null });
        continue;
      }
      const again = { order, summary: one.summary, reason: one.reason };
      const timing = { review: one.kind === 'control' || (await isReviewed(trx, id)), editionId: one.editionId };
      const made = await storeCommands(trx, ctx, [takerAgain(terminal)], again, new Map([[one.deviceId, id]]), timing);
      lines.push({ id, name, ok: true, msg: '', commandId: made.get(one.deviceId) ?? null });
    }
    return lines;
  });
}

/** Whether a command takes a second person: its edition is a dangerous one. */
async function isReviewed(trx: Trx, id: string): Promise<boolean> {
  const found = await trx
    .selectFrom('device_command as c')
    .innerJoin('instruct_edition as e', 'e.id', 'c.edition_id')
    // only editions of the catalogue fill the columns
    .select([sql<EditionDanger['danger']>`e.danger`.as('danger'), sql<EditionDanger['params']>`e.params`.as('params')])
    .select('e.msg_id as msgId')
    .where('c.id', '=', id)
    .executeTakeFirst();
  return found !== undefined && isDangerousEdition(found);
}
