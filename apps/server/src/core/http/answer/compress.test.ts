import { gunzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compressAnswers, takesGzip } from './compress';

let app: FastifyInstance;
beforeAll(() => {
  app = fastify();
  compressAnswers(app);
  app.get('/long', async () => ({ text: '温度'.repeat(2_000) }));
  app.get('/longer', async () => ({ text: '温度'.repeat(40_000) }));
  app.get('/short', async () => ({ ok: true }));
  app.get('/packed', async (_req, reply) => reply.header('content-encoding', 'br').send('x'.repeat(2_000)));
});
afterAll(() => app.close());
const get = (url: string, accepts?: string) =>
  app.inject({ url, headers: accepts === undefined ? {} : { 'accept-encoding': accepts } });

it('packs long answers for who takes gzip, and says by what the answer differs', async () => {
  const packed = await get('/long', 'br, gzip');
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  expect(packed.rawPayload.length).toBe(Number(packed.headers['content-length']));
  expect(JSON.parse(gunzipSync(packed.rawPayload).toString())).toEqual({ text: '温度'.repeat(2_000) });
  const plain = await get('/long');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.headers.vary).toBe('accept-encoding');
  expect(plain.json()).toEqual({ text: '温度'.repeat(2_000) });
});

it('packs what is longer in another thread, with the same outcome', async () => {
  const packed = await get('/longer', 'gzip');
  expect(JSON.parse(gunzipSync(packed.rawPayload).toString())).toEqual({ text: '温度'.repeat(40_000) });
});

it('leaves short answers alone, and those that are packed', async () => {
  expect((await get('/short', 'gzip')).headers['content-encoding']).toBeUndefined();
  expect((await get('/packed', 'gzip')).body).toBe('x'.repeat(2_000));
});

it.each([
  ['gzip', true],
  ['br;q=1.0, GZIP;q=0.5', true],
  ['*', true],
  ['gzip;q=0', false],
  ['gzip;q=0.00, *', false],
  ['br', false],
  ['', false],
  [undefined, false],
])('Accept-Encoding %s', (header, takes) => expect(takesGzip(header)).toBe(takes));
