import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import {
  type InstructFilters,
  type InstructRow,
  instructColumns,
  instructExport,
  instructFilters,
  type instructMessage,
  instructPage,
} from '@tongda/contract/watch/command/staff';
import { sql } from 'kysely';
import { orderByClause } from '../../../core/db/rows';
import { terminalFormSql } from '../../../core/db/terminal-number';
import type { Trx } from '../../../core/db/trx';
import { readInChunks, registerExport } from '../../../core/export/definition';
import { describeFilters } from '../../../core/export/words';
import { wireColumnOrNull } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { notFound } from '../../../core/http/errors';
import { filterConditions } from '../../../core/record/filters';
import { holdTotal } from '../../../core/record/totals';
import { idWords, messageWords } from '../../../frames/messages';
import { shownColumns } from './repo';
import { answerWords } from './words';

/** Query of the commands `c` of all companies: row-level security lets only the provider's staff see those of others. */
export const fromAllCommands = (trx: Trx) =>
  trx
    .selectFrom('device_command as c')
    .leftJoin('vehicle as v', 'v.id', 'c.vehicle_id')
    .leftJoin('device as d', (j) => j.onRef('d.id', '=', 'c.device_id').on('c.portable_id', 'is', null))
    .leftJoin('portable_device as p', 'p.id', 'c.portable_id')
    .innerJoin('client as k', 'k.id', 'c.client_id')
    .leftJoin('instruct_edition as e', 'e.id', 'c.edition_id');

/** Number of a command's terminal or recorder, and what it is called: the plate, or the recorder's own number. */
export const terminalNo = sql<string>`coalesce(d.terminal_no, ${terminalFormSql(sql`p.phone_key`)}, '')`;
export const deviceName = sql<string>`coalesce(v.plate_no, p.device_no, '')`;

type Asked = InstructFilters & { sort?: string; ids?: string[] };
const wanted = (ctx: Ctx, q: Asked) => filterConditions(instructFilters.table, 'c', {}, ctx, q);

async function listRows(trx: Trx, ctx: Ctx, q: Asked & { limit: number; offset: number }): Promise<InstructRow[]> {
  const rows = await fromAllCommands(trx)
    .select(['k.name as clientName', 'c.vehicle_id as vehicleId', 'v.vehicle_color as vehicleColor'])
    .select([terminalNo.as('terminalNo'), deviceName.as('plateNo'), 'c.approved_name as approveUser'])
    .select(sql<string>`coalesce(e.name, '')`.as('instruct'))
    .select(wireColumnOrNull('c.not_before', ctx.timeZone).as('notBefore'))
    .select(shownColumns(ctx))
    .where(wanted(ctx, q))
    .orderBy(orderByClause(q.sort, { createTime: 'c.created_at' }, 'c.id'))
    .limit(q.limit)
    .offset(q.offset)
    .execute();
  return rows.map(({ cause, told, order, ...row }) => ({
    ...row,
    answer: answerWords({ ...row, cause, answer: told, order }, ctx.timeZone),
  }));
}

async function countRows(trx: Trx, ctx: Ctx, q: Asked): Promise<number> {
  const { n } = await fromAllCommands(trx)
    .select(sql<number>`count(*)::int`.as('n'))
    .where(wanted(ctx, q))
    .executeTakeFirstOrThrow();
  return n;
}

/** A page of the commands to terminals of all companies, the newest first. */
export function pageInstructs(ctx: Ctx, q: Parsed<typeof instructPage>): Promise<Output<typeof instructPage>> {
  return ctx.db(async (trx) => ({
    list: await listRows(trx, ctx, { ...q, limit: q.size, offset: (q.page - 1) * q.size }),
    total: await holdTotal(ctx, instructPage, q, () => countRows(trx, ctx, q)),
    page: q.page,
    size: q.size,
  }));
}

/** 指令下发 as a file. */
export const instructFile = registerExport<typeof instructExport, InstructRow>({
  endpoint: instructExport,
  module: '指令下发',
  name: '指令下发',
  columns: instructColumns,
  condition: (ctx, q) => describeFilters(ctx, q, '条', instructFilters.table),
  count: (ctx, q) => ctx.db((trx) => countRows(trx, ctx, q)),
  rows: (ctx, q) => readInChunks((limit, offset) => ctx.db((trx) => listRows(trx, ctx, { ...q, limit, offset }))),
});

/** A message as the gateway kept it. */
interface SentMessage {
  msgId: string;
  hex: string;
  bytes: number;
}
/** Where it stands among the messages of a sending, and its serials. */
interface WentOut {
  attempt: number;
  no: number;
  first: number;
  packages: number;
}
const shownMessage = ({ msgId, hex, bytes }: SentMessage, went: WentOut | undefined) => ({
  ...{ msgId, hex, bytes },
  name: messageWords(Number.parseInt(msgId, 16)).name,
  serial: went?.first ?? null,
  packages: went?.packages ?? 1,
});

/** 报文: what went out and what came back, as the gateway kept it. */
export function readInstructMessage(
  ctx: Ctx,
  { id }: Parsed<typeof instructMessage>,
): Promise<Output<typeof instructMessage>> {
  return ctx.db(async (trx) => {
    const found = await fromAllCommands(trx)
      .select(['c.sent_message as sent', 'c.went_out as went', 'c.params'])
      .select(shownColumns(ctx))
      .where('c.id', '=', id)
      .executeTakeFirst();
    if (!found) throw notFound('指令');
    // only the gateway fills these columns
    const sent = found.sent as (SentMessage & { more?: SentMessage[] }) | null;
    // and this one
    const wentOut = found.went as unknown as WentOut[];
    const wentOf = (i: number) => wentOut.findLast(({ attempt, no }) => attempt === found.tries && no === i + 1);
    // so it does with what came back
    const told = found.told as { hex?: string; bytes?: number } | null;
    // an order of the catalogue has it, others have not
    const answerId = (found.params as { answerId?: number | null }).answerId ?? null;
    return {
      sent: sent ? [sent, ...(sent.more ?? [])].map((one, i) => shownMessage(one, wentOf(i))) : [],
      tries: found.tries,
      answer:
        told?.hex === undefined
          ? null
          : { msgId: answerId === null ? '' : idWords(answerId), hex: told.hex, bytes: told.bytes ?? 0 },
      answerText: answerWords({ ...found, answer: found.told }, ctx.timeZone),
    };
  });
}
