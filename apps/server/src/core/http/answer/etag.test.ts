import { gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { compressAnswers } from './compress';
import { tagAnswers } from './etag';

it('answers 304 to who has the answer, and the whole one to others, packed or not', async () => {
  const app = fastify();
  tagAnswers(app);
  compressAnswers(app);
  let tree = '车队'.repeat(1_000);
  app.post('/tree', { config: { kept: true } }, async () => ({ tree }));
  app.post('/other', async () => ({ tree }));
  const ask = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'POST', url, headers });

  const first = await ask('/tree', { 'accept-encoding': 'gzip' });
  const etag = String(first.headers.etag);
  expect(JSON.parse(gunzipSync(first.rawPayload).toString())).toEqual({ tree });
  const again = await ask('/tree', { 'if-none-match': etag });
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
  expect((await ask('/tree', { 'if-none-match': 'W/"another"' })).json()).toEqual({ tree });
  tree = '车队2';
  expect((await ask('/tree', { 'if-none-match': etag })).json()).toEqual({ tree });
  expect((await ask('/other')).headers.etag).toBeUndefined();
  await app.close();
});
