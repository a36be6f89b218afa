import { codes, endpoint } from '@tongda/contract/core/endpoint';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { publicRoute } from '../route';
import { buildHttp } from '../server';
import { listUndeclared } from './undeclared';

const drivers = z.object({
  list: z.array(z.object({ id: z.string(), name: z.string() })),
  note: z.string().nullable(),
});

it.each([
  { what: 'all that the schema names', answer: { list: [{ id: '1', name: '王' }], note: null }, more: [] },
  {
    what: 'a field of a row',
    answer: { list: [{ id: '1', name: '王', phone: '139' }], note: null },
    more: ['list[].phone'],
  },
  { what: 'a field of the answer', answer: { list: [], note: 'a', hash: 'x' }, more: ['hash'] },
  { what: 'nothing that JSON would write', answer: { list: [], note: null, hash: undefined }, more: [] },
])('finds $what', ({ answer, more }) => {
  expect(listUndeclared(answer, drivers.parse(answer))).toEqual(more);
});

const driver = endpoint({
  path: '/api/test/driver',
  access: 'public',
  title: '司机',
  output: z.object({ name: z.string() }),
});
let app: FastifyInstance;
beforeAll(async () => {
  app = await buildHttp({
    log: pino({ level: 'silent' }),
    authenticate: () => Promise.reject(new Error('nobody logs in')),
    checkAnswers: true,
    tileOrigins: [],
    trustProxy: [],
  });
  publicRoute(app, driver, async () => ({ name: '王', phone: '13900000000' }));
});
afterAll(() => app.close());

it('an answer with a field that its schema does not name is an error of the tests', async () => {
  const answer = await app.inject({ method: 'POST', url: driver.path, payload: {} });
  expect(answer.json()).toMatchObject({ code: codes.unexpected });
});
