import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { minuteMs } from '@tongda/contract/core/durations';
import { AppError, invalidField, tooManyAtOnce } from '../http/errors';
import { errorCode } from './error-code';

/**
 * Work on a user's file that would hold the process, and with it the trucks: it runs in a thread of its own. Input and parts are plain data; what comes out is
 * handed over part by part, each small enough to be taken between two reports.
 */
export interface HeavyTask<I, P> {
  name: string;
  run: (input: I) => AsyncIterable<P>;
}

/** Declares a task; the thread's program (`src/heavy.ts`) lists it. */
export const heavyTask = <I, P>(name: string, run: (input: I) => AsyncIterable<P>): HeavyTask<I, P> => ({ name, run });

/** What a thread says: a part, the end, or an error (of ours with its code). Each part is followed by our `next`. */
export type FromThread =
  | { part: unknown }
  | { done: true }
  | { error: { code: number; message: string; data: unknown } | null; text: string };

/** The program of the thread. Beside the sources there is none (tests): the work is then done here, with pauses between its parts. */
const program = join(import.meta.dirname, 'heavy.mjs');
/** One core stays with the trucks. */
const mostThreads = Math.max(1, Math.min(4, availableParallelism() - 1));
const mostWaiting = 30;
/** A file of 10 MB takes some seconds on a slow machine. */
const timeoutMs = 120_000;
const idleMs = 5 * minuteMs;

const idle: Worker[] = [];
const waiting: Array<() => void> = [];
let running = 0;

/** Runs a task and hands over its parts. Throws what the task throws, 4000 when its file is too much for a thread's memory or time, 4029 when too many wait. */
export async function* runHeavy<I, P>(task: HeavyTask<I, P>, input: I): AsyncGenerator<P> {
  if (!existsSync(program)) {
    for await (const part of task.run(input)) {
      yield part;
      await breathe();
    }
    return;
  }
  await waitForTurn();
  const thread = idle.pop() ?? startThread();
  let ended = false;
  try {
    thread.postMessage({ name: task.name, input });
    for (;;) {
      const said = await heardFrom(thread);
      if ('part' in said) {
        // the thread runs the task of this name
        yield said.part as P;
        await breathe();
        thread.postMessage('next');
        continue;
      }
      ended = true;
      if ('done' in said) return;
      throw said.error ? new AppError(said.error.code, said.error.message, said.error.data) : new Error(said.text);
    }
  } finally {
    if (ended) rest(thread);
    else void thread.terminate();
    running--;
    waiting.shift()?.();
  }
}

async function waitForTurn(): Promise<void> {
  if (running >= mostThreads) {
    if (waiting.length >= mostWaiting) throw tooManyAtOnce('正在处理的文件过多，请稍后重试');
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  running++;
}

function startThread(): Worker {
  const thread = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: 1024 } });
  thread.unref();
  // what it says while it works is heard below
  thread.on('error', () => undefined);
  return thread;
}

/** Keeps a thread for the next file, for some minutes: loading its programs takes a second, and they hold some 50 MB. */
function rest(thread: Worker): void {
  idle.push(thread);
  setTimeout(() => {
    const at = idle.indexOf(thread);
    if (at >= 0) void idle.splice(at, 1)[0]?.terminate();
  }, idleMs).unref();
}

function heardFrom(thread: Worker): Promise<FromThread> {
  return new Promise((resolve, reject) => {
    const settle = (done: () => void): void => {
      clearTimeout(timer);
      thread.off('message', heard).off('error', broken).off('exit', gone);
      done();
    };
    const heard = (said: FromThread): void => settle(() => resolve(said));
    const broken = (error: unknown): void =>
      settle(() => reject(errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error));
    const gone = (): void => settle(() => reject(tooLarge()));
    const timer = setTimeout(() => settle(() => reject(tooLarge())), timeoutMs);
    thread.on('message', heard).on('error', broken).on('exit', gone);
  });
}

const tooLarge = (): AppError => invalidField('file', '文件内容过大或过于复杂，请拆分后重试');
