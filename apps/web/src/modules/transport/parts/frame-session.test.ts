import { areaListAll } from '@tongda/contract/ground/place/calls';
import { beforeEach, expect, test, vi } from 'vitest';
import { call } from '../../../kit/call/api';
import { frameKeys, keepFrameSession } from './frame-session';

vi.mock('../../../kit/call/api');
vi.mock('../../../kit/session/user');

const place = (id: string, kind: string) => ({ id, kind, placeType: 1, code: '', name: id, lng: 120, lat: 30 });
const answers = (check: () => Promise<unknown>) =>
  vi
    .mocked(call)
    .mockImplementation(((endpoint: unknown) =>
      endpoint === areaListAll ? Promise.resolve([place('1', 'site'), place('2', 'region')]) : check()) as typeof call);
let kept: Map<string, string>;
const store = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
};
beforeEach(() => {
  kept = new Map();
  vi.mocked(call).mockReset();
});

test('areas, points and the flag are kept once a session and user', async () => {
  answers(() => Promise.resolve(true));
  await keepFrameSession('1:2', store);
  expect(kept.get(frameKeys.company)).toBe('true');
  expect(JSON.parse(kept.get(frameKeys.areas) ?? '')).toMatchObject([{ id: '2' }]);
  expect(JSON.parse(kept.get(frameKeys.points) ?? '')).toMatchObject([{ id: '1' }]);
  await keepFrameSession('1:2', store);
  expect(call).toHaveBeenCalledTimes(2);
  await keepFrameSession('1:3', store);
  expect(call).toHaveBeenCalledTimes(4);
});

test('a check that is refused makes the flag false', async () => {
  answers(() => Promise.reject(new Error('4011')));
  await keepFrameSession('1:2', store);
  expect(kept.get(frameKeys.company)).toBe('false');
});
