import { setTimeout as sleep } from 'node:timers/promises';
import type { CarrierOptions } from './terminal/carrier';
import { Terminal } from './terminal/connection';
import type { Extra } from './terminal/extras';
import type { Fault } from './terminal/faults';
import type { TerminalPoint } from './world/event';
import { createRandom } from './world/random';

/** How many terminals report how fast, to which gateway. */
export interface LoadOptions extends CarrierOptions {
  terminals: number;
  /** Reports a second of all terminals together. */
  rate: number;
  seconds: number;
  /** What goes wrong: the terminals have these in turn. */
  faults?: readonly Fault[];
  /** Every twentieth report of a terminal has a door that opens (a photo, 0x0801), or a camera alarm with evidence (0x9208). */
  photos?: boolean;
  evidence?: boolean;
  /** What every twentieth report comes with: the terminals have these in turn. */
  extras?: readonly Extra[];
  ackTimeoutMs?: number;
  /** Digits of the first terminal's phone; the others count up. */
  firstPhone?: string;
  onAcknowledged?: (phone: string, timesMs: readonly number[], latencyMs: number) => void;
  signal?: AbortSignal;
}

/** What was sent, and how the platform answered. */
export interface LoadResult {
  sent: number;
  acknowledged: number;
  refused: number;
  repeats: number;
  reconnects: number;
  /** Messages beside reports that the platform took. */
  extras: number;
  /** Reports a second that were really acknowledged. */
  ratePerSecond: number;
  ackP50Ms: number;
  ackP99Ms: number;
  ackMaxMs: number;
}

/** Phone of the first load terminal, unless another one is asked for. */
export const loadFirstPhone = '014500000001';

/** Phone of the n-th load terminal (from 0), digits as in the header. */
export const loadPhone = (n: number, first = loadFirstPhone): string =>
  String(BigInt(first) + BigInt(n)).padStart(first.length, '0');

/**
 * Lets `terminals` terminals report at a total rate for some seconds, each driving around a place of its own, and measures how long the platform
 * takes to acknowledge.
 */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const latencies: number[] = [];
  const movers = Array.from({ length: options.terminals }, (_, n) => createLoadTerminal(n, options, latencies));
  await startAll(movers.map((m) => m.terminal));
  const started = performance.now();
  const total = Math.round(options.rate * options.seconds);
  let sent = 0;
  while (sent < total && !options.signal?.aborted) {
    const due = Math.min(total, Math.floor(((performance.now() - started) / 1000) * options.rate));
    for (; sent < due; sent++) movers[sent % movers.length]?.report();
    await sleep(5);
  }
  for (const { terminal } of movers) terminal.flushDelayed();
  await waitUntilAnswered(movers.map((m) => m.terminal));
  const elapsed = (performance.now() - started) / 1000;
  const counters = movers.map((m) => m.terminal.counters);
  await Promise.all(movers.map((m) => m.terminal.stop()));
  const sum = (pick: (c: (typeof counters)[number]) => number) => counters.reduce((s, c) => s + pick(c), 0);
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  return {
    sent,
    acknowledged: sum((c) => c.acknowledged),
    refused: sum((c) => c.refused),
    repeats: sum((c) => c.repeats),
    reconnects: sum((c) => c.connects) - movers.length,
    extras: (await Promise.all(movers.flatMap(({ extras }) => extras))).filter(Boolean).length,
    ratePerSecond: sum((c) => c.acknowledged) / elapsed,
    ackP50Ms: at(0.5),
    ackP99Ms: at(0.99),
    ackMaxMs: at(1),
  };
}

/** Connections that begin in a twentieth of a second: a real fleet does not come back within one moment either. */
const startsTogether = 100;

/** Switches terminals on; resolves when all are ready, or after a minute. */
async function startAll(terminals: readonly Terminal[]): Promise<void> {
  for (const [i, terminal] of terminals.entries()) {
    terminal.start();
    if (i % startsTogether === startsTogether - 1) await sleep(50);
  }
  await Promise.race([
    Promise.all(terminals.map((terminal) => terminal.whenReady())),
    sleep(60_000, undefined, { ref: false }),
  ]);
}

/** Waits until nothing is pending, at most 30 s. */
async function waitUntilAnswered(terminals: readonly Terminal[]): Promise<void> {
  for (let i = 0; i < 600 && terminals.some((t) => t.pending > 0); i++) await sleep(50);
}

const specialEvery = 20;
/** A driver on the phone: two photos and a sound. */
const phoneCall = { item: 0x65, type: 2, level: 2 } as const;

/** Creates the n-th terminal and the function that lets it drive on and report. */
function createLoadTerminal(n: number, options: LoadOptions, latencies: number[]) {
  const phone = loadPhone(n, options.firstPhone);
  const random = createRandom(n + 1);
  let lng = random.between(104, 121);
  let lat = random.between(23, 39);
  let heading = random.between(0, 360);
  let lastMs = 0;
  let odometerM = 10_000_000;
  let reports = 0;
  const extras: Array<Promise<boolean>> = [];
  const { host, port, transport, ca, faults = [] } = options;
  const terminal = new Terminal({
    host,
    port,
    transport,
    ca,
    fault: faults[n % faults.length],
    camera: options.photos,
    ackTimeoutMs: options.ackTimeoutMs,
    identity: { phone, protocol: phone.length > 12 ? '2019' : '2013', plateNo: '', plateColor: 0 },
    onAcknowledged: (times, latency) => {
      latencies.push(latency);
      options.onAcknowledged?.(phone, times, latency);
    },
  });
  /**
   * Reports the next point. The terminal's clock counts whole seconds, so when it reports more often than that its times run ahead of the real ones.
   */
  const report = (): void => {
    const timeMs = Math.max(Math.floor(Date.now() / 1000) * 1000, lastMs + 1000);
    const seconds = lastMs === 0 ? 1 : (timeMs - lastMs) / 1000;
    lastMs = timeMs;
    heading = (heading + random.between(-8, 8) + 360) % 360;
    const metres = 20 * seconds;
    odometerM += metres;
    lat += (Math.cos((heading * Math.PI) / 180) * metres) / 111_195;
    lng += (Math.sin((heading * Math.PI) / 180) * metres) / (111_195 * Math.cos((lat * Math.PI) / 180));
    const point = createLoadPoint(timeMs, lng, lat, heading, odometerM);
    // not all at the same time, and the first soon
    const isSpecial = (reports++ + n) % specialEvery === 1;
    const doors = options.photos && isSpecial ? 1 : 0;
    terminal.report({ ...point, doors, ...(options.evidence && isSpecial ? { sights: [phoneCall] } : {}) });
    const extra = options.extras?.[(n + Math.floor(reports / specialEvery)) % options.extras.length];
    if (extra && isSpecial) extras.push(terminal.sendExtra(extra, point));
  };
  return { terminal, report, extras };
}

/** A report of a moving refrigerated truck. */
function createLoadPoint(timeMs: number, lng: number, lat: number, heading: number, odometerM: number): TerminalPoint {
  return {
    timeMs,
    lng,
    lat,
    altitudeM: 20,
    speedKmh: 72,
    directionDeg: Math.floor(heading),
    located: true,
    acc: true,
    doors: 0,
    odometerM,
    fuelL: 180,
    tempC: [-18.2, -17.9],
    humPct: [],
    reeferOn: null,
    extVoltageV: 27.4,
    signal: 26,
    satellites: 17,
    alarmBits: 0,
  };
}
