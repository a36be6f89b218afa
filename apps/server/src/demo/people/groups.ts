import { demoVehicles } from '@tongda/simulator/fleet/demo';
import type { Trx } from '../../core/db/trx';
import { vehicleId } from '../fleet/vehicle/rows';
import { demoClients } from './users';

const clientId = demoClients.cold.id;
/** Vehicle groups that two people made for themselves. */
const groups: ReadonlyArray<{ user: string; name: string; nos: readonly number[] }> = [
  { user: '151', name: '重点客户专车', nos: [1, 11, 17, 29, 56] },
  {
    user: '151',
    name: '多温区车辆',
    nos: demoVehicles.filter(({ box }) => box === 'multi').map(({ no }) => no),
  },
  { user: '153', name: '干线夜班', nos: demoVehicles.filter(({ duty }) => duty.kind === 'trunk').map(({ no }) => no) },
  { user: '153', name: '周末值班', nos: [3, 8, 14, 22, 35, 41] },
];

export async function seedGroups(trx: Trx): Promise<void> {
  for (const [sort, { user, name, nos }] of groups.entries()) {
    const { id } = await trx
      .insertInto('vehicle_group')
      .values({ client_id: clientId, user_id: user, name, sort })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (nos.length === 0) continue;
    await trx
      .insertInto('vehicle_group_item')
      .values(nos.map((no) => ({ client_id: clientId, group_id: id, vehicle_id: vehicleId(no) })))
      .execute();
  }
}
