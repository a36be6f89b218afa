import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { encodeMessage, msgId } from '@tongda/protocol/jt808/codec';
import { FrameSplitter } from '@tongda/protocol/jt808/frame';
import { loadPhone } from '@tongda/simulator/load';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { shanghai } from '../apps/server/test/gateway-kit';
import { bundleServer, freePort, startServer } from '../apps/server/test/processes/server';
import { seedLoadFleet, withServerData } from '../apps/server/test/processes/server-data';
import { scratchFolder } from '../apps/server/test/scratch';
import { miss, sized } from './form';

/**
 * Durable ingest end to end (decoded, stored, acknowledged, live state updated) by the real server, generator beside it on the same machine:
 * in 0x0704 batches against raw binary COPY of the same rows into the same table, one message a segment against decoding and acknowledging
 * without storing. Then points a second with 1,000 and with 10,000 terminals, and the latency of the acknowledgement when each reports once in
 * ten seconds. What a terminal's first report costs (its facts are read once) is over before anything is measured.
 */
const promisedOfCopy = 0.35;
const promisedOfDecoding = 0.8;
// what fits one frame
const batch = 30;
/** terminals of the ratios; the absolute figures are told for each of {@link fleets} */
const fleet = Number(process.env.TERMINALS ?? sized(1_000, 10));
const fleets = process.env.FLEETS?.split(',').map(Number) ?? [sized(1_000, 10), sized(10_000, 20)];
/** messages of each terminal, one a segment */
const messages = sized(100, 5);

const folder = scratchFolder('ingest');
await withServerData(folder, (db) => seedLoadFleet(db, Math.max(fleet, ...fleets)));
const port = await freePort();
const gatewayPort = await freePort();
const env = {
  DATA_DIR: folder,
  HOST: '127.0.0.1',
  PORT: String(port),
  GATEWAY_PORT: String(gatewayPort),
  LOG_LEVEL: 'error',
  DEMO: '0',
  // what the worker does beside has benches of its own (packed-day, recompute-day)
  ROLES: 'api,gateway,processor',
};
const server = await startServer(await bundleServer(), env);

/** One terminal: frames made beforehand, at most `window` of them unanswered. */
class Sender {
  readonly latencies: number[] = [];
  private readonly sentAt: number[] = [];
  private next = 0;
  private answered = 0;
  private resolve: () => void = () => undefined;

  constructor(
    private readonly socket: Socket,
    private readonly frames: readonly Uint8Array[],
    private readonly window: number,
  ) {
    const splitter = new FrameSplitter();
    socket.setNoDelay(true);
    socket.on('data', (chunk) => {
      for (const _ of splitter.push(chunk)) this.heard();
    });
  }

  /** Resolves when every frame is answered. */
  run(): Promise<void> {
    return new Promise((resolve) => {
      this.resolve = resolve;
      this.push();
    });
  }

  /** One more frame now. */
  send(): void {
    const frame = this.frames[this.next++];
    if (!frame) return;
    this.sentAt.push(performance.now());
    this.socket.write(frame);
  }

  close(): void {
    this.socket.destroy();
  }

  private push(): void {
    while (this.next < this.frames.length && this.next - this.answered < this.window) this.send();
  }

  private heard(): void {
    this.latencies.push(performance.now() - (this.sentAt[this.answered++] ?? 0));
    if (this.answered >= this.frames.length) this.resolve();
    else if (this.window > 0) this.push();
  }
}

const location = (n: number, t: number) => shanghai(t, { lng: 120 + (n % 500) / 100, items: [] });
const header = (n: number, serial: number) => ({
  phone: loadPhone(n),
  serial: serial & 0xffff,
  version: '2013' as const,
});
let clock = 0;
/** Reports older than five minutes would be late data, which costs more: times go on from a little while ago. */
const freshMs = 150_000;

/** Frames of terminal n: `count` messages of `points` points, a second apart. */
function framesOf(n: number, count: number, points: number, from: number): Uint8Array[] {
  return Array.from({ length: count }, (_, i) => {
    const times = Array.from({ length: points }, (_p, k) => from + (i * points + k) * 1000);
    if (points === 1) return encodeMessage(msgId.location, header(n, i), location(n, from + i * 1000));
    return encodeMessage(msgId.locationBatch, header(n, i), {
      late: false,
      damaged: 0,
      locations: times.map((t) => location(n, t)),
    });
  });
}

async function open(to: number): Promise<Socket> {
  const socket = connect(to, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

interface Flow {
  perSecond: number;
  /** of the process of the gateway, of its children (PostgreSQL), and of this one, which plays the terminals */
  cpuSeconds: number;
  childSeconds: number;
  ownSeconds: number;
}

/** Everything that `senders` terminals have to say, as fast as it is answered; CPU is the process of the gateway. */
async function flood(
  to: number,
  pid: number,
  senders: number,
  count: number,
  points: number,
  window: number,
): Promise<Flow> {
  clock = Math.max(clock, Math.floor((Date.now() - freshMs) / 1000) * 1000);
  const all = await Promise.all(
    Array.from(
      { length: senders },
      async (_, n) => new Sender(await open(to), framesOf(n, count, points, clock), window),
    ),
  );
  clock += count * points * 1000;
  const [cpu, children, own] = [cpuOf(pid), cpuOfChildren(pid), cpuOf(process.pid)];
  const began = performance.now();
  await Promise.all(all.map((sender) => sender.run()));
  const seconds = (performance.now() - began) / 1000;
  for (const sender of all) sender.close();
  return {
    perSecond: (senders * count * points) / seconds,
    cpuSeconds: cpuOf(pid) - cpu,
    childSeconds: cpuOfChildren(pid) - children,
    ownSeconds: cpuOf(process.pid) - own,
  };
}

/** Fields of a process from its parent's id on; null when it has ended. */
function statOf(pid: number): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').slice(1) ?? null;
  } catch {
    return null;
  }
}
const secondsOf = (stat: string[] | null): number => (Number(stat?.[10] ?? 0) + Number(stat?.[11] ?? 0)) / 100;
const cpuOf = (pid: number): number => secondsOf(statOf(pid));

/** CPU of everything below a process. */
function cpuOfChildren(pid: number): number {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .flatMap((name) => {
      const stat = statOf(Number(name));
      return stat ? [{ id: Number(name), parent: Number(stat[0]), seconds: secondsOf(stat) }] : [];
    });
  const below = (parent: number): number =>
    stats.filter((one) => one.parent === parent).reduce((sum, { id, seconds }) => sum + seconds + below(id), 0);
  return below(pid);
}

/** Raw binary COPY of the rows just stored, 5,000 a commit, into an empty copy of the table. */
async function rawCopy(): Promise<number> {
  server.child.kill('SIGTERM');
  await server.ended;
  return withServerData(folder, async (db) => {
    const client = await db.pool.connect();
    const out = client.query(
      copyTo('copy (select * from position order by device_time limit 5000) to stdout (format binary)'),
    );
    const chunks: Buffer[] = [];
    out.on('data', (chunk: Buffer) => chunks.push(chunk));
    await finished(out);
    const bytes = Buffer.concat(chunks);
    await client.query('create table raw_copy (like position including all)');
    const rounds = sized(20, 2);
    const began = performance.now();
    for (let i = 0; i < rounds; i++) {
      await client.query('truncate raw_copy');
      const into = client.query(copyFrom('copy raw_copy from stdin (format binary)'));
      into.end(bytes);
      await finished(into);
    }
    const { rows } = await client.query<{ n: string }>('select count(*) as n from raw_copy');
    client.release();
    return (Number(rows[0]?.n) * rounds) / ((performance.now() - began) / 1000);
  });
}

const at = (times: number[], share: number) =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
let failed = false;
const check = (ok: boolean, text: string) => {
  console.log(`${ok ? '  ' : 'MISSED '}${text}`);
  if (!ok) failed = true;
};

const pid = () => server.child.pid ?? 0;
const perCpu = (points: number, seconds: number) =>
  `${(points / seconds / 1000).toFixed(0)}k a CPU second of the server`;

/** What a message costs whom. */
const costs = ({ cpuSeconds, childSeconds, ownSeconds }: Flow, count: number): string => {
  const us = (seconds: number) => `${((seconds / count) * 1e6).toFixed(0)} µs`;
  return `CPU a message: server ${us(cpuSeconds)}, PostgreSQL ${us(childSeconds)}, terminals ${us(ownSeconds)}`;
};

/** Until the server has nothing left to do of what came before. */
async function quiet(): Promise<void> {
  for (let still = 0; still < sized(2, 0); ) {
    const before = cpuOf(pid());
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    still = cpuOf(pid()) - before < 0.08 ? still + 1 : 0;
  }
}

/** Every terminal reports `rounds` times in ten seconds each, spread evenly; ms until the answer of each report. */
async function latencies(terminals: number, rounds: number): Promise<number[]> {
  const all = await Promise.all(
    Array.from(
      { length: terminals },
      async (_, n) => new Sender(await open(gatewayPort), framesOf(n, rounds, 1, clock), 0),
    ),
  );
  clock += rounds * 1000;
  const began = performance.now();
  for (let done = 0; done < terminals * rounds; ) {
    const due = Math.min(
      terminals * rounds,
      Math.floor(((performance.now() - began) / sized(10_000, 200)) * terminals),
    );
    for (; done < due; done++) all[done % terminals]?.send();
    await new Promise((resolve) => setTimeout(resolve, 4));
  }
  await new Promise((resolve) => setTimeout(resolve, sized(2_000, 300)));
  const times = all.flatMap((sender) => sender.latencies);
  for (const sender of all) sender.close();
  return times;
}

await flood(gatewayPort, pid(), Math.max(fleet, ...fleets), 1, batch, 1);
await quiet();
// each waits for its answer before it sends the next batch
const batches = await flood(gatewayPort, pid(), fleet, 10, batch, 1);
console.log(
  `0x0704 of ${batch}, ${fleet} terminals: ${batches.perSecond.toFixed(0)} points a second stored and acknowledged, ${perCpu(fleet * 10 * batch, batches.cpuSeconds)}`,
);
await quiet();
// each waits for its answer before the next: what a segment holds is one message, as from terminals
const single = await flood(gatewayPort, pid(), fleet, messages, 1, 1);
console.log(
  `0x0200 alone, ${fleet} terminals: ${single.perSecond.toFixed(0)} points a second stored and acknowledged, ${perCpu(fleet * messages, single.cpuSeconds)}; ${costs(single, fleet * messages)}`,
);

const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'gateway-child.ts')], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const endChild = () => void child.kill('SIGTERM');
process.once('exit', endChild);
const [portLine] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
await flood(Number(portLine), child.pid ?? 0, fleet, sized(5, 1), 1, 1);
const bare = await flood(Number(portLine), child.pid ?? 0, fleet, messages, 1, 1);
endChild();
process.off('exit', endChild);
console.log(
  `decode and acknowledge only: ${bare.perSecond.toFixed(0)} a second, ${perCpu(fleet * messages, bare.cpuSeconds)}; ${costs(bare, fleet * messages)}`,
);
check(
  single.perSecond / bare.perSecond >= promisedOfDecoding,
  `stored / not stored, one message a segment = ${(single.perSecond / bare.perSecond).toFixed(2)} (promised: at least ${promisedOfDecoding})`,
);

for (const terminals of fleets) {
  await quiet();
  const rounds = Math.max(2, Math.round(sized(200_000, 600) / terminals / batch));
  const many = await flood(gatewayPort, pid(), terminals, rounds, batch, 1);
  const alone = await flood(
    gatewayPort,
    pid(),
    terminals,
    Math.max(5, Math.round(sized(50_000, 50) / terminals)),
    1,
    1,
  );
  await quiet();
  const times = await latencies(terminals, 2);
  console.log(
    `${terminals} terminals: ${many.perSecond.toFixed(0)} points a second in batches, ${alone.perSecond.toFixed(0)} alone; a report each in ten seconds: acknowledged after p50 ${at(times, 0.5).toFixed(0)} ms, p99 ${at(times, 0.99).toFixed(0)} ms (${times.length} of ${terminals * 2})`,
  );
}
const copy = await rawCopy();
console.log(`raw binary COPY: ${copy.toFixed(0)} rows a second`);
check(
  batches.perSecond / copy >= promisedOfCopy,
  `stored and acknowledged / raw COPY = ${(batches.perSecond / copy).toFixed(2)} (promised: at least ${promisedOfCopy})`,
);
rmSync(folder, { recursive: true, force: true });
if (failed) miss();
