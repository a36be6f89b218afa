import { describe, expect, it, test } from 'vitest';
import { dailyDrivingSummaryReport } from '../driving/daily-summary';
import { numberColumn } from './columns';
import { figureLook, figureValue } from './figures';

const asked = { startTime: '2026-07-01 00:00:00', endTime: '2026-07-07 23:59:59' };

test.each([
  ['mileage', { label: '里程合计', unit: 'km', decimals: 1 }],
  ['parking', { label: '停车次数合计', unit: '次', decimals: 0 }],
  ['maxSpeed', { label: '最高速度', unit: 'km/h', decimals: 0 }],
  ['temperature', { label: '温度合格率', unit: '%', decimals: 1 }],
])('the figure over every day’s %s says of what it is', (metric, look) => {
  expect(figureLook(dailyDrivingSummaryReport.columns.total, { ...asked, metric })).toEqual(look);
});

describe('a figure', () => {
  it('takes its unit from its label, and says that it is a mean', () => {
    const mean = numberColumn('响应时间（分）', 80, { total: { of: 'a', per: 'b', mean: true } });
    expect(figureLook(mean, asked)).toEqual({ label: '平均响应时间', unit: '分', decimals: 0 });
  });

  it('is 0 of no rows where it adds up, and not known where it does not', () => {
    const none = { rows: 0, values: { n: null } };
    expect(figureValue('n', numberColumn('次数', 80, { total: 'sum' }), none)).toBe(0);
    expect(figureValue('n', numberColumn('车辆', 80, { total: { distinct: 'id' } }), none)).toBe(0);
    expect(figureValue('n', numberColumn('最高', 80, { total: 'max' }), none)).toBe(null);
    expect(figureValue('n', numberColumn('率(%)', 80, { total: { of: 'a', per: 'b' } }), none)).toBe(null);
    expect(figureValue('n', numberColumn('次数', 80, { total: 'sum' }), { ...none, rows: 3 })).toBe(null);
  });
});
