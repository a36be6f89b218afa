import { dayMs, hourMs } from '@tongda/contract/core/durations';
import type { Trx } from '../../core/db/trx';
import { demoClients } from '../people/users';
import { deviceId } from './vehicle/rows';

/** The first terminal in stock was registered when it was tested; now something asks for another code from elsewhere and waits for a person. */
export async function seedTerminalAccess(trx: Trx, now: Date): Promise<void> {
  const own = { client_id: demoClients.cold.id, device_id: deviceId(101) };
  const before = (ms: number): Date => new Date(now.getTime() - ms);
  const tested = before(20 * dayMs);
  const asked = before(2 * hourMs);
  await trx
    .updateTable('device')
    .set({ auth_code: 'demo-stock-101', registered_at: tested })
    .where('id', '=', own.device_id)
    .execute();
  await trx
    .insertInto('device_access')
    .values({
      ...own,
      tried_at: asked,
      tried_from: '203.0.113.77:41022',
      outcome: 'alreadyRegistered',
      accepted_at: tested,
      accepted_from: '198.51.100.12:50310',
      accepted_code: 'demo-stock-101',
      register_refused_at: asked,
      register_refused_from: '203.0.113.77:41022',
    })
    .execute();
  await trx
    .insertInto('device_network')
    .values({ ...own, network: '198.51.0.0/16', address: '198.51.100.12', first_at: tested, last_at: tested })
    .execute();
  await trx
    .insertInto('device_alert')
    .values({
      ...own,
      kind: 'register',
      first_at: before(3 * hourMs),
      last_at: asked,
      times: 6,
      before_address: '198.51.100.12:50310',
      address: '203.0.113.77:41022',
      told_at: asked,
    })
    .execute();
}
