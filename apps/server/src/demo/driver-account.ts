import { transportStatus } from '@tongda/contract/enums/transport';
import { driverConfirmStatus, stowStatus } from '@tongda/contract/enums/waybill';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../core/db-types';
import { demoClients, demoOrgs } from './people';

const { id: clientId } = demoClients.cold;

/**
 * An account of a demo driver for the phone page: the driver of the next trip that waits for an answer, one who may drive. Trips that are under way were accepted.
 */
export async function seedDriverAccount(trx: Transaction<DB>, pwdHash: string): Promise<void> {
  await sql`update waybill set driver_confirm = ${driverConfirmStatus.accepted}
    where client_id = ${clientId} and transport_status <> ${transportStatus.toDepart}`.execute(trx);
  await sql`insert into app_user (client_id, org_id, account_code, name, pwd_hash, driver_id)
    select ${clientId}, ${demoOrgs.cold[0]?.[0]}, 'siji', d.name, ${pwdHash}, d.id
    from waybill w join driver d on d.id = w.driver_id
    where w.client_id = ${clientId} and w.transport_status = ${transportStatus.toDepart} and w.stow_status = ${stowStatus.stowed}
      and w.voided_at is null and w.plan_depart_at > now()
    order by coalesce(least(d.license_end, d.qualification_end) < current_date + 2, false), w.plan_depart_at, w.id limit 1`.execute(
    trx,
  );
}
