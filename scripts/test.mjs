import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
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
const add = ({ passed, failed, skipped = 0 }) => {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
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
  })),
);

console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed === 0 ? 0 : 1);

/** Counts of a runner's report; a runner that ended badly without a counted failure counts as one. */
function counted(file, code, read) {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const counts = read(JSON.parse(readFileSync(file, 'utf8')));
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
