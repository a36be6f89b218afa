import { type ChildProcess, spawn } from 'node:child_process';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { minuteMs } from '@tongda/contract/core/durations';
import pg from 'pg';
import type { Logger } from 'pino';
import { spawnOptions, superuser } from './cluster';
import { stopOrphan } from './orphan';
import type { Quarters } from './run-as';
import { StartupError, serverFaultOf } from './startup-error';

interface KeeperOptions {
  quarters: Quarters;
  cluster: string;
  socket: string;
  settings: string[];
  log: Logger;
}

/** How long a start may take, ms: recovery after a crash reads the log of the last quarter of an hour, which takes minutes on a slow disk. */
const longestStartMs = 10 * minuteMs;
const firstPauseMs = 200;
const longestPauseMs = 10_000;

/** Keeps one PostgreSQL running: starts it, starts it again when it dies, stops it in order. */
export class Keeper {
  private child: ChildProcess | null = null;
  private stopping = false;
  /** it has answered once: an end before that is a failed start, after it a crash */
  private ready = false;
  private lastWords: string[] = [];

  constructor(private readonly options: KeeperOptions) {}

  /** Process number of the postmaster; null while there is none. */
  get pid(): number | null {
    return this.child?.pid ?? null;
  }

  /** Resolves when queries are answered. Throws StartupError when PostgreSQL ends before that. */
  async start(): Promise<void> {
    this.launch();
    const begin = Date.now();
    for (let said = begin; Date.now() - begin < longestStartMs; ) {
      if (!this.child) throw this.failure();
      if (await acceptsConnections(this.options.socket)) {
        this.ready = true;
        return;
      }
      if (Date.now() - said > 10_000) {
        said = Date.now();
        this.options.log.info({ seconds: Math.round((said - begin) / 1000) }, 'PostgreSQL is still starting');
      }
      await sleep(25);
    }
    throw new StartupError('内置 PostgreSQL 在 10 分钟内没有就绪，请查看日志。');
  }

  private launch(): void {
    if (this.stopping) return;
    const { quarters, cluster, socket } = this.options;
    const settings = [...serverSettings(), ...this.options.settings].flatMap((setting) => ['-c', setting]);
    this.lastWords = [];
    const child = spawn(join(quarters.native, 'bin', 'postgres'), ['-D', cluster, '-k', socket, ...settings], {
      ...spawnOptions(quarters),
      stdio: ['ignore', 'ignore', 'pipe'],
      // a process group of its own: Ctrl-C in the terminal reaches us only, and we stop it after the last write
      detached: true,
    });
    this.child = child;
    child.stderr?.setEncoding('utf8').on('data', (text: string) => this.hear(text));
    child.once('error', (error) => {
      this.lastWords.push(error.message);
      if (child.pid === undefined) this.ended(child, null, null);
    });
    child.once('exit', (code, signal) => this.ended(child, code, signal));
  }

  private hear(text: string): void {
    for (const line of text.split('\n')) {
      if (!line.trim()) continue;
      this.lastWords = [...this.lastWords.slice(-20), line];
      if (/ (FATAL|PANIC): /u.test(line) && !/shutting down|starting up|terminating connection/u.test(line))
        this.options.log.warn({ postgres: line }, 'postgres');
    }
  }

  private ended(child: ChildProcess, code: number | null, signal: string | null): void {
    if (this.child !== child) return;
    this.child = null;
    const crashed = this.ready && !this.stopping;
    this.ready = false;
    if (crashed) void this.revive(code, signal);
  }

  private async revive(code: number | null, signal: string | null): Promise<void> {
    const { log, cluster, socket } = this.options;
    for (let pauseMs = firstPauseMs; !this.stopping; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
      log.error({ code, signal, pauseMs }, 'PostgreSQL ended unexpectedly, starting it again');
      await sleep(pauseMs);
      if (this.stopping) return;
      try {
        await stopOrphan(cluster, socket, log);
        await this.start();
        log.info({ pid: this.pid }, 'PostgreSQL is back');
        return;
      } catch (error) {
        if (!this.stopping) log.error({ err: error }, 'PostgreSQL did not start again');
      }
    }
  }

  private failure(): StartupError {
    return serverFaultOf(this.lastWords.join('\n'), this.options.quarters.base, '内置 PostgreSQL 无法启动');
  }

  /** Orderly stop within 20 s, then at once; resolves when the process is gone. */
  async stop(): Promise<void> {
    this.stopping = true;
    const child = this.child;
    if (child?.pid === undefined) return;
    const gone = new Promise<void>((done) => child.once('exit', () => done()));
    child.kill('SIGINT');
    const late = setTimeout(() => child.kill('SIGQUIT'), 20_000);
    await gone;
    clearTimeout(late);
  }
}

function serverSettings(): string[] {
  const megabytes = totalmem() / 1024 / 1024;
  const shared = Math.round(Math.min(1024, Math.max(128, megabytes / 16)));
  // reports sort and group hundreds of thousands of rows
  const work = Math.round(Math.min(32, Math.max(4, megabytes / 512)));
  return [
    'listen_addresses=',
    'unix_socket_permissions=0700',
    `shared_buffers=${shared}MB`,
    `work_mem=${work}MB`,
    'max_connections=80',
    'synchronous_commit=on',
    'wal_compression=pglz',
    'max_wal_size=2GB',
    'checkpoint_timeout=15min',
    'random_page_cost=1.1',
    'timezone=UTC',
    'log_timezone=UTC',
    'log_min_messages=warning',
    'jit=off',
  ];
}

async function acceptsConnections(socket: string): Promise<boolean> {
  const client = new pg.Client({ host: socket, user: superuser, database: 'postgres', connectionTimeoutMillis: 2_000 });
  // the server may go away between two steps
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
