import { dayMs } from '@tongda/contract/core/durations';
import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import { demoClients } from '../people/users';

const clientId = demoClients.cold.id;

/** 线路绑定: three routes with six of their usual trucks each, in the route's first shift, on the days on which it drives; one of them has ended. They make no rules of their own. */
export async function seedLineBindings(trx: Trx, now: Date): Promise<void> {
  const [since, until] = [new Date(now.getTime() - 60 * dayMs), new Date(now.getTime() - 5 * dayMs)];
  await sql`with three as (
      select r.id, r.depart_times, r.weekdays, row_number() over (order by r.id) as n from transport_route r
      where r.client_id = ${clientId} and cardinality(r.depart_times) > 0 and (select count(*) from route_vehicle x where x.route_id = r.id) >= 4 order by r.id limit 3),
    made as (insert into line_binding (client_id, route_id, shifts, weekdays, valid_from, valid_until, remark, updated_by)
      select ${clientId}, t.id, t.depart_times[1:1], t.weekdays,
        ${since}::timestamptz::date, case when t.n = 3 then ${until}::timestamptz::date end, case when t.n = 3 then '换线' else '' end, 151 from three t returning id, route_id)
    insert into line_binding_vehicle (binding_id, vehicle_id, client_id)
    select m.id, v.vehicle_id, ${clientId} from made m cross join lateral (select x.vehicle_id from route_vehicle x where x.route_id = m.route_id
      order by x.vehicle_id limit 6) v`.execute(trx);
}
