import { transportStatus } from '@tongda/contract/transport/enums';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { placeWordsOf } from '../../watch/track/door';
import { isFresh } from '../figures/door';

/** Where the trucks of trips on the road are, in words, with when that was where a truck has been silent since; '' for the other trips. */
export async function placesOf(
  trx: Trx,
  ctx: Ctx,
  rows: ReadonlyArray<{ id: string; transportStatus: number }>,
): Promise<string[]> {
  const onRoad = rows.filter((row) => row.transportStatus === transportStatus.inTransit).map(({ id }) => id);
  if (onRoad.length === 0) return rows.map(() => '');
  const found = await trx
    .selectFrom('waybill as w')
    .innerJoin('device_state as s', 's.vehicle_id', 'w.vehicle_id')
    .select([
      'w.id',
      's.lng',
      's.lat',
      sql<string | null>`${wireTimeSql(sql<Date>`s.fix_time`, ctx.timeZone)}`.as('at'),
    ])
    .select(sql<boolean>`not ${isFresh}`.as('stale'))
    .where(sql<boolean>`w.id = any(${onRoad}::bigint[])`)
    .execute();
  const words = await placeWordsOf(trx, ctx.clientId, found);
  const byId = new Map(
    found.map(({ id, stale, at }, i) => [
      id,
      stale ? `离线 ${at?.slice(5, 16) ?? ''} ${words[i] ?? ''}`.trim() : words[i],
    ]),
  );
  return rows.map(({ id }) => byId.get(id) ?? '');
}
