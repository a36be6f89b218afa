import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import type { BatchLine } from '@tongda/contract/core/register/pieces';
import { instructionSending } from '@tongda/contract/resources/device/enums';
import type { SentLine } from '@tongda/contract/watch/command/calls';
import type { CommandOrder } from '@tongda/contract/watch/command/kind';
import { againStates, type CommandState } from '@tongda/contract/watch/command/life';
import {
  type InstructFilters,
  type InstructLine,
  instructFilters,
  type instructPage,
  type instructSend,
  staffKinds,
} from '@tongda/contract/watch/command/staff';
import { sql } from 'kysely';
import type { Bus } from '../../../core/bus/topics';
import { orderByClause } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { notFound } from '../../../core/http/errors';
import { filterConditions } from '../../../core/record/filters';
import { type Composed, locateOrder, propertiesOrder, readOrder, restartOrder, textOrder } from './orders';
import { fromAllCommands, rowOf, selectRows } from './repo';
import { storeCommands } from './service';

/** A page of the commands to terminals of all companies, the newest first. */
export function pageInstructs(ctx: Ctx, q: Parsed<typeof instructPage>): Promise<Output<typeof instructPage>> {
  const wanted = (asked: InstructFilters) => filterConditions(instructFilters.table, 'c', {}, ctx, asked);
  return ctx.db(async (trx) => {
    const rows = await selectRows(fromAllCommands(trx), ctx)
      .where(wanted(q))
      .orderBy(orderByClause(q.sort, { createTime: 'c.created_at' }, 'c.id'))
      .limit(q.size)
      .offset((q.page - 1) * q.size)
      .execute();
    const { n } = await fromAllCommands(trx)
      .select(sql<number>`count(*)::int`.as('n'))
      .where(wanted(q))
      .executeTakeFirstOrThrow();
    return { list: rows.map(rowOf(ctx)), total: n, page: q.page, size: q.size };
  });
}

function composedOf({ kind, text }: Parsed<typeof instructSend>): Composed {
  switch (kind) {
    case 'text':
      return textOrder({ vehicleIds: [], text, urgent: false, show: true, speak: true });
    case 'locate':
      return locateOrder;
    case 'properties':
      return propertiesOrder;
    case 'readParams':
      return readOrder({ vehicleIds: [], reason: '', ids: [] });
    case 'restart':
      return restartOrder;
  }
}

/** Terminals by their numbers, each with the vehicle that it is mounted in now. */
const loadTerminals = (trx: Trx, terminalNos: readonly string[], order: CommandOrder) =>
  trx
    .selectFrom('device as d')
    .leftJoin('device_binding as b', (j) => j.onRef('b.device_id', '=', 'd.id').on(sql<boolean>`b.during @> now()`))
    .leftJoin('vehicle as v', (j) => j.onRef('v.id', '=', 'b.vehicle_id').on('v.deleted_at', 'is', null))
    .select([
      'd.id as deviceId',
      'd.terminal_no as terminalNo',
      'd.client_id as clientId',
      'v.id',
      'v.plate_no as plateNo',
    ])
    .select(
      sql<boolean>`exists (select from device_command c where c.device_id = d.id and c.vehicle_id = v.id and c.state = 0
        and c.expires_at > now() and c.params = ${JSON.stringify(order)}::jsonb)`.as('waits'),
    )
    .where('d.deleted_at', 'is', null)
    .where(sql<boolean>`d.terminal_no = any(${[...terminalNos]}::text[])`)
    .execute();
type Terminal = Awaited<ReturnType<typeof loadTerminals>>[number];

const refusalOf = (terminal: Terminal | undefined): string =>
  !terminal
    ? '没有这台终端'
    : terminal.id === null
      ? '终端没有装在车上'
      : terminal.waits
        ? '相同的指令正在等待下发'
        : '';

/** Puts a command into the queue for each terminal that is mounted in a vehicle. Answers one line a number. */
export function sendInstructs(ctx: Ctx, input: Parsed<typeof instructSend>): Promise<InstructLine[]> {
  const composed = composedOf(input);
  return ctx.db(async (trx) => {
    const numbers = [...new Set(input.terminalNos)];
    const found = new Map(
      (await loadTerminals(trx, numbers, composed.order)).map((terminal) => [terminal.terminalNo, terminal]),
    );
    const takers = [...found.values()].flatMap((terminal) =>
      refusalOf(terminal) === '' && terminal.id !== null
        ? [{ id: terminal.id, clientId: terminal.clientId, deviceId: terminal.deviceId }]
        : [],
    );
    await storeCommands(trx, ctx, takers, { ...composed, reason: input.reason });
    return numbers.map((terminalNo): InstructLine => {
      const terminal = found.get(terminalNo);
      const msg = refusalOf(terminal);
      return { terminalNo, plateNo: terminal?.plateNo ?? '', ok: msg === '', msg };
    });
  });
}

const loadSome = (trx: Trx, ids: readonly string[]) =>
  fromAllCommands(trx)
    .select([
      'c.id',
      'c.client_id as clientId',
      'c.vehicle_id as vehicleId',
      'v.plate_no as plateNo',
      'd.terminal_no as terminalNo',
    ])
    .select(['c.params', 'c.summary', 'c.reason', 'c.kind', 'c.created_by as userId'])
    .select(sql<CommandState>`c.state`.as('state'))
    .where(sql<boolean>`c.id = any(${[...ids]}::bigint[])`)
    .orderBy('c.id')
    .execute();
type Some = Awaited<ReturnType<typeof loadSome>>[number];

/** Takes back commands that have not gone out; one line of result for each. */
export async function cancelInstructs(ctx: Ctx, bus: Bus, ids: readonly string[]): Promise<BatchLine[]> {
  const { lines, gone } = await ctx.db(async (trx) => {
    const known = new Map((await loadSome(trx, ids)).map((one) => [one.id, one]));
    const taken = await trx
      .updateTable('device_command')
      .set({ state: instructionSending.cancelled, ended_at: sql<Date>`now()` })
      .where('state', '=', instructionSending.queued)
      .where(sql<boolean>`id = any(${[...known.keys()]}::bigint[])`)
      .returning('id')
      .execute();
    const done = new Set(taken.map(({ id }) => id));
    const lines = [...new Set(ids)].map((id): BatchLine => {
      const one = known.get(id);
      const msg = !one ? notFound('指令').message : done.has(id) ? '' : '已经下发，不能取消';
      return { id, name: one?.plateNo ?? '', ok: msg === '', msg };
    });
    return { lines, gone: [...known.values()].filter(({ id }) => done.has(id)) };
  });
  for (const { id, clientId, vehicleId, userId } of gone)
    await bus.publish('commandChanged', vehicleId, { clientId, vehicleId, commandId: id, userId });
  return lines;
}

const mayRepeat: ReadonlySet<string> = new Set(staffKinds);

function retryRefusal(one: Some | undefined, terminal: Terminal | undefined): string {
  if (!one) return notFound('指令').message;
  if (!mayRepeat.has(one.kind)) return '这种指令只能由企业自己下发';
  if (!againStates.includes(one.state)) return `状态为${instructionSending.label(one.state)}，不需要重发`;
  return terminal?.id === one.vehicleId ? refusalOf(terminal) : '终端已不在该车上';
}

/** Gives commands again that failed, each as a new one to the same terminal; one line of result for each. */
export function retryInstructs(ctx: Ctx, ids: readonly string[]): Promise<SentLine[]> {
  return ctx.db(async (trx) => {
    const known = new Map((await loadSome(trx, ids)).map((one) => [one.id, one]));
    const lines: SentLine[] = [];
    for (const id of new Set(ids)) {
      const one = known.get(id);
      // the column is jsonb; only `storeCommands` fills it, with an order
      const order = one?.params as unknown as CommandOrder;
      const [terminal] = one ? await loadTerminals(trx, [one.terminalNo], order) : [];
      const msg = retryRefusal(one, terminal);
      const name = one?.plateNo ?? '';
      if (!one || !terminal || msg !== '') {
        lines.push({ id, name, ok: false, msg, commandId: null });
        continue;
      }
      const taker = { id: one.vehicleId, clientId: one.clientId, deviceId: terminal.deviceId };
      const again = { order, summary: one.summary, reason: one.reason };
      const made = await storeCommands(trx, ctx, [taker], again, new Map([[one.vehicleId, id]]));
      lines.push({ id, name, ok: true, msg: '', commandId: made.get(one.vehicleId) ?? null });
    }
    return lines;
  });
}
