import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bin, checkNode, hashOf, install, root, run, unlessStamped } from './lib.mjs';

/** What every build depends on. */
const shared = ['packages', 'package-lock.json', 'tsconfig.base.json', 'scripts/build.mjs'];
/** Folders of our own workspaces, which become part of a bundle. */
const ours = [
  '--alias:@tongda/contract=./packages/contract/src',
  '--alias:@tongda/protocol=./packages/protocol/src',
  '--alias:@tongda/geo=./packages/geo/src',
  '--alias:@tongda/simulator=./apps/simulator/src',
];

/** Builds what changed: web client (Vite), server and simulator (one esbuild bundle each). */
export async function build() {
  await unlessStamped('apps/web/dist/.stamp', hashOf([...shared, 'apps/web']), () =>
    buildStep('网页', bin('vite'), ['build', '--logLevel', 'warn'], join(root, 'apps/web')),
  );
  await unlessStamped('apps/server/dist/.stamp', hashOf([...shared, 'apps/server/src', 'apps/simulator/src']), () =>
    buildStep(
      '服务',
      bin('esbuild'),
      bundleArguments(['apps/server/src/main.ts', 'apps/server/src/heavy.ts'], 'apps/server/dist'),
      root,
    ),
  );
  await unlessStamped('apps/simulator/dist/.stamp', hashOf([...shared, 'apps/simulator/src']), () =>
    buildStep('模拟器', bin('esbuild'), bundleArguments(['apps/simulator/src/main.ts'], 'apps/simulator/dist'), root),
  );
}

/**
 * Arguments of esbuild for programs that share what they have in common. Parts that are loaded later become files of their own; installed packages stay outside, because they have
 * native parts, workers and data files.
 */
function bundleArguments(entries, outdir) {
  return [
    ...entries,
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

/** Runs one build and ends the process when it fails. */
function buildStep(name, command, args, cwd) {
  console.log(`正在构建${name}……`);
  // hides a notice about Vite's next version, which does not concern who starts the product
  const env = { ...process.env, VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true' };
  if (run(command, args, { cwd, env }) !== 0) {
    console.error(`${name}构建失败。`);
    process.exit(1);
  }
}

/** Whether the web client has been built, no matter when. */
export const hasWeb = () => existsSync(join(root, 'apps/web/dist/index.html'));

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  checkNode();
  await install();
  await build();
}
