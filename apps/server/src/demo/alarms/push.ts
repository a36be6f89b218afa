import type { Trx } from '../../core/db/trx';
import { demoClients } from '../people/users';

const clientId = demoClients.cold.id;
/** ids of people.ts: the company's owner, its dispatcher, its quality manager */
const [owner, dispatcher, quality] = ['151', '153', '154'];
const nobody = { userIds: [], roleIds: [], manager: false, driver: false, contacts: [] };

/** Push rules of a careful cold-chain company: quality hears of temperatures and doors, dispatch of everything, the owner when nobody reacts. */
export async function seedPush(trx: Trx): Promise<void> {
  const rows = [
    {
      name: '冷链质量',
      kinds: ['temperatureAlarm', 'humidityAlarm', 'doorAlarm'],
      min_level: 2,
      channels: [1, 3, 8],
      receivers: { ...nobody, userIds: [quality] },
      notify_end: true,
      quiet: { from: '22:00', to: '07:00' },
    },
    {
      name: '调度值班',
      kinds: [],
      min_level: 1,
      channels: [2],
      receivers: { ...nobody, userIds: [owner, dispatcher] },
      notify_end: false,
      quiet: null,
    },
    {
      name: '严重报警升级',
      kinds: [],
      min_level: 3,
      channels: [2, 10],
      receivers: { ...nobody, userIds: [dispatcher], manager: true },
      notify_end: true,
      quiet: null,
      escalation: [
        { afterMin: 30, ...nobody, userIds: [owner], channels: [2, 3], endpointIds: [], repeatMin: 15, times: 2 },
      ],
    },
    {
      name: '设备异常',
      kinds: ['deviceAlarm', 'faultAlarm', 'terminalAlarm'],
      min_level: 2,
      channels: [1],
      receivers: { ...nobody, userIds: [owner, dispatcher] },
      notify_end: true,
      quiet: { from: '21:00', to: '08:00' },
    },
    {
      name: '驾驶安全告知司机',
      kinds: ['speedAlarm', 'fatigueAlarm', 'safetyAlarm'],
      min_level: 3,
      channels: [1, 3],
      receivers: { ...nobody, manager: true, driver: true },
      notify_end: false,
      quiet: null,
    },
  ];
  for (const { receivers, quiet, escalation = [], ...row } of rows)
    await trx
      .insertInto('push_setting')
      .values({
        ...row,
        client_id: clientId,
        created_by: owner,
        updated_by: owner,
        receivers: JSON.stringify(receivers),
        quiet: quiet === null ? null : JSON.stringify(quiet),
        escalation: JSON.stringify(escalation),
      })
      .execute();
  // both have bound their WeChat account
  for (const id of [owner, quality])
    await trx
      .updateTable('app_user')
      .set({ wx_openid: `demo-${id}`, wx_bound_at: new Date() })
      .where('id', '=', id)
      .execute();
}
