import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/test-app';
import { makeFirstCompany, newPassword } from './first-company.service';
import { hashPassword } from './password';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

describe('the first company', () => {
  it('is made once, and its administrator logs in with all rights', async () => {
    const { systemDb } = app.database;
    expect(await systemDb.selectFrom('client').select('id').execute()).toEqual([]);
    const store = (plain: string) => hashPassword(plain, app.secrets.pwdSalt);
    const first = await makeFirstCompany(systemDb, store);
    expect(first?.account).toBe('admin');
    expect(await makeFirstCompany(systemDb, store)).toBeNull();
    const { data } = await app.login('admin', first?.password ?? '');
    const tree = await app.post('/api/base/user/menuTree', {}, data.access_token);
    expect(JSON.stringify(tree.data.menuTree)).toContain('/resources/vehicle');
    // the password stands in a file and on a screen: it is changed first
    expect((await app.post('/api/base/user/info', {}, data.access_token)).data.mustChangePwd).toBe(true);
  });

  it('passwords hold letters and digits', () => {
    for (let i = 0; i < 50; i++) expect(newPassword()).toMatch(/^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d]{12}$/u);
  });
});
