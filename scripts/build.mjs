import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bin, checkNode, hashOf, install, root, run, unlessStamped } from './lib.mjs';

const shared = ['packages', 'package-lock.json', 'tsconfig.base.json', 'scripts/build.mjs'];
/** Where our own workspaces lie: they become part of a bundle, every installed package stays outside. */
const ours = [
  '--alias:@tongda/contract=./packages/contract/src',
  '--alias:@tongda/protocol=./packages/protocol/src',
  '--alias:@tongda/geo=./packages/geo/src',
  '--alias:@tongda/simulator=./apps/simulator/src',
];

/** Builds what changed: web client (Vite), server and simulator (one esbuild bundle each). */
export async function build() {
  await unlessStamped('apps/web/dist/.stamp', hashOf([...shared, 'apps/web']), () =>
    step('网页', bin('vite'), ['build', '--logLevel', 'warn'], join(root, 'apps/web')),
  );
  await unlessStamped('apps/server/dist/.stamp', hashOf([...shared, 'apps/server/src', 'apps/simulator/src']), () =>
    step('服务', bin('esbuild'), bundle('apps/server/src/main.ts', 'apps/server/dist'), root),
  );
  await unlessStamped('apps/simulator/dist/.stamp', hashOf([...shared, 'apps/simulator/src']), () =>
    step('模拟器', bin('esbuild'), bundle('apps/simulator/src/main.ts', 'apps/simulator/dist'), root),
  );
}

/** One file for the entry and one for each part that is loaded later; installed packages stay outside (native parts, workers, data files). */
function bundle(entry, outdir) {
  return [
    entry,
    '--bundle',
    '--platform=node',
    '--format=esm',
    '--target=node20',
    '--splitting',
    '--sourcemap',
    `--outdir=${outdir}`,
    '--out-extension:.js=.mjs',
    '--packages=external',
    ...ours,
    '--log-level=warning',
  ];
}

function step(name, command, args, cwd) {
  console.log(`正在构建${name}……`);
  // of no use to who starts it: a word about how Vite reads its settings in its next version
  const env = { ...process.env, VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true' };
  if (run(command, args, { cwd, env }) !== 0) {
    console.error(`${name}构建失败。`);
    process.exit(1);
  }
}

/** Whether the web client was ever built. */
export const hasWeb = () => existsSync(join(root, 'apps/web/dist/index.html'));

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  checkNode();
  await install();
  await build();
}
