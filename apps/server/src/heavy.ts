import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { z } from 'zod';
import { AppError } from './core/http/errors';
import { sheetTasks } from './core/import/sheet-tasks';
import type { FromThread, HeavyTask } from './core/run/heavy';
import { readPlacesTask } from './modules/ground/place/door';

/** The program of a thread for users' files: takes one task after the other (`runHeavy`), and waits with each part until the last one was taken. */
const port = parentPort;
if (!port) throw new Error('this is the program of a thread');
z.config(z.locales.zhCN());
try {
  // on Linux this is the priority of the thread alone: it gets half as much of a core as what answers trucks
  if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + 3));
} catch {
  // a container may forbid it
}

const tasks: ReadonlyArray<HeavyTask<never, unknown>> = [...sheetTasks, readPlacesTask];
let taken: () => void = () => undefined;
const say = (message: FromThread): void => port.postMessage(message);

async function work(name: string, input: unknown): Promise<void> {
  const task = tasks.find((one) => one.name === name);
  try {
    if (!task) throw new Error(`no task ${name}`);
    // the caller sends the input of the task that he names
    for await (const part of task.run(input as never)) {
      const next = new Promise<void>((resolve) => {
        taken = resolve;
      });
      say({ part });
      await next;
    }
    say({ done: true });
  } catch (error) {
    const known = error instanceof AppError ? { code: error.code, message: error.message, data: error.data } : null;
    say({ error: known, text: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

port.on('message', (message: 'next' | { name: string; input: unknown }) => {
  if (message === 'next') taken();
  else void work(message.name, message.input);
});
