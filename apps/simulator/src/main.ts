import { text } from 'node:stream/consumers';
import { type DemoVehicle, demoVehicles } from './fleet/demo';
import { runLoad } from './load';
import { runProcesses, shareTerminals } from './load-processes';
import { helpText, loadOptionsOf, readOptions } from './options';
import { pastOf, playRecorders } from './recorders';
import { createStopController, type RunningFleet, startDemo } from './runner';
import { dayMs } from './world/calendar';
import type { UnitFailure } from './world/cargo';

/**
 * The simulator as a program.
 *   tsx apps/simulator/src/main.ts --host 127.0.0.1 --port 6808 --history-days 30      the demo fleet
 *   tsx apps/simulator/src/main.ts --port 6808 --load 1000 --rate 1000 --seconds 60    load; --help says what else there is
 * `--known-stdin` reads {"terminals": {"<phone digits without leading zeros>": {"since": <epoch ms>, "code": "<authentication code>"}},
 * "failures": [{"vehicleNo": <1-60>, "fromMs": <epoch ms>, "toMs": <epoch ms>}], "recordersSince": <epoch ms>} from standard input. What a terminal remembers, each part optional: history
 * starts at `since` instead; one with a code authenticates with it and does not register. Failures: when refrigeration units fail.
 */
const args = process.argv.slice(2);
const values = readOptions(args);
/** Days of the demo's past that are sent with every report; older ones go thinly. */
const fullDays = 7;

async function main(): Promise<void> {
  if (values.help) {
    console.log(helpText());
    return;
  }
  if (values.load !== '') {
    const options = loadOptionsOf(values);
    const shares = shareTerminals(options.terminals);
    const result = shares.length > 1 ? await runProcesses(shares, options, args) : await runLoad(options);
    console.log(JSON.stringify(result));
    return;
  }
  await runDemo(values['known-stdin'] ? await readKnown() : { terminals: {}, failures: [] });
}

interface Known {
  /** what terminals remember, by phone digits without leading zeros */
  terminals: Record<string, { since?: number; code?: string }>;
  failures: UnitFailure[];
  /** when the company got its portable recorders, epoch ms; absent: now */
  recordersSince?: number;
}

async function readKnown(): Promise<Known> {
  // the caller writes this object, as the head of this file says
  return JSON.parse(await text(process.stdin)) as Known;
}

/** Runs the demo fleet until SIGTERM or SIGINT. */
async function runDemo({ terminals, failures, recordersSince }: Known): Promise<void> {
  const started = Date.now();
  const { host, port, transport, ca } = values;
  const speed = Number(values.speed);
  const oldest = started - Number(values['history-days']) * dayMs;
  const fails = ({ no }: DemoVehicle) => failures.some(({ vehicleNo, toMs }) => vehicleNo === no && toMs > started);
  const knownOf = (phone: string) => terminals[phone.replace(/^0+/u, '')];
  const fleet = startDemo({
    host,
    port,
    transport,
    ca,
    vehicles: demoVehicles,
    // those with something to see now
    isFirst: fails,
    speed,
    failures,
    clock: { now: () => started + (Date.now() - started) * speed },
    concurrency: Number(values.concurrency),
    from: (v) => Math.max(oldest, knownOf(v.phone)?.since ?? oldest),
    fullFromMs: started - fullDays * dayMs,
    authCodeOf: (v) => knownOf(v.phone)?.code,
    onProgress: ({ vehicles, points }) => console.log(JSON.stringify({ event: 'history', vehicles, points })),
  });
  const ending = createStopController();
  const sinceMs = recordersSince ?? started;
  const recorders = playRecorders({
    host,
    port,
    transport,
    ca,
    clock: { now: () => started + (Date.now() - started) * speed },
    speed,
    sinceMs,
    from: (r) => knownOf(r.phone)?.since ?? pastOf(r, sinceMs, oldest),
    authCodeOf: (r) => knownOf(r.phone)?.code,
    signal: ending.signal,
  }).catch((error: unknown) => console.error(error));
  stopOnSignal({
    stop: async () => {
      ending.abort();
      await Promise.all([fleet.stop(), recorders]);
    },
  });
  const { points } = await fleet.caughtUp;
  console.log(JSON.stringify({ event: 'live', points, seconds: Math.round((Date.now() - started) / 1000) }));
}

/** Ends the fleet and the process on SIGTERM and SIGINT, after 3 s at the latest. */
function stopOnSignal(fleet: Pick<RunningFleet, 'stop'>): void {
  const stop = (): void => {
    void fleet.stop().then(() => process.exit(0));
    setTimeout(() => process.exit(0), 3000).unref();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // The server that started us is gone: nobody is left to simulate for.
  if (process.send) process.once('disconnect', stop);
}

await main();
