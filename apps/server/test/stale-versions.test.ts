import { codes, type Endpoint } from '@tongda/contract/core/endpoint';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { allEndpoints } from '../src/core/endpoints';
import { fillEveryTable, fingerprints } from './every-table';
import { sampleInput } from './sample-input';
import { type TestApp, testApp } from './test-app';

/** Every call of the contract that says at which version its record was read, with a version that is not the record's. */
const id = '990003';
const stale = 999;
let app: TestApp;
let token: string;
let clientId: string;

const versioned = (e: Endpoint): boolean => {
  const { properties = {} } = z.toJSONSchema(e.input, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, unknown>;
  };
  return 'version' in properties && 'id' in properties;
};
const calls = allEndpoints().filter((e) => e.method === 'POST' && e.access !== 'public' && versioned(e));

beforeAll(async () => {
  app = await testApp();
  ({ clientId, token } = await app.company('两个人改'));
  await fillEveryTable(app.database.systemDb, clientId, id);
});
afterAll(() => app.close());

it('changes nothing and says so when somebody was faster', async () => {
  const before = await fingerprints(app.database.systemDb, clientId);
  const answers = new Map<string, { code: number; msg: string; data: unknown }>();
  for (const e of calls) {
    const input = { ...(sampleInput(e, id) as object), id, version: stale };
    answers.set(e.path, await app.post(e.path, input, token));
  }
  const told = [...answers].filter(([, { code }]) => code === codes.conflict).map(([path]) => path);
  // the others want more than a generated input can say; their modules' tests ask them
  expect(told.length).toBeGreaterThanOrEqual(15);
  const done = [...answers].filter(([, { code }]) => code === codes.ok).map(([path]) => path);
  expect(done).toEqual([]);
  expect(await fingerprints(app.database.systemDb, clientId)).toEqual(before);
});
