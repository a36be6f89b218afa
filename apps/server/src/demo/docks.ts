import { transportStatus } from '@tongda/contract/enums/transport';
import { stopStatus } from '@tongda/contract/enums/waybill';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../core/db-types';
import { demoClients } from './people';

const { id: clientId } = demoClients.cold;

/** Docks of the demo's sites for trucks that are on their way to them: two of three have booked, each a dock of its own. */
export const seedDocks = (trx: Transaction<DB>) =>
  sql`insert into dock_booking (client_id, stop_id, place_id, dock, during, created_by_name)
    select client_id, id, place_id, no || '号月台', tstzrange(due, due + interval '45 minutes'), '尤佳'
    from (select p.client_id, p.id, p.place_id, coalesce(p.eta_at, p.plan_arrive_at) as due,
        row_number() over (partition by p.place_id order by p.plan_arrive_at, p.id) as no
      from waybill_stop p join waybill w on w.id = p.waybill_id
      where p.client_id = ${clientId} and w.voided_at is null and w.transport_status = ${transportStatus.inTransit} and p.seq > 1
        and p.place_id is not null and p.stop_status = ${stopStatus.toCome} and p.checked_at is null and p.plan_arrive_at > now()) s
    where no % 3 <> 0`.execute(trx);
