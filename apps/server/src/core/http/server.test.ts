import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ TRUST_PROXY: 'loopback' });
  app.http.get('/page-of-a-test', async (_req, reply) => reply.type('text/html').send('<!doctype html>'));
});
afterAll(() => app.close());

describe('headers of every answer (OWASP Secure Headers)', () => {
  it('harden pages: no foreign or inline script, no eval, no plug-ins, no frames of others', async () => {
    const { headers } = await app.http.inject({ url: '/page-of-a-test' });
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-permitted-cross-domain-policies': 'none',
    });
    expect(headers['permissions-policy']).toContain('payment=()');
    const policy = Object.fromEntries(
      String(headers['content-security-policy'])
        .split('; ')
        .map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1).join(' ')]),
    );
    expect(policy['script-src']).toBe("'self'");
    expect(policy['object-src']).toBe("'none'");
    expect(policy['base-uri']).toBe("'self'");
    expect(policy['frame-ancestors']).toBe("'self'");
    expect(JSON.stringify(policy)).not.toContain('unsafe-eval');
    for (const header of ['server', 'x-powered-by', 'strict-transport-security'])
      expect(headers[header]).toBeUndefined();
  });

  it('answers of calls are not kept and run nothing; https stays https', async () => {
    const { headers } = await app.http.inject({
      url: '/api/sso/oauth/getLoginCode',
      headers: { 'x-forwarded-proto': 'https' },
    });
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['strict-transport-security']).toContain('max-age=31536000');
  });
});

describe('what a request may hold', () => {
  const login = { grant_type: 'password', clientId: 'tongda-web', client_secret: 'tongda-web' };
  const ask = async (more: Record<string, unknown>) => {
    const { body } = await app.http.inject({
      method: 'POST',
      url: '/api/sso/oauth/token',
      payload: { ...login, ...more },
    });
    const { code, data } = JSON.parse(body);
    return { code, errors: data?.errors };
  };

  it('a text with the character that no database stores is told by its field, not an unexpected error', async () => {
    expect(await ask({ username: 'a\0b' })).toEqual({
      code: 4000,
      errors: [{ field: 'username', msg: '含有不可见的控制字符（NUL），请删除后重试' }],
    });
  });

  it('a field of the wrong type is told in words', async () => {
    const { code, errors } = await ask({ username: { a: 1 } });
    expect(code).toBe(4000);
    expect(errors).toContainEqual({ field: 'username', msg: '参数 username 应为文字' });
  });
});

describe('what is closed unless the settings open it', () => {
  const closed = { url: '/metrics' };
  let open: TestApp;
  let plain: TestApp;
  beforeAll(async () => {
    open = await testApp({ METRICS_TOKEN: 'a-token-of-the-settings', API_DOCS: '1' });
    plain = await testApp();
  });
  afterAll(() => Promise.all([open.close(), plain.close()]));

  it('counters are read with the token only', async () => {
    expect((await plain.http.inject(closed)).statusCode).toBe(404);
    expect((await open.http.inject(closed)).statusCode).toBe(401);
    const with_ = (authorization: string) => open.http.inject({ ...closed, headers: { authorization } });
    expect((await with_('Bearer another-token-of-same-length')).statusCode).toBe(401);
    expect((await with_('Bearer a-token-of-the-settings')).statusCode).toBe(200);
  });

  it('the document of all calls', async () => {
    for (const url of ['/api/docs', '/api/docs/json']) {
      expect((await plain.http.inject({ url })).statusCode, url).toBe(404);
      expect((await open.http.inject({ url })).statusCode, url).toBeLessThan(400);
    }
  });

  it('a proxy that nobody named is not believed about https or addresses', async () => {
    const said = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' };
    const { headers } = await plain.http.inject({ url: '/api/sso/oauth/getLoginCode', headers: said });
    expect(headers['strict-transport-security']).toBeUndefined();
  });
});
