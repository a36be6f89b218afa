import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bin, capture, checkNode, install, root } from './lib.mjs';

// TypeScript 7 checks types; version 5 is there for dependency-cruiser, which needs its programming interface.
const tsc = join(root, 'node_modules/typescript-7/bin/tsc');
/** Results of the type checks are kept in this folder, so that the next run checks only what a change can have affected. */
const memory = join(root, 'node_modules/.cache/tongda-types');

/**
 * The type check of one workspace: its name, program and arguments. It uses one checker only, because several work out the same types more than once (50 s
 * of CPU instead of 31 for the server), and the other cores have other checks to run.
 */
const typesCheck = (path) => {
  const kept = join(memory, `${path.replace('/', '-')}.tsbuildinfo`);
  return [
    `类型 ${path}`,
    process.execPath,
    [tsc, '-p', path, '--checkers', '1', '--incremental', '--tsBuildInfoFile', kept],
  ];
};

/** All checks: name, program, arguments. The long ones come first, so that no core waits for one of them at the end. */
const checks = [
  ...['bench', 'apps/server', 'apps/web'].map(typesCheck),
  [
    '引用规则 dependency-cruiser',
    bin('depcruise'),
    ['--config', '.dependency-cruiser.cjs', '--output-type', 'err', 'packages', 'apps'],
  ],
  ['多余文件与依赖 knip', bin('knip'), ['--no-progress']],
  ['正则表达式 recheck', process.execPath, [join(root, 'scripts/regexes.mjs')]],
  ['类型断言 casts', process.execPath, [join(root, 'scripts/casts.mjs')]],
  ['报表行数 report-lines', process.execPath, [join(root, 'scripts/report-lines.mjs')]],
  ['函数长度 long-functions', process.execPath, [join(root, 'scripts/long-functions.mjs')]],
  ['格式与规范 biome', bin('biome'), ['check', '--error-on-warnings', '--colors=off', '.']],
  ...['packages/contract', 'e2e', 'packages/protocol', 'packages/geo', 'apps/simulator'].map(typesCheck),
];

/** Runs every check, two to four at a time by the number of cores, and prints the output of those that fail. Answers how many passed and failed. */
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
  await Promise.all(Array.from({ length: Math.min(4, Math.max(2, availableParallelism())) }, worker));
  return { passed: checks.length - failed, failed };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  checkNode();
  await install();
  const { failed } = await check();
  process.exit(failed === 0 ? 0 : 1);
}
