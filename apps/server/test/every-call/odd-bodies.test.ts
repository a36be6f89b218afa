import { codes, type Endpoint } from '@tongda/contract/core/endpoint';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listEndpoints } from '../../src/core/http/endpoints';
import { type TestApp, testApp } from '../test-app';
import { fieldNames, sampleInput } from './sample-input';

/**
 * Whatever stands in a body, its call answers with a sentence, and soon: nothing is an error that nobody expected. Every call that wants a login gets bodies that are no
 * objects, and an odd value in each of its fields while the others are as they should be. Generated from the contract: a new call is asked without a line here.
 */
let app: TestApp;
let owner: string;
let again: () => Promise<string>;
beforeAll(async () => {
  app = await testApp();
  const { token, account } = await app.company('甲公司');
  owner = token;
  again = async () => String((await app.login(account, 'Test@2026')).data.access_token);
});
afterAll(() => app.close());

/** Bodies that are no objects, or none of this world. */
const wholes: readonly string[] = ['null', '[]', '"a"', '0', '{"__proto__":{"a":1}}', '{"id":'];
/** What stands in a field. A field gets one of them, the next field the next one. */
const odd: readonly unknown[] = [
  null,
  true,
  -1,
  1e21,
  0.1,
  '',
  '\0',
  '\ud800',
  "' or 1=1 --",
  '9'.repeat(40),
  '-9223372036854775809',
  '2026-02-31 25:61:61',
  '9999-12-31 23:59:59',
  '%',
  'a'.repeat(5000),
  [],
  [null],
  [[]],
  ['\0'],
  [{}],
  {},
  { constructor: { prototype: 1 } },
];

const asked = listEndpoints().filter((e) => e.access !== 'public' && e.body === 'json');
const bodies = asked.reduce((sum, e) => sum + bodiesFor(e).length, 0);

/** What a call is asked with, and what is odd about it. */
function bodiesFor(e: Endpoint): Array<{ what: string; text: string }> {
  const sample = sampleInput(e, '1') as Record<string, unknown>;
  const first = [...e.path].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  const fields = fieldNames(e).map((field, i) => {
    const value = odd[(first + i) % odd.length];
    return { what: `${field} = ${JSON.stringify(value)?.slice(0, 60)}`, input: { ...sample, [field]: value } };
  });
  if (e.method === 'GET')
    return fields.map(({ what, input }) => ({
      what,
      text: new URLSearchParams(
        Object.entries(input).map(([key, value]): [string, string] => [
          key,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
      ).toString(),
    }));
  const whole = wholes[first % wholes.length] ?? '';
  return [{ what: whole, text: whole }, ...fields.map(({ what, input }) => ({ what, text: JSON.stringify(input) }))];
}

it(`${bodies} bodies of odd shape in ${asked.length} calls get a sentence as their answer`, async () => {
  expect(asked.length).toBeGreaterThan(500);
  const unexpected: string[] = [];
  const costly: string[] = [];
  const counts = new Map<number, number>();
  for (const e of asked)
    for (const { what, text } of bodiesFor(e)) {
      const answer = await ask(e, text);
      // a second time, because what is collected or compiled falls on any of them
      if (answer.cpuMs > mostMs && (await ask(e, text)).cpuMs > mostMs) costly.push(`${e.method} ${e.path} ${what}`);
      if (answer.status >= 500 || answer.code === codes.unexpected) unexpected.push(`${e.method} ${e.path} ${what}`);
      counts.set(answer.code, (counts.get(answer.code) ?? 0) + 1);
    }
  expect(unexpected).toEqual([]);
  expect(costly).toEqual([]);
  // most of them come as far as the schema, which is where they are refused
  expect(counts.get(codes.invalid)).toBeGreaterThan(bodies / 4);
}, 300_000);

/** CPU that none of these small bodies may cost, ms: the process does nothing else meanwhile. Nearly all of them take less than 5. */
const mostMs = 200;

async function ask(e: Endpoint, text: string): Promise<{ status: number; code: number; cpuMs: number }> {
  const send = (): Promise<{ statusCode: number; body: string }> => {
    const headers = { authorization: `Bearer ${owner}` };
    return e.method === 'GET'
      ? app.http.inject({ method: 'GET', url: `${e.path}?${text}`, headers })
      : app.http.inject({
          method: 'POST',
          url: e.path,
          headers: { ...headers, 'content-type': 'application/json' },
          payload: text,
        });
  };
  const from = process.cpuUsage();
  let answer = await send();
  // a call may have ended the session
  if (answer.statusCode === 401 || codeOf(answer.body) === codes.unauthorized) {
    owner = await again();
    answer = await send();
  }
  const { user, system } = process.cpuUsage(from);
  return { status: answer.statusCode, code: codeOf(answer.body), cpuMs: (user + system) / 1000 };
}

const codeOf = (body: string): number => (body.startsWith('{') ? (JSON.parse(body) as { code: number }).code : 0);
