// @vitest-environment jsdom
import { areaListAll } from '@tongda/contract/ground/place/calls';
import { verificationCompany } from '@tongda/contract/resources/item-name/calls';
import { beforeEach, expect, test, vi } from 'vitest';
import { storeTokens } from '../../../kit/session/tokens';
import { frameKeys, keepFrameSession } from './frame-session';

const place = (id: string, kind: string) => ({ id, kind, placeType: 1, code: '', name: id, lng: 120, lat: 30 });
const asked: string[] = [];
/** What the check of the company's type answers. */
let check: { code: number; msg: string } | 'unreachable' = { code: 200, msg: 'ok' };
let places: 'there' | 'unreachable' = 'there';
let kept: Map<string, string>;
const store = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
};
beforeEach(() => {
  kept = new Map();
  asked.length = 0;
  places = 'there';
  storeTokens({
    access_token: 'a',
    refresh_token: 'r',
    expires_in: 1800,
    refresh_expires_in: 28_800,
    superManagerFlag: 0,
    superClientId: null,
    superUserId: null,
    superUserName: null,
    noJump: 1,
  });
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    if (url === verificationCompany.path && check === 'unreachable') throw new TypeError('Failed to fetch');
    if (url === areaListAll.path && places === 'unreachable') throw new TypeError('Failed to fetch');
    const all = { code: 200, msg: 'ok', data: [place('1', 'site'), place('2', 'region')] };
    return new Response(JSON.stringify(url === areaListAll.path ? all : { ...Object(check), data: null }));
  });
});

test('areas, points and the flag are kept once a session and user', async () => {
  check = { code: 200, msg: 'ok' };
  await keepFrameSession('1:2', store);
  expect(kept.get(frameKeys.company)).toBe('true');
  expect(JSON.parse(kept.get(frameKeys.areas) ?? '')).toMatchObject([{ id: '2' }]);
  expect(JSON.parse(kept.get(frameKeys.points) ?? '')).toMatchObject([{ id: '1' }]);
  await keepFrameSession('1:2', store);
  expect(asked.sort()).toEqual([areaListAll.path, verificationCompany.path].sort());
  await keepFrameSession('1:3', store);
  expect(asked).toHaveLength(4);
});

test('a check that is refused makes the flag false', async () => {
  check = { code: 4011, msg: '企业类型不符' };
  await keepFrameSession('1:2', store);
  expect(kept.get(frameKeys.company)).toBe('false');
});

test.each([
  ['a broken line', 'unreachable' as const],
  ['a server in trouble', { code: 500, msg: '服务异常' }],
])('%s says nothing of the company: the next page asks again', async (_what, trouble) => {
  check = trouble;
  await keepFrameSession('1:2', store);
  expect(kept.has(frameKeys.company)).toBe(false);
  check = { code: 200, msg: 'ok' };
  await keepFrameSession('1:2', store);
  expect(kept.get(frameKeys.company)).toBe('true');
  expect(JSON.parse(kept.get(frameKeys.points) ?? '')).toMatchObject([{ id: '1' }]);
});

test('what another user was told is not kept for the next, nor does it come back', async () => {
  check = { code: 200, msg: 'ok' };
  await keepFrameSession('1:2', store);
  check = 'unreachable';
  places = 'unreachable';
  await keepFrameSession('2:5', store);
  expect([...kept.keys()]).toEqual([frameKeys.who]);
  places = 'there';
  await keepFrameSession('2:5', store);
  expect(kept.has(frameKeys.points)).toBe(true);
  // the first one again
  check = { code: 200, msg: 'ok' };
  asked.length = 0;
  await keepFrameSession('1:2', store);
  expect(asked).toHaveLength(2);
  expect(kept.get(frameKeys.company)).toBe('true');
});
