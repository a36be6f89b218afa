import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import {
  type portableTrip,
  type portableWay,
  type RecorderTrip,
  recorderWayLimits,
} from '@tongda/contract/resources/equipment/recorder-trip';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { instantSql, wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import { coldestC, hottestC } from '../../../kernel/temperature/figures';
import { findPortable, fromPortables } from './portable-repo';

const shown = 20;

/** Begins a trip of a recorder with the running second, or ends the one that goes on. */
export function switchTrip(ctx: Ctx, { id, on }: Parsed<typeof portableTrip>): Promise<Output<typeof portableTrip>> {
  return ctx.db(async (trx) => {
    // two people may press at once: the second one waits and is told
    await fromPortables(trx, ctx).select('d.id').where('d.id', '=', id).forUpdate('d').execute();
    const { deviceNo, tripSince } = requireRow(await findPortable(trx, ctx, id), '便携设备');
    if (on && tripSince !== null) throw blockedByRule(`便携设备${deviceNo}自${tripSince}起已在行程中`);
    if (!on && tripSince === null) throw blockedByRule(`便携设备${deviceNo}没有进行中的行程`);
    if (on)
      await sql`insert into portable_trip (client_id, portable_id, during, started_by)
        values (${ctx.clientId}, ${id}, tstzrange(greatest(date_trunc('second', now()),
          (select max(upper(during)) from portable_trip where portable_id = ${id})), null), ${ctx.userId})`.execute(
        trx,
      );
    else
      await sql`update portable_trip set ended_by = ${ctx.userId},
        during = tstzrange(lower(during), greatest(date_trunc('second', now()), lower(during) + interval '1 second'))
        where portable_id = ${id} and upper_inf(during)`.execute(trx);
    const now = requireRow(await findPortable(trx, ctx, id), '便携设备');
    await recordChanges(trx, ctx, [
      {
        entity: 'portableDevice',
        entityId: id,
        action: on ? '开始行程' : '结束行程',
        changes: [{ field: 'tripSince', label: '行程中自', before: tripSince ?? '', after: now.tripSince ?? '' }],
      },
    ]);
    return { since: now.tripSince };
  });
}

/** The newest trips of a recorder, with the lowest and highest temperature of all its probes on each. */
export async function listTrips(trx: Trx, ctx: Ctx, id: string): Promise<RecorderTrip[]> {
  const { rows } = await sql<RecorderTrip>`
    select p.id::text, ${wireTimeSql(sql<Date>`lower(p.during)`, ctx.timeZone)} as "startTime",
      ${wireTimeSql(sql<Date | null>`upper(p.during)`, ctx.timeZone)} as "endTime",
      coalesce(s.name, '') as "startedBy", coalesce(e.name, '') as "endedBy", r.lowest, r.highest, r.readings
    from portable_trip p left join app_user s on s.id = p.started_by left join app_user e on e.id = p.ended_by
    cross join lateral (select round(min(c)::numeric, 1)::float8 as lowest, round(max(c)::numeric, 1)::float8 as highest,
        count(distinct o.device_time)::int as readings
      from portable_reading o left join lateral unnest(o.temp_c) c on c between ${sql.lit(coldestC)} and ${sql.lit(hottestC)}
      where o.portable_id = p.portable_id and o.device_time >= lower(p.during) and o.device_time < coalesce(upper(p.during), 'infinity')) r
    where p.portable_id = ${id} order by p.during desc limit ${sql.lit(shown)}`.execute(trx);
  return rows;
}

type Way = Output<typeof portableWay>;

/** The places of a recorder that the caller sees, oldest first. 4004 when he does not see it. */
export function readWay(ctx: Ctx, { id, startTime, endTime }: Parsed<typeof portableWay>): Promise<Way> {
  return ctx.db(async (trx) => {
    requireRow(await findPortable(trx, ctx, id), '便携设备');
    const inSpan = sql`portable_id = ${id} and device_time >= ${instantSql(startTime, ctx.timeZone)}
      and device_time < ${instantSql(endTime, ctx.timeZone)} + interval '1 second'`;
    const { rows: points } = await sql<Way['points'][number]>`
      select ${wireTimeSql(sql<Date>`device_time`, ctx.timeZone)} as time, lng, lat, loc_type::int as "locType",
        case when temp_c[1] between ${sql.lit(coldestC)} and ${sql.lit(hottestC)} then round(temp_c[1]::numeric, 1)::float8 end as tem
      from portable_reading where ${inSpan} and lng is not null and lat is not null and loc_type is not null
      order by device_time limit ${sql.lit(recorderWayLimits.places + 1)}`.execute(trx);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from portable_reading where ${inSpan}`.execute(
      trx,
    );
    const more = points.length > recorderWayLimits.places;
    return { points: points.slice(0, recorderWayLimits.places), readings: rows[0]?.n ?? 0, more };
  });
}
