// @vitest-environment jsdom
import { configBathGet, configBathSave } from '@tongda/contract/base/prefs/calls';
import { beforeEach, expect, test, vi } from 'vitest';
import { storeTokens } from '../../kit/session/tokens';
import { loadShellPrefs, tags, toggleFavourite, uncoverCode, useShellPrefs } from './prefs';

let stored: Record<string, string> = {};
let away = false;

beforeEach(() => {
  localStorage.clear();
  stored = {};
  away = false;
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
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (away) throw new TypeError('Failed to fetch');
    const input = JSON.parse(String(init.body)) as { saveMap?: Record<string, string> };
    if (url === configBathSave.path) Object.assign(stored, input.saveMap);
    const data = url === configBathGet.path ? stored : null;
    return new Response(JSON.stringify({ code: 200, msg: 'ok', data }));
  });
});

test('T29 a cover that was taken away while the server was gone is told to it at the next visit', async () => {
  await loadShellPrefs();
  expect(useShellPrefs.getState()).toMatchObject({ loaded: true, codeUncovered: false });
  away = true;
  uncoverCode();
  expect(useShellPrefs.getState().codeUncovered).toBe(true);
  expect(stored).toEqual({});
  away = false;
  await loadShellPrefs();
  await vi.waitFor(() => expect(stored).toEqual({ [tags.sharedCodeCover]: 'true' }));
  expect(useShellPrefs.getState().codeUncovered).toBe(true);
});

test('T29 another computer knows it from the server', async () => {
  stored = { [tags.sharedCodeCover]: 'true' };
  await loadShellPrefs();
  expect(useShellPrefs.getState().codeUncovered).toBe(true);
});

test('without an answer the shell goes on with what this browser knows, and asks again a little later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  away = true;
  stored = { [tags.sharedCodeCover]: 'true' };
  await loadShellPrefs();
  expect(useShellPrefs.getState()).toMatchObject({ loaded: false, openUrl: null, codeUncovered: false });
  away = false;
  await vi.advanceTimersByTimeAsync(3000);
  vi.useRealTimers();
  await vi.waitFor(() => expect(useShellPrefs.getState()).toMatchObject({ loaded: true, codeUncovered: true }));
});

test('a star that is pressed before the server has said which ones there are joins them', async () => {
  stored = { [tags.favourites]: '["/resources/vehicle"]' };
  const loading = loadShellPrefs();
  expect(toggleFavourite('/resources/driver')).toBe(true);
  await loading;
  const both = ['/resources/vehicle', '/resources/driver'];
  expect(useShellPrefs.getState().favourites).toEqual(both);
  await vi.waitFor(() => expect(stored[tags.favourites]).toBe(JSON.stringify(both)));
});
