import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const crashes = 'apps/server/test/crash-*.test.ts';
const web = 'apps/web/**/*.test.{ts,tsx}';

/** Tests that mostly wait (servers killed, databases away) start first: beside them the others run, alone at the end they would hold everybody up. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const waits = ({ moduleId }: TestSpecification): boolean => /\/crash-[a-z]+\.test\.ts$/u.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(waits), ...sorted.filter((file) => !waits(file))];
  }
}

/** One run for every workspace: pure rules, the real PostgreSQL (globalSetup) and the web kit (jsdom by a docblock in the file). */
export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // as in the browser: one more try where nobody watches and others use the machine too; `npm test` names at its end what needed it
    retry: process.env.CI ? 1 : 0,
    pool: 'forks',
    // One worker a core: the default leaves a core to a watcher, which with two cores is half of the machine.
    maxWorkers: '100%',
    sequence: { sequencer: LongFirst },
    globalSetup: ['apps/server/test/global-setup.ts'],
    projects: [
      { extends: true, test: { name: 'apart', include: [crashes, web] } },
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['packages/**/*.test.ts', 'apps/{server,simulator}/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/node_modules/**', crashes],
          // Loading the server's modules anew for each of 200 files takes longer than the tests: they share one registry a
          // worker. No module keeps state that a test sees; a test that mocks modules would have to go to the other project.
          isolate: false,
        },
      },
    ],
  },
});
