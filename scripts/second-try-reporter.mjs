import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './lib.mjs';

/**
 * A reporter for vitest that writes the tests that passed only at their second try into the file SECOND_TRY_FILE, so that `npm test` can name them at
 * its end.
 */
export default class SecondTryReporter {
  /** @param {ReadonlyArray<import('vitest/node').TestModule>} modules */
  onTestRunEnd(modules) {
    const named = modules.flatMap((module) =>
      [...module.children.allTests('passed')]
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => ({
          name: `${relative(root, module.moduleId)} › ${test.fullName}`,
          error: test.result().errors?.[0]?.message ?? '',
        })),
    );
    if (process.env.SECOND_TRY_FILE) writeFileSync(process.env.SECOND_TRY_FILE, JSON.stringify(named));
  }
}
