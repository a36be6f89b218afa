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
    expect(policy['base-uri']).toBe("'none'");
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
    for (const rule of ["default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"])
      expect(headers['content-security-policy']).toContain(rule);
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });

  it('stand on refusals and unknown addresses too', async () => {
    for (const url of ['/api/no/such/call', '/api/%', '/%E0', '/api/base/user/menuTree', '/nothing.js']) {
      const { headers } = await app.http.inject({ url, headers: { 'x-forwarded-proto': 'https' } });
      expect(headers, url).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' });
      // of an address that cannot be read the server does not learn what its proxy said
      if (!url.includes('%')) expect(headers['strict-transport-security'], url).toContain('includeSubDomains');
      expect(headers['content-security-policy'], url).toContain("base-uri 'none'");
      expect(headers['content-security-policy'], url).toContain('frame-ancestors');
    }
  });

  it('no other site is let in by CORS, whatever it says it is', async () => {
    for (const origin of ['https://evil.example', 'null']) {
      const { headers } = await app.http.inject({ url: '/api/sso/oauth/getLoginCode', headers: { origin } });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  it('methods that nothing asks for are unknown', async () => {
    for (const method of ['TRACE', 'OPTIONS', 'PUT', 'DELETE', 'PATCH'] as const) {
      const { statusCode, body } = await app.http.inject({ method: method as 'PUT', url: '/api/sso/oauth/token' });
      expect(statusCode, method).toBe(404);
      expect(body, method).not.toContain('authorization');
    }
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

  it('keys that reach for the prototype are refused', async () => {
    for (const payload of ['{"__proto__":{"all":true}}', '{"constructor":{"prototype":{"all":true}}}']) {
      const { body } = await app.http.inject({
        method: 'POST',
        url: '/api/sso/oauth/token',
        headers: { 'content-type': 'application/json' },
        payload,
      });
      expect(JSON.parse(body).code, payload).toBe(4000);
    }
    expect(({} as { all?: boolean }).all).toBeUndefined();
  });

  it('a parameter that comes twice is refused', async () => {
    const { body } = await app.http.inject({ url: '/api/base/base/file/view?fileId=1&fileId=2' });
    expect(JSON.parse(body)).toMatchObject({ code: 4000, data: { errors: [{ field: 'fileId' }] } });
  });

  it('a field of the wrong type is told in words', async () => {
    const { code, errors } = await ask({ username: { a: 1 } });
    expect(code).toBe(4000);
    expect(errors).toContainEqual({ field: 'username', msg: '参数 username 应为文字' });
  });

  it('a choice that is missing, or is none of those there are, is named', async () => {
    const { body } = await app.http.inject({ url: '/api/sso/oauth/getLoginCode?captcha=2' });
    expect(JSON.parse(body)).toMatchObject({ code: 4000, msg: '参数 captcha 应为 0、1' });
    const { token } = await app.company('选项公司');
    const missing = await app.post('/api/base/user/jurisdiction', {}, token);
    expect(missing.data.errors).toContainEqual({ field: 'group', msg: '缺少参数 group' });
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
    const { headers } = await open.http.inject({ url: '/api/docs/static/index.html' });
    for (const rule of ["base-uri 'none'", "object-src 'none'", "frame-ancestors 'none'"])
      expect(headers['content-security-policy']).toContain(rule);
  });

  it('a proxy that nobody named is not believed about https or addresses', async () => {
    const said = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' };
    const { headers } = await plain.http.inject({ url: '/api/sso/oauth/getLoginCode', headers: said });
    expect(headers['strict-transport-security']).toBeUndefined();
  });
});
