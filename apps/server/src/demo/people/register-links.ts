import { carrierType } from '@tongda/contract/resources/enums';
import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import { demoClients } from './users';

const clientId = demoClients.cold.id;
/** A made-up identity card of the carrier that is a person. */
const personNo = '31010419780512121X';

/** Writes references from one register to another once both are there: heads of fleets, routes of carriers. */
export async function seedRegisterLinks(trx: Trx): Promise<void> {
  await sql`update fleet f set leader_user_id = u.id, leader_name = null
    from app_user u where f.client_id = ${clientId} and u.client_id = f.client_id and u.name = f.leader_name`.execute(
    trx,
  );
  await sql`update carrier c set route_ids = array(select r.id from (select id, row_number() over (order by id) as n from transport_route
      where client_id = ${clientId} and deleted_at is null) r where r.n % 6 = c.id % 6 order by r.id limit 3)
    where c.client_id = ${clientId}`.execute(trx);
  await sql`update carrier set credit_code = ${personNo} where client_id = ${clientId} and carrier_type = ${carrierType.person}`.execute(
    trx,
  );
}
