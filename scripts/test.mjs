import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { browserTests, readsTheRepository, screenOwners } from './changed-tests.mjs';
import { check } from './check.mjs';
import { findDatabaseTests } from './database-tests.mjs';
import { bin, checkNode, install, root, run } from './lib.mjs';
import { browserReport, formatDurations, unitReport } from './test-report.mjs';

// npm test: installs packages, checks, builds, runs all tests including those in the browser, and ends with one line that counts them.
// npm test -- --changed: runs only the tests that what differs from main can affect (changed-tests.mjs).
checkNode();
await install();
const changed = process.argv.includes('--changed') ? changedFiles() : null;
const browser = findBrowser();
if (!browser) {
  console.error(
    '没有找到 Chromium 或 Chrome，浏览器测试无法进行。请安装（Debian/Ubuntu：sudo apt-get install chromium fonts-noto-cjk），或用 CHROMIUM_PATH 指明路径。',
  );
  process.exit(1);
}
const results = join(root, 'test-results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
const secondTry = [];
const add = (report) => {
  total.passed += report.passed;
  total.failed += report.failed;
  total.skipped += report.skipped ?? 0;
  failures.push(...(report.failures ?? []));
  secondTry.push(...(report.secondTry ?? []));
};

const parts = [];
/** Does a part of the run and notes how long it took. */
const timed = async (name, work) => {
  const began = Date.now();
  const answer = await work();
  parts.push({ name, ms: Date.now() - began });
  return answer;
};

add(await timed('检查', check));
await timed('构建', build);

const unitFile = join(results, 'vitest.json');
const secondTryFile = join(results, 'vitest-second-try.json');
const reporters = ['--reporter=dot', '--reporter=json', '--reporter=./scripts/second-try-reporter.mjs'];
// the tests that import these files, and those that look at the repository's own
const units = changed ? ['related', '--run', ...changed.filter(isThere), ...guards(), '--passWithNoTests'] : ['run'];
const unitCode = await timed('单元与接口测试', () =>
  run(bin('vitest'), [...units, ...reporters, `--outputFile.json=${unitFile}`], {
    env: { ...process.env, SECOND_TRY_FILE: secondTryFile },
  }),
);
add(readReport(unitFile, unitCode, (json) => unitReport(json, readJsonFile(secondTryFile) ?? [])));

const browsed =
  changed &&
  browserTests(changed, screenOwners(root), git('ls-files', '-co', 'e2e/*.spec.ts').split('\n').filter(isThere));
const playwright = ['test', '--config', 'e2e/playwright.config.ts', ...(browsed?.specs ?? [])];
// Playwright without a file runs all of them
if (browsed === null || browsed.specs.length > 0) {
  const browserFile = join(results, 'playwright.json');
  const browserCode = await timed('浏览器测试', () =>
    run(bin('playwright'), playwright, {
      env: {
        ...process.env,
        CHROMIUM_PATH: browser,
        PLAYWRIGHT_JSON_OUTPUT_FILE: browserFile,
        ...(browsed?.screens ? { ONLY_SCREENS: browsed.screens.join() } : {}),
      },
    }),
  );
  add(readReport(browserFile, browserCode, browserReport));
}

// named again at the end: the output has thousands of lines, and who reads only the last ones should see what failed
for (const one of secondTry) console.log(`\nPASSED AT THE SECOND TRY ${one}`);
for (const one of failures) console.log(`\nFAILED ${one}`);
console.log(`\n${formatDurations(parts)}`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed === 0 ? 0 : 1);

/** Reads the report of a runner. A runner that wrote none, or ended with an error without a failed test, counts as one failure. */
function readReport(file, code, reportOf) {
  const json = readJsonFile(file);
  if (!json) return { passed: 0, failed: 1, failures: [`no report in ${relative(root, file)}`] };
  const report = reportOf(json);
  if (code === 0 || report.failed > 0) return report;
  return { ...report, failed: 1, failures: [`${relative(root, file)}: all passed, but the runner ended with ${code}`] };
}

/** Whether a file, by its path from the root, is there now. */
function isThere(file) {
  return existsSync(join(root, file));
}

function git(...args) {
  return spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim();
}

/** Files that differ from where the branch left main, or on main itself from the commit before, those that are gone among them. */
function changedFiles() {
  const head = git('rev-parse', 'HEAD');
  const left = git('merge-base', 'HEAD', 'main');
  const since = left && left !== head ? left : git('rev-parse', 'HEAD~1');
  const differing = git('diff', '--name-only', since);
  return `${differing}\n${git('ls-files', '--others', '--exclude-standard')}`.split('\n').filter(Boolean);
}

/** Tests that look at the repository's own files. */
function guards() {
  const database = new Set(findDatabaseTests(root));
  return git('ls-files', '-co', '--exclude-standard', '*.test.ts', '*.test.tsx')
    .split('\n')
    .filter((file) => isThere(file) && !database.has(file))
    .filter((file) => readsTheRepository(file, readFileSync(join(root, file), 'utf8')));
}

/** A JSON file, or null when it was not written. */
function readJsonFile(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}
