import { transportStatus } from '@tongda/contract/transport/enums';
import { stopStatus } from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import { demoClients } from '../people/users';

const { id: clientId } = demoClients.cold;

/** Gives 青浦站 and 苏州站 a site of their own, which their people see first in 到站管理 and 收货单. */
export const seedOwnSites = (trx: Trx) =>
  sql`update place p set org_id = s.org_id
    from (values ('上海城配中心', 211::bigint), ('苏州相城冷库', 212::bigint)) s (name, org_id)
    where p.client_id = ${clientId} and p.name = s.name`.execute(trx);

/** Books docks for two of three trucks that are on their way to the demo's sites, each a dock of its own. */
export const seedDocks = (trx: Trx) =>
  sql`insert into dock_booking (client_id, stop_id, place_id, dock, during, created_by_name)
    select client_id, id, place_id, no || '号月台', tstzrange(due, due + interval '45 minutes'), '尤佳'
    from (select p.client_id, p.id, p.place_id, coalesce(p.eta_at, p.plan_arrive_at) as due,
        row_number() over (partition by p.place_id order by p.plan_arrive_at, p.id) as no
      from waybill_stop p join waybill w on w.id = p.waybill_id
      where p.client_id = ${clientId} and w.voided_at is null and w.transport_status = ${transportStatus.inTransit} and p.seq > 1
        and p.place_id is not null and p.stop_status = ${stopStatus.toCome} and p.checked_at is null and p.plan_arrive_at > now()) s
    where no % 3 <> 0`.execute(trx);

/** Keeps one truck out of the wholesale market (限行区域 of its form). */
export const seedLimitAreas = (trx: Trx) =>
  sql`update vehicle v set limit_area_ids = array[p.id]
    from place p where p.client_id = ${clientId} and p.name = '江桥批发市场禁停区' and v.client_id = p.client_id
      and v.id = (select min(id) from vehicle where client_id = ${clientId} and vehicle_cq = 0)`.execute(trx);
