import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import { fleetIds } from '../fleet/vehicle/rows';
import { demoReceivers } from './receiver';
import { demoClients, demoUsers } from './users';

/** Platforms that the demo company forwards to: one takes what it is told, one refuses the password (both in this process, receiver.ts), and one waits for its licence. */
export async function seedForwarding(trx: Trx): Promise<void> {
  const user = demoUsers[0]?.id ?? null;
  const own = { client_id: demoClients.cold.id, created_by: user, updated_by: user, retries: 4 };
  const platforms = ['华联超市冷链平台', '省食品冷链追溯平台'];
  await trx
    .insertInto('forward_target')
    .values([
      ...demoReceivers.map(({ name, path, account, secret }, i) => ({
        ...own,
        name,
        platform: platforms[i] ?? name,
        protocol: 1,
        // each start says its port
        address: `http://127.0.0.1:9${path}`,
        account,
        secret,
        kinds: ['position', 'temperature', 'alarm'],
        interval_s: 60,
        scope: 3,
        target_ids: [fleetIds.华东冷链一队],
        catch_up: false,
        enabled: true,
      })),
      {
        ...own,
        name: '货运监管平台',
        platform: '货运车辆公共监管平台',
        protocol: 3,
        address: 'jt809.example:9000',
        account: '31001',
        secret: 'demo809',
        options: JSON.stringify({ centerId: 310_001 }),
        kinds: ['position', 'alarm'],
        interval_s: 30,
        scope: 3,
        target_ids: [fleetIds.华东冷链一队],
        crs: 2,
        remark: '监管平台备案完成后启动',
      },
    ])
    .execute();
  await sql`insert into forward_state (target_id, client_id) select id, client_id from forward_target where client_id = ${demoClients.cold.id} and enabled`.execute(
    trx,
  );
}
