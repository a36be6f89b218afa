import { connect, type Socket } from 'node:net';
import { msgId } from '@tongda/protocol/jt808/codec';
import { emptyMessage } from '@tongda/protocol/jt808/messages/session/0002';
import { afterEach, describe, expect, it } from 'vitest';
import { Terminal, type TestGateway, testGateway, until } from '../../test/gateway-kit';
import { overdueOf } from './limits';

describe('a connection is cut', () => {
  const limits = { halfFrameMs: 30_000, namelessMs: 60_000 };
  it.each([
    [{ namelessSince: 0, halfSince: null }, 59_999, null],
    [{ namelessSince: 0, halfSince: null }, 60_000, 'nameless'],
    [{ namelessSince: 0, halfSince: 10_000 }, 39_999, null],
    [{ namelessSince: 0, halfSince: 10_000 }, 40_000, 'halfFrame'],
    [{ namelessSince: null, halfSince: 500_000 }, 530_000, 'halfFrame'],
    [{ namelessSince: null, halfSince: null }, 1e9, null],
  ])('%o at %i ms: %s', (waited, now, why) => {
    expect(overdueOf(waited, limits, now)).toBe(why);
  });
});

describe('connections', () => {
  const phone = '13800138000';
  let gateway: TestGateway;
  const sockets: Array<Socket | Terminal> = [];
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.end();
    await gateway.stop();
  });
  const open = async (): Promise<{ socket: Socket; isClosed: () => boolean }> => {
    const socket = connect({ port: gateway.port, host: '127.0.0.1' });
    let closed = false;
    socket.on('close', () => {
      closed = true;
    });
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.once('connect', resolve));
    sockets.push(socket);
    return { socket, isClosed: () => closed };
  };

  it('with half a frame, and those that name nobody, go; one that ends its frames in time stays', async () => {
    gateway = await testGateway({ halfFrameMs: 150, namelessMs: 300, cutMs: 20 });
    gateway.store.add(phone);
    const terminal = await Terminal.connect(gateway.port, phone);
    sockets.push(terminal);
    terminal.say(msgId.heartbeat, emptyMessage);
    await terminal.heard(1);
    const halves = await Promise.all(Array.from({ length: 50 }, open));
    for (const { socket } of halves) socket.write(Buffer.from('7e02000000', 'hex'));
    const silent = await open();
    await until(() => halves.every(({ isClosed }) => isClosed()) && silent.isClosed());
    expect(gateway.stats().refused).toMatchObject({ halfFrame: 50, nameless: 1 });
    terminal.say(msgId.heartbeat, emptyMessage);
    await terminal.heard(2);
    // it spoke late, yet never left a frame unfinished
    expect(terminal.closed).toBe(false);
  });

  it('of one address are few as long as they name no terminal that is known', async () => {
    gateway = await testGateway({ maxStrangers: 3 });
    gateway.store.add(phone);
    const known = await Terminal.connect(gateway.port, phone);
    sockets.push(known);
    known.say(msgId.heartbeat, emptyMessage);
    await known.heard(1);
    const [first] = [await open(), await open(), await open()];
    const fourth = await open();
    await until(() => fourth.isClosed());
    expect(gateway.stats().refused.crowded).toBe(1);
    first?.socket.destroy();
    await until(() => gateway.stats().connections === 3);
    const next = await open();
    await until(() => gateway.stats().connections === 4);
    expect(next.isClosed()).toBe(false);
  });
});
