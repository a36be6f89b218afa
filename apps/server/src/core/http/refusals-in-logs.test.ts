import { loginRecords } from '@tongda/contract/base/identity/account';
import { roleAdd } from '@tongda/contract/company/role/calls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/test-app';
import { createLog } from '../run/log';

let app: TestApp;
const lines: string[] = [];
beforeAll(async () => {
  app = await testApp({}, createLog('warn', { write: (line: string) => void lines.push(line) }).log);
});
afterAll(() => app.close());

/** The lines that were written since the last look. */
const newLines = (): Array<Record<string, unknown>> => lines.splice(0).map((line) => JSON.parse(line));

it('who is refused a call stands in the log, with what he asked for and without what he sent', async () => {
  const { clientId, userId, token } = await app.company('越权公司', { primary: false });
  newLines();
  const { path } = roleAdd;
  expect(await app.post(path, { name: 'geheim\nfake line' }, token)).toMatchObject({ code: 4003 });
  const [line, ...more] = newLines();
  expect(line).toMatchObject({ level: 40, msg: 'refused', code: 4003, method: 'POST', path, userId, clientId });
  expect(line).toMatchObject({ ip: '127.0.0.1', reqId: expect.stringMatching(/^[0-9a-f]{16}$/u) });
  expect(line?.time).toBeGreaterThan(Date.now() - 60_000);
  expect(JSON.stringify(line)).not.toContain('geheim');
  expect(more).toEqual([]);
});

it('a body that no form sends stands there too, an answer that everybody gets does not', async () => {
  const { token } = await app.company('平常公司');
  newLines();
  await app.post('/api/sso/oauth/token', { username: 'a\0b' });
  expect(newLines()).toMatchObject([{ level: 40, path: '/api/sso/oauth/token' }]);
  await app.post(loginRecords.path, {}, token);
  await app.post(roleAdd.path, { name: '' }, token);
  expect(newLines()).toEqual([]);
});
