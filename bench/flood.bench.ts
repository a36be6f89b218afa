import { setTimeout as pause } from 'node:timers/promises';
import { memoryOf, startChild } from './children/child';
import { cpuOf } from './kit/cpu';
import { miss, sized } from './kit/form';
import { framesOf, openSocket, Sender } from './kit/terminals';

/**
 * One address floods the gateway with garbage while 200 terminals of another one report once a second: how long they wait for their acknowledgement, and the gateway's memory a minute later.
 */
const terminals = sized(200, 5);
const seconds = sized(20, 1);
/** ms of a second: the small form is in a hurry */
const secondMs = sized(1_000, 250);
const promisedP99Ms = 200;
const promisedMB = 50;
const MB = 1024 * 1024;

const check = (ok: boolean, text: string): void => {
  console.log(`${ok ? '  ' : 'MISSED '}${text}`);
  if (!ok) miss();
};
const at = (times: number[], share: number): number =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

const gateway = await startChild('gateway-child');

/** Every terminal reports once a second, evenly spread; answers the ms until each report was acknowledged. */
async function measure(): Promise<number[]> {
  const from = Math.floor(Date.now() / 1000) * 1000 - 150_000;
  const all = await Promise.all(
    Array.from(
      { length: terminals },
      async (_, n) => new Sender(await openSocket(gateway.port), framesOf(n, seconds, 1, from), 0),
    ),
  );
  const began = performance.now();
  for (let sent = 0; sent < terminals * seconds; await pause(4)) {
    const due = Math.min(terminals * seconds, Math.floor(((performance.now() - began) / secondMs) * terminals));
    for (; sent < due; sent++) all[sent % terminals]?.send();
  }
  await pause(sized(2_000, 100));
  const times = all.flatMap(({ latencies }) => latencies);
  for (const sender of all) sender.close();
  if (times.length < terminals * seconds)
    console.log(`${terminals * seconds - times.length} reports without an answer`);
  return times;
}

const said = (times: number[]): string =>
  `p50 ${at(times, 0.5).toFixed(1)} ms, p99 ${at(times, 0.99).toFixed(0)} ms, worst ${at(times, 1).toFixed(0)} ms`;
await measure();
const calm = await measure();
console.log(`calm: ${said(calm)}`);
const before = memoryOf(gateway.pid);
const cpu = cpuOf(gateway.pid);
const flooder = await startChild('flood-child', [String(gateway.port), String(sized(50, 3))]);
const flooded = await measure();
const used = cpuOf(gateway.pid) - cpu;
flooder.end();
check(
  flooded.length === terminals * seconds && at(flooded, 0.99) <= promisedP99Ms,
  `flooded: ${said(flooded)} (promised: p99 at most ${promisedP99Ms}); the gateway used ${used.toFixed(1)} s of CPU in ${seconds} s`,
);
await pause(sized(60_000, 50));
const grown = (memoryOf(gateway.pid) - before) / MB;
check(
  grown <= promisedMB,
  `memory a minute later: ${grown.toFixed(0)} MB more than before (promised: at most ${promisedMB})`,
);
gateway.end();
