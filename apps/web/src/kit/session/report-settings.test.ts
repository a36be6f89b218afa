// @vitest-environment jsdom
import { fieldGet, fieldSave } from '@tongda/contract/base/prefs/calls';
import { beforeEach, expect, test, vi } from 'vitest';
import { keepReportSettings, keptReportSettings, reportSettingNames } from './report-settings';
import { storeTokens } from './tokens';
import { useSession } from './user';

/** Where the copy of a user without a session lies on this computer. */
const place = 'td.pref.0.report.settings';
const sent: unknown[] = [];

beforeEach(() => {
  localStorage.clear();
  sent.length = 0;
  useSession.setState({ user: null });
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
    return new Response(JSON.stringify({ code: 200, msg: 'ok', data: null }));
  });
});

test('the eight names of the specification', () => {
  expect(reportSettingNames).toEqual([
    ...['parkingDuration', 'operatingHours', 'timeInterval', 'parkingFine'],
    ...['temTimeInterval', 'parkingTime', 'speedingRoad', 'stayDuration'],
  ]);
});

test('what was asked with is kept under its names and sent once; other filters are not', async () => {
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
  const saved = (kept: unknown) => ({ page: 'report', key: 'settings', fields: { version: 1, values: kept } });
  await vi.waitFor(() => expect(sent).toEqual([saved(values), saved({ ...values, stayDuration: 10 })]));
});

test('a setting that is cleared is forgotten; a report that does not have it leaves it as it is', async () => {
  keepReportSettings({ parkingTime: 30, stayDuration: 10 });
  keepReportSettings({ parkingDuration: 15 });
  expect(keptReportSettings()).toEqual({ parkingTime: 30, stayDuration: 10, parkingDuration: 15 });
  keepReportSettings({ parkingTime: null });
  expect(keptReportSettings()).toEqual({ stayDuration: 10, parkingDuration: 15 });
  await vi.waitFor(() => expect(sent).toHaveLength(3));
});

test('values of another version are forgotten', () => {
  localStorage.setItem(place, JSON.stringify({ version: 0, values: { parkingDuration: 3 } }));
  expect(keptReportSettings()).toEqual({});
});
