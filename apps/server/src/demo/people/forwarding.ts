import type { Trx } from '../../core/db/trx';
import { fleetIds } from '../fleet/vehicle-rows';
import { demoClients, demoUsers } from './users';

/** Platforms that the demo company would forward to. They are stopped: a demo calls nobody, and whoever starts one sees what happens without a platform. */
export async function seedForwarding(trx: Trx): Promise<void> {
  const user = demoUsers[0]?.id ?? null;
  const own = { client_id: demoClients.cold.id, created_by: user, updated_by: user, retries: 4 };
  await trx
    .insertInto('forward_target')
    .values([
      {
        ...own,
        name: '华联冷链数据',
        platform: '华联超市冷链平台',
        protocol: 1,
        address: 'https://cold.hualian.example/api/tongda',
        account: 'tongda',
        secret: 'demo-secret',
        kinds: ['position', 'temperature', 'alarm'],
        interval_s: 60,
        scope: 1,
      },
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
}
