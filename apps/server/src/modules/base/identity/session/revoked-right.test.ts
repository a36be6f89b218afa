import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeFrame, type LivePositions, liveFrame } from '@tongda/contract/core/live';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { makeVehicle } from '../../../../../test/stream-kit';
import { type TestApp, testApp } from '../../../../../test/test-app';
import { parseFrame } from '../../../../core/live/frames';
import { watchAccess } from '../../../../core/watch/access';

/** The promise: a right that was taken away is gone within a second, in calls and in the socket. */
const promiseMs = 1000;

let app: TestApp;
let stop: () => Promise<void>;
beforeAll(async () => {
  app = await testApp();
  stop = watchAccess(app.database.pool, app.bus, pino({ level: 'silent' }));
  await app.http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await stop();
  await app.close();
});

let serial = 0;
/** Somebody whose one role holds the map and the vehicles. */
async function worker() {
  const company = await app.company(`收权公司${++serial}`);
  const { clientId } = company;
  const truck = await makeVehicle(app.database, `收权公司${serial}`);
  const db = app.database.systemDb;
  const role = await db
    .insertInto('role')
    .values({ client_id: clientId, name: '监控员', data_scope: 3 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('role_menu')
    .values([
      { client_id: clientId, role_id: role.id, menu_key: 'location' },
      { client_id: clientId, role_id: role.id, menu_key: 'vehicle' },
    ])
    .execute();
  await db.insertInto('user_role').values({ client_id: clientId, user_id: company.userId, role_id: role.id }).execute();
  await db.updateTable('app_user').set({ is_primary: false }).where('id', '=', company.userId).execute();
  await db
    .insertInto('resource_auth')
    .values({
      client_id: clientId,
      user_id: company.userId,
      resource_kind: 'vehicle',
      resource_id: truck.vehicleId,
    })
    .execute();
  // the notices of these rows themselves
  await sleep(500);
  return { ...company, roleId: role.id, vehicleId: truck.vehicleId, db };
}

function browser(token: string) {
  const { port } = app.http.server.address() as AddressInfo;
  const ws = new WebSocket(`ws://127.0.0.1:${port}/api/gis/live`);
  const frames: Array<{ type: string; payload: string }> = [];
  let code: number | null = null;
  ws.on('open', () => ws.send(encodeFrame(liveFrame.hello, JSON.stringify({ token, lastSeq: 0 }))));
  ws.on('message', (data) => {
    const frame = parseFrame(String(data));
    if (frame) frames.push(frame);
  });
  ws.on('close', (ended) => {
    code = ended;
  });
  const pictures = (): LivePositions[] =>
    frames
      .filter(({ type, payload }) => type === liveFrame.positions && (JSON.parse(payload) as LivePositions).reset)
      .map(({ payload }) => JSON.parse(payload) as LivePositions);
  return {
    ws,
    code: () => code,
    pictures,
    ownRightsChanged: () => frames.some((f) => f.type === liveFrame.accessChanged && f.payload.includes('"own":true')),
  };
}

const shown = (b: ReturnType<typeof browser>): string[] | undefined =>
  b
    .pictures()
    .at(-1)
    ?.vehicles.map(({ vehicleId }) => vehicleId);
const page = (token: string) => app.post('/api/base/manage/vehicle/page', { page: 1, size: 10 }, token);

test('收回角色：1秒内接口拒绝、推送清空车辆并通知本人的页面', async () => {
  const w = await worker();
  const b = browser(w.token);
  await expect.poll(() => shown(b), { timeout: 5000 }).toEqual([w.vehicleId]);
  expect((await page(w.token)).code).toBe(200);
  const since = Date.now();
  await w.db.deleteFrom('user_role').where('user_id', '=', w.userId).execute();
  await expect.poll(() => b.ownRightsChanged(), { timeout: promiseMs, interval: 10 }).toBe(true);
  await expect.poll(() => shown(b), { timeout: promiseMs, interval: 10 }).toEqual([]);
  expect((await page(w.token)).code).toBe(4003);
  expect(Date.now() - since).toBeLessThan(promiseMs);
  b.ws.close();
});

test('撤销车辆授权：1秒内地图与接口都没有这辆车', async () => {
  const w = await worker();
  const b = browser(w.token);
  await expect.poll(() => shown(b), { timeout: 5000 }).toEqual([w.vehicleId]);
  const since = Date.now();
  await w.db.updateTable('resource_auth').set({ revoked_at: new Date() }).where('user_id', '=', w.userId).execute();
  await expect.poll(() => shown(b), { timeout: promiseMs, interval: 10 }).toEqual([]);
  expect((await page(w.token)).data.total).toBe(0);
  expect(Date.now() - since).toBeLessThan(promiseMs);
  b.ws.close();
});

test.each([
  [
    '停用账号',
    (w: Awaited<ReturnType<typeof worker>>) =>
      w.db.updateTable('app_user').set({ status: 0 }).where('id', '=', w.userId),
  ],
  [
    '停用企业',
    (w: Awaited<ReturnType<typeof worker>>) =>
      w.db.updateTable('client').set({ status: 0 }).where('id', '=', w.clientId),
  ],
])('%s：1秒内推送断开、接口答401', async (_what, change) => {
  const w = await worker();
  const b = browser(w.token);
  await expect.poll(() => shown(b), { timeout: 5000 }).toEqual([w.vehicleId]);
  const since = Date.now();
  await change(w).execute();
  await expect.poll(() => b.code(), { timeout: promiseMs, interval: 10 }).toBe(4401);
  expect((await page(w.token)).status).toBe(401);
  expect(Date.now() - since).toBeLessThan(promiseMs);
});

test('在收权前读到的身份不会在收权后留下', async () => {
  const w = await worker();
  // calls that are under way while the right goes
  const asking = setInterval(() => void page(w.token), 1);
  await w.db.deleteFrom('user_role').where('user_id', '=', w.userId).execute();
  await sleep(300);
  clearInterval(asking);
  expect((await page(w.token)).code).toBe(4003);
});
