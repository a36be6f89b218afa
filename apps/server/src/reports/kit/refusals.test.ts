import type { Endpoint } from '@tongda/contract/core/endpoint';
import { callsOf, type Report } from '@tongda/contract/reports/kit/report';
import { describe, expect, it } from 'vitest';
import { servedReports } from './bind';

/** Every report refuses a question that is too wide or lacks its range before anything is read, and says at which field and what to narrow. */
const first = '2026-03-01';
const dayOf = (n: number): string =>
  new Date(Date.parse(`${first}T00:00:00Z`) + n * 86_400_000).toISOString().slice(0, 10);

/** A question that a report lets through: its first filters, what must be chosen, and as many days as it takes. */
function widest(report: Report): Record<string, unknown> {
  const filters = Object.entries(report.filters).flatMap(([name, { initial, pick }]) => {
    if (initial !== undefined) return [[name, initial] as const];
    return pick?.required ? [[name, ['1']] as const] : [];
  });
  return {
    ...Object.fromEntries(filters),
    startTime: `${first} 00:00:00`,
    endTime: `${dayOf(report.range.maxDays - 1)} 23:59:59`,
    page: 1,
    size: 15,
  };
}

/** What a call says of a question: `field: sentence` each. */
function refusals({ input }: Endpoint, asked: object): string[] {
  const parsed = input.safeParse(asked);
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

/** The calls that take the report's filters; its actions have forms of their own. */
const asking = (report: Report): Endpoint[] => callsOf({ ...report, actions: [] });

describe.each(servedReports.map(({ report }) => [report.title, report] as const))('%s', (_, report) => {
  const good = widest(report);
  const calls = asking(report);

  it('takes as many days as it says, and refuses one more with the number to narrow to', () => {
    const { maxDays } = report.range;
    for (const call of calls) {
      expect(refusals(call, good), call.path).toEqual([]);
      expect(refusals(call, { ...good, endTime: `${dayOf(maxDays)} 00:00:00` }), call.path).toEqual([
        `endTime: 查询时间跨度不能超过${maxDays}天`,
      ]);
    }
  });

  it('refuses a range that is missing, no time, or the wrong way round, at its field', () => {
    for (const call of calls) {
      for (const field of ['startTime', 'endTime']) {
        const [missing, ...others] = refusals(call, { ...good, [field]: undefined });
        expect([missing?.startsWith(`${field}: `), others], `${call.path} without ${field}`).toEqual([true, []]);
        expect(refusals(call, { ...good, [field]: '2026-3-1' }), `${call.path} ${field}`).toContain(
          `${field}: 时间格式应为 YYYY-MM-DD HH:mm:ss`,
        );
      }
      expect(refusals(call, { ...good, startTime: `${dayOf(1)} 00:00:00`, endTime: `${first} 00:00:00` })).toEqual([
        'endTime: 开始时间不能晚于结束时间',
      ]);
    }
  });

  it('refuses an order by what is no column of it, or by a column that has none, and names it', () => {
    const sorted = calls.filter(({ input }) => input.safeParse({ ...good, sort: 'nothing asc' }).error);
    expect(sorted).toContain(report.page);
    expect(sorted).toContain(report.exportCall);
    for (const call of sorted) {
      expect(refusals(call, { ...good, sort: 'nothing asc' }), call.path).toEqual(['sort: 排序字段“nothing”不存在']);
      for (const [name, { sortable }] of Object.entries(report.columns)) {
        const [refused] = refusals(call, { ...good, sort: `${name} desc` });
        if (sortable) expect(refused, call.path).toBeUndefined();
        else expect(refused, call.path).toMatch(new RegExp(`^sort: 排序字段“${name}”.*不支持排序$`, 'u'));
      }
    }
  });

  it('opens in an order that it takes itself, and so does its chart', () => {
    for (const sort of [report.order, report.bars && `${report.bars.of} desc`])
      if (sort) expect(refusals(report.page, { ...good, sort })).toEqual([]);
  });

  const picks = Object.entries(report.filters).flatMap(([name, { pick }]) => (pick ? [{ name, ...pick }] : []));
  it.each(picks)('refuses more than $max of $name, and none where one is needed', ({ name, max, required }) => {
    const many = (n: number): string[] => Array.from({ length: n }, (__, i) => String(i + 1));
    for (const call of calls) {
      expect(refusals(call, { ...good, [name]: many(max) }), call.path).toEqual([]);
      const [tooMany = '', ...others] = refusals(call, { ...good, [name]: many(max + 1) });
      expect(
        [tooMany.startsWith(`${name}: `), tooMany.includes(String(max)), others],
        `${call.path}: ${tooMany}`,
      ).toEqual([...[true, true, []]]);
      if (required) expect(refusals(call, { ...good, [name]: [] }), call.path).toHaveLength(1);
    }
  });
});
