import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { check } from './check.mjs';
import { bin, checkNode, install, root, run } from './lib.mjs';
import { browserReport, unitReport } from './test-report.mjs';

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
const secondTry = [];
const add = (report) => {
  total.passed += report.passed;
  total.failed += report.failed;
  total.skipped += report.skipped ?? 0;
  failures.push(...(report.failures ?? []));
  secondTry.push(...(report.secondTry ?? []));
};

add(await check());
await build();

const unitFile = join(results, 'vitest.json');
const secondTryFile = join(results, 'vitest-second-try.json');
const reporters = ['--reporter=dot', '--reporter=json', '--reporter=./scripts/second-try-reporter.mjs'];
const unitCode = run(bin('vitest'), ['run', ...reporters, `--outputFile.json=${unitFile}`], {
  env: { ...process.env, SECOND_TRY_FILE: secondTryFile },
});
add(counted(unitFile, unitCode, (json) => unitReport(json, read(secondTryFile) ?? [])));

const browserFile = join(results, 'playwright.json');
const browserCode = run(bin('playwright'), ['test', '--config', 'e2e/playwright.config.ts'], {
  env: { ...process.env, CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: browserFile },
});
add(counted(browserFile, browserCode, browserReport));

// once more at the end: a run's output is thousands of lines, and whoever reads only its tail is to see what failed
for (const one of secondTry) console.log(`\nPASSED AT THE SECOND TRY ${one}`);
for (const one of failures) console.log(`\nFAILED ${one}`);
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed === 0 ? 0 : 1);

/** Counts of a runner's report; a runner that ended badly without a counted failure counts as one. */
function counted(file, code, reportOf) {
  const json = read(file);
  if (!json) return { passed: 0, failed: 1, failures: [`no report in ${relative(root, file)}`] };
  const report = reportOf(json);
  if (code === 0 || report.failed > 0) return report;
  return { ...report, failed: 1, failures: [`${relative(root, file)}: all passed, but the runner ended with ${code}`] };
}

/** A JSON file, or null when it was not written. */
function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}
