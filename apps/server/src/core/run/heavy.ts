import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { minuteMs } from '@tongda/contract/core/durations';
import { AppError, invalidField, tooManyAtOnce } from '../http/errors';
import { errorCode } from './error-code';

/** Which threads a task runs on: a long export does not keep the file of an import waiting. */
export type HeavyLane = 'file' | 'export';

/**
 * Work that would hold the process, and with it the trucks: reading a user's file, writing an export. It runs in a thread of its own. Input, parts and what is
 * fed are plain data; what goes in and what comes out is handed over part by part, each small enough to be taken between two reports.
 */
export interface HeavyTask<I, P, F = never> {
  name: string;
  lane: HeavyLane;
  run: (input: I, fed: AsyncIterable<F>) => AsyncIterable<P>;
}

/** Declares a task; the thread's program (`src/heavy.ts`) lists it. */
export const heavyTask = <I, P, F = never>(
  name: string,
  run: HeavyTask<I, P, F>['run'],
  lane: HeavyLane = 'file',
): HeavyTask<I, P, F> => ({ name, lane, run });

/** What a thread says: a part, that it wants more of what it is fed, the end, or an error (of ours with its code). Each part is followed by our `next`. */
export type FromThread =
  | { part: unknown }
  | { want: true }
  | { done: true }
  | { error: { code: number; message: string; data: unknown } | null; text: string; errno: string | undefined };
/** What a thread is told; fed null: there is no more. */
export type ToThread = 'next' | { fed: unknown } | { name: string; input: unknown };

/** Bounds of the threads of a lane. */
export interface HeavyBounds {
  /** the program of the threads; where it does not exist (tests run from the sources) the work is done here, with pauses between its parts */
  program: string;
  threads: number;
  /** so many may wait for a thread */
  waiting: number;
  memoryMb: number;
  /** a thread that says nothing for so long is ended, ms */
  silentMs: number;
  /** the error for who needs more memory or time than a thread has */
  tooMuch: () => AppError;
}

const idleMs = 5 * minuteMs;
/** A thread's room for what lives shortly, MB. With the 64 MB of the process (which it has already taken) each thread would fill 70 MB with what nobody needs before it looks. */
const youngMb = 4;

/** The threads of a lane. One that runs out of memory or time ends with its task; the others and the process go on. */
export class HeavyThreads {
  private readonly idle: Worker[] = [];
  private readonly waiting: Array<() => void> = [];
  private running = 0;

  constructor(private readonly bounds: HeavyBounds) {}

  /** Runs a task and hands over its parts. Throws what the task throws, `tooMuch` where memory or time of a thread are not enough, 4029 when too many wait. */
  async *run<I, P, F>(task: HeavyTask<I, P, F>, input: I, feed?: AsyncIterable<F>): AsyncGenerator<P> {
    if (!existsSync(this.bounds.program)) {
      for await (const part of task.run(input, withPauses(feed))) {
        yield part;
        await breathe();
      }
      return;
    }
    await this.waitForTurn();
    const thread = this.idle.pop() ?? this.start();
    const source = withPauses(feed)[Symbol.asyncIterator]();
    let ended = false;
    try {
      thread.postMessage({ name: task.name, input } satisfies ToThread);
      for (;;) {
        const said = await this.heardFrom(thread);
        if ('part' in said) {
          // the thread runs the task of this name
          yield said.part as P;
          await breathe();
          thread.postMessage('next' satisfies ToThread);
        } else if ('want' in said) {
          const { done, value } = await source.next();
          thread.postMessage({ fed: done ? null : value } satisfies ToThread);
        } else {
          ended = true;
          if ('done' in said) return;
          throw said.error
            ? new AppError(said.error.code, said.error.message, said.error.data)
            : Object.assign(new Error(said.text), said.errno === undefined ? {} : { code: said.errno });
        }
      }
    } finally {
      if (ended) this.rest(thread);
      else void thread.terminate();
      this.running--;
      this.waiting.shift()?.();
      await source.return(undefined);
    }
  }

  private async waitForTurn(): Promise<void> {
    if (this.running >= this.bounds.threads) {
      if (this.waiting.length >= this.bounds.waiting) throw tooManyAtOnce('正在处理的文件过多，请稍后重试');
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    this.running++;
  }

  private start(): Worker {
    // the limits of a worker have a word for it, which the flag of the process overrides
    setFlagsFromString(`--max-semi-space-size=${youngMb}`);
    const thread = new Worker(this.bounds.program, {
      resourceLimits: { maxOldGenerationSizeMb: this.bounds.memoryMb },
    });
    thread.unref();
    // what it says while it works is heard below
    thread.on('error', () => undefined);
    return thread;
  }

  /** Keeps a thread for the next file, for some minutes: loading its programs takes a second, and they hold some 50 MB. */
  private rest(thread: Worker): void {
    const { idle } = this;
    idle.push(thread);
    setTimeout(() => {
      const at = idle.indexOf(thread);
      if (at >= 0) void idle.splice(at, 1)[0]?.terminate();
    }, idleMs).unref();
  }

  private heardFrom(thread: Worker): Promise<FromThread> {
    const { tooMuch, silentMs } = this.bounds;
    return new Promise((resolve, reject) => {
      const settle = (done: () => void): void => {
        clearTimeout(timer);
        thread.off('message', heard).off('error', broken).off('exit', gone);
        done();
      };
      const heard = (said: FromThread): void => settle(() => resolve(said));
      const broken = (error: unknown): void =>
        settle(() => reject(errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error));
      const gone = (): void => settle(() => reject(tooMuch()));
      const timer = setTimeout(() => settle(() => reject(tooMuch())), silentMs);
      thread.on('message', heard).on('error', broken).on('exit', gone);
    });
  }
}

/** What is fed, block by block, with a pause before each, so that others have their turn. */
async function* withPauses<F>(feed: AsyncIterable<F> | undefined): AsyncGenerator<F> {
  if (!feed) return;
  for await (const block of feed) {
    await breathe();
    yield block;
  }
}

/** One core stays with the trucks. */
const cores = availableParallelism() - 1;
const bounds = {
  program: join(import.meta.dirname, 'heavy.mjs'),
  waiting: 30,
  memoryMb: 1024,
  // a file of 10 MB takes some seconds on a slow machine
  silentMs: 120_000,
};
const lanes: Readonly<Record<HeavyLane, HeavyThreads>> = {
  file: new HeavyThreads({
    ...bounds,
    threads: Math.max(1, Math.min(4, cores)),
    tooMuch: () => invalidField('file', '文件内容过大或过于复杂，请拆分后重试'),
  }),
  export: new HeavyThreads({
    ...bounds,
    threads: Math.max(1, Math.min(2, cores)),
    // rows are handed over block by block, so what a file needs does not grow with them
    memoryMb: 512,
    tooMuch: () => invalidField('format', '导出内容过大，服务器的内存或时间不够，请缩小查询范围后重试'),
  }),
};

/** Runs a task in a thread of its lane and hands over its parts; `feed` is what the task is given bit by bit. Throws as {@link HeavyThreads.run}. */
export const runHeavy = <I, P, F = never>(
  task: HeavyTask<I, P, F>,
  input: I,
  feed?: AsyncIterable<F>,
): AsyncGenerator<P> => lanes[task.lane].run(task, input, feed);
