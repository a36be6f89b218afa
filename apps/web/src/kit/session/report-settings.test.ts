import { beforeEach, expect, test, vi } from 'vitest';
import { call } from '../call/api';
import { keepReportSettings, keptReportSettings, reportSettingNames } from './report-settings';

vi.mock('../call/api');
vi.mock('./user', () => ({ useSession: { getState: () => ({ user: { id: '7' } }) } }));

let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  });
  vi.mocked(call)
    .mockReset()
    .mockResolvedValue(null as never);
});

test('the eight names of the specification', () => {
  expect(reportSettingNames).toEqual([
    ...['parkingDuration', 'operatingHours', 'timeInterval', 'parkingFine'],
    ...['temTimeInterval', 'parkingTime', 'speedingRoad', 'stayDuration'],
  ]);
});

test('what was asked with is kept under its names and sent once; other filters are not', () => {
  keepReportSettings({
    parkingDuration: 15,
    operatingHours: ['06:00', '20:00'],
    vehicleIds: ['1'],
    parkingFine: false,
  });
  const values = { parkingDuration: 15, operatingHours: ['06:00', '20:00'], parkingFine: false };
  expect(keptReportSettings()).toEqual(values);
  keepReportSettings({ parkingDuration: 15 });
  expect(vi.mocked(call).mock.calls.map(([, input]) => input)).toEqual([
    { page: 'report', key: 'settings', fields: { version: 1, values } },
  ]);
  keepReportSettings({ stayDuration: 10 });
  expect(keptReportSettings()).toEqual({ ...values, stayDuration: 10 });
});

test('values of another version are forgotten', () => {
  kept.set('td.pref.7.report.settings', JSON.stringify({ version: 0, values: { parkingDuration: 3 } }));
  expect(keptReportSettings()).toEqual({});
});
