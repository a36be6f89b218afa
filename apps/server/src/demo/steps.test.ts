import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDb, testDb } from '../../test/test-db';
import { type DemoStep, makeSteps } from './steps';

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
afterAll(() => db.close());

it('a first start that was interrupted is completed by the next one, and nothing is made twice', async () => {
  const made: string[] = [];
  let broken = true;
  const steps: DemoStep[] = ['files', 'surveys', 'plan'].map((name) => ({
    name,
    make: async () => {
      if (name === 'surveys' && broken) throw new Error('interrupted');
      made.push(name);
    },
  }));
  const failures: string[] = [];
  const start = () => makeSteps(db.systemDb, steps, (name) => failures.push(name));
  expect(await start()).toEqual(['files', 'plan']);
  expect(failures).toEqual(['surveys']);
  broken = false;
  expect(await start()).toEqual(['surveys']);
  expect(await start()).toEqual([]);
  expect(made).toEqual(['files', 'plan', 'surveys']);
});

it('a start that is stopped between two steps leaves the others to the next one', async () => {
  const made: string[] = [];
  const stopping = new AbortController();
  const steps: DemoStep[] = ['papers', 'vouchers'].map((name) => ({
    name,
    make: async () => {
      made.push(name);
      if (name === 'papers') stopping.abort(new Error('stopped while starting'));
    },
  }));
  const failures: string[] = [];
  const start = (signal?: AbortSignal) => makeSteps(db.systemDb, steps, (name) => failures.push(name), signal);
  await expect(start(stopping.signal)).rejects.toThrow('stopped while starting');
  expect(await start()).toEqual(['vouchers']);
  expect(made).toEqual(['papers', 'vouchers']);
  expect(failures).toEqual([]);
});
