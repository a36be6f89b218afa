import { mkdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { scratchFolder } from '../../../test/scratch';
import { buildHttp } from './server';
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
  await serveWeb(app, root, ['/community', '/report', '/verify']);
});
afterAll(() => app.close());

const get = (url: string, encoding = '') =>
  app.inject({ url, headers: encoding ? { 'accept-encoding': encoding } : {} });

test('every page address answers the page, also those that end like files', async () => {
  for (const url of [
    '/community/location',
    '/report/404.html',
    '/community/interface/historyTrack.jsp?plateNo=1',
    '/community/no/such/page',
    '/verify?n=1',
    // what stands in a query is no file
    '/community/login?redirect=%2F%5Cevil.example',
    '/report/vehicle?plateNo=a.js',
  ]) {
    const answer = await get(url);
    expect([url, answer.statusCode, answer.body]).toEqual([url, 200, '<title>page</title>']);
    expect(answer.headers['cache-control']).toBe('no-cache');
  }
});

test('a folder has no list of its files', async () => {
  for (const url of ['/assets', '/assets/', '/assets/.', '/assets/%2e%2e/assets/']) {
    const answer = await get(url);
    expect([url, answer.statusCode]).toEqual([url, 404]);
    expect(answer.body).not.toContain('a-1');
  }
});

test('a missing file is missing, an unknown call answers our envelope', async () => {
  for (const url of ['/assets/old-0.js', '/favicon.ico', '/site.webmanifest?x=1'])
    expect((await get(url)).statusCode).toBe(404);
  expect((await get('/api/no/such')).json()).toMatchObject({ code: 4004 });
});

test('an unknown path of machines answers JSON with 404, never a page; a browser gets the page with 404', async () => {
  const calls = [
    '/api/no/such',
    '/intCall/noSuchCall',
    '/intCall',
    '/metrics/more',
    '/no/such',
    '/communityx',
    '/oauth/token',
  ];
  for (const url of calls)
    for (const method of ['GET', 'POST'] as const) {
      const answer = await app.inject({ url, method, headers: { accept: '*/*' } });
      expect([url, method, answer.statusCode]).toEqual([url, method, 404]);
      expect(answer.json(), url).toEqual({ code: 4004, msg: '接口不存在', data: null });
    }
  const browser = { accept: 'text/html,application/xhtml+xml' };
  const page = await app.inject({ url: '/no/such', headers: browser });
  expect([page.statusCode, page.body]).toEqual([404, '<title>page</title>']);
  expect((await app.inject({ url: '/intCall/noSuchCall', headers: browser })).json()).toMatchObject({ code: 4004 });
});

test('assets come packed as they were built and stay in the browser for a year; the version is always asked for', async () => {
  const packed = await get('/assets/a-1.js', 'br, gzip');
  expect([packed.body, packed.headers['content-encoding']]).toEqual(['packed', 'br']);
  expect(packed.headers['cache-control']).toContain('immutable');
  expect((await get('/assets/a-1.js')).body).toBe('plain');
  expect((await get('/version.json')).headers['cache-control']).toBe('no-cache');
});

describe('an address that is none', () => {
  let real: FastifyInstance;
  beforeAll(async () => {
    real = await buildHttp({
      log: pino({ level: 'silent' }),
      authenticate: () => Promise.reject(new Error('nobody logs in here')),
      checkAnswers: true,
      tileOrigins: [],
      trustProxy: [],
    });
    const root = scratchFolder('web-odd');
    mkdirSync(join(root, 'assets'), { recursive: true });
    writeFileSync(join(root, 'index.html'), '<title>page</title>');
    await serveWeb(real, root, ['/community']);
    await real.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => real.close());

  /** Asks over a socket, as a client library would mend the address first. */
  const statusOf = (path: string): Promise<number> =>
    new Promise((done, fail) => {
      const { port } = real.server.address() as AddressInfo;
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`),
      );
      let text = '';
      socket.on('data', (bytes) => {
        text += bytes.toString('latin1');
      });
      socket.on('end', () => done(Number(text.split(' ')[1])));
      socket.on('error', fail);
    });

  it.each([
    '/%',
    '/%zz',
    '/%ff%fe',
    '/%c0%ae%c0%ae/etc/passwd',
    '/a%00b',
    '/assets/%',
    '/assets/%00.js',
    '/assets/..%2f..%2f..%2fetc%2fpasswd',
    '/assets/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
    '/..%5c..%5cwindows%5cwin.ini',
    '/assets/../../../../etc/passwd',
    `/assets/${'a'.repeat(300)}.js`,
    '/.git/config',
    '/.env',
  ])('is not found: %s', async (path) => {
    expect(await statusOf(path)).toBe(404);
  });
  it.each(['/api/%', '/api/%ff'])('is not found in the envelope: %s', async (path) => {
    expect(await statusOf(path)).toBe(404);
    expect((await real.inject(path)).json()).toMatchObject({ code: 4004, msg: '接口不存在' });
  });
});
