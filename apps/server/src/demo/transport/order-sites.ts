import type { Trx } from '../../core/db/trx';
import { giveSites } from '../../modules/transport/order/door';
import { demoClients } from '../people/users';

const { id: clientId } = demoClients.cold;

/** Writes 发站 and 到站 of the demo's orders, once all of them have their final addresses. */
export async function seedOrderSites(trx: Trx): Promise<void> {
  const rows = await trx.selectFrom('customer_order').select('id').where('client_id', '=', clientId).execute();
  await giveSites(
    trx,
    { clientId },
    rows.map(({ id }) => id),
  );
}
