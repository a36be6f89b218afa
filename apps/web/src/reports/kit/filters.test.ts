// @vitest-environment jsdom
import { overTemperatureAlarms } from '@tongda/contract/reports/alarm/nine';
import { temHumReport } from '@tongda/contract/reports/cold-chain/tem-hum';
import { expect, test } from 'vitest';
import { knownFilters, promptOf, readyToAsk } from './filters';

test('choices of an address that the report does not offer count as not said; all else stays for the server to judge', () => {
  const filters = { level: 0, status: '7', handled: null, side: 'over', ruleName: '夜间', minMinutes: -3 };
  expect(knownFilters(overTemperatureAlarms, filters)).toEqual({
    level: 0,
    handled: null,
    side: 'over',
    ruleName: '夜间',
    minMinutes: -3,
  });
});

test('one vehicle that is no list, as a hand wrote it into the address, counts as not chosen', () => {
  expect(knownFilters(overTemperatureAlarms, { vehicleIds: 90_008, ruleName: '夜间' })).toEqual({ ruleName: '夜间' });
  expect(knownFilters(overTemperatureAlarms, { vehicleIds: ['90008'] })).toEqual({ vehicleIds: ['90008'] });
});

test('a report without one end of its range is not asked, and says what is missing', () => {
  const whole = { startTime: '2026-11-01 00:00:00', endTime: '2026-11-02 23:59:59', vehicleIds: ['90008'] };
  expect(readyToAsk(overTemperatureAlarms, whole)).toBe(true);
  expect(promptOf(overTemperatureAlarms, whole)).toBe('点击“查询”查看所选时间的数据');
  // the usual sentence, of vehicles and time
  expect(promptOf(temHumReport, whole)).toBeUndefined();
  for (const end of ['startTime', 'endTime']) {
    const lacking = { ...whole, [end]: null };
    expect(readyToAsk(overTemperatureAlarms, lacking)).toBe(false);
    expect(promptOf(overTemperatureAlarms, lacking)).toBe('请选择时间');
  }
});
