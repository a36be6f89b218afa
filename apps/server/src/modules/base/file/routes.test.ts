import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../test/test-app';
import { cleanName, fileLink, fileLinkIsGood } from './service';

const dir = mkdtempSync(join(tmpdir(), 'files-'));
let app: TestApp;
let a: { clientId: string; token: string };
let b: { clientId: string; token: string };
beforeAll(async () => {
  app = await testApp({ DATA_DIR: dir });
  a = await app.company('甲公司');
  b = await app.company('乙公司');
});
afterAll(async () => {
  await app.close();
  rmSync(dir, { recursive: true });
});

const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(100, 7)]);
async function send(token: string, name: string, bytes: Buffer, kind = 'avatar') {
  const form = new FormData();
  form.append('kind', kind);
  form.append('file', new File([new Uint8Array(bytes)], name));
  const request = new Request('http://x/', { method: 'POST', body: form });
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/base/base/file/upload',
    headers: { authorization: `Bearer ${token}`, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return answer.json() as {
    code: number;
    msg: string;
    data: { id: string; fileName: string; pathUrl: string; size: number };
  };
}
const view = (url: string, token?: string) =>
  app.http.inject({ method: 'GET', url, headers: token ? { authorization: `Bearer ${token}` } : {} });

describe('files', () => {
  it('are kept and shown behind a signed link, in a box without scripts', async () => {
    const { code, data } = await send(a.token, '../照片.PNG', png);
    expect(code).toBe(200);
    expect(data).toMatchObject({ fileName: '照片.png', size: png.length });
    const answer = await view(data.pathUrl);
    expect(answer.rawPayload.equals(png)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent('照片.png')}`,
    });
    expect(String(answer.headers['content-security-policy'])).toContain('sandbox');
    expect(readdirSync(join(dir, 'blobs'))).toEqual([a.clientId]);
  });

  it('are the own ones with a login, and of nobody else', async () => {
    const { data } = await send(a.token, 'x.png', png);
    const url = `/api/base/base/file/view?fileId=${data.id}`;
    expect((await view(url, a.token)).statusCode).toBe(200);
    expect((await view(url, b.token)).json()).toMatchObject({ code: 4004 });
    expect((await view(url)).statusCode).toBe(401);
    const { data: link } = await app.get(`/api/base/base/file/view-url?fileId=${data.id}`, a.token);
    expect((await view(link)).statusCode).toBe(200);
    expect(await app.get(`/api/base/base/file/view-url?fileId=${data.id}`, b.token)).toMatchObject({ code: 4004 });
    expect((await view(`${link}x`)).json()).toMatchObject({ code: 4003 });
    expect((await view(link.replace(`fileId=${data.id}`, 'fileId=1'))).json()).toMatchObject({ code: 4003 });
  });

  describe('in parts', () => {
    const bytes = Buffer.concat([png.subarray(0, 8), Buffer.from(Array.from({ length: 92 }, (_, i) => i + 100))]);
    let url: string;
    let etag: string;
    const ask = (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
      app.http.inject({ method, url, headers: { 'accept-encoding': 'gzip', ...headers } });
    beforeAll(async () => {
      url = (await send(a.token, '影像.png', bytes)).data.pathUrl;
      etag = String((await ask({})).headers.etag);
    });

    it('says that it can, and what it has', async () => {
      const whole = await ask({});
      expect(whole.statusCode).toBe(200);
      expect(whole.headers).toMatchObject({ 'accept-ranges': 'bytes', 'content-length': '100' });
      expect(etag).toMatch(/^"[0-9a-f]{64}"$/u);
      expect(whole.rawPayload.equals(bytes)).toBe(true);
    });

    it.each([
      ['bytes=0-', 0, 99],
      ['bytes=0-0', 0, 0],
      ['bytes=0-99', 0, 99],
      ['bytes=1-98', 1, 98],
      ['bytes=99-', 99, 99],
      ['bytes=99-99', 99, 99],
      ['bytes=90-1000', 90, 99],
      ['bytes=-1', 99, 99],
      ['bytes=-100', 0, 99],
      ['bytes=-1000', 0, 99],
    ])('%s is answered from %i to %i', async (range, from, to) => {
      const answer = await ask({ range });
      expect(answer.statusCode).toBe(206);
      expect(answer.headers).toMatchObject({
        'content-range': `bytes ${from}-${to}/100`,
        'content-length': String(to - from + 1),
        'content-type': 'image/png',
        'cache-control': 'private, max-age=600',
        'accept-ranges': 'bytes',
        etag,
      });
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect(String(answer.headers['content-security-policy'])).toContain('sandbox');
      expect(answer.rawPayload.equals(bytes.subarray(from, to + 1))).toBe(true);
    });

    it.each(['bytes=100-', 'bytes=100-200', 'bytes=-0', 'bytes=99999999999999999999-'])(
      '%s is nothing of it: 416 with its size',
      async (range) => {
        const answer = await ask({ range });
        expect(answer.statusCode).toBe(416);
        expect(answer.headers).toMatchObject({ 'content-range': 'bytes */100', 'content-length': '0' });
        expect(answer.headers['content-disposition']).toBeUndefined();
        expect(answer.rawPayload).toHaveLength(0);
      },
    );

    it.each(['bytes=0-1,5-6', 'bytes=9-5', 'bytes=-', 'bytes=x', 'lines=0-1'])('%s gets the whole', async (range) => {
      const answer = await ask({ range });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-range']).toBeUndefined();
      expect(answer.rawPayload.equals(bytes)).toBe(true);
    });

    it('of another file than the one that was begun are not pieced together', async () => {
      const range = 'bytes=10-19';
      expect((await ask({ range, 'if-range': etag })).statusCode).toBe(206);
      for (const other of ['"another"', `W/${etag}`, 'Wed, 21 Oct 2026 07:28:00 GMT']) {
        const answer = await ask({ range, 'if-range': other });
        expect(answer.statusCode).toBe(200);
        expect(answer.rawPayload.equals(bytes)).toBe(true);
      }
      // what is not there of the file that was begun, is there of no other
      expect((await ask({ range: 'bytes=100-', 'if-range': '"another"' })).statusCode).toBe(200);
    });

    it('are asked for in vain by who has it, and by who wants only to know about it', async () => {
      for (const method of ['GET', 'HEAD'] as const)
        for (const known of [etag, `"x", W/${etag}`, '*']) {
          const answer = await ask({ range: 'bytes=0-9', 'if-none-match': known }, method);
          expect(answer.statusCode).toBe(304);
          expect(answer.rawPayload).toHaveLength(0);
        }
      for (const range of ['bytes=0-9', 'bytes=100-']) {
        const head = await ask({ range }, 'HEAD');
        expect(head.statusCode).toBe(200);
        expect(head.headers).toMatchObject({ 'content-length': '100', 'content-type': 'image/png', etag });
        expect(head.headers['content-range']).toBeUndefined();
        expect(head.rawPayload).toHaveLength(0);
      }
    });
  });

  it.each([
    [
      'a page that calls itself a picture',
      'x.png',
      Buffer.from('<html><script>alert(1)</script>'),
      'avatar',
      '不支持的文件类型，请上传JPG、PNG文件',
    ],
    [
      'a picture of 2 MB and one byte',
      'x.png',
      Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024)]),
      'avatar',
      '文件不能超过2MB',
    ],
    ['a PDF as a picture', 'x.png', Buffer.from('%PDF-1.7'), 'image', '不支持的文件类型，请上传JPG、PNG、WEBP文件'],
    ['nothing', 'x.png', Buffer.alloc(0), 'avatar', '请选择要上传的文件'],
    [
      'more than any form takes',
      'x.pdf',
      Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(10 * 1024 * 1024)]),
      'document',
      '文件过大，最多10 MB',
    ],
    ['an unknown purpose', 'x.png', png, 'x', '文件用途错误'],
  ])('refuses %s', async (_what, name, bytes, kind, msg) => {
    expect(await send(a.token, name, bytes, kind)).toMatchObject({ code: 4000, msg });
  });

  it('links end, and names hold no folders', () => {
    const link = new URLSearchParams(fileLink(app.secrets, '7', 600, 0).split('?')[1]);
    const [expires, sign] = [link.get('expires') ?? '', link.get('sign') ?? ''];
    expect(fileLinkIsGood(app.secrets, '7', expires, sign, 600_000)).toBe(true);
    expect(fileLinkIsGood(app.secrets, '7', expires, sign, 601_000)).toBe(false);
    expect(cleanName('C:\\a\\b.JPEG', 'jpg')).toBe('b.jpeg');
    expect(cleanName('evil.html', 'png')).toBe('evil.png');
    expect(cleanName('', 'pdf')).toBe('文件.pdf');
  });
});
