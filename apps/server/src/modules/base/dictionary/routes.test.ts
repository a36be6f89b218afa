import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/test-app';

let app: TestApp;
let token = '';
beforeAll(async () => {
  app = await testApp();
  ({ token } = await app.company('字典公司'));
});
afterAll(() => app.close());

const path = '/api/base/manage/vehicle/getDictionary';

test('GET with repeated codes, GET with commas and POST with a list answer the same map; unknown codes are empty lists', async () => {
  const byPost = await app.post(path, { typeCode: ['vehicleStatus', 'openUrl', 'noSuch'] }, token);
  expect(byPost.code).toBe(200);
  expect(Object.keys(byPost.data)).toEqual(['vehicleStatus', 'openUrl', 'noSuch']);
  expect(byPost.data.noSuch).toEqual([]);
  expect(byPost.data.openUrl).toEqual([
    { code: false, name: '多页面打开' },
    { code: true, name: '当前页面替换' },
  ]);
  const repeated = await app.get(`${path}?typeCode=vehicleStatus&typeCode=openUrl&typeCode=noSuch`, token);
  const joined = await app.get(`${path}?typeCode=vehicleStatus,openUrl,noSuch`, token);
  expect(repeated.data).toEqual(byPost.data);
  expect(joined.data).toEqual(byPost.data);
});

test('no code, too many codes, nobody logged in', async () => {
  expect((await app.post(path, {}, token)).code).toBe(4000);
  expect((await app.post(path, { typeCode: [] }, token)).code).toBe(4000);
  const many = Array.from({ length: 101 }, (_, i) => `t${i}`);
  expect(await app.post(path, { typeCode: many }, token)).toMatchObject({ code: 4000, msg: '一次最多查询100个字典' });
  expect((await app.get(`${path}?typeCode=openUrl`)).status).toBe(401);
});
