import { createHash, randomUUID } from 'node:crypto';
import { type ProgramRefusal, programAnswers, programRefusals } from '@tongda/contract/company/openapi/answers';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../../test/test-app';
import { unknownCall } from '../../../../core/http/errors';
import { replyWithError } from '../../../../core/http/route';
import { signatureOf } from './signature';

const snapshot = '/api/gis/monitor/snapshot';
const track = '/api/gis/track/points';
let app: TestApp;
let owner: { token: string; clientId: string; userId: string };
interface Program {
  id: string;
  appKey: string;
  secret: string;
}
let usual: Program;
beforeAll(async () => {
  app = await testApp();
  owner = await app.company('冷链公司');
  usual = await program('仓储系统');
  await app.database.pool.query(`update open_interface set status = 2 where key = 'driver'`);
});
afterAll(() => app.close());

/** A program of the company for which positions, drivers and tracks are open, changed in the database before its first call. */
async function program(name: string, change = ''): Promise<Program> {
  const made = (await app.post('/api/base/interface/app/add', { name, scope: 1 }, owner.token)).data;
  await app.database.pool.query(
    `insert into interface_apply (client_id, interface_key, app_id, status, purpose, daily_calls, daily_limit, user_id, user_name)
     select $1, key, $2, 1, '看板', 500, 500, $3, '管理员' from unnest('{position,driver,track}'::text[]) key`,
    [owner.clientId, made.id, owner.userId],
  );
  if (change) await app.database.pool.query(`update open_app set ${change} where id = $1`, [made.id]);
  return made;
}

interface How {
  of?: Program;
  body?: string;
  secret?: string;
  time?: number;
  nonce?: string;
  ip?: string;
}
async function call(path: string, { of = usual, body = '{}', ip = '203.0.113.7', ...how }: How = {}) {
  const [time, nonce] = [String(how.time ?? Math.floor(Date.now() / 1000)), how.nonce ?? randomUUID()];
  const bodyHash = createHash('sha256').update(body).digest('hex');
  const parts = { appKey: of.appKey, method: 'POST', path, time, nonce, bodyHash };
  const answer = await app.http.inject({
    method: 'POST',
    url: path,
    remoteAddress: ip,
    headers: {
      'content-type': 'application/json',
      'x-app-key': of.appKey,
      'x-timestamp': time,
      'x-nonce': nonce,
      'x-signature': signatureOf(how.secret ?? of.secret, parts),
    },
    payload: body,
  });
  const { code, msg, data } = answer.json();
  return { http: answer.statusCode, code, msg: String(msg), data, retry: answer.headers['retry-after'] };
}
type Given = Pick<Awaited<ReturnType<typeof call>>, 'http' | 'code' | 'msg'>;

/** How each refusal of the gate comes about. */
const ways: Readonly<Record<ProgramRefusal, () => ReturnType<typeof call>>> = {
  header: () => call(snapshot, { nonce: 'x' }),
  signature: () => call(snapshot, { secret: 'wrong' }),
  clock: () => call(snapshot, { time: Math.floor(Date.now() / 1000) - 400 }),
  nonce: async () => {
    const nonce = randomUUID();
    await call(snapshot, { nonce });
    return call(snapshot, { nonce });
  },
  switchedOff: async () => call(snapshot, { of: await program('停用的', 'enabled = false') }),
  over: async () => call(snapshot, { of: await program('过期的', `valid_until = '2026-01-01'`) }),
  address: async () => call(snapshot, { of: await program('机房的', `ip_list = '{198.51.100.0/24}'`) }),
  notOffered: () => call('/api/base/interface/app/list'),
  withdrawn: () => call('/api/base/manage/driver/page'),
  notForCustomers: async () => {
    const { rows } = await app.database.pool.query(
      `insert into customer (client_id, code, name) values ($1, 'HL', '华联超市') returning id::text`,
      [owner.clientId],
    );
    return call('/api/tms/customerOrder/page', { of: await program('客户的', `customer_id = ${rows[0].id}`) });
  },
  notOpened: () => call('/api/base/manage/vehicle/page'),
  quota: async () => {
    const of = await program('每分钟一次的', 'per_minute = 1');
    await call(snapshot, { of });
    return call(snapshot, { of });
  },
  wrongOften: async () => {
    for (let i = 0; i < 61; i++) await call(snapshot, { secret: 'wrong', ip: '203.0.113.99' });
    return call(snapshot, { ip: '203.0.113.99' });
  },
};

/** The line of the table that an answer belongs to: by status and code, and by the sentence where the table has it with gaps. */
function lineOf({ http, code, msg }: Given) {
  const line = programAnswers.find((one) => one.http === http && one.code === code);
  const matches = (template: string): boolean => {
    const parts = template.split('…');
    return (
      msg.startsWith(parts[0] ?? '') && msg.endsWith(parts.at(-1) ?? '') && parts.every((part) => msg.includes(part))
    );
  };
  return line?.cases.find((one) => matches(one.msg));
}

it.each(Object.keys(programRefusals) as ProgramRefusal[])(
  'the gate refuses as the table of the documents says: %s',
  async (why) => {
    const given = await ways[why]();
    const { http, code, todo } = programRefusals[why];
    expect(given).toMatchObject({ http, code });
    expect(lineOf(given)?.todo).toBe(todo);
    // who is told to wait is told how long
    expect(given.retry === undefined).toBe(http !== 429);
    if (http === 429) expect(Number(given.retry)).toBeGreaterThan(0);
  },
);

it('what is refused behind the gate stands in the table too', async () => {
  expect(await call(snapshot)).toMatchObject({ http: 200, code: 200 });
  const fields = await call(track);
  expect(fields).toMatchObject({
    http: 200,
    code: 4000,
    data: { errors: [{ field: 'startTime' }, { field: 'endTime' }] },
  });
  expect(programAnswers.find(({ code }) => code === 4000)?.text).toContain('data.errors');
  expect(lineOf(await call(track, { body: '{"vehicleId":' }))?.todo).toContain('JSON');
  const times = { startTime: '2026-11-20 08:00:00', endTime: '2026-11-20 12:00:00' };
  const unknown = await call(track, { body: JSON.stringify({ vehicleId: '999999', ...times }) });
  expect(unknown).toMatchObject({ http: 200, code: 4004 });
  expect(lineOf(unknown)?.todo).toContain('数据范围');
});

it('errors of the server stand in the table too', async () => {
  const http = fastify();
  http.setErrorHandler((error, req, reply) => replyWithError(error, req, reply));
  const faults = { slow: '57014', away: 'ECONNREFUSED', other: 'X' };
  for (const [path, code] of Object.entries(faults))
    http.get(`/${path}`, async () => {
      throw Object.assign(new Error(path), { code });
    });
  const todos = await Promise.all(
    Object.keys(faults).map(async (path) => {
      const answer = await http.inject({ url: `/${path}` });
      const { code, msg } = answer.json();
      return lineOf({ http: 200, code, msg })?.todo;
    }),
  );
  expect(lineOf({ http: 404, ...unknownCall })?.todo).toContain('地址');
  expect(todos).toEqual([expect.stringContaining('缩小'), '稍后重试', expect.stringContaining('traceId')]);
  await http.close();
});

it('every line of the table says what to do, but for success', () => {
  for (const { key, code, cases } of programAnswers) expect(cases.length > 0, key).toBe(code !== 200);
});
