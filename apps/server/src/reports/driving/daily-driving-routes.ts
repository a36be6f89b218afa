import * as contract from '@tongda/contract/reports/driving/daily-driving';
import {
  type DailyDrivingRow,
  dailyColumns,
  dailyMaxDays,
  dailyMetrics,
} from '@tongda/contract/reports/driving/daily-driving';
import type { FastifyInstance } from 'fastify';
import { type ExportDeps, enqueueExport, inChunks, registerExport } from '../../core/export/definition';
import { conditionWords } from '../../core/export/words';
import { route } from '../../core/http/route';
import { countVehicles, listDays, totalsOf } from './daily-driving-repo';

const metricWords = Object.fromEntries(
  Object.entries(dailyMetrics).map(([key, { label, unit }]) => [key, `${label}（${unit}）`]),
);

const file = registerExport<typeof contract.dailyDrivingExport, DailyDrivingRow>({
  endpoint: contract.dailyDrivingExport,
  module: '报表中心',
  name: '每日行驶汇总',
  columns: ({ startTime, endTime, metric }) => dailyColumns({ startTime, endTime }, metric),
  condition: (ctx, f) =>
    conditionWords(ctx, f, '辆', {
      startTime: '开始日期',
      endTime: '结束日期',
      metric: ['words', '指标', metricWords],
      keyword: '车牌号',
      fleetId: ['fleet', '所属车队'],
      orgId: ['org', '部门'],
    }),
  count: (ctx, f) => ctx.db((trx) => countVehicles(trx, ctx, f)),
  rows: (ctx, f) => inChunks((limit, offset) => ctx.db((trx) => listDays(trx, ctx, { ...f, limit, offset })), 500),
  cells: Object.fromEntries(
    Array.from({ length: dailyMaxDays }, (_, i) => [`d${i + 1}`, (row: DailyDrivingRow) => row.days[i] ?? null]),
  ),
});

/** 每日行驶汇总 from day summaries: what the trajectory of a day shows, of many vehicles and days at once. */
export function dailyDrivingRoutes(app: FastifyInstance, deps: ExportDeps): void {
  route(app, contract.dailyDrivingPage, (ctx, { page, size, ...q }) =>
    ctx.db(async (trx) => ({
      list: await listDays(trx, ctx, { ...q, limit: size, offset: (page - 1) * size }),
      total: await countVehicles(trx, ctx, q),
      page,
      size,
    })),
  );
  route(app, contract.dailyDrivingTotals, (ctx, q) => ctx.db((trx) => totalsOf(trx, ctx, q)));
  route(app, contract.dailyDrivingExport, (ctx, input) => enqueueExport(deps, ctx, file, input));
}
