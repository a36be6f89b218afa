import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { findDatabaseTests } from './scripts/database-tests.mjs';
import { findDomTests } from './scripts/dom-tests.mjs';

const crashes = 'apps/server/test/crash/*.test.ts';
const databaseTests = findDatabaseTests(import.meta.dirname);
const domTests = findDomTests(import.meta.dirname);
/** From 25 on Node.js has a `localStorage` of its own, which is undefined without a file to keep it in and hides the document's. */
const documentStorage = Number(process.versions.node.split('.')[0]) >= 25 ? ['--no-experimental-webstorage'] : [];

/** Tests that mostly wait (servers killed, databases away) or take a minute (small benchmarks) start first: beside them the others run, alone at the end they would hold everybody up. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const waits = ({ moduleId }: TestSpecification): boolean =>
      /\/(test\/crash\/[a-z]+|bench\/small)\.test\.ts$/u.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(waits), ...sorted.filter((file) => !waits(file))];
  }
}

/**
 * One run for every workspace, in five projects: what each one sets up is paid for only by a run that has files of it.
 * `database` files reach the run's PostgreSQL (found by their imports), `pure` ones do not, `crash` files start servers of their own,
 * `web` files are the client's logic, `dom` files its components in a document.
 */
export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // what every test of the database stands on although none imports it
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, '**/apps/server/migrations/*.sql'],
    // as in the browser: one more try where nobody watches and others use the machine too; `npm test` names at its end what needed it
    retry: process.env.CI ? 1 : 0,
    pool: 'forks',
    // Half as many again as cores: a worker waits for PostgreSQL half of its time (303 s of CPU in 730 s of tests with one a core).
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: LongFirst },
    projects: [
      { extends: true, test: { name: 'crash', include: [crashes] } },
      {
        extends: true,
        test: {
          name: 'database',
          // the benchmarks in their small forms use it too
          include: [...databaseTests, 'bench/small.test.ts'],
          exclude: [crashes],
          globalSetup: ['apps/server/test/setup/global-setup.ts'],
          setupFiles: ['apps/server/test/setup/cheap-passwords.ts'],
          // Loading the server's modules anew for each of 120 files takes longer than the tests: they share one registry a
          // worker. No module keeps state that a test sees; a test that mocks modules would have to go to a project of its own.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'pure',
          include: [
            'packages/**/*.test.ts',
            'apps/{server,simulator}/**/*.test.ts',
            '{scripts,bench/kit}/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', crashes, ...databaseTests],
          isolate: false,
        },
      },
      // Loading React and antd anew for each file took two thirds of these two. Only files of one environment share a worker.
      {
        extends: true,
        test: {
          name: 'web',
          execArgv: documentStorage,
          include: ['apps/web/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', ...domTests],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'dom', execArgv: documentStorage, include: domTests, isolate: false } },
    ],
  },
});
