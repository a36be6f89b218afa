import { encodeFrame, type LiveVehicle } from '@tongda/contract/core/live';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LiveClient, type LiveDeps, liveAddress } from './client';

class FakeSocket {
  sent: string[] = [];
  closed = false;
  private heard: { open?: () => void; message?: (data: string) => void; close?: (code: number) => void } = {};
  send = (text: string) => void this.sent.push(text);
  close = () => this.end(1000);
  onOpen = (run: () => void) => {
    this.heard.open = run;
  };
  onMessage = (run: (data: string) => void) => {
    this.heard.message = run;
  };
  onClose = (run: (code: number) => void) => {
    this.heard.close = run;
  };
  opened = () => this.heard.open?.();
  end = (code: number) => {
    if (this.closed) return;
    this.closed = true;
    this.heard.close?.(code);
  };
  pushFrame = (type: '140') => this.heard.message?.(encodeFrame(type, '{}'));
  push = (seq: number, reset: boolean, ...ids: string[]) => this.pushVehicles(seq, reset, ids.map(vehicle));
  pushVehicles = (seq: number, reset: boolean, vehicles: LiveVehicle[]) =>
    this.heard.message?.(encodeFrame('100', JSON.stringify({ seq, reset, serverTime: Date.now(), vehicles })));
}
const vehicle = (vehicleId: string) => ({ vehicleId, receiveTime: Date.now() - 800 }) as LiveVehicle;

let sockets: FakeSocket[];
let client: LiveClient;
const poll = vi.fn<LiveDeps['poll']>();
const kicked = vi.fn();
const last = () => {
  const socket = sockets.at(-1);
  if (!socket) throw new Error('no socket was opened');
  return socket;
};
const ids = () => [...client.getState().vehicles.keys()];
const hellos = (socket: FakeSocket) => socket.sent.filter((text) => text.startsWith('@#%001')).length;

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  poll.mockReset();
  kicked.mockReset();
  client = new LiveClient({
    open: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    token: async () => 'token',
    poll,
    kicked,
    random: () => 1,
  });
});
afterEach(() => {
  client.stop();
  vi.useRealTimers();
});

async function connect(): Promise<FakeSocket> {
  client.start();
  await vi.advanceTimersByTimeAsync(0);
  last().opened();
  return last();
}

test('hello carries the token, the snapshot replaces, deltas merge', async () => {
  const socket = await connect();
  expect(socket.sent[0]).toContain('"token":"token"');
  socket.push(1, true, 'a', 'b');
  socket.push(2, false, 'b', 'c');
  expect(ids()).toEqual(['a', 'b', 'c']);
  expect(client.getState()).toMatchObject({ status: 'live', delayMs: 800 });
  socket.push(9, true, 'z');
  expect(ids()).toEqual(['z']);
});

test('a vehicle that falls silent does not count as a slow line', async () => {
  const socket = await connect();
  socket.push(1, true, 'a');
  await vi.advanceTimersByTimeAsync(1000);
  socket.push(2, false, 'a');
  expect(client.getState().delayMs).toBe(800);
  const { receiveTime } = client.getState().vehicles.get('a') ?? {};
  await vi.advanceTimersByTimeAsync(20_000);
  socket.pushVehicles(3, false, [{ vehicleId: 'a', receiveTime } as LiveVehicle]);
  expect(client.getState().delayMs).toBe(800);
});

test('a past that is sent again does not count as a slow line', async () => {
  const socket = await connect();
  socket.push(1, true, 'a');
  socket.pushVehicles(2, false, [{ vehicleId: 'b', receiveTime: 1 } as LiveVehicle]);
  const { receiveTime } = client.getState().vehicles.get('b') ?? {};
  expect([receiveTime, client.getState().delayMs]).toEqual([1, null]);
});

test('a gap asks for a whole picture, and nothing in between is believed', async () => {
  const socket = await connect();
  socket.push(1, true, 'a');
  socket.push(3, false, 'lost');
  socket.push(4, false, 'late');
  expect(ids()).toEqual(['a']);
  expect(hellos(socket)).toBeGreaterThanOrEqual(2);
  socket.push(5, true, 'a', 'b');
  socket.push(6, false, 'c');
  expect(ids()).toEqual(['a', 'b', 'c']);
});

test('a ping every 30 s; a dead socket is closed and opened anew', async () => {
  const socket = await connect();
  socket.push(1, true, 'a');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(socket.sent.filter((text) => text.startsWith('@#%002'))).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(socket.closed).toBe(true);
  expect(sockets.length).toBeGreaterThan(1);
});

test('back-off grows, and after the second failure polling bridges the time', async () => {
  poll.mockImplementation(async () => ({ live: [vehicle('p')], serverTime: 1000 }));
  await connect();
  last().end(1006);
  await vi.advanceTimersByTimeAsync(1000);
  expect(sockets).toHaveLength(2);
  last().end(1006);
  await vi.advanceTimersByTimeAsync(0);
  expect(client.getState().status).toBe('polling');
  expect(ids()).toEqual(['p']);
  await vi.advanceTimersByTimeAsync(2000);
  expect(sockets).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(8000);
  expect(poll.mock.calls.map(([since]) => since)).toEqual([undefined, 1000]);
  last().opened();
  last().push(1, true, 'a');
  expect(client.getState().status).toBe('live');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(poll).toHaveBeenCalledTimes(2);
});

test('stopped is silent: no reconnect, no poll', async () => {
  const socket = await connect();
  client.stop();
  expect(socket.closed).toBe(true);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(sockets).toHaveLength(1);
  expect(client.getState().status).toBe('off');
});

test('a session ended elsewhere is told', async () => {
  const socket = await connect();
  socket.end(4403);
  expect(kicked).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sockets).toHaveLength(1);
});

test('notices only: no vehicles are asked for or polled; a map asks for them on the same connection', async () => {
  const heard = vi.fn();
  client.onFrame('140', heard);
  client.start(false);
  await vi.advanceTimersByTimeAsync(0);
  last().opened();
  expect(last().sent[0]).toContain('"vehicles":false');
  last().push(1, true);
  expect(client.getState().status).toBe('live');
  last().pushFrame('140');
  expect(heard).toHaveBeenCalledTimes(1);
  client.want(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(last().sent.at(-1)).not.toContain('vehicles');
  last().push(2, true, 'a');
  expect(ids()).toEqual(['a']);
  client.want(false);
  await vi.advanceTimersByTimeAsync(0);
  last().push(3, true);
  expect(ids()).toEqual(['a']);
  expect(sockets).toHaveLength(1);
  for (let i = 0; i < 3; i++) {
    last().end(1006);
    await vi.advanceTimersByTimeAsync(10_000);
  }
  expect(poll).not.toHaveBeenCalled();
});

test('the connection of a page that came by https is encrypted, and leads to the page’s own server', () => {
  const at = (protocol: string) => liveAddress({ protocol, host: 'fleet.example:8443' });
  expect(['https:', 'http:'].map(at)).toEqual([
    'wss://fleet.example:8443/api/gis/live',
    'ws://fleet.example:8443/api/gis/live',
  ]);
});
