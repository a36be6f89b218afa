import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../test/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
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
