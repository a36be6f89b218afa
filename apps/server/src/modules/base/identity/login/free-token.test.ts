import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../../test/test-app';
import { signFree } from '../session/tokens';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const open = async (headers: Record<string, string>) => {
  const answer = await app.http.inject({ url: '/api/base/open/tokenInfo', headers });
  return { status: answer.statusCode, ...answer.json() };
};

it('a free token opens open routes of one company for 24 h at most, and nothing else (shell.md A2.8)', async () => {
  const { clientId, userId, token } = await app.company('免登公司');
  const free = await signFree(app.secrets, { clientId, scope: 'share:track', subject: 'share 1' }, 1000);
  const seen = await open({ 'open-access-token': free });
  expect(seen).toMatchObject({
    code: 200,
    data: { clientId, clientName: '免登公司', scope: 'share:track', userId: null },
  });
  expect(seen.data.expireAt - Date.now()).toBeLessThanOrEqual(24 * 3_600_000);
  // with both headers the Bearer says who asks
  expect((await open({ 'open-access-token': free, authorization: `Bearer ${token}` })).data.userId).toBe(userId);
  // never instead of a login, and an access token is no free one
  const guarded = { method: 'POST', url: '/api/base/user/info' } as const;
  const asBearer = await app.http.inject({ ...guarded, headers: { authorization: `Bearer ${free}` } });
  const asFree = await app.http.inject({ ...guarded, headers: { 'open-access-token': free } });
  expect([asBearer.statusCode, asFree.statusCode]).toEqual([401, 401]);
  expect((await open({ 'open-access-token': token })).status).toBe(401);
  expect((await open({})).status).toBe(401);
  const over = await signFree(app.secrets, { clientId, scope: 'share:track', subject: 'share 2' }, 0);
  expect((await open({ 'open-access-token': over })).status).toBe(401);
});
