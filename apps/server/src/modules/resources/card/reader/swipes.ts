import { minuteMs } from '@tongda/contract/core/durations';
import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import type { CardRow } from '@tongda/contract/resources/card/calls';
import { cardSwipes, type SwipeRow } from '@tongda/contract/resources/card/writer';
import { sql } from 'kysely';
import { requireRow } from '../../../../core/db/rows';
import type { Trx } from '../../../../core/db/trx';
import { wireTimeSql } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { AppError } from '../../../../core/http/errors';
import { holdTotal } from '../../../../core/record/totals';
import { visibleVehicles } from '../../../base/org/door';
import { findAddress, readVisible } from '../../../watch/track/door';
import { fromCards, type SwipedCard } from '../service';

/** The place of a swipe is that of the vehicle's last report within this time before it, or else of the first one within `afterMs` after it. */
const beforeMs = 15 * minuteMs;
const afterMs = 2 * minuteMs;

/** The address of a vehicle at a moment (ms); '' without a report near it, or when the caller may not see the track. */
async function findPlaceAt(trx: Trx, ctx: Ctx, vehicleId: string, at: number): Promise<string> {
  try {
    const range = { vehicleId, from: at - beforeMs, to: at + afterMs };
    const points = (await readVisible(trx, ctx, range, 'track')).filter((point) => point.located);
    const then = points.findLast(({ t }) => t <= at) ?? points[0];
    return then ? await findAddress(then.lng, then.lat) : '';
  } catch (error) {
    if (error instanceof AppError) return '';
    throw error;
  }
}

/** Adds to rows of the list the address of their last swipe. */
export async function addSwipePlaces(trx: Trx, ctx: Ctx, rows: readonly SwipedCard[]): Promise<CardRow[]> {
  const shown: CardRow[] = [];
  for (const { swipeVehicleId, swipeAt, ...row } of rows) {
    const at = swipeVehicleId && swipeAt ? await findPlaceAt(trx, ctx, swipeVehicleId, swipeAt.getTime()) : '';
    shown.push({ ...row, lastSwipePlace: at });
  }
  return shown;
}

/** 刷卡记录 of a card and of its driver's cards, in vehicles that the caller sees, newest first. */
export function listSwipes(ctx: Ctx, q: Parsed<typeof cardSwipes>): Promise<Output<typeof cardSwipes>> {
  return ctx.db(async (trx) => {
    const card = requireRow(
      await fromCards(trx, ctx).select('k.driver_id').where('k.id', '=', q.id).executeTakeFirst(),
      '卡片',
    );
    const from = sql`from (
        select 'd' || c.id as id, c.at, c.vehicle_id, c.inserted, c.result, null::int as distance from driver_card c where c.driver_id = ${card.driver_id}
        union all select 's' || s.id, s.at, s.vehicle_id, null, null, s.distance_m from card_swipe s where s.card_id = ${q.id}) c
      join vehicle v on v.id = c.vehicle_id where ${visibleVehicles(ctx, 'c.vehicle_id')}`;
    const { rows } = await sql<Omit<SwipeRow, 'place'> & { at: Date; vehicleId: string }>`select c.id, c.at,
        c.vehicle_id::text as "vehicleId", ${wireTimeSql(sql<Date>`c.at`, ctx.timeZone)} as time, c.inserted, c.result, v.plate_no as "plateNo",
        c.distance as "distanceM"
      ${from} order by c.at desc, c.id desc limit ${q.size} offset ${(q.page - 1) * q.size}`.execute(trx);
    const total = await holdTotal(ctx, cardSwipes, q, async () => {
      const counted = await sql<{ n: number }>`select count(*)::int as n ${from}`.execute(trx);
      return counted.rows[0]?.n ?? 0;
    });
    const list: SwipeRow[] = [];
    for (const { at, vehicleId, ...row } of rows)
      list.push({ ...row, place: await findPlaceAt(trx, ctx, vehicleId, at.getTime()) });
    return { list, total, page: q.page, size: q.size };
  });
}
