import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { findBinaries } from './binaries';
import { stopOrphan } from './orphan';
import { findQuarters, own, type Quarters } from './run-as';
import { takeLock } from './server-lock';
import { fileFault, StartupError } from './startup-error';

export interface EmbeddedPg {
  /** for the pool: a folder with the unix socket, no port, no password */
  connection: { host: string; user: string; database: string };
  /** process number of the postmaster now; null while it is being restarted */
  pid(): number | null;
  /** orderly stop: no new work, open transactions rolled back */
  stop(): Promise<void>;
}

const major = '18';
const superuser = 'tongda';
const databaseName = 'tongda';
const longestSocketFolder = 90;

/**
 * Runs the bundled PostgreSQL as a child on `DATA_DIR/pg`: makes the cluster on the first start, stops an orphan of a killed server,
 * starts again with a growing pause when the child dies. Throws StartupError with a Chinese sentence when a person must act.
 */
export async function startEmbeddedPg(dataDir: string, log: Logger): Promise<EmbeddedPg> {
  const folder = prepareFolder(dataDir);
  const releaseLock = takeLock(folder);
  try {
    const quarters = findQuarters(folder, findBinaries());
    if (quarters.moved) log.info(quarters.moved);
    const cluster = join(quarters.base, 'pg');
    await stopOrphan(cluster, log);
    if (!existsSync(join(cluster, 'PG_VERSION'))) initCluster(quarters, cluster);
    checkVersion(cluster);
    const socket = socketFolder(quarters);
    const keeper = new Keeper(quarters, cluster, socket, log);
    await keeper.start();
    await ensureDatabase(socket);
    return {
      connection: { host: socket, user: superuser, database: databaseName },
      pid: () => keeper.pid,
      stop: async () => {
        await keeper.stop();
        releaseLock();
      },
    };
  } catch (error) {
    releaseLock();
    throw error;
  }
}

function prepareFolder(dataDir: string): string {
  const folder = resolve(dataDir);
  try {
    mkdirSync(folder, { recursive: true });
    const probe = join(folder, '.write-test');
    writeFileSync(probe, Buffer.alloc(64 * 1024));
    rmSync(probe);
  } catch (error) {
    fileFault(error, folder);
  }
  return folder;
}

/** initdb into a folder beside, moved into place when it is whole: a killed first start leaves nothing half-made. */
function initCluster(quarters: Quarters, cluster: string): void {
  const fresh = `${cluster}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { mode: 0o700 });
  own(fresh, quarters);
  const args = [
    '-D',
    fresh,
    '-U',
    superuser,
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--locale-provider=icu',
    '--icu-locale=zh-Hans',
    '--no-instructions',
  ];
  const done = spawnSync(join(quarters.native, 'bin', 'initdb'), args, { ...identity(quarters), encoding: 'utf8' });
  if (done.status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    const detail = `${done.stderr ?? ''}${done.error?.message ?? ''}`;
    if (/No space left/u.test(detail))
      throw new StartupError(`数据目录 ${quarters.base} 无法使用：所在磁盘已满。请更换 DATA_DIR 或处理后重新启动。`);
    throw new StartupError(`内置 PostgreSQL 初始化失败：${detail.trim().split('\n').at(-1) ?? '原因不明'}`);
  }
  renameSync(fresh, cluster);
}

function checkVersion(cluster: string): void {
  const found = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (found !== major)
    throw new StartupError(
      `数据目录中的数据库是 PostgreSQL ${found} 建立的，本程序内置 ${major}。请用原来的版本导出后再导入，或换一个 DATA_DIR。`,
    );
}

/** A socket path has about 107 bytes: deep folders get a short one under the temporary folder. */
function socketFolder(quarters: Quarters): string {
  const beside = join(quarters.base, 'run');
  const short = join(tmpdir(), `tongda-${createHash('sha256').update(beside).digest('hex').slice(0, 10)}`);
  const folder = Buffer.byteLength(beside) <= longestSocketFolder ? beside : short;
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  own(folder, quarters);
  return folder;
}

const identity = (quarters: Quarters) => ({
  ...(quarters.user ? { uid: quarters.user.uid, gid: quarters.user.gid } : {}),
  cwd: quarters.base,
  env: { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C', LANG: 'C' },
});

function settings(): string[] {
  const megabytes = totalmem() / 1024 / 1024;
  const shared = Math.round(Math.min(1024, Math.max(128, megabytes / 16)));
  return [
    'listen_addresses=',
    `shared_buffers=${shared}MB`,
    'max_connections=80',
    'wal_compression=pglz',
    'max_wal_size=2GB',
    'checkpoint_timeout=15min',
    'random_page_cost=1.1',
    'timezone=UTC',
    'log_timezone=UTC',
    'log_min_messages=warning',
    'jit=off',
    'unix_socket_permissions=0700',
  ];
}

/** Keeps one postmaster running. */
class Keeper {
  private child: ChildProcess | null = null;
  private stopping = false;
  /** a death before this is a failed start, after it a crash */
  private ready = false;
  private lastWords: string[] = [];

  constructor(
    private readonly quarters: Quarters,
    private readonly cluster: string,
    private readonly socket: string,
    private readonly log: Logger,
  ) {}

  get pid(): number | null {
    return this.child?.pid ?? null;
  }

  async start(): Promise<void> {
    this.launch();
    for (let i = 0; i < 1200; i++) {
      if (!this.child) throw this.failure();
      if (await answers(this.socket)) {
        this.ready = true;
        return;
      }
      await sleep(50);
    }
    throw new StartupError('内置 PostgreSQL 在 60 秒内没有就绪，请查看日志。');
  }

  private launch(): void {
    const args = ['-D', this.cluster, '-k', this.socket, ...settings().flatMap((s) => ['-c', s])];
    const child = spawn(join(this.quarters.native, 'bin', 'postgres'), args, {
      ...identity(this.quarters),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.child = child;
    child.stderr?.setEncoding('utf8').on('data', (text: string) => this.hear(text));
    child.once('error', (error) => this.lastWords.push(error.message));
    child.once('close', (code, signal) => void this.ended(code, signal));
  }

  private hear(text: string): void {
    for (const line of text.split('\n')) {
      if (!line.trim()) continue;
      this.lastWords = [...this.lastWords.slice(-20), line];
      if (/ (FATAL|PANIC): /u.test(line) && !/shutting down|starting up|terminating connection/u.test(line))
        this.log.warn({ postgres: line }, 'postgres');
    }
  }

  private async ended(code: number | null, signal: string | null): Promise<void> {
    const wasUp = this.ready;
    this.child = null;
    if (this.stopping || !wasUp) return;
    this.ready = false;
    for (let pause = 200; !this.stopping; pause = Math.min(10_000, pause * 2)) {
      this.log.error({ code, signal, pause }, 'PostgreSQL ended unexpectedly, starting it again');
      await sleep(pause);
      if (this.stopping) return;
      try {
        await stopOrphan(this.cluster, this.log);
        await this.start();
        return;
      } catch (error) {
        this.log.error({ err: error }, 'PostgreSQL did not start again');
      }
    }
  }

  private failure(): StartupError {
    const words =
      this.lastWords.filter((line) => /FATAL|PANIC|ERROR|could not/u.test(line)).at(-1) ??
      this.lastWords.at(-1) ??
      '原因不明';
    if (/No space left/u.test(words))
      return new StartupError(`数据目录 ${this.quarters.base} 无法使用：所在磁盘已满。请清理后重新启动。`);
    return new StartupError(`内置 PostgreSQL 无法启动：${words}`);
  }

  async stop(): Promise<void> {
    this.stopping = true;
    const child = this.child;
    if (!child?.pid) return;
    const closed = new Promise<void>((done) => child.once('close', () => done()));
    child.kill('SIGINT');
    const late = setTimeout(() => child.kill('SIGQUIT'), 20_000);
    await closed;
    clearTimeout(late);
  }
}

async function answers(socket: string): Promise<boolean> {
  const client = new pg.Client({ host: socket, user: superuser, database: 'postgres', connectionTimeoutMillis: 2_000 });
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

async function ensureDatabase(socket: string): Promise<void> {
  const client = new pg.Client({ host: socket, user: superuser, database: 'postgres' });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName]);
    if (rowCount === 0) await client.query(`create database ${databaseName}`);
  } finally {
    await client.end();
  }
}
