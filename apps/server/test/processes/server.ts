import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, connect as dial } from 'node:net';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const serverRoot = join(import.meta.dirname, '../..');

const bundles = new Map<string, Promise<void>>();

/** The server as one file, like the built one: starting from sources would take longer than the rounds of a test. Answers its path. */
export const bundleServer = (): Promise<string> => bundleProgram('src/main.ts', 'src/heavy.ts');

/** A program as one file, with those that run beside it; paths from apps/server. Answers the path of the file. */
export async function bundleProgram(main: string, ...others: string[]): Promise<string> {
  const known = bundles.get(main) ?? makeBundle([main, ...others]);
  bundles.set(main, known);
  await known;
  return bundled(main);
}

/** Programs that share what they import, each as one file; paths from apps/server. As in their sources, `import.meta` tells where a source stands. Answers the folder of the files. */
export async function bundleSources(programs: readonly string[]): Promise<string> {
  await makeBundle(programs, [sourcePlaces]);
  return outdir;
}

const outdir = join(serverRoot, '.cache');
const bundled = (program: string): string => join(outdir, `${basename(program, '.ts')}.mjs`);

async function makeBundle(programs: readonly string[], plugins: readonly Plugin[] = []): Promise<void> {
  const note = join(outdir, `${basename(programs[0] ?? '')}.made.json`);
  const noted = plugins.length === 0;
  if (noted && isFresh(note, programs)) return;
  const began = Date.now();
  const { outputFiles, metafile } = await build({
    write: false,
    metafile: true,
    entryPoints: programs.map((path) => join(serverRoot, path)),
    entryNames: '[name]',
    outdir,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outExtension: { '.js': '.mjs' },
    logLevel: 'silent',
    plugins: [ownWorkspaces, ...plugins],
  });
  for (const { path, contents } of outputFiles) {
    const before = await readFile(path).catch(() => null);
    if (!before?.equals(contents)) putFile(path, contents);
  }
  if (!noted) return;
  const inputs = Object.keys(metafile.inputs).map((path) => stamped(resolve(path)));
  const outputs = outputFiles.map(({ path }) => stamped(path));
  // a source that was saved meanwhile may be in the bundle or not
  if (inputs.every(([, stamp]) => stamp.mtimeMs < began))
    putFile(note, JSON.stringify({ programs, inputs, outputs } satisfies Made));
}

/** What a bundle was made of: test files that run in processes of their own start from what the first of them made. */
interface Made {
  programs: readonly string[];
  inputs: ReadonlyArray<[path: string, stamp: Stamp]>;
  outputs: ReadonlyArray<[path: string, stamp: Stamp]>;
}
interface Stamp {
  mtimeMs: number;
  size: number;
}

function stamped(path: string): [path: string, stamp: Stamp] {
  const { mtimeMs, size } = statSync(path);
  return [path, { mtimeMs, size }];
}

/** Whether the bundle is there, and neither it nor what it was made of has changed. */
function isFresh(note: string, programs: readonly string[]): boolean {
  try {
    // written above
    const made = JSON.parse(readFileSync(note, 'utf8')) as Made;
    if (made.programs.join() !== programs.join()) return false;
    return [...made.inputs, ...made.outputs].every(([path, { mtimeMs, size }]) => {
      const [, now] = stamped(path);
      return now.mtimeMs === mtimeMs && now.size === size;
    });
  } catch {
    // never made, or a source is gone
    return false;
  }
}

/** Whole or not at all: a server of another test file may just be starting from it. */
function putFile(path: string, contents: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.${process.pid}`, contents);
  renameSync(`${path}.${process.pid}`, path);
}

/** Our own workspaces go in, installed packages stay outside. */
const ownWorkspaces: Plugin = {
  name: 'packages',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@tongda/') ? undefined : { path, external: true },
    ),
};

/** A bundle stands somewhere else than its sources, which look for files beside them. */
const sourcePlaces: Plugin = {
  name: 'places',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.(?:ts|mjs)$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      if (!text.includes('import.meta.')) return undefined;
      const contents = text
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href));
      return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' };
    }),
};

/** Ports from here on are given to outgoing connections by Linux, macOS and Windows. */
const firstOutgoingPort = 32_768;

/** A TCP port that nobody listens on, below those that other tests' connections take: between this answer and the server's start none of them may come to have it. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(11_000, firstOutgoingPort);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

export interface ServerProcess {
  child: ChildProcess;
  /** resolves with everything it printed when it has ended */
  ended: Promise<string>;
  /** what it printed so far: a test that fails says it */
  output: () => string;
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
  return { child, ended, output: () => output };
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
