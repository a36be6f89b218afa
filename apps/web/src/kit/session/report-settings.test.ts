// @vitest-environment jsdom

import { act, renderHook } from '@testing-library/react';
import { fieldGet, fieldSave } from '@tongda/contract/base/prefs/calls';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  keepReportSettings,
  keptReportSettings,
  readReportSettings,
  reportSettingNames,
  useReportSettingsRead,
} from './report-settings';
import { storeTokens } from './tokens';
import { type User, useSession } from './user';

/** Each test is another user's session: what an account's copy says is read once for each. */
let user = 0;
/** Where his copy lies on this computer. */
const place = () => `td.pref.${user}.report.settings`;
const sent: unknown[] = [];
const saved = (kept: unknown) => ({ page: 'report', key: 'settings', fields: { version: 1, values: kept } });
/** What the account has, and when the server says so. */
let account: { values: unknown; answers: Promise<void> };

beforeEach(() => {
  localStorage.clear();
  sent.length = 0;
  account = { values: null, answers: Promise.resolve() };
  user++;
  // only the id is asked for
  useSession.setState({ user: { id: String(user) } as User });
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
    if (url === fieldSave.path) sent.push(JSON.parse(String(init.body)));
    else expect(url).toBe(fieldGet.path);
    if (url === fieldGet.path) await account.answers;
    const data =
      url === fieldGet.path && account.values ? JSON.stringify({ version: 1, values: account.values }) : null;
    return new Response(JSON.stringify({ code: 200, msg: 'ok', data }));
  });
});

test('the eight names of the specification', () => {
  expect(reportSettingNames).toEqual([
    ...['parkingDuration', 'operatingHours', 'timeInterval', 'parkingFine'],
    ...['temTimeInterval', 'parkingTime', 'speedingRoad', 'stayDuration'],
  ]);
});

test('what was asked with is kept under its names and sent once; other filters are not', async () => {
  await readReportSettings();
  keepReportSettings({
    parkingDuration: 15,
    operatingHours: ['06:00', '20:00'],
    vehicleIds: ['1'],
    parkingFine: false,
  });
  const values = { parkingDuration: 15, operatingHours: ['06:00', '20:00'], parkingFine: false };
  expect(keptReportSettings()).toEqual(values);
  keepReportSettings({ parkingDuration: 15 });
  keepReportSettings({ stayDuration: 10 });
  expect(keptReportSettings()).toEqual({ ...values, stayDuration: 10 });
  await vi.waitFor(() => expect(sent).toEqual([saved(values), saved({ ...values, stayDuration: 10 })]));
});

test('a setting that is cleared is forgotten; a report that does not have it leaves it as it is', async () => {
  await readReportSettings();
  keepReportSettings({ parkingTime: 30, stayDuration: 10 });
  keepReportSettings({ parkingDuration: 15 });
  expect(keptReportSettings()).toEqual({ parkingTime: 30, stayDuration: 10, parkingDuration: 15 });
  keepReportSettings({ parkingTime: null });
  expect(keptReportSettings()).toEqual({ stayDuration: 10, parkingDuration: 15 });
  await vi.waitFor(() => expect(sent).toHaveLength(3));
});

test('values of another version are forgotten', () => {
  localStorage.setItem(place(), JSON.stringify({ version: 0, values: { parkingDuration: 3 } }));
  expect(keptReportSettings()).toEqual({});
});

test('a new computer opens its first report with what the account has', async () => {
  let answer = (): void => undefined;
  account = {
    values: { parkingDuration: 15 },
    answers: new Promise((done) => {
      answer = done;
    }),
  };
  const { result } = renderHook(useReportSettingsRead);
  expect(result.current).toBe(false);
  answer();
  await vi.waitFor(() => expect(result.current).toBe(true));
  expect(keptReportSettings()).toEqual({ parkingDuration: 15 });
});

test('a computer that knows values waits for nobody, and learns what was chosen elsewhere', async () => {
  localStorage.setItem(place(), JSON.stringify({ version: 1, values: { parkingDuration: 3 } }));
  account.values = { parkingDuration: 15 };
  expect(renderHook(useReportSettingsRead).result.current).toBe(true);
  expect(keptReportSettings()).toEqual({ parkingDuration: 3 });
  await readReportSettings();
  expect(keptReportSettings()).toEqual({ parkingDuration: 15 });
});

test('a server that does not answer is waited for a second', async () => {
  vi.useFakeTimers();
  account.answers = new Promise(() => undefined);
  const { result } = renderHook(useReportSettingsRead);
  act(() => void vi.advanceTimersByTime(1000));
  vi.useRealTimers();
  expect(result.current).toBe(true);
});

test('what was asked with before the account answered is laid over what it has', async () => {
  account.values = { parkingDuration: 15, stayDuration: 10 };
  keepReportSettings({ parkingDuration: 20 });
  expect(keptReportSettings()).toEqual({ parkingDuration: 20 });
  await readReportSettings();
  const values = { parkingDuration: 20, stayDuration: 10 };
  expect(keptReportSettings()).toEqual(values);
  await vi.waitFor(() => expect(sent).toEqual([saved(values)]));
});
