import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DemoVehicle } from './fleet/demo';
import type { CarrierOptions } from './terminal/carrier';
import { Terminal } from './terminal/connection';
import type { TerminalIdentity } from './terminal/identity';
import type { TerminalCounters } from './terminal/settings';
import type { CommandFault } from './terminal/unit';
import { toDriverCard } from './terminal/wire';
import { hourMs } from './world/calendar';
import type { UnitFailure } from './world/cargo';
import type { TerminalPoint } from './world/event';
import { simulateVehicle } from './world/simulate';
import { sentEvents } from './world/thin';

/** Time of the simulated world, epoch ms. The default is the machine's clock. */
export interface Clock {
  now(): number;
}

/** Which vehicles report to which gateway, and by which clock. */
export interface FleetOptions extends CarrierOptions {
  vehicles: readonly DemoVehicle[];
  clock?: Clock;
  /** How fast the clock runs against real time: 2 halves the waits. Needs a clock that runs as fast. */
  speed?: number;
  ackTimeoutMs?: number;
  /** The authentication code that a vehicle's terminal remembers; without one it registers. */
  authCodeOf?: (vehicle: DemoVehicle) => string | undefined;
  /** Refrigeration units that fail at a given time, besides the stories of the demo. */
  failures?: readonly UnitFailure[];
  /** Called with the device times (epoch ms) that the platform has just acknowledged. */
  onAcknowledged?: (vehicle: DemoVehicle, timesMs: readonly number[], latencyMs: number) => void;
}

/** What of the past is sent, and how. */
export interface HistoryOptions extends FleetOptions {
  /** First moment that is sent of a vehicle, epoch ms. */
  from: (vehicle: DemoVehicle) => number;
  /** Reports before this moment (epoch ms) are sent thinly, so that a long past does not take long. Absent: everything is sent. */
  fullFromMs?: number;
  /** Number of terminals that upload at the same time; 12 when left out. */
  concurrency?: number;
  onProgress?: (done: { vehicles: number; points: number }) => void;
  /** Vehicles whose past `startDemo` sends before that of the others. */
  isFirst?: (vehicle: DemoVehicle) => boolean;
  signal?: AbortSignal;
}

/** A fleet that reports until it is stopped. */
export interface RunningFleet {
  counters(): TerminalCounters & { online: number; pending: number };
  stop(): Promise<void>;
}

/** A controller whose one signal every vehicle listens to; Node warns of so many listeners unless it is told not to. */
export function createStopController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

const plateColours = { blue: 1, yellow: 2, green: 5 } as const;

/** What a vehicle's terminal registers with. */
export const identityOf = (v: DemoVehicle): TerminalIdentity => ({
  phone: v.phone,
  protocol: v.protocol,
  plateNo: v.plateNo,
  plateColor: plateColours[v.colour],
});

/** Vehicles of the demo whose terminals answer commands as some real ones do. */
const commandFaults: Readonly<Record<number, CommandFault>> = {
  17: 'refused',
  23: 'silent',
  31: 'late',
  37: 'twice',
  43: 'foreignSerial',
  53: 'unsupported',
};

/** Creates the terminal of a vehicle, which is not connected yet. */
function createTerminal(vehicle: DemoVehicle, options: FleetOptions): Terminal {
  return new Terminal({
    host: options.host,
    port: options.port,
    transport: options.transport,
    ca: options.ca,
    identity: identityOf(vehicle),
    authCode: options.authCodeOf?.(vehicle),
    ackTimeoutMs: options.ackTimeoutMs,
    commandFault: commandFaults[vehicle.no],
    camera: vehicle.video,
    now: options.clock?.now,
    onAcknowledged: options.onAcknowledged && ((times, latency) => options.onAcknowledged?.(vehicle, times, latency)),
  });
}

/**
 * Sends what the vehicles' terminals would have reported in the past, oldest first, as batches through the gateway. Points that were
 * taken without a radio link go as blind-area catch-up, the others as normal batches. Resolves when everything is acknowledged.
 */
export async function backfillHistory(options: HistoryOptions & { to: number }): Promise<{ points: number }> {
  const queue = [...options.vehicles];
  const done = { vehicles: 0, points: 0 };
  const worker = async (): Promise<void> => {
    for (let v = queue.shift(); v && !options.signal?.aborted; v = queue.shift()) {
      const terminal = createTerminal(v, options);
      const from = options.from(v);
      const points = await uploadRange(terminal, v, { from, to: options.to }, options);
      done.points += points;
      await terminal.stop();
      done.vehicles++;
      options.onProgress?.({ ...done });
    }
  };
  await Promise.all(Array.from({ length: options.concurrency ?? 12 }, worker));
  return { points: done.points };
}

/** Points that are collected before they are sent: enough to keep several batches under way, few enough to stay in memory. */
const roundPoints = 600;

/** Uploads a vehicle's points and card events of `[from, to)` and answers how many points there were, when all are acknowledged. */
async function uploadRange(
  terminal: Terminal,
  vehicle: DemoVehicle,
  { from, to }: { from: number; to: number },
  { signal, failures, fullFromMs = 0 }: Pick<HistoryOptions, 'signal' | 'failures' | 'fullFromMs'>,
): Promise<number> {
  let total = 0;
  let clear: TerminalPoint[] = [];
  let dark: TerminalPoint[] = [];
  const send = async (): Promise<void> => {
    if (clear.length + dark.length > 0) terminal.start();
    await terminal.upload(clear, false, signal);
    await terminal.upload(dark, true, signal);
    total += clear.length + dark.length;
    clear = [];
    dark = [];
  };
  const events = simulateVehicle(vehicle, from, to, failures);
  for (const event of sentEvents(vehicle, events, fullFromMs)) {
    if (signal?.aborted) return total;
    if (event.kind === 'card') {
      // sent between the points before and after it: the platform takes the driver of later points from it
      await send();
      terminal.start();
      terminal.swipe(toDriverCard(event.card, event.timeMs), event.card.licenceNo);
      await terminal.whenCardsTaken(signal);
    }
    if (event.kind !== 'point') continue;
    // what was kept without a link goes out as soon as there is one: an upload that breaks off later has lost nothing behind it
    if (event.link && dark.length > 0) await send();
    (event.link ? clear : dark).push(event.point);
    if (clear.length >= roundPoints) await send();
  }
  await send();
  return total;
}

/** Starts the live fleet: each vehicle goes on from `clock.now()` and reports through its own connection until `stop`. */
export function startFleet(options: FleetOptions): RunningFleet {
  const stopping = createStopController();
  const from = (options.clock ?? Date).now();
  const terminals = new Map<DemoVehicle, Terminal>(options.vehicles.map((v) => [v, createTerminal(v, options)]));
  const runs = [...terminals].map(([v, terminal]) => runLive(v, terminal, from, options, stopping.signal));
  return {
    counters: () => sumCounters([...terminals.values()]),
    stop: async () => {
      stopping.abort();
      await Promise.all(runs);
    },
  };
}

/** Starts a fleet of which each vehicle first uploads its past from `options.from` on and then reports live, without a gap between the two. */
export function startDemo(options: HistoryOptions): RunningFleet & { caughtUp: Promise<{ points: number }> } {
  const stopping = createStopController();
  const terminals = new Map<DemoVehicle, Terminal>(options.vehicles.map((v) => [v, createTerminal(v, options)]));
  const clock = options.clock ?? Date;
  const isFirst = ([v]: [DemoVehicle, Terminal]): boolean => options.isFirst?.(v) ?? false;
  const first = [...terminals].filter(isFirst);
  const queue = [...terminals].filter((one) => !isFirst(one));
  const done = { vehicles: 0, points: 0 };
  const runs: Array<Promise<void>> = [];
  const catchUp = async (waiting: Array<[DemoVehicle, Terminal]>): Promise<void> => {
    for (let next = waiting.shift(); next && !stopping.signal.aborted; next = waiting.shift()) {
      const [v, terminal] = next;
      let from = options.from(v);
      // The clock goes on while the history travels: a second, short round closes the gap.
      for (let to = clock.now(); to - from > 20_000 && !stopping.signal.aborted; to = clock.now()) {
        const points = await uploadRange(terminal, v, { from, to }, { ...options, signal: stopping.signal });
        done.points += points;
        from = to;
      }
      done.vehicles++;
      options.onProgress?.({ ...done });
      runs.push(runLive(v, terminal, from, options, stopping.signal));
    }
  };
  const catchUpAll = async (): Promise<{ points: number }> => {
    await Promise.all(first.map((one) => catchUp([one])));
    await Promise.all(Array.from({ length: options.concurrency ?? 12 }, () => catchUp(queue)));
    return { points: done.points };
  };
  const caughtUp = catchUpAll();
  return {
    caughtUp,
    counters: () => sumCounters([...terminals.values()]),
    stop: async () => {
      stopping.abort();
      await caughtUp;
      await Promise.all(runs);
      await Promise.all([...terminals.values()].map((t) => t.stop()));
    },
  };
}

/** Runs one vehicle until `signal`: waits for each event of the simulated world and hands it to the terminal. */
async function runLive(
  vehicle: DemoVehicle,
  terminal: Terminal,
  from: number,
  options: FleetOptions,
  signal: AbortSignal,
): Promise<void> {
  const clock = options.clock ?? Date;
  let powered = true;
  for (const event of simulateVehicle(vehicle, from, Number.POSITIVE_INFINITY, options.failures)) {
    if (powered && event.kind === 'point') terminal.start();
    if (event.kind === 'point') terminal.headFor(event.point);
    const wait = (event.timeMs - clock.now()) / (options.speed ?? 1);
    if (wait > 0) await sleepFor(wait, signal);
    if (signal.aborted) break;
    if (event.kind === 'point') {
      terminal.report(event.point, event.link);
      continue;
    }
    if (event.kind === 'card') {
      terminal.swipe(toDriverCard(event.card, event.timeMs), event.card.licenceNo);
      continue;
    }
    if (event.kind === 'reader') {
      terminal.sendReaderLine(event.cardNo);
      continue;
    }
    powered = event.on;
    if (powered) terminal.start();
    else await terminal.stop();
  }
  await terminal.stop();
}

/** Longer waits are cut, because timers overflow after 24 days. */
const longestSleepMs = hourMs;
/** Waits `ms` milliseconds, or until the signal. */
async function sleepFor(ms: number, signal: AbortSignal): Promise<void> {
  for (let rest = ms; rest > 0 && !signal.aborted; rest -= longestSleepMs) {
    await sleep(Math.min(rest, longestSleepMs), undefined, { signal }).catch(() => undefined);
  }
}

function sumCounters(terminals: readonly Terminal[]): TerminalCounters & { online: number; pending: number } {
  const sum = { connects: 0, acknowledged: 0, repeats: 0, refused: 0, lost: 0, online: 0, pending: 0 };
  for (const t of terminals) {
    sum.connects += t.counters.connects;
    sum.acknowledged += t.counters.acknowledged;
    sum.repeats += t.counters.repeats;
    sum.refused += t.counters.refused;
    sum.lost += t.counters.lost;
    sum.online += t.online ? 1 : 0;
    sum.pending += t.pending;
  }
  return sum;
}
