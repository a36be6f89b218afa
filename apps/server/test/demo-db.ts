import { seedDemo } from '../src/demo/seed';
import { filledDb, type TestDb } from './test-db';

/** When the demo companies of {@link demoDb} were made. */
export const demoNow = new Date('2026-11-21T04:00:00Z');

/**
 * A database of this test file's own with the demo companies as they were written at `demoNow`: for tests to which it does not matter how long ago that is.
 * Seeding costs some seconds of CPU, a clone a tenth of one. Nobody can log in.
 */
export const demoDb = (): Promise<TestDb> =>
  filledDb('demo', ({ systemDb }) =>
    seedDemo(systemDb, { now: demoNow, hashPassword: async (plain) => `hash of ${plain}` }),
  );
