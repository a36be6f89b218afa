import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodeFrame, type LivePositions, type LiveVehicle, liveFrame } from '@tongda/contract/core/live';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { memoryBus } from '../bus/memory';
import { isOwnPage } from '../http/client-address';
import { LiveConnection } from './connection';
import { encodeVehicles, parseFrame, positionsFrame } from './frames';
import { LiveHub, type LiveUser } from './hub';

const vehicle = (vehicleId: string, speedKmh: number) => ({ vehicleId, speedKmh }) as LiveVehicle;
const changesOf = (...list: LiveVehicle[]) => new Map(list.map((v) => [v.vehicleId, v]));

/** A line whose backlog the test decides. */
function slowLine() {
  const sent: LivePositions[] = [];
  const ws = {
    bufferedAmount: 0,
    send: (frame: string) => {
      const parsed = parseFrame(frame);
      if (parsed?.type === liveFrame.positions) sent.push(JSON.parse(parsed.payload) as LivePositions);
    },
    close: () => undefined,
    terminate: () => undefined,
  };
  return { ws, sent, connection: new LiveConnection(ws as never, 1000) };
}
const turn = (connection: LiveConnection<unknown>, ...list: LiveVehicle[]) =>
  connection.changes(changesOf(...list), encodeVehicles(list), 1);

it('a frame says its length in bytes', () => {
  const frame = positionsFrame(7, false, 123, encodeVehicles([vehicle('一', 1)]));
  expect(parseFrame(frame)).toEqual({
    type: '100',
    payload: '{"seq":7,"reset":false,"serverTime":123,"vehicles":[{"vehicleId":"一","speedKmh":1}]}',
  });
  expect(parseFrame(`${frame}x`)).toBeNull();
  expect(parseFrame('@#%1000000')).toBeNull();
});

it('a slow line loses old positions, never the newest, and no number is skipped', () => {
  const { ws, sent, connection } = slowLine();
  connection.picture([vehicle('a', 0), vehicle('b', 0)], 1);
  turn(connection, vehicle('a', 1));
  ws.bufferedAmount = 5000;
  turn(connection, vehicle('a', 2), vehicle('b', 2));
  turn(connection, vehicle('a', 3));
  turn(connection);
  expect(sent).toHaveLength(2);
  ws.bufferedAmount = 0;
  turn(connection); // room again, though nothing is new
  expect(sent[2]?.vehicles).toEqual([vehicle('a', 3), vehicle('b', 2)]);
  turn(connection, vehicle('b', 4));
  expect(sent.map((frame) => frame.seq)).toEqual([1, 2, 3, 4]);
  expect(sent[3]?.vehicles).toEqual([vehicle('b', 4)]);
});

it('changes that come while the picture is read follow it', () => {
  const { sent, connection } = slowLine();
  connection.expectPicture();
  turn(connection, vehicle('a', 9));
  expect(sent).toEqual([]);
  connection.picture([vehicle('a', 1)], 1);
  turn(connection);
  expect(sent.map((frame) => [frame.reset, frame.vehicles[0]?.speedKmh])).toEqual([
    [true, 1],
    [false, 9],
  ]);
});

it('a large picture comes in pieces of which the first replaces everything', () => {
  const { sent, connection } = slowLine();
  connection.picture(
    Array.from({ length: 4500 }, (_, i) => vehicle(String(i), 0)),
    1,
  );
  expect(sent.map((frame) => [frame.seq, frame.reset, frame.vehicles.length])).toEqual([
    [1, true, 2000],
    [2, false, 2000],
    [3, false, 500],
  ]);
  const empty = slowLine();
  empty.connection.picture([], 1);
  expect(empty.sent.map((frame) => [frame.reset, frame.vehicles.length])).toEqual([[true, 0]]);
});

async function hubOnAPort(helloMs: number, now = Date.now) {
  const bus = memoryBus();
  const greeted: string[] = [];
  const address = { now: '203.0.113.1' };
  const hub = new LiveHub<LiveUser>({
    bus,
    helloMs,
    now,
    flushMs: 20,
    warn: () => undefined,
    addressOf: () => address.now,
    isOwnPage: isOwnPage([]),
    authenticate: async (token) => {
      greeted.push(token);
      await new Promise((resolve) => setTimeout(resolve, 20));
      const own = { sessionId: token, clientId: '1', userId: token, scopeKey: 'client 1', rightsKey: '' };
      return { ...own, allCommands: token.startsWith('staff') };
    },
    renew: async (user) => (user.sessionId === 'over' ? null : user),
    visible: async () => new Set(['a']),
    snapshot: async () => [vehicle('a', 0)],
  });
  const server = createServer();
  hub.attach(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { hub, server, bus, greeted, address, url: `ws://127.0.0.1:${port}` };
}
const closeCode = (ws: WebSocket) => new Promise<number>((resolve) => ws.once('close', resolve));

it('closes who does not say hello, and refuses other paths', async () => {
  const { hub, server, url } = await hubOnAPort(50);
  const mute = new WebSocket(`${url}/api/gis/live`);
  expect(await closeCode(mute)).toBe(4401);
  const lost = new WebSocket(`${url}/elsewhere`);
  await new Promise<void>((resolve) => lost.once('error', () => resolve()));
  hub.close();
  server.close();
});

it('ends a session that is over at the next check', async () => {
  const { hub, server, url } = await hubOnAPort(5000);
  const ws = new WebSocket(`${url}/api/gis/live`);
  await new Promise<void>((resolve) => ws.once('open', () => resolve()));
  ws.send('@#%00100000160{"token":"over"}');
  await new Promise<void>((resolve) => ws.once('message', () => resolve()));
  const closed = closeCode(ws);
  await hub.recheck();
  expect(await closed).toBe(4401);
  hub.close();
  server.close();
});

it('says that messages changed to the user they changed for, or to the whole company', async () => {
  const { hub, server, bus, url } = await hubOnAPort(5000);
  const heard: string[] = [];
  const connect = async (token: string) => {
    const ws = new WebSocket(`${url}/api/gis/live`);
    await new Promise<void>((resolve) => ws.once('open', () => resolve()));
    ws.send(encodeFrame(liveFrame.hello, JSON.stringify({ token })));
    await new Promise<void>((resolve) => ws.once('message', () => resolve()));
    ws.on('message', (data) => {
      if (parseFrame(String(data))?.type === liveFrame.messageCount) heard.push(token);
    });
  };
  await connect('u1');
  await connect('u2');
  await bus.publish('messagesChanged', '1', { clientId: '1', userId: 'u2' });
  await expect.poll(() => heard).toEqual(['u2']);
  await bus.publish('messagesChanged', '2', { clientId: '2', userId: null });
  await bus.publish('messagesChanged', '1', { clientId: '1', userId: null });
  await expect.poll(() => [...heard].sort()).toEqual(['u1', 'u2', 'u2']);
  hub.close();
  server.close();
});

it('says that a command changed to who gave it, and to staff who look at those of all companies', async () => {
  const { hub, server, bus, url } = await hubOnAPort(5000);
  const heard: string[] = [];
  for (const token of ['giver', 'staff', 'other']) {
    const ws = new WebSocket(`${url}/api/gis/live`);
    await new Promise<void>((resolve) => ws.once('open', () => resolve()));
    ws.send(encodeFrame(liveFrame.hello, JSON.stringify({ token })));
    await new Promise<void>((resolve) => ws.once('message', () => resolve()));
    ws.on('message', (data) => {
      if (parseFrame(String(data))?.type === liveFrame.commandUpdate) heard.push(token);
    });
  }
  const change = { clientId: '2', vehicleId: null, commandId: '7', userId: 'giver' };
  await bus.publish('commandChanged', '7', change);
  await expect.poll(() => [...heard].sort()).toEqual(['giver', 'staff']);
  // nobody's: of the installation itself
  await bus.publish('commandChanged', '7', { ...change, userId: null });
  await expect.poll(() => [...heard].sort()).toEqual(['giver', 'staff', 'staff']);
  hub.close();
  server.close();
});

it('drops a browser that has gone without a farewell', async () => {
  const clock = { now: 1_000_000 };
  const { hub, server, url } = await hubOnAPort(500_000, () => clock.now);
  const ws = new WebSocket(`${url}/api/gis/live`);
  await new Promise<void>((resolve) => ws.once('open', () => resolve()));
  clock.now += 119_000;
  await hub.recheck();
  expect(ws.readyState).toBe(WebSocket.OPEN);
  const closed = closeCode(ws);
  clock.now += 2_000;
  await hub.recheck();
  expect(await closed).toBe(1006);
  hub.close();
  server.close();
});

describe('a browser that wants too much', () => {
  const hello = (token: string) => encodeFrame(liveFrame.hello, JSON.stringify({ token }));
  const opened = async (url: string, origin?: string) => {
    const ws = new WebSocket(`${url}/api/gis/live`, origin === undefined ? {} : { origin });
    await new Promise<void>((resolve, reject) => {
      ws.once('open', () => resolve());
      ws.once('error', reject);
    });
    return ws;
  };
  const firstFrame = (ws: WebSocket) => new Promise<void>((resolve) => ws.once('message', () => resolve()));

  it('gets one answer to many hellos, and then none', async () => {
    const { hub, server, url, greeted } = await hubOnAPort(5000);
    const ws = await opened(url);
    const pictures: string[] = [];
    ws.on('message', (data) => pictures.push(String(data)));
    for (let i = 0; i < 40; i++) ws.send(hello('u1'));
    await expect.poll(() => pictures.length).toBeGreaterThan(1);
    await new Promise((resolve) => setTimeout(resolve, 200));
    // the first, and the last of those that came meanwhile
    expect(greeted).toHaveLength(2);
    const closed = closeCode(ws);
    for (let i = 0; i < 40; i++) ws.send(hello('u1'));
    expect(await closed).toBe(4029);
    expect(greeted.length).toBeLessThan(5);
    hub.close();
    server.close();
  });

  it('has at most twenty pages of one account', async () => {
    const { hub, server, url } = await hubOnAPort(5000);
    const open = async () => {
      const ws = await opened(url);
      const answer = Promise.race([firstFrame(ws).then(() => 'answered'), closeCode(ws)]);
      ws.send(hello('shared'));
      await answer;
      return ws;
    };
    const pages: WebSocket[] = [];
    for (let i = 0; i < 20; i++) pages.push(await open());
    const one = await opened(url);
    const closed = closeCode(one);
    one.send(hello('shared'));
    expect(await closed).toBe(4029);
    // another account is not touched, and a page that closes makes room
    const [first] = pages;
    const gone = first && closeCode(first);
    first?.close();
    await gone;
    await expect.poll(async () => (await open()).readyState).toBe(WebSocket.OPEN);
    hub.close();
    server.close();
  });

  it('is refused before the handshake when a page of another site opens it', async () => {
    const { hub, server, url } = await hubOnAPort(5000);
    for (const origin of ['https://evil.example', 'null'])
      await expect(opened(url, origin), origin).rejects.toThrow('403');
    expect((await opened(url, url.replace('ws', 'http'))).readyState).toBe(WebSocket.OPEN);
    hub.close();
    server.close();
  });

  it('is refused before the handshake when its address holds too many that say nothing', async () => {
    const { hub, server, url, address } = await hubOnAPort(5000);
    for (let i = 0; i < 50; i++) await opened(url);
    await expect(opened(url)).rejects.toThrow('429');
    address.now = '203.0.113.2';
    expect((await opened(url)).readyState).toBe(WebSocket.OPEN);
    hub.close();
    server.close();
  });
});
