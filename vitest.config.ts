import { defineConfig } from 'vitest/config';

/** One run for every workspace: pure rules, the real PostgreSQL (globalSetup) and the web kit (jsdom by a docblock in the file). */
export default defineConfig({
  test: {
    include: ['packages/**/*.test.ts', 'apps/**/*.test.ts', 'apps/**/*.test.tsx', 'scripts/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    globalSetup: ['apps/server/test/global-setup.ts'],
  },
});
