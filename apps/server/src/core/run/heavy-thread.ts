import type { MessagePort } from 'node:worker_threads';
import { AppError } from '../http/errors';
import { errorCode } from './error-code';
import type { FromThread, HeavyTask, ToThread } from './heavy';

type Tasks = ReadonlyArray<HeavyTask<never, unknown, never>>;

/** Serves tasks in a thread (`runHeavy`), one after the other, those of `loadMore` once one of them is asked for: waits with each part until the last one was taken, and asks for what it is fed when it needs it. */
export function serveTasks(port: MessagePort, tasks: Tasks, loadMore: () => Promise<Tasks> = async () => []): void {
  let taken: () => void = () => undefined;
  let given: (fed: unknown) => void = () => undefined;
  const say = (message: FromThread): void => port.postMessage(message);

  async function* feed(): AsyncGenerator<unknown> {
    for (;;) {
      const answer = new Promise<unknown>((resolve) => {
        given = resolve;
      });
      say({ want: true });
      const fed = await answer;
      if (fed === null) return;
      yield fed;
    }
  }

  async function work(name: string, input: unknown): Promise<void> {
    try {
      const named = (one: Tasks[number]): boolean => one.name === name;
      const task = tasks.find(named) ?? (await loadMore()).find(named);
      if (!task) throw new Error(`no task ${name}`);
      // the caller sends the input of the task that he names, and feeds what it takes
      for await (const part of task.run(input as never, feed() as AsyncIterable<never>)) {
        const next = new Promise<void>((resolve) => {
          taken = resolve;
        });
        say({ part });
        await next;
      }
      say({ done: true });
    } catch (error) {
      const known = error instanceof AppError ? { code: error.code, message: error.message, data: error.data } : null;
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      say({ error: known, text, errno: errorCode(error) });
    }
  }

  port.on('message', (message: ToThread) => {
    if (message === 'next') taken();
    else if ('fed' in message) given(message.fed);
    else void work(message.name, message.input);
  });
}
