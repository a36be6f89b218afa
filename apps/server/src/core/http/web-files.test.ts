import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scratchFolder } from '../../../test/scratch';
import { serveWeb } from './web-files';

let app: FastifyInstance;
beforeAll(async () => {
  const root = scratchFolder('web');
  mkdirSync(join(root, 'assets'), { recursive: true });
  writeFileSync(join(root, 'index.html'), '<title>page</title>');
  writeFileSync(join(root, 'version.json'), '{"build":"b"}');
  writeFileSync(join(root, 'assets', 'a-1.js'), 'plain');
  writeFileSync(join(root, 'assets', 'a-1.js.br'), 'packed');
  app = fastify();
  await serveWeb(app, root);
});
afterAll(() => app.close());

const get = (url: string, encoding = '') =>
  app.inject({ url, headers: encoding ? { 'accept-encoding': encoding } : {} });

test('every page address answers the page, also those that end like files', async () => {
  for (const url of [
    '/community/location',
    '/report/404.html',
    '/interface/historyTrack.jsp?plateNo=1',
    '/no/such/page',
    // what stands in a query is no file
    '/community/login?redirect=%2F%5Cevil.example',
    '/resources/vehicle?plateNo=a.js',
  ]) {
    const answer = await get(url);
    expect([url, answer.statusCode, answer.body]).toEqual([url, 200, '<title>page</title>']);
    expect(answer.headers['cache-control']).toBe('no-cache');
  }
});

test('a missing file is missing, an unknown call answers our envelope', async () => {
  for (const url of ['/assets/old-0.js', '/favicon.ico', '/site.webmanifest?x=1'])
    expect((await get(url)).statusCode).toBe(404);
  expect((await get('/api/no/such')).json()).toMatchObject({ code: 4004 });
});

test('assets come packed as they were built and stay in the browser for a year; the version is always asked for', async () => {
  const packed = await get('/assets/a-1.js', 'br, gzip');
  expect([packed.body, packed.headers['content-encoding']]).toEqual(['packed', 'br']);
  expect(packed.headers['cache-control']).toContain('immutable');
  expect((await get('/assets/a-1.js')).body).toBe('plain');
  expect((await get('/version.json')).headers['cache-control']).toBe('no-cache');
});
