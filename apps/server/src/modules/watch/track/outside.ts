import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../core/generated/db-types';

interface OutsideView {
  clientId: string;
  /** own vehicles that the page shows; none: it showed no truck */
  vehicleIds: readonly string[];
  /** what was seen: 1 where they are, 2 a track of the past */
  type: 1 | 2;
  /** by what: 订单分享链接 DD26… */
  source: string;
  ip: string;
}

/** The same outsider who looks again within this time is noted once. */
const again = sql`interval '10 minutes'`;

/** Notes that an outsider looked at own vehicles (外部查看我方), with where they were. */
export async function noteOutsideView(
  db: Kysely<DB>,
  { clientId, vehicleIds, type, source, ip }: OutsideView,
): Promise<void> {
  await sql`insert into outside_query (client_id, direction, plate_no, vehicle_color, vehicle_id, query_type, source, who, result, lng, lat, position_at, ip)
    select ${clientId}, 2, coalesce(v.plate_no, ''), v.vehicle_color, v.id, ${type}::int, ${source}, '持链接的访客', case when s.lng is null and ${type}::int = 1 then 2 else 1 end, s.lng, s.lat, s.fix_time,
      ${ip}
    from (select 1) one left join vehicle v on v.id = any(${[...vehicleIds]}::bigint[])
      left join lateral (select d.lng, d.lat, d.fix_time from device_state d where d.vehicle_id = v.id and ${type}::int = 1 order by d.device_time desc limit 1) s on true
    where not exists (select from outside_query q where q.client_id = ${clientId} and q.direction = 2 and q.source = ${source} and q.ip = ${ip}
      and q.vehicle_id is not distinct from v.id and q.at > now() - ${again})`.execute(db);
}
