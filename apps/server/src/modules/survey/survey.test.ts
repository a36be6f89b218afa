import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const survey = async (
  title: string,
  more: Partial<{ status: number; ends_at: string; starts_at: string; client: string }> = {},
) => {
  const { client, ...values } = more;
  const { id } = await app.database.systemDb
    .insertInto('survey')
    .values({ title, decode_id: title, status: 1, ...values })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (client)
    await app.database.systemDb.insertInto('survey_client').values({ survey_id: id, client_id: client }).execute();
};

test('the newest running survey for this company; none = nothing to show', async () => {
  const a = await app.company('问卷甲');
  const b = await app.company('问卷乙');
  const ask = async (token: string) => (await app.post('/api/base/cms/survey/notify', {}, token)).data;
  const nothing = { surveyUrl: null, decodeId: null, title: null };
  expect(await ask(a.token)).toEqual(nothing);
  await survey('draft', { status: 0 });
  await survey('over', { starts_at: '2020-01-01', ends_at: '2020-02-01' });
  await survey('later', { starts_at: '2999-01-01' });
  expect(await ask(a.token)).toEqual(nothing);
  await survey('for-b', { client: b.clientId });
  expect(await ask(a.token)).toEqual(nothing);
  expect(await ask(b.token)).toEqual({
    surveyUrl: '/community/questionnaire/gather',
    decodeId: 'for-b',
    title: 'for-b',
  });
  await survey('for-all');
  expect((await ask(a.token)).decodeId).toBe('for-all');
});
