import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { UnitFailure } from '@tongda/simulator/world/cargo';
import type { App, Stop } from '../core/run/app';

/** Moment from which a terminal has to be caught up (epoch ms), and its authentication code, as far as there are any. */
export interface KnownTerminal {
  since?: number;
  code?: string;
}

/** What the simulator is told at its start. */
export interface SimulatorKnowledge {
  /** what each terminal remembers, by phone digits without leading zeros */
  terminals: Record<string, KnownTerminal>;
  /** when refrigeration units fail */
  failures: readonly UnitFailure[];
  /** when the company got its portable recorders, epoch ms */
  recordersSince?: number;
}

export interface SimulatorOptions {
  port: number;
  historyDays: number;
  log: App['log'];
  known: () => Promise<SimulatorKnowledge>;
}

const restartMs = 5_000;
/** Ms after which a simulator that does not end by itself is killed, so that it never outlives the server. */
const killAfterMs = 5_000;

/** Keeps the simulator running as a child of low priority until the returned function is called; starts it again when it ends by itself. */
export function runSimulator(options: SimulatorOptions): Stop {
  const stopping = new AbortController();
  let child: ChildProcess | null = null;
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const known = await options.known();
      if (stopping.signal.aborted) return;
      child = startChild(options, known);
      const [code] = await once(child, 'exit');
      if (stopping.signal.aborted) return;
      options.log.warn({ code }, 'the simulator ended, starting it again');
      await sleep(restartMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = run().catch((error: unknown) => options.log.error({ err: error }, 'simulator'));
  return async () => {
    stopping.abort();
    child?.kill('SIGTERM');
    const late = setTimeout(() => child?.kill('SIGKILL'), killAfterMs);
    await running;
    clearTimeout(late);
  };
}

/** The bundle beside our own bundle, or the sources beside our sources. */
function programArgs(): string[] {
  const here = import.meta.dirname;
  return basename(here) === 'dist'
    ? [join(here, '../../simulator/dist/main.mjs')]
    : ['--import', 'tsx', join(here, '../../../simulator/src/main.ts')];
}

function startChild({ port, historyDays, log }: SimulatorOptions, known: SimulatorKnowledge): ChildProcess {
  const args = ['--port', String(port), '--history-days', String(historyDays), '--known-stdin'];
  // The channel tells the child when we are gone, however we went.
  const child = spawn(process.execPath, [...programArgs(), ...args], { stdio: ['pipe', 'pipe', 'inherit', 'ipc'] });
  child.on('error', (error) => log.error({ err: error }, 'the simulator could not be started'));
  if (child.pid !== undefined) lowerPriority(child.pid);
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(JSON.stringify(known));
  if (child.stdout) {
    createInterface({ input: child.stdout }).on('line', (line) => log.info({ simulator: line }, 'simulator'));
  }
  return child;
}

/** Lowers the simulator's priority below the server's, where the system allows it. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, 10);
  } catch {
    return;
  }
}
