import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { bundleProgram } from '../../apps/server/test/processes/server';

/** A program of a benchmark in a process of its own. */
export interface Child {
  pid: number;
  /** the port that it has printed */
  port: number;
  end(): void;
  /** Sends it a message. Resolves with what it answers. */
  ask(message: string): Promise<unknown>;
}

/** Starts a program of this folder that prints its port, with the same young generation as the server of `npm start`. */
export async function startChild(name: string, args: readonly string[] = []): Promise<Child> {
  const child: ChildProcess = spawn(
    process.execPath,
    ['--max-semi-space-size=64', await bundleProgram(`../../bench/children/${name}.ts`), ...args],
    {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  );
  const end = (): void => void child.kill('SIGTERM');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  if (!child.stdout) throw new Error('no output');
  // the first line that it prints
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return {
    pid: child.pid ?? 0,
    port: Number(line),
    end: () => {
      process.off('exit', end);
      end();
    },
    ask: async (message) => {
      const answer = once(child, 'message');
      child.send(message);
      return (await answer)[0];
    },
  };
}

/** Memory of a process that is in use, bytes. */
export function memoryOf(pid: number): number {
  const [, kB = '0'] = /^VmRSS:\s+(\d+)/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kB) * 1024;
}
