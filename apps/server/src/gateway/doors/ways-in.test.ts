import { X509Certificate } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { concatBytes } from '@tongda/protocol/bytes';
import { msgId } from '@tongda/protocol/jt808/codec';
import { emptyMessage } from '@tongda/protocol/jt808/messages/session/0002';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeCertificate } from '../../../test/certificate';
import {
  pause,
  registration,
  shanghai,
  Terminal,
  type TestGateway,
  testGateway,
  until,
} from '../../../test/gateway-kit';
import { Certificate } from './certificate';

const phone = '13800138000';
const other = '13900139000';
const t0 = Date.UTC(2026, 10, 21, 3, 0, 0);
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const closing: Array<() => unknown> = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function gatewayWith(...args: Parameters<typeof testGateway>): Promise<TestGateway> {
  const gateway = await testGateway({ now: () => t0, ...args[0] }, args[1]);
  closing.push(() => {
    gateway.bus.release();
    return gateway.stop();
  });
  gateway.store.add(phone);
  gateway.store.add(other);
  return gateway;
}

describe('over UDP', () => {
  const open = (options: Parameters<typeof testGateway>[0] = {}) => gatewayWith(options, { udpPort: 0 });
  const join = async (gateway: TestGateway, number = phone): Promise<Terminal> => {
    const terminal = await Terminal.overUdp(gateway.udpPort ?? 0, number);
    closing.push(() => terminal.end());
    return terminal;
  };

  it('a terminal registers, authenticates and reports as over TCP; several frames may share a datagram', async () => {
    const gateway = await open();
    const terminal = await join(gateway);
    terminal.say(msgId.register, registration);
    await terminal.heard(1);
    terminal.say(msgId.auth, { code: terminal.registrations[0]?.authCode ?? '', imei: '', softwareVersion: '' });
    await terminal.heard(2);
    const frames = [0, 1, 2].map((i) => terminal.encode(msgId.location, shanghai(t0 + i * 1_000)));
    terminal.write(concatBytes(frames));
    await terminal.heard(5);
    expect(terminal.results).toEqual(['0102:1:0', '0200:2:0', '0200:3:0', '0200:4:0']);
    expect(gateway.bus.positions).toHaveLength(3);
    expect(gateway.stats().terminals).toBe(1);
  });

  it('a strict terminal is heard only after its code, from each port anew', async () => {
    const gateway = await open();
    gateway.store.add(phone, { policy: 'strict', authCode: 'secret' });
    const terminal = await join(gateway);
    terminal.say(msgId.location, shanghai(t0));
    await terminal.heard(1);
    terminal.say(msgId.auth, { code: 'secret', imei: '', softwareVersion: '' });
    await terminal.heard(2);
    terminal.say(msgId.location, shanghai(t0));
    await terminal.heard(3);
    const elsewhere = await join(gateway);
    elsewhere.say(msgId.location, shanghai(t0 + 1_000));
    await elsewhere.heard(1);
    expect(terminal.results).toEqual(['0200:0:1', '0102:1:0', '0200:2:0']);
    expect(elsewhere.results).toEqual(['0200:0:1']);
    expect(gateway.bus.positions).toHaveLength(1);
  });

  it('a frame that its datagram cuts off is refused, and does not spoil the next datagram', async () => {
    const gateway = await open();
    const terminal = await join(gateway);
    const frame = terminal.encode(msgId.heartbeat, emptyMessage);
    terminal.say(msgId.heartbeat, emptyMessage);
    await terminal.heard(1);
    terminal.write(frame.subarray(0, 9));
    terminal.write(frame.subarray(9));
    terminal.say(msgId.heartbeat, emptyMessage);
    await terminal.heard(2);
    expect(terminal.results).toEqual(['0002:1:0', '0002:2:0']);
    expect(gateway.stats().refused.frame).toBe(2);
  });

  it('a terminal that nobody knows is answered and forgotten; one that is silent for long is, too, and is said to have left', async () => {
    const gateway = await open({ idleMs: 100 });
    const stranger = await join(gateway, '15000000000');
    stranger.say(msgId.heartbeat, emptyMessage);
    await stranger.heard(1);
    expect(stranger.results).toEqual(['0002:0:1']);
    expect(gateway.stats().connections).toBe(0);
    const terminal = await join(gateway);
    terminal.say(msgId.heartbeat, emptyMessage);
    await terminal.heard(1);
    expect(gateway.stats().connections).toBe(1);
    await until(() => gateway.stats().connections === 0);
    expect(gateway.bus.presences.at(-1)).toMatchObject({ kind: 'disconnect', deviceId: `d${phone}` });
    // and it comes back without further ado
    terminal.say(msgId.heartbeat, emptyMessage);
    await terminal.heard(2);
  });

  it('what comes while too much waits is dropped, not kept; what was dropped is not acknowledged', async () => {
    const gateway = await open({ maxInFlightPerConnection: 20 });
    const terminal = await join(gateway);
    terminal.say(msgId.heartbeat, emptyMessage);
    await terminal.heard(1);
    gateway.bus.hold();
    for (let i = 0; i < 200; i++) terminal.say(msgId.location, shanghai(t0 + i * 1_000));
    await until(() => gateway.stats().refused.flood > 0);
    await pause(50);
    expect(gateway.bus.waiting).toBeLessThanOrEqual(20);
    gateway.bus.release();
    await until(() => terminal.results.length === 21);
    expect(gateway.bus.positions).toHaveLength(20);
  });

  it('a flood of garbage ends in silence; a terminal on the same address goes on', async () => {
    const gateway = await open();
    const terminal = await join(gateway);
    terminal.say(msgId.heartbeat, emptyMessage);
    await terminal.heard(1);
    const flooder = await join(gateway, '15000000000');
    for (let i = 0; i < 3_000; i++) {
      flooder.write(Uint8Array.of(0x7e, 1, 2, 3, i & 0x7f, 0x7e));
      if (i % 100 === 0) await pause(1);
    }
    await until(() => gateway.stats().refused.flood > 0);
    terminal.say(msgId.heartbeat, emptyMessage);
    await terminal.heard(2);
    expect(gateway.stats().connections).toBe(1);
  });
});

describe('over TLS', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tongda-tls-'));
    closing.push(() => rmSync(folder, { recursive: true }));
  });
  const files = () => ({ cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') });
  const write = ({ cert, key }: { cert: string; key: string }): void => {
    writeFileSync(files().cert, cert);
    writeFileSync(files().key, key);
  };
  const openCertificate = async (): Promise<Certificate> => {
    const certificate = await Certificate.open(files(), silent);
    closing.push(() => certificate.stop());
    return certificate;
  };
  const shownBy = (port: number): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
        resolve(new X509Certificate(socket.getPeerCertificate().raw).subject);
        socket.destroy();
      });
      socket.once('error', reject);
    });

  it('a terminal reports as over TCP, beside one that speaks plainly; the newer connection wins', async () => {
    const made = makeCertificate('gateway');
    write(made);
    const gateway = await gatewayWith({ lingerMs: 50 }, { tls: { port: 0, certificate: await openCertificate() } });
    const plain = await Terminal.connect(gateway.port, phone);
    closing.push(() => plain.end());
    plain.say(msgId.location, shanghai(t0));
    await plain.heard(1);
    const secure = await Terminal.connectSecurely(gateway.tlsPort ?? 0, phone, made.cert);
    closing.push(() => secure.end());
    secure.say(msgId.location, shanghai(t0 + 1_000));
    secure.say(msgId.heartbeat, emptyMessage, other);
    await secure.heard(2);
    await until(() => plain.closed);
    expect(gateway.bus.positions).toHaveLength(2);
    expect(gateway.stats().terminals).toBe(2);
  });

  it('who speaks no TLS on that port is cut, and so is who never finishes the greeting', async () => {
    write(makeCertificate('gateway'));
    const gateway = await gatewayWith(
      { namelessMs: 100, cutMs: 20 },
      { tls: { port: 0, certificate: await openCertificate() } },
    );
    const plain = await Terminal.connect(gateway.tlsPort ?? 0, phone);
    plain.say(msgId.heartbeat, emptyMessage);
    const mute = await Terminal.connect(gateway.tlsPort ?? 0, phone);
    await until(() => plain.closed && mute.closed);
    expect(gateway.stats()).toMatchObject({ connections: 0, frames: 0 });
  });

  it('a renewed certificate is shown to who comes then; connections stay; half a renewal changes nothing', async () => {
    const first = makeCertificate('first');
    write(first);
    const certificate = await openCertificate();
    const gateway = await gatewayWith({}, { tls: { port: 0, certificate } });
    const port = gateway.tlsPort ?? 0;
    const terminal = await Terminal.connectSecurely(port, phone, first.cert);
    closing.push(() => terminal.end());
    expect(await shownBy(port)).toBe('CN=first');
    const second = makeCertificate('second');
    writeFileSync(files().cert, second.cert);
    await certificate.look();
    expect(await shownBy(port)).toBe('CN=first');
    writeFileSync(files().key, second.key);
    await certificate.look();
    expect(await shownBy(port)).toBe('CN=second');
    terminal.say(msgId.heartbeat, emptyMessage);
    await terminal.heard(1);
  });

  it.each<[string, () => void, RegExp]>([
    ['no file', () => rmSync(files().cert), /^无法读取证书文件 .*cert\.pem：文件不存在$/u],
    ['no certificate', () => writeFileSync(files().cert, 'x'), /^证书文件 .*cert\.pem 不是有效的 PEM 证书$/u],
    ['no key', () => writeFileSync(files().key, 'x'), /^私钥文件 .*key\.pem 不是有效的 PEM 私钥/u],
    ['a foreign key', () => writeFileSync(files().key, makeCertificate('b').key), /不匹配$/u],
    ['an old one', () => write(makeCertificate('old', Date.now() - 1_000)), /已于 .* 过期$/u],
  ])('%s is a sentence', async (_, spoil, sentence) => {
    write(makeCertificate('a'));
    spoil();
    await expect(openCertificate()).rejects.toThrow(sentence);
  });

  it.skipIf(process.getuid?.() === 0)('a file that may not be read is a sentence', async () => {
    write(makeCertificate('a'));
    chmodSync(files().key, 0);
    await expect(openCertificate()).rejects.toThrow(/没有读取权限/u);
  });
});
