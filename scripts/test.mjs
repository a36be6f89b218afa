import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { check } from './check.mjs';
import { bin, checkNode, install, root, run } from './lib.mjs';

// npm test: installs, checks, runs every test (the browser's too) and ends with one line that counts them.
checkNode();
await install();
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
const add = ({ passed, failed, skipped = 0, failures: named = [] }) => {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  failures.push(...named);
};

add(await check());
await build();

const unitFile = join(results, 'vitest.json');
const unitCode = run(bin('vitest'), ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${unitFile}`]);
add(
  counted(unitFile, unitCode, (r) => ({
    passed: r.numPassedTests,
    failed: Math.max(r.numFailedTests, r.numFailedTestSuites > 0 ? 1 : 0),
    skipped: r.numPendingTests + r.numTodoTests,
    failures: r.testResults.flatMap(failuresOfFile),
  })),
);

const browserFile = join(results, 'playwright.json');
const browserCode = run(bin('playwright'), ['test', '--config', 'e2e/playwright.config.ts'], {
  env: { ...process.env, CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: browserFile },
});
add(
  counted(browserFile, browserCode, (r) => ({
    passed: r.stats.expected + r.stats.flaky,
    failed: r.stats.unexpected,
    skipped: r.stats.skipped,
    failures: r.suites.flatMap(failuresOfSuite),
  })),
);

// once more at the end: a run's output is thousands of lines, and whoever reads only its tail is to see what failed
for (const failure of failures) console.log(`\nFAILED ${failure}`);
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed === 0 ? 0 : 1);

/** Counts of a runner's report; a runner that ended badly without a counted failure counts as one. */
function counted(file, code, read) {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const counts = read(JSON.parse(readFileSync(file, 'utf8')));
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** Failed tests of a file in vitest's report, or what kept the file from running. */
function failuresOfFile({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  const file = relative(root, name);
  if (failed.length === 0) return status === 'failed' ? [`${file}\n${short(message)}`] : [];
  return failed.map(({ fullName, failureMessages }) => `${file} › ${fullName}\n${short(failureMessages[0])}`);
}

/** Tests of a suite in Playwright's report that failed in every try. */
function failuresOfSuite({ specs = [], suites = [] }) {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ file, line, title, tests }) => {
      const error = tests.flatMap(({ results: tries }) => tries).find((one) => one.error)?.error;
      return `e2e/${file}:${line} › ${title}\n${short(error?.message)}`;
    });
  return [...own, ...suites.flatMap(failuresOfSuite)];
}

/** The first lines of an error's text. */
function short(text = '') {
  return text.split('\n').slice(0, 8).join('\n');
}
