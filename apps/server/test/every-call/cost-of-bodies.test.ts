import type { Endpoint } from '@tongda/contract/core/endpoint';
import { codes } from '@tongda/contract/core/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listEndpoints } from '../../src/core/http/endpoints';
import { maxDepth } from '../../src/core/http/input-shape';
import { type TestApp, testApp } from '../test-app';
import { fieldNames, sampleInput } from './sample-input';

/**
 * One request must not hold the process. Every public call gets deep, wide, long and odd bodies of two sizes, and the larger one may cost as much more CPU as it
 * is larger, not the square of it. Generated from the contract: a new call is measured without a line here.
 */
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const times = (bytes: number, piece: string): number => Math.max(1, Math.floor(bytes / Buffer.byteLength(piece)));
const repeated = (bytes: number, piece: string): string => piece.repeat(times(bytes, piece));
const listOf = (bytes: number, piece: string): string => `[${repeated(bytes, `${piece},`)}${piece}]`;

/** Texts that make careless regular expressions try again at each character. */
const longTexts = ['a', '0', ' ', '\t', '测', '-', '1,', 'a@a.', '/', '0.', 'Aa1', '<', '(', '"__proto__" '];

/** JSON texts of about `bytes` bytes that fit no schema, by what is odd about them. */
const shapes: Record<string, (bytes: number) => string> = {
  'deep objects': (bytes) => `${repeated(bytes / 2, '{"a":')}1${'}'.repeat(times(bytes / 2, '{"a":'))}`,
  'deep lists': (bytes) => `${'['.repeat(bytes / 2)}1${']'.repeat(bytes / 2)}`,
  'deep and wide': (bytes) => `{"a":${listOf(bytes, `${'['.repeat(40)}1${']'.repeat(40)}`)}}`,
  'deep with long names': (bytes) =>
    `${repeated(bytes, `{"${'a'.repeat(500)}":`)}1${'}'.repeat(times(bytes, `{"${'a'.repeat(500)}":`))}`,
  'many names': (bytes) => `{${Array.from({ length: times(bytes, '"k123456":0,') }, (_, i) => `"k${i}":0`).join(',')}}`,
  'one name again and again': (bytes) => `{${repeated(bytes, '"a":1,')}"a":1}`,
  'names of prototypes': (bytes) => `{${repeated(bytes, '"constructor":{"prototype":{}},')}"x":1}`,
  'a list of numbers': (bytes) => listOf(bytes, '0'),
  'a list of objects': (bytes) => listOf(bytes, '{}'),
  'a list of texts': (bytes) => listOf(bytes, '""'),
  'a NUL at the end': (bytes) => `{"a":${listOf(bytes, '"x"')},"b":"\\u0000"}`,
  'half a body': (bytes) => `{"a":[${repeated(bytes, '{"b":[')}`,
  'a number of many digits': (bytes) => `{"a":${repeated(bytes, '9')}}`,
  'a text': (bytes) => `"${repeated(bytes, 'x')}"`,
  escapes: (bytes) => `{"a":"${repeated(bytes, '\\ud800')}"}`,
};

/** What stands in a body whose other fields are as they should be. */
const values: Record<string, (bytes: number) => unknown> = {
  ...Object.fromEntries(
    longTexts.map((text) => [`${JSON.stringify(text)} repeated`, (n: number) => repeated(n, text)]),
  ),
  'a long list': (bytes) => Array.from({ length: bytes / 3 }, () => ''),
  'a list of objects': (bytes) => Array.from({ length: bytes / 3 }, () => ({})),
};

const send = async (e: Endpoint, payload: string, token = ''): Promise<{ code: number; status: number }> => {
  const headers = {
    'content-type': e.body === 'form' ? 'application/x-www-form-urlencoded' : 'application/json',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
  const answer =
    e.method === 'GET'
      ? await app.http.inject({ method: 'GET', url: `${e.path}?${payload}`, headers })
      : await app.http.inject({ method: 'POST', url: e.path, headers, payload });
  const text = answer.body;
  expect(text.length, `${e.path} answers much`).toBeLessThan(200_000);
  return { status: answer.statusCode, code: text.startsWith('{') ? (JSON.parse(text) as { code: number }).code : 0 };
};

/** CPU of this process for one request, ms; the least of `tries`, as collections of garbage fall on any of them. */
async function cpuOf(e: Endpoint, payload: string, token = '', tries = 2): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < tries; i++) {
    const from = process.cpuUsage();
    const { code, status } = await send(e, payload, token);
    const { user, system } = process.cpuUsage(from);
    expect([e.path, status === 500, code === codes.unexpected, payload.slice(0, 60)]).toEqual([
      e.path,
      false,
      false,
      payload.slice(0, 60),
    ]);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** CPU that a request may cost whatever its size, ms: below it nothing can be told from the noise of the machine. */
const floorMs = 25;
/** And what none may cost: so many times what it costs here and now to parse {@link usualText}, about `usualMs` on two cores. Trucks wait meanwhile. */
const [mostParses, usualMs] = [3, 300];
const usualText = listOf(2_800_000, '{"a":[1,"x"]}');
/** The larger body is so many times the smaller. Collecting garbage grows a little faster than what it collects; the square would be 256 times. */
const grows = 16;
const slack = 6;

/** CPU for parsing the usual text, ms; the least of four tries. */
function parseMs(): number {
  const tries = Array.from({ length: 4 }, () => {
    const from = process.cpuUsage();
    JSON.parse(usualText);
    const { user, system } = process.cpuUsage(from);
    return (user + system) / 1000;
  });
  return Math.min(...tries);
}

/** Sends a body and one of a sixteenth. Answers a sentence when the cost grows faster than the size. */
async function findCostly(e: Endpoint, what: string, make: (bytes: number) => string, bytes: number, token = '') {
  const large = await cpuOf(e, make(bytes), token);
  if (large <= floorMs) return [];
  const small = await cpuOf(e, make(bytes / grows), token);
  const allowed = Math.max(small, 2) * grows * slack;
  if (large <= Math.min(usualMs, allowed)) return [];
  // this moment may be slower than the start of the test: both are measured again
  const most = Math.min(allowed, mostParses * parseMs());
  const again = await cpuOf(e, make(bytes), token, 4);
  return again <= most ? [] : [`${e.path} ${what}: ${small} ms, then ${again} ms of at most ${most} ms`];
}

const textOf = (e: Endpoint, input: Record<string, unknown>): string =>
  e.method === 'POST' && e.body === 'json'
    ? JSON.stringify(input)
    : new URLSearchParams(
        Object.entries(input).map(([key, value]): [string, string] => [
          key,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
      ).toString();

const open = listEndpoints().filter((e) => e.access === 'public');
/** Bodies of odd shape that a call gets: each shape as a whole, each value in each field. */
const bodiesFor = (e: Endpoint): number =>
  (e.method === 'POST' && e.body === 'json' ? Object.keys(shapes).length : 0) +
  fieldNames(e).length * Object.keys(values).length;
const bodies = open.reduce((sum, e) => sum + bodiesFor(e), 0);
let sent = 0;

describe('CPU of a public call grows with the size of its body and not faster', () => {
  it('is asked of every public call', () => {
    expect(open.length).toBeGreaterThan(20);
    expect(open.filter((e) => !app.http.boundEndpoints.has(`${e.method} ${e.path}`))).toEqual([]);
  });

  it.each(open.map((e) => ({ name: `${e.method} ${e.path}`, e })))(
    '$name',
    async ({ e }) => {
      const found: string[] = [];
      // an address is cut by the server at 16 KB of headers
      const bytes = e.method === 'GET' ? 12_000 : Math.min(e.maxBodyKb * 1000, 256_000);
      if (e.method === 'POST' && e.body === 'json')
        for (const [what, make] of Object.entries(shapes)) {
          found.push(...(await findCostly(e, what, make, bytes)));
          sent++;
        }
      for (const field of fieldNames(e))
        for (const [what, make] of Object.entries(values)) {
          const body = (size: number) =>
            textOf(e, { ...(sampleInput(e, '1') as Record<string, unknown>), [field]: make(size * 0.9) });
          found.push(...(await findCostly(e, `${field}: ${what}`, body, bytes)));
          sent++;
        }
      expect(found.join('\n')).toBe('');
    },
    120_000,
  );

  it(`for ${bodies} bodies of ${open.length} calls`, () => {
    expect(sent).toBe(bodies);
    expect(sent).toBeGreaterThan(1000);
  });
});

describe('a body that somebody with an account sends', () => {
  it('costs no more either, also where fields are hidden from him', async () => {
    const { clientId, userId, account } = await app.company('甲公司', { primary: false });
    const role = await app.database.systemDb
      .insertInto('role')
      .values({ client_id: clientId, name: '看不到号码', all_rights: true, masks: ['phone', 'cost'] })
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.database.systemDb
      .insertInto('user_role')
      .values({ client_id: clientId, user_id: userId, role_id: role.id })
      .execute();
    const token = String((await app.login(account, 'Test@2026')).data.access_token);
    const some = listEndpoints().filter((e) => /\/(?:customer\/(?:add|update)|driver\/page)$/u.test(e.path));
    expect(some.length).toBeGreaterThan(2);
    expect((await app.post('/api/base/manage/driver/page', { id: '\0' }, token)).code).toBe(codes.invalid);
    const found: string[] = [];
    for (const e of some)
      for (const [what, make] of Object.entries({
        ...shapes,
        'hidden numbers': (n: number) => `{"id":"1","rows":${listOf(n, '{"phone":"138****0001"}')}}`,
        'hidden costs': (n: number) => `{"id":"1","rows":${listOf(n, '{"freight":null}')}}`,
      }))
        found.push(...(await findCostly(e, what, make, 800_000, token)));
    expect(found.join('\n')).toBe('');
  }, 120_000);
});

describe('what is refused', () => {
  const login = open.find((e) => e.path.endsWith('/loginSurvey'));
  it(`more than ${maxDepth} levels, by name`, async () => {
    const answer = await app.post(login?.path ?? '', `{"x":${'['.repeat(60)}${']'.repeat(60)}}`);
    expect(answer).toMatchObject({ code: codes.invalid, msg: '嵌套超过50层，请检查请求内容' });
    expect(answer.data.errors[0].field).toMatch(/^x\.0\.0/u);
  });
  it('a public body of more than its call needs', async () => {
    const answer = await app.post(login?.path ?? '', `{"x":"${'a'.repeat(70_000)}"}`);
    expect(answer).toMatchObject({ code: codes.invalid, msg: '请求内容过大，最多64 KB' });
  });
});
