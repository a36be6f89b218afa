import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { instructionSending } from '@tongda/contract/resources/device/enums';
import type { FrameShown } from '@tongda/contract/resources/frame/calls';
import { busyKeptDays, keptPage } from '@tongda/contract/resources/frame/kept';
import { standardProfile } from '@tongda/contract/resources/item-profile/calls';
import { type Kysely, sql } from 'kysely';
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
import { visibleVehicles } from '../../base/org/door';
import { loadItemTable } from '../item-profile/door';

/** Messages of vehicles that the caller sees, kept while the vehicle was the company's. */
const fromKept = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('terminal_message as m')
    // a terminal that was given away is another company's now
    .leftJoin('device as d', 'd.id', 'm.device_id')
    .where('m.client_id', '=', ctx.clientId)
    .where(visibleVehicles(ctx, 'm.vehicle_id'));

/** A page of what a vehicle's terminal sent, the newest first. */
export function pageKept(ctx: Ctx, q: Parsed<typeof keptPage>): Promise<Output<typeof keptPage>> {
  return ctx.db(async (trx) => {
    let from = fromKept(trx, ctx).where('m.vehicle_id', '=', q.vehicleId);
    if (q.kind !== undefined) from = from.where('m.msg_id', 'in', keptIds[q.kind]);
    const rows = await from
      .select(['m.id', 'm.msg_id as msgId', 'm.body', 'm.unpacked'])
      .select(sql<string>`coalesce(d.terminal_no, '')`.as('terminalNo'))
      .select(wireColumn('m.received_at', ctx.timeZone).as('time'))
      .orderBy('m.id', 'desc')
      .limit(q.size)
      .offset((q.page - 1) * q.size)
      .execute();
    const total = await holdTotal(ctx, keptPage, q, async () => {
      const { n } = await from.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
      return n;
    });
    const menus = await loadMenus(trx, q.vehicleId);
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
export function showKept(ctx: Ctx, id: string): Promise<FrameShown> {
  return ctx.db(async (trx) => {
    const row = await fromKept(trx, ctx)
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
