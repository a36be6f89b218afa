import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoDb } from '../../../test/demo-db';
import type { TestDb } from '../../../test/test-db';
import { makeOutbound } from '../../core/notify/outbound';
import { type DemoReceiver, openDemoReceiver, pointAtReceiver } from './receiver';

let db: TestDb;
let receiver: DemoReceiver;
beforeAll(async () => {
  db = await demoDb();
  receiver = await openDemoReceiver();
}, 120_000);
afterAll(async () => {
  await receiver.stop();
  await db.close();
});

it('forwards to one platform that takes everything and to one that refuses the password, both in this process', async () => {
  const { systemDb } = db;
  const states = () =>
    systemDb
      .selectFrom('forward_state as s')
      .innerJoin('forward_target as t', 't.id', 's.target_id')
      .select(['s.failures', 's.tries', 's.next_at', 's.last_error', 't.version'])
      .execute();
  const [before] = await states();
  // the worker has called the address of before, which nobody answers, and waits
  await systemDb
    .updateTable('forward_state')
    .set({ failures: 85, tries: 4, next_at: new Date(Date.now() + 1_800_000), last_error: '对方拒绝连接' })
    .execute();
  await pointAtReceiver(systemDb, receiver);
  // it takes up the new address by the version of the target
  const fresh = { failures: 0, tries: 0, next_at: null, last_error: '', version: (before?.version ?? 0) + 1 };
  expect(await states()).toEqual([fresh, fresh]);
  const targets = await db.systemDb
    .selectFrom('forward_target')
    .selectAll()
    .where('enabled', '=', true)
    .orderBy('id')
    .execute();
  expect(targets.map(({ name, catch_up }) => [name, catch_up])).toEqual([
    ['华联冷链数据', false],
    ['省冷链追溯平台', false],
  ]);
  const said: number[] = [];
  for (const { address, account, secret } of targets) {
    const headers = { authorization: `Basic ${Buffer.from(`${account}:${secret}`).toString('base64')}` };
    said.push((await makeOutbound({ privateHosts: [receiver.host] }).post(address, '{}', headers)).status);
    // no other port of this machine may be called
    await expect(makeOutbound().post(address, '{}', headers)).rejects.toThrow('不允许访问内网地址');
  }
  expect(said).toEqual([200, 401]);
});
