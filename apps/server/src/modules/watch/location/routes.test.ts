import type { AddressInfo } from 'node:net';
import { encodeFrame, type LivePositions, type LiveVehicle, liveFrame, motionState } from '@tongda/contract/core/live';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { makeVehicle, report, testStream } from '../../../../test/stream-kit';
import { type TestApp, testApp } from '../../../../test/test-app';
import { parseFrame } from '../../../core/live/frames';
import { degreesNorth } from '../../../kernel/fixture';
import type { Stream } from '../../../stream/pipeline';
import { durationWords } from './export';

type Who = Awaited<ReturnType<typeof makeVehicle>>;
let app: TestApp;
let stream: Stream;
let send: (message: ReturnType<typeof report>) => Promise<void>;
let own: { clientId: string; userId: string; token: string };
let other: { clientId: string; userId: string; token: string };
let truck: Who;
let silent: Who;
let foreign: Who;
let url: string;
const sec = 1000;
const start = Math.floor(Date.now() / sec) * sec - 600 * sec;

beforeAll(async () => {
  app = await testApp();
  own = await app.company('甲冷链', { primary: true });
  other = await app.company('乙物流', { primary: true });
  truck = await makeVehicle(app.database, '甲冷链');
  silent = await makeVehicle(app.database, '甲冷链');
  foreign = await makeVehicle(app.database, '乙物流');
  const started = await testStream(app.database, { bus: app.bus });
  stream = started.stream;
  send = (message) => app.bus.publish('position', message.deviceId, [message]);
  for (let i = 0; i < 60; i++) {
    await send(
      report(truck, start + i * 10 * sec, {
        speedKmh: 36,
        lat: 31.2304 + degreesNorth(i * 100),
        receiveTime: start + i * 10 * sec,
        alarmBits: 2,
        channels: { tempC: [-18 + (i % 7), 4], humPct: [60], videoAlarms: i === 59 ? 1 : 4 },
      }),
    );
  }
  await send(report(foreign, start, { receiveTime: Date.now() }));
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  url = `ws://127.0.0.1:${(app.http.server.address() as AddressInfo).port}/api/gis/live`;
});
afterAll(async () => {
  await stream.stop();
  await app.close();
});

describe('calls', () => {
  it('snapshot: names and states of one’s own vehicles, also of those never heard of', async () => {
    const { code, data } = await app.post('/api/gis/monitor/snapshot', {}, own.token);
    expect(code).toBe(200);
    expect(data.vehicles.map((v: { vehicleId: string }) => v.vehicleId).sort()).toEqual(
      [truck.vehicleId, silent.vehicleId].sort(),
    );
    const live = new Map(data.live.map((v: LiveVehicle) => [v.vehicleId, v]));
    expect(live.get(truck.vehicleId)).toMatchObject({
      state: motionState.moving,
      todayMileageM: expect.any(Number),
      tempC: [-15, 4],
    });
    expect(live.get(silent.vehicleId)).toMatchObject({ state: motionState.never, lng: null });
    const some = await app.post(
      '/api/gis/monitor/snapshot',
      { vehicleIds: [truck.vehicleId, foreign.vehicleId] },
      own.token,
    );
    expect(some.data.live).toHaveLength(1);
    const box = await app.post('/api/gis/monitor/snapshot', { bounds: [121, 31, 122, 32] }, own.token);
    expect(box.data.live.map((v: LiveVehicle) => v.vehicleId)).toEqual([truck.vehicleId]);
  });

  it('polling brings what changed since', async () => {
    const all = await app.post('/api/gis/monitor/live', {}, own.token);
    expect(all.data.live).toHaveLength(2);
    const later = await app.post('/api/gis/monitor/live', { since: all.data.serverTime + 60_000 }, own.token);
    expect(later.data.live).toEqual([]);
  });

  it('the card has curves, trail, address and the terminal’s alarms in words', async () => {
    const { data } = await app.post('/api/gis/monitor/detail', { vehicleId: truck.vehicleId }, own.token);
    // those of the newest report alone
    expect(data.alarms).toEqual(['超速报警', '视频信号丢失']);
    expect(data.address).toContain('上海市');
    expect(data.curves.map((c: { kind: string; channel: number }) => `${c.kind}${c.channel}`)).toEqual([
      'tem1',
      'tem2',
      'hum1',
    ]);
    const values = data.curves[0].points.map((p: [number, number]) => p[1]);
    expect([Math.min(...values), Math.max(...values)]).toEqual([-18, -12]);
    expect(data.trail.length).toBe(60);
    expect(await app.post('/api/gis/monitor/detail', { vehicleId: foreign.vehicleId }, own.token)).toMatchObject({
      code: 4004,
      msg: '车辆不存在或无权查看',
    });
  });

  it('nearby: by distance, within the radius, only own vehicles', async () => {
    const near = (radius: number) =>
      app.post('/api/gis/monitor/nearby', { lng: 121.4737, lat: 31.2304, radius }, own.token);
    expect((await near(5_000)).data).toEqual([]);
    const found = (await near(6_000)).data;
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ vehicleId: truck.vehicleId, distanceM: 5900 });
    expect(await near(300_000)).toMatchObject({ code: 4000, msg: expect.stringContaining('半径最大200公里') });
  });

  it('nearby at a moment of the past: where everybody was then, only own vehicles, never the future', async () => {
    const then = (t: number, radius: number) =>
      app.post(
        '/api/gis/monitor/nearby',
        {
          lng: 121.4737,
          lat: 31.2304,
          radius,
          time: new Date(t + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' '),
        },
        own.token,
      );
    const { data } = await then(start + 105 * sec, 6_000);
    expect(data).toMatchObject([
      { vehicleId: truck.vehicleId, distanceM: 1000, state: null, fixTime: start + 100 * sec },
    ]);
    expect((await then(start + 105 * sec, 900)).data).toEqual([]);
    expect((await then(start - 60 * sec, 6_000)).data).toEqual([]);
    expect(await then(Date.now() + 3_600_000, 6_000)).toMatchObject({
      code: 4000,
      msg: expect.stringContaining('不能晚于现在'),
    });
  });

  it('durations in words', () => {
    expect([59_000, 60_000, 3_600_000, 90_000_000, 86_400_000 + 120_000].map(durationWords)).toEqual([
      '59秒',
      '1分',
      '1小时',
      '1天1小时',
      '1天2分',
    ]);
  });
});

/** A browser on the live socket: every frame in order. */
function browser() {
  const ws = new WebSocket(url);
  const frames: Array<{ type: string; payload: string }> = [];
  const waiting: Array<() => void> = [];
  let closed: number | null = null;
  const wake = () => {
    for (const go of waiting.splice(0)) go();
  };
  ws.on('message', (data) => {
    const frame = parseFrame(String(data));
    if (frame) frames.push(frame);
    wake();
  });
  ws.on('close', (code) => {
    closed = code;
    wake();
  });
  const until = async (test: () => boolean) => {
    while (!test()) await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const positions = (): LivePositions[] =>
    frames.filter((f) => f.type === liveFrame.positions).map((f) => JSON.parse(f.payload) as LivePositions);
  return {
    ws,
    frames,
    positions,
    until,
    code: () => closed,
    open: () => new Promise<void>((resolve) => ws.once('open', () => resolve())),
    hello: (token: string) => ws.send(encodeFrame(liveFrame.hello, JSON.stringify({ token, lastSeq: 0 }))),
  };
}

describe('the live socket', () => {
  it('answers hello with the picture of one’s own vehicles, then sends changes with growing numbers', async () => {
    const b = browser();
    await b.open();
    b.hello(own.token);
    await b.until(() => b.positions().length === 1);
    const [picture] = b.positions();
    expect(picture).toMatchObject({ seq: 1, reset: true });
    expect(picture?.vehicles.map((v) => v.vehicleId).sort()).toEqual([truck.vehicleId, silent.vehicleId].sort());
    const now = Math.floor(Date.now() / sec) * sec;
    await send(report(truck, now, { speedKmh: 50, lat: 31.2304 + degreesNorth(6000) }));
    await send(report(foreign, now));
    await b.until(() => b.positions().length === 2);
    const change = b.positions()[1];
    expect(change).toMatchObject({ seq: 2, reset: false });
    expect(change?.vehicles.map((v) => [v.vehicleId, v.speedKmh])).toEqual([[truck.vehicleId, 50]]);
    b.ws.send(encodeFrame(liveFrame.ping, ''));
    await b.until(() => b.frames.some((f) => f.type === liveFrame.pong));
    b.hello(own.token); // after a gap: the picture again
    await b.until(() => b.positions().length === 3);
    expect(b.positions()[2]).toMatchObject({ seq: 3, reset: true });
    b.ws.close();
  });

  it('sends the latest of each vehicle only, however many reports come within a turn', async () => {
    const b = browser();
    await b.open();
    b.hello(own.token);
    await b.until(() => b.positions().length === 1);
    const now = Math.floor(Date.now() / sec) * sec + 60 * sec;
    await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        send(
          report(truck, now + i * sec, { speedKmh: i, lat: 31.2304 + degreesNorth(6000), receiveTime: now + i * sec }),
        ),
      ),
    );
    await b.until(() => b.positions().some((p) => p.vehicles.some((v) => v.speedKmh === 39)));
    expect(b.positions().length).toBeLessThan(5);
    b.ws.close();
  });

  it('refuses a wrong token, garbage is ignored', async () => {
    const b = browser();
    await b.open();
    b.ws.send('garbage');
    b.ws.send('@#%0010000005');
    b.hello('nonsense');
    await b.until(() => b.code() !== null);
    expect(b.code()).toBe(4401);
    expect(JSON.parse(b.frames[0]?.payload ?? '{}')).toMatchObject({ msg: '登录已过期，请重新登录' });
  });

  it('tells a session that logged in elsewhere, with 403 and 4403', async () => {
    const user = await app.company('丙公司', { primary: true, account: 'bing' });
    const b = browser();
    await b.open();
    b.hello(user.token);
    await b.until(() => b.positions().length === 1);
    const { id: sessionId } = await app.database.systemDb
      .selectFrom('auth_session')
      .select('id')
      .where('user_id', '=', user.userId)
      .executeTakeFirstOrThrow();
    await app.bus.publish('sessionRevoked', sessionId, { sessionId, reason: 'other_login' });
    await b.until(() => b.code() !== null);
    expect(b.code()).toBe(4403);
    expect(b.frames[b.frames.length - 1]).toMatchObject({ type: liveFrame.kicked });
  });

  it('shows a vehicle as soon as it is shared, and takes it away with the share', async () => {
    const b = browser();
    await b.open();
    b.hello(other.token);
    await b.until(() => b.positions().length === 1);
    expect(b.positions()[0]?.vehicles.map((v) => v.vehicleId)).toEqual([foreign.vehicleId]);
    const { systemDb } = app.database;
    await systemDb
      .insertInto('vehicle_access')
      .values({
        client_id: other.clientId,
        vehicle_id: truck.vehicleId,
        valid_from: new Date(Date.now() - 60_000),
        source: 'share',
        scopes: ['position'],
      })
      .execute();
    await app.bus.publish('accessChanged', other.clientId, { clientId: other.clientId });
    await b.until(() => b.positions().length === 2);
    expect(b.positions()[1]).toMatchObject({ reset: true });
    expect(b.positions()[1]?.vehicles).toHaveLength(2);
    await systemDb.deleteFrom('vehicle_access').where('source', '=', 'share').execute();
    await app.bus.publish('accessChanged', other.clientId, { clientId: other.clientId });
    await b.until(() => b.positions().some((p, i) => i > 1 && p.reset));
    expect(
      b
        .positions()
        .findLast((p) => p.reset)
        ?.vehicles.map((v) => v.vehicleId),
    ).toEqual([foreign.vehicleId]);
    b.ws.close();
  });

  it('a user with a narrow authorisation gets those vehicles only', async () => {
    const { systemDb } = app.database;
    const narrow = await app.company('丁公司', { primary: true, account: 'ding' });
    const seen = await makeVehicle(app.database, '丁公司');
    await makeVehicle(app.database, '丁公司');
    const role = await systemDb
      .insertInto('role')
      .values({ client_id: narrow.clientId, name: '调度', all_rights: true })
      .returning('id')
      .executeTakeFirstOrThrow();
    await systemDb
      .insertInto('user_role')
      .values({ client_id: narrow.clientId, user_id: narrow.userId, role_id: role.id })
      .execute();
    await systemDb
      .updateTable('app_user')
      .set({ is_primary: false, data_scope: 3 })
      .where('id', '=', narrow.userId)
      .execute();
    await systemDb
      .insertInto('resource_auth')
      .values({
        client_id: narrow.clientId,
        user_id: narrow.userId,
        resource_kind: 'vehicle',
        resource_id: seen.vehicleId,
      })
      .execute();
    const { data } = await app.login('ding', 'Test@2026');
    const b = browser();
    await b.open();
    b.hello(String(data.access_token));
    await b.until(() => b.positions().length === 1 || b.code() !== null);
    expect(b.positions()[0]?.vehicles.map((v) => v.vehicleId)).toEqual([seen.vehicleId]);
    b.ws.close();
  });
});
