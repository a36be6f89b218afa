import { dayMs } from '@tongda/contract/core/durations';
import { type Kysely, sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import type { DB } from '../../core/generated/db-types';
import { demoClients } from './users';

const clientId = demoClients.cold.id;
const author = '151';

/**
 * Grants of places and locks. A part of the places becomes their department's, so that it matters to whom they are given; locks are opened
 * by drivers and carriers on terms.
 */
export async function seedGrants(trx: Trx | Kysely<DB>, now: Date): Promise<void> {
  const at = (days: number): string => new Date(now.getTime() + days * dayMs).toISOString();
  await sql`update place set visible = 2 where client_id = ${clientId} and source <> 2 and id % 3 = 0`.execute(trx);
  const user = (account: string) => sql`(select id from app_user where account_code = ${account})`;
  await sql`insert into resource_auth (client_id, resource_kind, resource_id, org_id, inherit, rights, valid_from, granted_by, granted_at, remark)
    select ${clientId}, case p.kind when 'line' then 'route' else p.kind end, p.id, 113, true, '{view,alarm}', ${at(-20)}, ${author}, ${at(-20)}, '华南共用'
    from place p where p.client_id = ${clientId} and p.visible = 2 order by p.id limit 4`.execute(trx);
  await sql`insert into resource_auth (client_id, resource_kind, resource_id, user_id, rights, valid_from, valid_until, granted_by, granted_at, remark)
    select ${clientId}, 'store', s.id, ${user('shunda')}, '{view}', ${at(-15)}, ${at(25)}, ${author}, ${at(-15)}, '承运商送货门店'
    from store s where s.client_id = ${clientId} and s.org_id is not null order by s.id limit 6`.execute(trx);
  await sql`insert into resource_auth (client_id, resource_kind, resource_id, user_id, rights, valid_from, valid_until, granted_by, granted_at, remark)
    select ${clientId}, 'lock', l.id, case when l.id % 2 = 0 then ${user('siji1')} else ${user('shunda')} end, '{view,control}', ${at(-10)},
      ${at(90)}, ${author}, ${at(-10)}, '送货开锁'
    from bluetooth_lock l where l.client_id = ${clientId} order by l.id limit 5`.execute(trx);
  await sql`insert into lock_grant (auth_id, client_id, methods, time_windows, fence_store_id, fence_radius_m, max_opens, used_opens)
    select g.id, ${clientId}, case when g.id % 2 = 0 then '{1}'::smallint[] else '{1,2}'::smallint[] end,
      case when g.id % 3 = 0 then '[]'::jsonb else '[{"days":[1,2,3,4,5,6,7],"from":"05:00","to":"22:00"}]'::jsonb end,
      case when g.id % 2 = 0 then s.id end, case when g.id % 2 = 0 then 100 end, case when g.id % 3 = 0 then 0 else 20 end, 1
    from resource_auth g cross join lateral (select id from store where client_id = ${clientId} and place_id is not null order by id limit 1) s
    where g.client_id = ${clientId} and g.resource_kind = 'lock'`.execute(trx);
  // opened and closed again by turns, the newest is a closing; one attempt to open was refused. Each lock at a store of its own
  await sql`insert into lock_open_log (client_id, lock_id, auth_id, user_id, user_name, action, way, allowed, lng, lat, reason, at)
    select ${clientId}, g.resource_id, case when n.i <> 4 then g.id end, g.user_id, u.name, case when n.i % 2 = 0 then 1 else 0 end, 1, n.i <> 4, s.lng, s.lat,
      case when n.i = 4 then '现在不在允许时段内（每天 05:00-22:00）' else '' end, ${at(0)}::timestamptz - make_interval(hours => n.i * 9, mins => (g.resource_id % 5)::int * 37)
    from resource_auth g join app_user u on u.id = g.user_id cross join generate_series(1, 5) n(i)
      cross join lateral (select p.lng, p.lat from store t join place_shape p on p.place_id = t.place_id and upper_inf(p.during) where t.client_id = ${clientId} order by t.id offset g.resource_id % 5 limit 1) s
    where g.client_id = ${clientId} and g.resource_kind = 'lock'`.execute(trx);
}
