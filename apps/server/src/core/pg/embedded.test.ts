import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ask, gone, heardLog, pgChild, until } from '../../../test/processes/pg-kit';
import { scratchFolder } from '../../../test/scratch';
import { putReadyCluster, readyCluster } from '../../../test/setup/ready-cluster';
import { type EmbeddedPg, startEmbeddedPg } from './embedded';
import { isAlive } from './server-lock';

const silent = pino({ level: 'silent' });
const running: EmbeddedPg[] = [];
const folders: string[] = [];

function folder(): string {
  const made = scratchFolder('pg');
  folders.push(made);
  return made;
}
/** A folder where a server ran before: only what is about the first start waits for one. */
async function used(): Promise<string> {
  const made = folder();
  await putReadyCluster(made);
  return made;
}
async function start(dataDir: string, log = silent): Promise<EmbeddedPg> {
  const server = await startEmbeddedPg(dataDir, log, { settings: ['shared_buffers=32MB'] });
  running.push(server);
  return server;
}
const pidOf = (server: EmbeddedPg): number => server.pid() ?? -1;

beforeAll(async () => void (await readyCluster()), 120_000);
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

describe('the bundled PostgreSQL', () => {
  it('starts on an empty folder without a TCP port, sorts by pinyin, finds Chinese parts of names, and keeps its data', async () => {
    const dir = folder();
    const server = await start(dir);
    const { connection } = server;
    expect(await ask(connection, 'show server_version')).toMatch(/^18\./u);
    expect(await ask(connection, 'show server_encoding')).toBe('UTF8');
    expect(await ask(connection, 'show listen_addresses')).toBe('');
    expect(await ask(connection, 'show timezone')).toBe('UTC');
    expect(await ask(connection, 'show synchronous_commit')).toBe('on');
    expect(
      await ask(connection, "select string_agg(x, ' ' order by x) from unnest(array['重庆','北京','阿明','李四']) x"),
    ).toBe('阿明 北京 重庆 李四');
    await ask(connection, 'create extension pg_trgm');
    expect(
      await ask(connection, "select '冷链物流' ilike '%链物%' and array_length(show_trgm('冷链物流'), 1) > 3"),
    ).toBe(true);
    if (process.getuid?.() === 0) expect(statSync(`/proc/${pidOf(server)}`).uid).not.toBe(0);
    await ask(connection, 'create table kept as select 42 as n');
    const pid = pidOf(server);
    await server.stop();
    expect(isAlive(pid)).toBe(false);
    expect(existsSync(join(dir, 'pg', 'postmaster.pid'))).toBe(false);
    const again = await start(dir);
    expect(await ask(again.connection, 'select n from kept')).toBe(42);
  });

  it('comes back by itself when it is killed, and says so', async () => {
    const { lines, log } = heardLog();
    const server = await start(await used(), log);
    await ask(server.connection, 'create table kept as select 42 as n');
    const first = pidOf(server);
    process.kill(first, 'SIGKILL');
    await until('a new postmaster', () => server.pid() !== null && server.pid() !== first);
    await until('answers', () =>
      ask(server.connection, 'select n from kept')
        .then((n) => n === 42)
        .catch(() => false),
    );
    expect(lines.filter((line) => line.includes('starting it again')).length).toBeGreaterThan(0);
  });

  it('stopped while it is being restarted, it stays stopped', async () => {
    const dir = await used();
    const server = await start(dir);
    process.kill(pidOf(server), 'SIGKILL');
    await until('death is seen', () => server.pid() === null);
    await server.stop();
    await new Promise((done) => setTimeout(done, 500));
    expect(server.pid()).toBe(null);
    expect(existsSync(join(dir, 'server.lock'))).toBe(false);
  });

  it('the server killed: the orphan is stopped, every confirmed row is there', async () => {
    const dir = await used();
    const child = await pgChild(dir);
    const { pid: orphan } = await child.ready;
    await until('rows', () => child.confirmed() > 20);
    child.process.kill('SIGKILL');
    await child.ended;
    expect(isAlive(orphan)).toBe(true);
    const server = await start(dir);
    expect(isAlive(orphan)).toBe(false);
    expect(Number(await ask(server.connection, 'select max(n) from confirmed'))).toBeGreaterThanOrEqual(
      child.confirmed(),
    );
  });

  it('server and PostgreSQL killed: the stale process file is no obstacle, every confirmed row is there', async () => {
    const dir = await used();
    const child = await pgChild(dir);
    const { pid: postmaster } = await child.ready;
    await until('rows', () => child.confirmed() > 20);
    child.process.kill('SIGKILL');
    process.kill(postmaster, 'SIGKILL');
    await child.ended;
    await gone(postmaster);
    expect(existsSync(join(dir, 'pg', 'postmaster.pid'))).toBe(true);
    const server = await start(dir);
    expect(Number(await ask(server.connection, 'select max(n) from confirmed'))).toBeGreaterThanOrEqual(
      child.confirmed(),
    );
  });

  it('a second server on the folder is refused and the first goes on', async () => {
    const dir = await used();
    const first = await start(dir);
    const second = await (await pgChild(dir)).ended;
    expect(second).toEqual({
      code: 1,
      stderr: `数据目录 ${dir} 正在被另一个通达服务（进程 ${process.pid}）使用。请先停止它，或换一个 DATA_DIR。\n`,
    });
    expect(await ask(first.connection, 'select 1')).toBe(1);
  });

  it('stops in order on SIGTERM, leaving neither process nor lock', async () => {
    const dir = await used();
    const child = await pgChild(dir);
    const { pid } = await child.ready;
    child.process.kill('SIGTERM');
    expect((await child.ended).code).toBe(0);
    expect(isAlive(pid)).toBe(false);
    expect(existsSync(join(dir, 'server.lock'))).toBe(false);
  });

  it('Ctrl-C in the terminal reaches the server only: PostgreSQL is in a process group of its own', async () => {
    const server = await start(await used());
    const stat = readFileSync(`/proc/${pidOf(server)}/stat`, 'utf8');
    const group = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
    expect(group).toBe(pidOf(server));
  });

  it('a folder too deep for a socket path gets a short one', async () => {
    const dir = join(folder(), 'x'.repeat(60), 'y'.repeat(60));
    await putReadyCluster(dir);
    const server = await start(dir);
    expect(server.connection.host.startsWith(dir)).toBe(false);
    expect(await ask(server.connection, 'select 1')).toBe(1);
    rmSync(server.connection.host, { recursive: true, force: true });
  });
});

describe('the process file of a killed PostgreSQL', () => {
  it('whose number now belongs to another process of the same user is cleared', async () => {
    const dir = await used();
    const first = await start(dir);
    const { uid, gid } = statSync(`/proc/${pidOf(first)}`);
    await first.stop();
    const other = spawn('sleep', ['60'], { uid, gid });
    try {
      writeFileSync(join(dir, 'pg', 'postmaster.pid'), `${other.pid}\n${join(dir, 'pg')}\n1700000000\n\n${dir}/run\n`);
      const { lines, log } = heardLog();
      const again = await start(dir, log);
      expect(await ask(again.connection, 'select 1')).toBe(1);
      expect(lines.some((line) => line.includes('removed the process file'))).toBe(true);
      expect(isAlive(other.pid ?? -1)).toBe(true);
    } finally {
      other.kill('SIGKILL');
    }
  });
});
