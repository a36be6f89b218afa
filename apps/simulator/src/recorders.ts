import { setTimeout as sleep } from 'node:timers/promises';
import { type DemoRecorder, demoRecorders, voyageDays } from './fleet/demo-recorders';
import type { Clock } from './runner';
import type { CarrierOptions } from './terminal/carrier';
import { Terminal } from './terminal/connection';
import { dayMs, hourMs } from './world/calendar';
import type { TerminalPoint } from './world/event';
import { simulateRecorder } from './world/recorder';

export interface RecorderOptions extends CarrierOptions {
  clock: Clock;
  /** How fast the clock runs against real time. */
  speed: number;
  /** When the company was set up, epoch ms: the recorders' days count from it. */
  sinceMs: number;
  /** First moment that is sent of a recorder, epoch ms. */
  from: (recorder: DemoRecorder) => number;
  authCodeOf?: (recorder: DemoRecorder) => string | undefined;
  signal: AbortSignal;
}

/** Plays the demo's portable recorders until the signal: each uploads its past and then reports on, what it kept without a link in one go. */
export async function playRecorders(options: RecorderOptions): Promise<void> {
  // one after the other: their past is short, and the trucks' is under way at the same time
  const running: Array<Promise<void>> = [];
  for (const recorder of demoRecorders) {
    if (options.signal.aborted) break;
    const terminal = new Terminal({
      host: options.host,
      port: options.port,
      transport: options.transport,
      ca: options.ca,
      identity: { phone: recorder.phone, protocol: '2013', plateNo: recorder.deviceNo, plateColor: 0 },
      authCode: options.authCodeOf?.(recorder),
      now: options.clock.now,
      heartbeatMs: 4 * 60_000,
    });
    const until = await sendPast(terminal, recorder, options);
    running.push(goOn(terminal, recorder, until, options));
  }
  await Promise.all(running);
}

/** The first moment of a recorder's past that is sent: the voyage has all of its days. */
export const pastOf = (recorder: DemoRecorder, sinceMs: number, oldestMs: number): number =>
  recorder.way.kind === 'voyage' ? sinceMs - voyageDays * dayMs : oldestMs;

async function sendPast(terminal: Terminal, recorder: DemoRecorder, options: RecorderOptions): Promise<number> {
  const until = options.clock.now() - (recorder.silentDays ?? 0) * dayMs;
  let clear: TerminalPoint[] = [];
  let kept: TerminalPoint[] = [];
  const send = async (): Promise<void> => {
    if (clear.length + kept.length > 0) terminal.start();
    await terminal.upload(clear, false, options.signal);
    await terminal.upload(kept, true, options.signal);
    clear = [];
    kept = [];
  };
  for (const { link, point } of simulateRecorder(recorder, options.sinceMs, options.from(recorder), until)) {
    if (options.signal.aborted) return until;
    if (link && kept.length > 0) await send();
    (link ? clear : kept).push(point);
    if (clear.length + kept.length >= 400) await send();
  }
  await send();
  return until;
}

async function goOn(terminal: Terminal, recorder: DemoRecorder, from: number, options: RecorderOptions): Promise<void> {
  const { clock, signal, speed } = options;
  if (recorder.silentDays === undefined)
    for (const { timeMs, link, point } of simulateRecorder(recorder, options.sinceMs, from, Number.POSITIVE_INFINITY)) {
      for (let rest = (timeMs - clock.now()) / speed; rest > 0 && !signal.aborted; rest -= hourMs)
        await sleep(Math.min(rest, hourMs), undefined, { signal }).catch(() => undefined);
      if (signal.aborted) break;
      terminal.start();
      terminal.report(point, link);
    }
  await terminal.stop();
}
