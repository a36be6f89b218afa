import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bin, capture, checkNode, install, root } from './lib.mjs';

// TypeScript 7 checks types; version 5 is there for dependency-cruiser, which needs its programming interface.
const tsc = join(root, 'node_modules/typescript-7/bin/tsc');
const workspaces = [
  'packages/contract',
  'packages/protocol',
  'packages/geo',
  'apps/server',
  'apps/simulator',
  'apps/web',
];
const checks = [
  ['格式与规范 biome', bin('biome'), ['check', '--error-on-warnings', '--colors=off', '.']],
  [
    '引用规则 dependency-cruiser',
    bin('depcruise'),
    ['--config', '.dependency-cruiser.cjs', '--output-type', 'err', 'packages', 'apps'],
  ],
  ['多余文件与依赖 knip', bin('knip'), ['--no-progress']],
  ...[...workspaces, 'e2e', 'bench'].map((path) => [`类型 ${path}`, process.execPath, [tsc, '-p', path]]),
];

/** Runs every check, two at a time, and prints the output of those that fail. Answers how many failed. */
export async function check() {
  const queue = [...checks];
  let failed = 0;
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [name, command, args] = next;
      const { code, output } = await capture(command, args);
      console.log(`${code === 0 ? '通过' : '失败'}  ${name}`);
      if (code === 0) continue;
      failed++;
      console.log(output);
    }
  };
  await Promise.all([worker(), worker()]);
  return { passed: checks.length - failed, failed };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  checkNode();
  await install();
  const { failed } = await check();
  process.exit(failed === 0 ? 0 : 1);
}
