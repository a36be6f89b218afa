import { expect, test } from 'vitest';
import { resolveByFilter } from '../kit/columns';
import { overTemperatureReport } from './over-temperature';

test('合格率 says whose bounds it is by, and of which time', () => {
  const { hint } = overTemperatureReport.columns.passRate;
  const range = { startTime: '2026-03-01 00:00:00', endTime: '2026-03-01 23:59:59' };
  const of = (more: object) => resolveByFilter(hint, { ...range, ...more });
  // before anything is chosen it is by 报警规则
  expect(of({})).toBe(of({ basis: 'rule' }));
  expect(of({})).toContain('按探头上下限，不按报警规则');
  expect(of({ basis: 'custom' })).toContain('按所填上下限');
  expect(of({ basis: 'custom' })).not.toContain('在途');
  expect(of({ basis: 'custom', inTransit: true })).toContain('只计运单在途时段');
  expect(String(of({ basis: 'waybill', inTransit: true })).match(/只计运单在途时段/gu)).toHaveLength(1);
});
