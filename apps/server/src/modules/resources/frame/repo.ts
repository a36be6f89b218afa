import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import {
  type FrameShown,
  frameWay,
  type TraceFilters,
  traceFilters,
  traceFrames,
  tracePage,
} from '@tongda/contract/resources/frame/calls';
import { traceState } from '@tongda/contract/resources/frame/enums';
import { type RawBuilder, sql } from 'kysely';
import { allOf } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { instantSql, wireColumn } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { notFound } from '../../../core/http/errors';
import { filterConditions } from '../../../core/record/filters';
import { holdTotal } from '../../../core/record/totals';
import { blankSecrets, reportIds, secretIds } from '../../../frames/blank';
import type { ItemTable } from '../../../frames/items';
import { idWords, messageIdsOf, messageWords } from '../../../frames/messages';
import { readRecorded, terminalText, wireHex } from '../../../frames/read';
import { loadItemTable } from '../item-profile/door';

const fromTraces = (trx: Trx, ctx: Ctx, q: TraceFilters) =>
  trx
    .selectFrom('frame_trace as t')
    .innerJoin('device as d', 'd.id', 't.device_id')
    .innerJoin('client as k', 'k.id', 't.client_id')
    .leftJoin('vehicle as v', 'v.id', 't.vehicle_id')
    .where('t.by_company', '=', false)
    .where(filterConditions(traceFilters.table, 't', {}, ctx, q));

/** A page of the recordings of terminals, the newest first. */
export function pageTraces(ctx: Ctx, q: Parsed<typeof tracePage>): Promise<Output<typeof tracePage>> {
  return ctx.db(async (trx) => {
    const list = await fromTraces(trx, ctx, q)
      .select([
        't.id',
        'd.terminal_no as terminalNo',
        sql<string>`coalesce(v.plate_no, '')`.as('plateNo'),
        'k.name as clientName',
        't.reason',
        't.frames',
        't.created_name as createUser',
        traceStateSql.as('state'),
        wireColumn('t.created_at', ctx.timeZone).as('createTime'),
        wireColumn('t.ends_at', ctx.timeZone).as('endTime'),
      ])
      .orderBy('t.id', 'desc')
      .limit(q.size)
      .offset((q.page - 1) * q.size)
      .execute();
    const total = await holdTotal(ctx, tracePage, q, async () => {
      const { n } = await fromTraces(trx, ctx, q).select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
      return n;
    });
    return { list, total, page: q.page, size: q.size };
  });
}

/**
 * Frames that have what somebody looks for: an id or a part of the name of a message, bytes as hexadecimal digits, or a text in the encoding of terminals
 * (a plate, a name, what was shown to the driver). `blanked`: codes cannot be guessed by looking for them.
 */
function found({ ids, bytes }: Searched, readable: RawBuilder<boolean>): RawBuilder<boolean> {
  return sql<boolean>`(f.msg_id = any(${[...ids]}::int[]) or (${readable} and ${holds(bytes)}))`;
}

const holds = (bytes: readonly Buffer[]): RawBuilder<boolean> =>
  sql<boolean>`exists (select from unnest(${[...bytes]}::bytea[]) b(part) where position(b.part in f.payload) > 0)`;

/** What somebody looks for: ids of messages, and bytes. */
interface Searched {
  ids: readonly number[];
  bytes: readonly Buffer[];
}

function searchedBy(search: string): Searched {
  const digits = search.replace(/^0x|\s/giu, '');
  const isHex = /^(?:[0-9a-f]{2})+$/iu.test(digits);
  const id = /^[0-9a-f]{4}$/iu.test(digits) ? [Number.parseInt(digits, 16)] : [];
  const bytes = [Buffer.from(terminalText(search)), ...(isHex ? [Buffer.from(digits, 'hex')] : [])];
  return { ids: [...id, ...messageIdsOf(search)], bytes };
}

/** Frames whose bytes a company may find: what is a star for it cannot be guessed by looking for it. */
async function readableFrames(
  trx: Trx,
  traceId: string,
  { bytes }: Searched,
  { readers }: ItemTable,
): Promise<RawBuilder<boolean>> {
  const reports = await trx
    .selectFrom('frame_trace_row as f')
    .select(['f.id', 'f.payload'])
    .where('f.trace_id', '=', traceId)
    .where('f.msg_id', 'in', [...reportIds])
    .where(holds(bytes))
    .execute();
  const shown = reports.filter(({ payload }) => {
    const blanked = Buffer.from(blankSecrets(payload, readers));
    return bytes.some((part) => blanked.includes(part));
  });
  return sql<boolean>`(f.msg_id <> all(${[...secretIds, ...reportIds]}::int[]) or f.id = any(${shown.map(({ id }) => id)}::bigint[]))`;
}

const wanted = (ctx: Ctx, q: Parsed<typeof traceFrames>, search: RawBuilder<boolean> | null): RawBuilder<boolean> =>
  allOf([
    sql<boolean>`f.trace_id = ${q.id}`,
    ...(q.way === undefined ? [] : [sql<boolean>`f.direction = ${q.way}`]),
    ...(q.startTime === undefined ? [] : [sql<boolean>`f.at >= ${instantSql(q.startTime, ctx.timeZone)}`]),
    ...(q.endTime === undefined
      ? []
      : [sql<boolean>`f.at < ${instantSql(q.endTime, ctx.timeZone)} + interval '1 second'`]),
    ...(search ? [search] : []),
  ]);

/** A page of the frames of a recording, the newest first. Who asks has been found to see the recording; `blanked`: without codes. */
export async function pageFrames(
  trx: Trx,
  ctx: Ctx,
  q: Parsed<typeof traceFrames>,
  blanked: boolean,
): Promise<Output<typeof traceFrames>> {
  const table = await loadItemTable(trx);
  const searched = q.search ? searchedBy(q.search) : null;
  const readable = searched && blanked ? await readableFrames(trx, q.id, searched, table) : sql<boolean>`true`;
  const from = trx.selectFrom('frame_trace_row as f').where(wanted(ctx, q, searched && found(searched, readable)));
  const rows = await from
    .select(['f.id', 'f.msg_id as id16', 'f.serial', 'f.payload', 'f.refused', 'f.direction'])
    .select(wireColumn('f.at', ctx.timeZone).as('time'))
    .select(sql<number>`(extract(milliseconds from f.at)::int % 1000)`.as('ms'))
    .orderBy('f.id', 'desc')
    .limit(q.size)
    .offset((q.page - 1) * q.size)
    .execute();
  const total = await holdTotal(ctx, traceFrames, { ...q, blanked }, async () => {
    const { n } = await from.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
    return n;
  });
  const list = rows.map(({ id16, payload, direction, ...row }) => ({
    ...row,
    way: direction === frameWay.up ? frameWay.up : frameWay.down,
    msgId: idWords(id16),
    name: messageWords(id16).name,
    bytes: payload.length,
    hex: wireHex(blanked ? blankSecrets(payload, table.readers) : payload),
  }));
  return { list, total, page: q.page, size: q.size };
}

/** The frames of a recording of the staff. */
export function pageTraceFrames(ctx: Ctx, q: Parsed<typeof traceFrames>): Promise<Output<typeof traceFrames>> {
  return ctx.db(async (trx) => {
    const trace = await trx
      .selectFrom('frame_trace')
      .select('id')
      .where('id', '=', q.id)
      .where('by_company', '=', false)
      .executeTakeFirst();
    if (!trace) throw notFound('追踪');
    return pageFrames(trx, ctx, q, false);
  });
}

/** One frame of a recording of the staff field by field; its additional items by the profile of the terminal's model. */
export function readTraceFrame(ctx: Ctx, id: string): Promise<FrameShown> {
  return ctx.db(async (trx) => {
    const row = await trx
      .selectFrom('frame_trace_row as f')
      .innerJoin('frame_trace as t', 't.id', 'f.trace_id')
      .innerJoin('device as d', 'd.id', 't.device_id')
      .select(['f.payload', 'f.refused', 'd.item_profile as profile'])
      .where('f.id', '=', id)
      .where('t.by_company', '=', false)
      .executeTakeFirst();
    if (!row) throw notFound('报文');
    return readRecorded(row.payload, await loadItemTable(trx), row.profile, row.refused);
  });
}

/** SQL for how far a recording `t` is. */
export const traceStateSql = sql<
  (typeof traceState.codes)[number]
>`case when t.is_full then ${sql.lit(traceState.full)}::int
  when t.ends_at > now() then ${sql.lit(traceState.running)}::int else ${sql.lit(traceState.ended)}::int end`;
