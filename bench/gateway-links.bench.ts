import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { encodeMessage, msgId } from '@tongda/protocol/jt808/codec';
import { emptyMessage } from '@tongda/protocol/jt808/messages/session/0002';
import { loadPhone } from '@tongda/simulator/load';
import { type Child, memoryOf, startChild } from './children/child';
import { cpuOf } from './kit/cpu';
import { miss, sized } from './kit/form';
import { framesOf, openSocket, Sender } from './kit/terminals';

/**
 * What the gateway's connections cost, without a database: decoding and acknowledging against a bare node:net server that answers each frame with the same bytes, in turns within one run;
 * connections that come in a second; memory of those that are idle. A process has 20,000 file descriptors or less on many machines, so IDLE says how many are opened.
 */
const rounds = sized(3, 1);
const idle = Number(process.env.IDLE ?? sized(18_000, 50));
const promisedIdleBytes = 25 * 1024;
const promisedAccepts = 2_000;

const check = (ok: boolean, text: string): void => {
  console.log(`${ok ? '  ' : 'MISSED '}${text}`);
  if (!ok) miss();
};

interface Flow {
  perSecond: number;
  /** CPU of the server, µs a message */
  cpuUs: number;
}

/** Terminals send their frames, at most `window` of them unanswered. */
async function flow({ port, pid }: Child, senders: number, frames: number, window: number): Promise<Flow> {
  const from = Math.floor(Date.now() / 1000) * 1000 - 150_000;
  const all = await Promise.all(
    Array.from(
      { length: senders },
      async (_, n) => new Sender(await openSocket(port), framesOf(n, frames, 1, from), window),
    ),
  );
  const cpu = cpuOf(pid);
  const began = performance.now();
  await Promise.all(all.map((sender) => sender.run()));
  const seconds = (performance.now() - began) / 1000;
  const cpuUs = ((cpuOf(pid) - cpu) / (senders * frames)) * 1e6;
  for (const sender of all) sender.close();
  return { perSecond: (senders * frames) / seconds, cpuUs };
}

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The median of what several turns of both come to. */
async function compare(what: string, promised: number, run: (child: Child) => Promise<Flow>): Promise<void> {
  const ratios: number[] = [];
  const costs: Array<[Flow, Flow]> = [];
  for (let i = 0; i < rounds; i++) {
    const [own, bare] = [await run(gateway), await run(plain)];
    ratios.push(own.perSecond / bare.perSecond);
    costs.push([own, bare]);
  }
  const cost = (which: 0 | 1): string =>
    `${median(costs.map((c) => c[which].perSecond)).toFixed(0)} a second, ${median(costs.map((c) => c[which].cpuUs)).toFixed(1)} µs of CPU each`;
  console.log(`${what}: gateway ${cost(0)}; bare ${cost(1)}`);
  check(
    median(ratios) >= promised,
    `decode and acknowledge / bare, ${what} = ${median(ratios).toFixed(2)} (promised: at least ${promised})`,
  );
}

const heartbeat = (n: number): Uint8Array =>
  encodeMessage(msgId.heartbeat, { phone: loadPhone(n), serial: 0, version: '2013' }, emptyMessage);

/** Opens connections, `together` at a time; each says a heartbeat and counts when it is answered. */
async function openMany({ port }: Child, count: number, together: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  const one = async (n: number): Promise<void> => {
    const socket = connect(port, '127.0.0.1');
    socket.write(heartbeat(n));
    await once(socket, 'data');
    sockets.push(socket);
  };
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let n = next++; n < count; n = next++) await one(n);
  };
  await Promise.all(Array.from({ length: together }, worker));
  return sockets;
}

const gateway = await startChild('gateway-child');
const plain = await startChild('bare-child');
await flow(gateway, sized(200, 5), sized(100, 5), 1);
await flow(plain, sized(200, 5), sized(100, 5), 1);
await compare('one message a segment, 1,000 connections', 0.8, (child) =>
  flow(child, sized(1_000, 10), sized(60, 3), 1),
);
await compare('pipelined, 200 connections', 0.5, (child) =>
  flow(child, sized(200, 5), sized(1_000, 20), sized(100, 5)),
);
gateway.end();
plain.end();

const fresh = await startChild('gateway-child');
for (const socket of await openMany(fresh, sized(2_000, 10), 100)) socket.destroy();
await pause(sized(3_000, 50));
const before = memoryOf(fresh.pid);
const began = performance.now();
const sockets = await openMany(fresh, idle, 200);
const perSecond = idle / ((performance.now() - began) / 1000);
check(
  perSecond >= promisedAccepts,
  `${perSecond.toFixed(0)} connections a second, each answered once (promised: ${promisedAccepts})`,
);
await pause(sized(10_000, 50));
const each = (memoryOf(fresh.pid) - before) / idle;
check(
  each <= promisedIdleBytes,
  `${idle} idle connections: ${(each / 1024).toFixed(1)} KB each in the gateway (promised: at most ${promisedIdleBytes / 1024})`,
);
for (const socket of sockets) socket.destroy();
fresh.end();
