import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/test-app';

let app: TestApp;
let token = '';
let userId = '';
beforeAll(async () => {
  app = await testApp();
  ({ token, userId } = await app.company('偏好公司'));
});
afterAll(() => app.close());

const call = (name: string, body: unknown, as = token) => app.post(`/api/base/userFrontendConfig/${name}`, body, as);

test('one value by page and key, several by tag; unknown tags are absent; another user sees nothing of it', async () => {
  expect((await call('getField', { page: 'browse', key: 'openUrl' })).data).toBeNull();
  expect((await call('saveField', { page: 'browse', key: 'openUrl', fields: false, expiry: 28_800 })).code).toBe(200);
  expect((await call('getField', { page: 'browse', key: 'openUrl' })).data).toBe('false');
  expect(
    (await call('bathSave', { saveMap: { 'menuRight.guideUser': 'true', 'menu.favourites': '["/a","中文"]' } })).code,
  ).toBe(200);
  const keys = ['browse.openUrl', 'menuRight.guideUser', 'menu.favourites', 'no.such'];
  const { data } = await call('bathGet', { keys });
  expect(Object.keys(data).sort()).toEqual(['browse.openUrl', 'menu.favourites', 'menuRight.guideUser']);
  expect(JSON.parse(data['menu.favourites'])).toEqual(['/a', '中文']);
  const other = await app.company('别人的公司');
  expect((await call('bathGet', { keys }, other.token)).data).toEqual({});
});

test('a value with an expiry is gone after it', async () => {
  await call('saveField', { page: 'short', key: 'lived', fields: { a: 1 }, expiry: 28_800 });
  await app.database.systemDb
    .updateTable('frontend_config')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('tag', '=', 'short.lived')
    .execute();
  expect((await call('getField', { page: 'short', key: 'lived' })).data).toBeNull();
  expect((await call('bathGet', { keys: ['short.lived'] })).data).toEqual({});
});

test('64 KB a value, valid JSON, nothing that the database cannot keep', async () => {
  const fits = JSON.stringify('x'.repeat(65_534));
  expect((await call('bathSave', { saveMap: { big: fits } })).code).toBe(200);
  for (const json of [
    JSON.stringify('x'.repeat(65_535)),
    JSON.stringify('汉'.repeat(30_000)),
    '{a:1}',
    '',
    'undefined',
    '"\\u0000"',
    '"\\ud800"',
  ]) {
    const answer = await call('bathSave', { saveMap: { bad: json, good: '1' } });
    expect(answer.code, json.slice(0, 12)).toBe(4000);
    expect(answer.data.errors[0].field).toBe('saveMap.bad');
  }
  // A backslash that somebody typed is no escape, and a whole surrogate pair is a character.
  for (const json of ['"\\\\u0000"', '"\\ud83d\\ude9a"', '"🚚"'])
    expect((await call('bathSave', { saveMap: { ok: json } })).code).toBe(200);
  expect((await call('saveField', { page: 'p', key: 'k', fields: 'x'.repeat(65_535) })).code).toBe(4000);
  // One wrong value and nothing of the call is stored.
  expect((await call('bathGet', { keys: ['good'] })).data).toEqual({});
});

test('200 tags a user: one more is refused and leaves the others as they were', async () => {
  await app.database.systemDb.deleteFrom('frontend_config').where('user_id', '=', userId).execute();
  const many = (from: number, to: number) =>
    Object.fromEntries(Array.from({ length: to - from }, (_, i) => [`t.${from + i}`, '1']));
  expect((await call('bathSave', { saveMap: many(0, 200) })).code).toBe(200);
  expect(await call('bathSave', { saveMap: { 't.0': '2', 'one.more': '1' } })).toMatchObject({ code: 4029 });
  expect((await call('bathGet', { keys: ['t.0', 'one.more'] })).data).toEqual({ 't.0': '1' });
  expect((await call('bathSave', { saveMap: { 't.0': '3' } })).code).toBe(200);
});
