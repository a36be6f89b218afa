import { finished } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { seedLoadFleet } from '../apps/server/test/processes/server-data';
import { startChild } from './children/child';
import { cpuOf, cpuOfChildren, waitUntilQuiet } from './kit/cpu';
import { miss, sized } from './kit/form';
import { openStage } from './kit/stage';
import { framesOf, openTerminals, Sender } from './kit/terminals';

/**
 * Points a second that the real server takes end to end (decoded, stored, acknowledged, live state updated), with the terminals on the same machine.
 * Two ratios: batches (0x0704) against raw binary COPY of the same rows into the same table, and single reports, one a TCP segment, against a gateway
 * that decodes and acknowledges without storing. Then the figures with 1,000 and with 10,000 terminals, and the time until a report is acknowledged when
 * each terminal reports once in ten seconds. The first report of a terminal costs more, since its data is read then, and is not measured.
 */
const promisedOfCopy = 0.45;
const promisedOfDecoding = 0.45;
/** points of a batch: as many as fit into one frame */
const batch = 30;
/** terminals of the ratios; the absolute figures are printed for each of {@link fleets} */
const fleet = Number(process.env.TERMINALS ?? sized(1_000, 10));
const fleets = process.env.FLEETS?.split(',').map(Number) ?? sized([1_000, 10_000], [20]);
/** messages of each terminal, one a segment */
const messages = sized(100, 5);

const stage = await openStage('ingest');
const { gatewayPort } = stage;
await stage.withData((db) => seedLoadFleet(db, Math.max(fleet, ...fleets)));
// without the worker, whose tasks have benchmarks of their own (packed-day, recompute-day)
const server = await stage.start({ ROLES: 'api,gateway,processor' });

/** Device time of the next reports, epoch ms. */
let clock = 0;
/** Device times begin so long ago. Reports older than five minutes count as late data, which costs more. */
const freshMs = 150_000;

/** Throughput of a flood, and the CPU time it cost. */
interface Flow {
  /** Points a second. */
  perSecond: number;
  /** CPU seconds of the gateway's process, of its children (PostgreSQL), and of this process, which plays the terminals. */
  cpuSeconds: number;
  childSeconds: number;
  ownSeconds: number;
}

/**
 * Lets `senders` terminals send `count` messages of `points` points each to the port `to`, as fast as they are answered. `pid` is the gateway's
 * process.
 */
async function flood(
  to: number,
  pid: number,
  senders: number,
  count: number,
  points: number,
  window: number,
): Promise<Flow> {
  clock = Math.max(clock, Math.floor((Date.now() - freshMs) / 1000) * 1000);
  const sockets = await openTerminals(to, senders);
  const all = sockets.map((socket, n) => new Sender(socket, framesOf(n, count, points, clock), window));
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

/** Rows a second of raw binary COPY of the rows just stored, 5,000 a commit, into an empty copy of the table. Ends the server before. */
async function measureRawCopy(): Promise<number> {
  await server.stop();
  return stage.withData(async (db) => {
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

const pid = () => server.pid;
const formatPerCpuSecond = (points: number, seconds: number) =>
  `${(points / seconds / 1000).toFixed(0)}k a CPU second of the server`;

/** CPU time that a message costs the server, PostgreSQL and the terminals. */
const formatCosts = ({ cpuSeconds, childSeconds, ownSeconds }: Flow, count: number): string => {
  const us = (seconds: number) => `${((seconds / count) * 1e6).toFixed(0)} µs`;
  return `CPU a message: server ${us(cpuSeconds)}, PostgreSQL ${us(childSeconds)}, terminals ${us(ownSeconds)}`;
};

/** Lets every terminal report `rounds` times, once in ten seconds, spread evenly. Answers the ms until each report was acknowledged. */
async function measureLatencies(terminals: number, rounds: number): Promise<number[]> {
  const sockets = await openTerminals(gatewayPort, terminals);
  const all = sockets.map((socket, n) => new Sender(socket, framesOf(n, rounds, 1, clock), 0));
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
  await new Promise((resolve) => setTimeout(resolve, sized(2_000, 100)));
  const times = all.flatMap((sender) => sender.latencies);
  for (const sender of all) sender.close();
  return times;
}

await flood(gatewayPort, pid(), Math.max(fleet, ...fleets), 1, batch, 1);
await waitUntilQuiet(pid());
// each terminal waits for the answer before it sends the next batch
const batches = await flood(gatewayPort, pid(), fleet, 10, batch, 1);
console.log(
  `0x0704 of ${batch}, ${fleet} terminals: ${batches.perSecond.toFixed(0)} points a second stored and acknowledged, ${formatPerCpuSecond(fleet * 10 * batch, batches.cpuSeconds)}`,
);
await waitUntilQuiet(pid());
// each terminal waits for the answer before it sends the next report, so that a segment holds one message, as from real terminals
const single = await flood(gatewayPort, pid(), fleet, messages, 1, 1);
console.log(
  `0x0200 alone, ${fleet} terminals: ${single.perSecond.toFixed(0)} points a second stored and acknowledged, ${formatPerCpuSecond(fleet * messages, single.cpuSeconds)}; ${formatCosts(single, fleet * messages)}`,
);

const child = await startChild('gateway-child');
await flood(child.port, child.pid, fleet, sized(5, 1), 1, 1);
const bare = await flood(child.port, child.pid, fleet, messages, 1, 1);
child.end();
console.log(
  `decode and acknowledge only: ${bare.perSecond.toFixed(0)} a second, ${formatPerCpuSecond(fleet * messages, bare.cpuSeconds)}; ${formatCosts(bare, fleet * messages)}`,
);
check(
  single.perSecond / bare.perSecond >= promisedOfDecoding,
  `stored / not stored, one message a segment = ${(single.perSecond / bare.perSecond).toFixed(2)} (promised: at least ${promisedOfDecoding})`,
);

for (const terminals of fleets) {
  await waitUntilQuiet(pid());
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
  await waitUntilQuiet(pid());
  const times = await measureLatencies(terminals, 2);
  console.log(
    `${terminals} terminals: ${many.perSecond.toFixed(0)} points a second in batches, ${alone.perSecond.toFixed(0)} alone; a report each in ten seconds: acknowledged after p50 ${at(times, 0.5).toFixed(0)} ms, p99 ${at(times, 0.99).toFixed(0)} ms (${times.length} of ${terminals * 2})`,
  );
}
const copy = await measureRawCopy();
console.log(`raw binary COPY: ${copy.toFixed(0)} rows a second`);
check(
  batches.perSecond / copy >= promisedOfCopy,
  `stored and acknowledged / raw COPY = ${(batches.perSecond / copy).toFixed(2)} (promised: at least ${promisedOfCopy})`,
);
await stage.close();
if (failed) miss();
