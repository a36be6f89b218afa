import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

/** What the process of the benchmarks (`children/small-child`) is sent: run the program at this path. */
export interface SmallQuestion {
  name: string;
  path: string;
}
/** What it says of it, and once of no name when it is ready. */
export interface SmallAnswer {
  name: string;
  /** null when nothing was wrong */
  error: string | null;
}

interface Child {
  process: ChildProcess;
  /** what it wrote as complaints */
  complaints: string;
  /** its exit code or signal, once its output is read to the end */
  ended: Promise<number | string | null>;
}

/** The event `close` does not come to who disconnects; and a program that the process left behind may hold its output open, which is waited for a second. */
async function endOf(process: ChildProcess): Promise<number | string | null> {
  const read = process.stderr ? once(process.stderr, 'close') : null;
  const [code, signal] = await once(process, 'exit');
  await Promise.race([read, pause(1_000, null, { ref: false })]);
  return code ?? signal;
}

/**
 * Runs benchmarks in one process after the other. After one that failed, hung or took the process with it the next one has a new process, so that none answers for
 * another, and none that is tried again is the loaded one.
 */
export class SmallRunner {
  private child: Child | null = null;
  private last = 'the start';

  constructor(
    private readonly program: string,
    private readonly options: { execArgv: string[]; env: NodeJS.ProcessEnv; timeoutMs: number },
  ) {}

  /** Throws what was wrong with the benchmark at this path; that it is too slow to wait for, too. */
  async run(question: SmallQuestion, timeoutMs = this.options.timeoutMs): Promise<void> {
    try {
      const child = this.child ?? (await this.start());
      const { error } = await this.answerOf(child, question.name, timeoutMs, () => child.process.send(question));
      this.last = question.name;
      if (error !== null) throw new Error(error);
    } catch (error) {
      const complaints = await this.end('SIGKILL');
      throw new Error(`${question.name}: ${error instanceof Error ? error.message : error}\n${complaints}`);
    }
  }

  /** Ends the process; throws when it ended by itself, or with an error that nobody caught. */
  async close(): Promise<void> {
    const child = this.child;
    this.child = null;
    if (!child) return;
    if (child.process.connected) child.process.disconnect();
    const code = await child.ended;
    if (code !== 0)
      throw new Error(`after ${this.last} the process of the benchmarks ended with ${code}: ${child.complaints}`);
  }

  private async start(): Promise<Child> {
    const { execArgv, env } = this.options;
    // the figures of the small form mean nothing
    const process = fork(this.program, { execArgv, env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    // a message that can no longer be sent: `ended` says more
    process.on('error', () => undefined);
    const child: Child = { process, complaints: '', ended: endOf(process) };
    process.stderr?.setEncoding('utf8').on('data', (text: string) => (child.complaints += text));
    this.child = child;
    this.last = 'the start';
    await this.answerOf(child, '', this.options.timeoutMs, () => undefined);
    return child;
  }

  /** What the process answers to this name; throws when it ends instead, or takes too long. */
  private async answerOf(child: Child, name: string, timeoutMs: number, ask: () => void): Promise<SmallAnswer> {
    const over = new AbortController();
    const [late, quiet] = [AbortSignal.timeout(timeoutMs), over.signal];
    const answered = new Promise<SmallAnswer>((resolve, reject) => {
      const hear = (said: SmallAnswer): void => {
        if (said.name === name) resolve(said);
      };
      child.process.on('message', hear);
      quiet.addEventListener('abort', () => child.process.off('message', hear));
      late.addEventListener('abort', () => reject(new Error(`no answer in ${timeoutMs / 1000} s`)));
    });
    const gone = child.ended.then((code) => {
      throw new Error(`the process ended with ${code}, after ${this.last}`);
    });
    try {
      ask();
      return await Promise.race([answered, gone]);
    } finally {
      over.abort();
      // whoever lost the race has nobody to tell
      answered.catch(() => undefined);
      gone.catch(() => undefined);
    }
  }

  /** Ends the process after a failure. Answers what it had to complain about. */
  private async end(signal: NodeJS.Signals): Promise<string> {
    const child = this.child;
    this.child = null;
    if (!child) return '';
    child.process.kill(signal);
    await child.ended;
    return child.complaints;
  }
}
