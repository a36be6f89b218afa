import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the repository. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Source files of apps and packages, and of the folders named besides, as paths from the root: those that `isWanted` says yes to. */
export function listSources(isWanted, ...folders) {
  const rooms = ['apps', 'packages'].flatMap((area) =>
    readdirSync(join(root, area)).map((room) => `${area}/${room}/src`),
  );
  return [...rooms, ...folders]
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    )
    .filter(isWanted);
}

/** Whether our packages run on a version of Node.js: `engines` of package.json says the same. */
export function suitsNode(version) {
  const [major, minor] = version.split('.').map(Number);
  return major >= 24 || (major === 22 && minor >= 13) || (major === 20 && minor >= 19);
}

/** Ends the process with a sentence when Node.js is older than what our packages need. */
export function checkNode() {
  const { node } = process.versions;
  if (suitsNode(node)) return;
  console.error(
    `需要 Node.js 20.19、22.13 或 24 以上的版本（推荐 26），当前是 ${node}。请从 https://nodejs.org 安装后重试。`,
  );
  process.exit(1);
}

/** Runs a program to its end, with the input and output of this process. Answers its exit code, 1 when it could not be started. */
export function run(command, args, options = {}) {
  const done = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (done.error) console.error(`无法执行 ${command}：${done.error.message}`);
  return done.status ?? 1;
}

/** Full path of a program in node_modules/.bin, to run it without npx or a shell. */
export const bin = (name) => join(root, 'node_modules', '.bin', name);

/** Runs a program and collects what it prints. Answers {code, output}. */
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

/** SHA-256 of the contents of files and folders, without node_modules, dist, data and .cache. */
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

/** Does `work` unless the file `stamp` says that it was done for contents of this hash, and writes the stamp afterwards. */
export async function unlessStamped(stamp, hash, work) {
  const file = join(root, stamp);
  if (existsSync(file) && readFileSync(file, 'utf8') === hash) return;
  await work();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, hash);
}

/**
 * Installs the packages of the lock file when it has changed since the last time. Uses `npm install` because `npm ci` refuses a lock file without the optional
 * packages of other platforms, which the mirror of a company may not carry.
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
