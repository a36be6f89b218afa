import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { instructionSending } from '@tongda/contract/resources/device/enums';
import type { FrameShown } from '@tongda/contract/resources/frame/calls';
import { busyKeptDays, keptPage, recorderKeptPage } from '@tongda/contract/resources/frame/kept';
import { standardProfile } from '@tongda/contract/resources/item-profile/calls';
import { type Kysely, sql } from 'kysely';
import { terminalFormSql } from '../../../core/db/terminal-number';
import type { Trx } from '../../../core/db/trx';
import type { DB } from '../../../core/generated/db-types';
import { wireColumn } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { notFound } from '../../../core/http/errors';
import { holdTotal } from '../../../core/record/totals';
import { keepSince } from '../../../core/telemetry/keeping';
import {
  busyIds,
  chosenWords,
  keptIds,
  keptKindOf,
  type MenuEntryOf,
  shownBody,
  summaryOf,
} from '../../../frames/kept';
import { readBody } from '../../../frames/read';
import { visibleDevices, visibleVehicles } from '../../base/org/door';
import { loadItemTable } from '../item-profile/door';

const allKept = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('terminal_message as m')
    // a terminal that was given away is another company's now
    .leftJoin('device as d', 'd.id', 'm.device_id')
    .leftJoin('portable_device as p', (join) =>
      join.onRef('p.id', '=', 'm.portable_id').onRef('p.client_id', '=', 'm.client_id').on('p.deleted_at', 'is', null),
    )
    .where('m.client_id', '=', ctx.clientId);
type Kept = ReturnType<typeof allKept>;

/** Messages of vehicles that the caller sees, kept while the vehicle was the company's. */
const ofVehicles = (trx: Trx, ctx: Ctx): Kept => allKept(trx, ctx).where(visibleVehicles(ctx, 'm.vehicle_id'));

/** Messages of portable recorders that the caller sees. */
const ofRecorders = (trx: Trx, ctx: Ctx): Kept =>
  allKept(trx, ctx)
    .where('p.id', 'is not', null)
    .where(visibleDevices(ctx, 'p', 'p.bind_vehicle_id', 'portable'));

/** A page of what a vehicle's terminal sent, the newest first. */
export const pageKept = (ctx: Ctx, q: Parsed<typeof keptPage>): Promise<Output<typeof keptPage>> =>
  readPage(ctx, q, {
    call: keptPage,
    from: (trx) => ofVehicles(trx, ctx).where('m.vehicle_id', '=', q.vehicleId),
    menus: (trx) => loadMenus(trx, q.vehicleId),
  });

/** A page of what a portable recorder sent, the newest first. */
export const pageRecorderKept = (
  ctx: Ctx,
  q: Parsed<typeof recorderKeptPage>,
): Promise<Output<typeof recorderKeptPage>> =>
  readPage(ctx, q, {
    call: recorderKeptPage,
    from: (trx) => ofRecorders(trx, ctx).where('m.portable_id', '=', q.portableId),
    // recorders are sent none
    menus: async () => [],
  });

/** Whose messages a page shows. */
interface Whose {
  call: typeof keptPage | typeof recorderKeptPage;
  from: (trx: Trx) => Kept;
  menus: (trx: Trx) => Promise<MenuEntryOf[]>;
}

function readPage(
  ctx: Ctx,
  q: Parsed<typeof keptPage> | Parsed<typeof recorderKeptPage>,
  whose: Whose,
): Promise<Output<typeof keptPage>> {
  return ctx.db(async (trx) => {
    let from = whose.from(trx);
    if (q.kind !== undefined) from = from.where('m.msg_id', 'in', keptIds[q.kind]);
    const rows = await from
      .select(['m.id', 'm.msg_id as msgId', 'm.body', 'm.unpacked'])
      .select(sql<string>`coalesce(d.terminal_no, ${terminalFormSql(sql`p.phone_key`)}, '')`.as('terminalNo'))
      .select(wireColumn('m.received_at', ctx.timeZone).as('time'))
      .orderBy('m.id', 'desc')
      .limit(q.size)
      .offset((q.page - 1) * q.size)
      .execute();
    const total = await holdTotal(ctx, whose.call, q, async () => {
      const { n } = await from.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
      return n;
    });
    const menus = await whose.menus(trx);
    const list = rows.map(({ id, msgId: no, body, unpacked, terminalNo, time }) => {
      const summary = `${unpacked ? '（压缩）' : ''}${summaryOf(no, body)}${chosenWords(menus, no, body)}`;
      return { id, kind: keptKindOf(no), time, summary, bytes: body.length, terminalNo };
    });
    return { list, total, page: q.page, size: q.size };
  });
}

/** The menus that the vehicle's terminal was sent last. */
async function loadMenus(trx: Trx, vehicleId: string): Promise<MenuEntryOf[]> {
  const { rows } = await sql<MenuEntryOf>`
    select c.kind, e.id, e.text from (
      select distinct on (kind) kind, params from device_command
      where vehicle_id = ${vehicleId} and kind in ('events', 'infoMenu') and state = ${instructionSending.done} order by kind, id desc) c
      cross join lateral jsonb_to_recordset(c.params->'entries') as e(id int, text text)`.execute(trx);
  return rows;
}

/** One of them field by field. */
export const showKept = (ctx: Ctx, id: string): Promise<FrameShown> => show(ctx, (trx) => ofVehicles(trx, ctx), id);
export const showRecorderKept = (ctx: Ctx, id: string): Promise<FrameShown> =>
  show(ctx, (trx) => ofRecorders(trx, ctx), id);

function show(ctx: Ctx, from: (trx: Trx) => Kept, id: string): Promise<FrameShown> {
  return ctx.db(async (trx) => {
    const row = await from(trx)
      .select(['m.msg_id as msgId', 'm.edition', 'm.body'])
      .select(sql<string>`coalesce(d.item_profile, ${standardProfile})`.as('profile'))
      .where('m.id', '=', id)
      .executeTakeFirst();
    if (!row) throw notFound('终端数据');
    const edition = row.edition === '2019' ? '2019' : '2013';
    const body = shownBody(row.msgId, row.body);
    return readBody({ ...row, body, edition }, await loadItemTable(trx));
  });
}

/** Deletes what companies keep no longer; `now` is epoch ms. Answers how many. */
export async function deleteOldMessages(db: Kysely<DB>, now: number): Promise<number> {
  const companies = await db.selectFrom('client').select(['id', 'position_keep_months as months']).execute();
  let deleted = 0;
  for (const { id, months } of companies) {
    const { numDeletedRows } = await db
      .deleteFrom('terminal_message')
      .where('client_id', '=', id)
      .where(
        sql<boolean>`received_at < ${new Date(keepSince(months, now))}
          or (msg_id = any(${[...busyIds]}::int[]) and received_at < ${new Date(now)}::timestamptz - make_interval(days => ${sql.lit(busyKeptDays)}))`,
      )
      .executeTakeFirstOrThrow();
    deleted += Number(numDeletedRows);
  }
  return deleted;
}
