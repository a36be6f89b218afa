import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, connect as dial } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { build } from 'esbuild';

const serverRoot = join(import.meta.dirname, '../..');

const bundles = new Map<string, Promise<string>>();

/** The server as one file, like the built one: starting from sources would take longer than the rounds of a test. Answers its path. */
export const bundleServer = (): Promise<string> => bundleProgram('src/main.ts', 'src/heavy.ts');

/** A program as one file, with those that run beside it; paths from apps/server. Answers the path of the file. */
export function bundleProgram(main: string, ...others: string[]): Promise<string> {
  const known = bundles.get(main);
  if (known) return known;
  const fresh = makeBundle(main, others);
  bundles.set(main, fresh);
  return fresh;
}

async function makeBundle(main: string, others: readonly string[]): Promise<string> {
  const outdir = join(serverRoot, '.cache');
  const { outputFiles } = await build({
    write: false,
    entryPoints: [main, ...others].map((path) => join(serverRoot, path)),
    entryNames: '[name]',
    outdir,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outExtension: { '.js': '.mjs' },
    logLevel: 'silent',
    plugins: [
      {
        // our own workspaces go in, installed packages stay outside
        name: 'packages',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            kind === 'entry-point' || path.startsWith('@tongda/') ? undefined : { path, external: true },
          ),
      },
    ],
  });
  for (const { path, contents } of outputFiles) {
    const before = await readFile(path).catch(() => null);
    if (before?.equals(contents)) continue;
    // whole or not at all: a server of another test file may just be starting from it
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.${process.pid}`, contents);
    renameSync(`${path}.${process.pid}`, path);
  }
  return join(outdir, `${basename(main, '.ts')}.mjs`);
}

/** A TCP port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

export interface ServerProcess {
  child: ChildProcess;
  /** resolves with everything it printed when it has ended */
  ended: Promise<string>;
}

/** Starts the server and waits until terminals can connect, or whoever else comes to `port`; throws with its output when it ends before. */
export async function startServer(
  main: string,
  env: Record<string, string>,
  port = Number(env.GATEWAY_PORT),
): Promise<ServerProcess> {
  // as scripts/start.mjs does
  const child = spawn(process.execPath, ['--max-semi-space-size=64', main], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // a test or benchmark that fails half-way: it stops in order, and its PostgreSQL with it
  const stop = () => void child.kill('SIGTERM');
  process.once('exit', stop);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = new Promise<string>((resolve) => child.once('close', () => resolve(output)));
  const gone = { yes: false };
  void ended.then(() => {
    process.off('exit', stop);
    gone.yes = true;
  });
  while (!(await reachable(port))) {
    if (gone.yes) throw new Error(`the server ended: ${output}`);
    await pause(20);
  }
  return { child, ended };
}

function reachable(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = dial(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
