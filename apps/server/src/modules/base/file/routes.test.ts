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
