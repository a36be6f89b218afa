import { defineConfig, type ReporterDescription } from '@playwright/test';
import { presentBrowser } from '../scripts/browser.mjs';

/** Counts for `npm test` go to the file it names; people read the line reporter. */
const reporter: ReporterDescription[] = [['line']];
if (process.env.PLAYWRIGHT_JSON_OUTPUT_FILE) {
  reporter.push(['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE }]);
}

/** Screens in a real browser against the built product with the demo company: one server for the run, started by the global setup. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/e2e',
  globalSetup: './fixtures/global-setup.ts',
  forbidOnly: true,
  fullyParallel: false,
  workers: Number(process.env.E2E_WORKERS) || 2,
  // A map without a graphics card takes its time on a loaded machine; a hang still ends.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // software GL on a shared machine: one more try where nobody watches; the report still says that it was flaky
  retries: process.env.CI ? 1 : 0,
  reporter,
  use: {
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // Nothing moves while it is clicked: the product honours the wish, and that is how it is tested.
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1366, height: 768 },
    screenshot: 'only-on-failure',
    trace: 'off',
    launchOptions: {
      executablePath: presentBrowser() ?? undefined,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // Debian asks for it, and without a graphics card the processor pays for it twice
        '--disable-gpu-rasterization',
        '--disable-lcd-text',
        // pages of one site share what they have compiled (fixtures/shared.ts)
        '--process-per-site',
        '--enable-unsafe-swiftshader',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
