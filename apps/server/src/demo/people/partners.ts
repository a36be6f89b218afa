import { dayMs } from '@tongda/contract/core/durations';
import { carrierType } from '@tongda/contract/resources/enums';
import { auditStatus } from '@tongda/contract/transport/enums';
import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import { carrierId, dateIn } from '../fleet/vehicle/rows';
import { demoClients } from './users';

const { cold, shipper, carrier } = demoClients;

/**
 * Links companies that are partners on the platform: a carrier sees the trucks that it drives for the demo company, and the shipper has the demo
 * company as its carrier.
 */
export async function seedPartners(trx: Trx, now: Date): Promise<void> {
  await trx.updateTable('carrier').set({ linked_client_id: carrier.id }).where('id', '=', carrierId(0)).execute();
  const from = new Date(now.getTime() - 20 * dayMs);
  await sql`insert into vehicle_access (client_id, vehicle_id, valid_from, valid_until, source, scopes)
    select ${carrier.id}, v.id, ${from}, ${new Date(from.getTime() + 90 * dayMs)}, 'share', '{position,track,report}'
    from vehicle v where v.carrier_id = ${carrierId(0)} and v.client_id = ${cold.id}`.execute(trx);
  await trx
    .insertInto('carrier')
    .values({
      client_id: shipper.id,
      name: cold.name,
      code: 'CYS-001',
      short_name: cold.short,
      carrier_type: carrierType.company,
      contact: '王志强',
      phone: '13800138003',
      permit_no: '310000123456',
      permit_end: dateIn(now, 400),
      temperature_types: [2, 3],
      audit_status: auditStatus.passed,
      linked_client_id: cold.id,
    })
    .execute();
}
