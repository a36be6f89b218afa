import { dayMs } from '@tongda/contract/core/durations';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { demoClients } from '../../people/users';
import { vehicleId } from './rows';

/** 车辆绑定: what two customers' own systems call ten trucks; the last one drove for its customer until a month ago. */
export async function seedVehicleBindings(trx: Trx, now: Date): Promise<void> {
  const trucks = Array.from({ length: 10 }, (_, i) => vehicleId(i + 1));
  const since = new Date(now.getTime() - 90 * dayMs);
  const until = new Date(now.getTime() - 30 * dayMs);
  await sql`insert into vehicle_binding (client_id, vehicle_id, customer_id, ext_code, project, temperature_type, during, unbind_reason, user_name)
    select c.client_id, v.id, c.id, c.code || '-' || (1000 + v.n), case when v.n <= 5 then '华东门店配送' else '产地干线' end, 2,
      tstzrange(${since}, case when v.n = 10 then ${until}::timestamptz end), case when v.n = 10 then '合同到期' else '' end, '管理员'
    from unnest(${trucks}::bigint[]) with ordinality v(id, n)
      join (select x.id, x.client_id, x.code, row_number() over (order by x.id) as place from customer x
        where x.client_id = ${demoClients.cold.id} and x.deleted_at is null limit 2) c on c.place = 1 + (v.n - 1) / 5`.execute(
    trx,
  );
}
