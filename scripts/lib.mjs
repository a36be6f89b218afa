import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the repository. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Ends with a Chinese sentence when the runtime is too old for what we install. */
export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`需要 Node.js 20.19 或更高版本，当前是 ${process.versions.node}。请从 https://nodejs.org 安装后重试。`);
  process.exit(1);
}

/** Runs a program to its end with our own input and output; answers its exit code. */
export function run(command, args, options = {}) {
  const done = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (done.error) console.error(`无法执行 ${command}：${done.error.message}`);
  return done.status ?? 1;
}

/** A program of node_modules/.bin by its full path: no npx, no shell. */
export const bin = (name) => join(root, 'node_modules', '.bin', name);

/** Runs a program and keeps what it prints; answers {code, output}. */
export function capture(command, args, options = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: root, ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('error', (error) => done({ code: 1, output: error.message }));
    child.once('close', (code) => done({ code: code ?? 1, output }));
  });
}

/** Hash of the contents of files and folders (without node_modules, dist, data). */
export function hashOf(paths) {
  const hash = createHash('sha256');
  const visit = (path) => {
    const full = join(root, path);
    if (!existsSync(full)) return;
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).sort()) {
        if (!['node_modules', 'dist', 'data', '.cache'].includes(name)) visit(join(path, name));
      }
    } else hash.update(path).update(readFileSync(full));
  };
  paths.forEach(visit);
  return hash.digest('hex');
}

/** Does `work` unless a stamp says that it was done for exactly these contents. */
export async function unlessStamped(stamp, hash, work) {
  const file = join(root, stamp);
  if (existsSync(file) && readFileSync(file, 'utf8') === hash) return;
  await work();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, hash);
}

/**
 * Installs by the lock file when node_modules does not fit it. Not `npm ci`: that refuses a lock without the optional packages of other
 * platforms, and a company's mirror may not carry those.
 */
export async function install() {
  await unlessStamped('node_modules/.tongda-stamp', hashOf(['package-lock.json', 'package.json']), async () => {
    console.log('正在安装依赖（首次需要几分钟）……');
    const npm = process.env.npm_execpath ? [process.execPath, [process.env.npm_execpath]] : ['npm', []];
    const code = run(npm[0], [
      ...npm[1],
      'install',
      '--include=dev',
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ]);
    if (code !== 0) {
      console.error('依赖安装失败，请检查网络与 npm 设置后重试。');
      process.exit(1);
    }
  });
}
