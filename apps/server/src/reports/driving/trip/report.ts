import type { Parsed } from '@tongda/contract/core/endpoint';
import { tripPrint, tripReport } from '@tongda/contract/reports/driving/trip';
import type { ReportRow } from '@tongda/contract/reports/kit/report';
import type { FastifyInstance } from 'fastify';
import { type ExportDeps, enqueueExport } from '../../../core/export/definition';
import type { Ctx } from '../../../core/http/ctx';
import { AppError, notFound } from '../../../core/http/errors';
import { route } from '../../../core/http/route';
import { mapFew } from '../../../core/run/few-at-once';
import { qualityStatsOfPoints } from '../../../kernel/temperature/figures';
import { readsAtOnce, type Wish } from '../../kit/query';
import { curvesOf } from '../../kit/reading-curves';
import { loadReadings } from '../../kit/readings';
import { serve } from '../../kit/serve';
import { fromSql } from '../../kit/sql-source';
import { registerSheet, type SheetBody } from '../../paper/register';
import { bindTripEdits } from './edits';
import { selectTrips, type TripQuery } from './rows';
import { bindTripShares } from './share';

type Row = ReportRow<typeof tripReport>;

const round1 = (value: number | null): number | null => (value === null ? null : Math.round(value * 10) / 10);

/** Mean temperature of a trip over all its probes, and the share of the time in which they were within their bounds (K7). Nothing for who may not see temperatures. */
async function temperaturesOf(ctx: Ctx, row: Row): Promise<Pick<Row, 'temAvg' | 'passRate'>> {
  const none = { temAvg: null, passRate: null };
  if (row.temMin === null) return none;
  // a trip holds the report with which it ends
  const wish = { vehicleIds: [row.vehicleId], from: row.fromMs, until: row.untilMs + 1, bare: true };
  const [readings] = await loadReadings(ctx, wish).catch((error: unknown) => {
    if (error instanceof AppError) return [];
    throw error;
  });
  if (!readings) return none;
  const { points, gapMaxMs, intervalMs } = readings;
  let [sum, monitored, bounded, good] = [0, 0, 0, 0];
  for (const { kind, reading, boundsAt } of readings.probes) {
    if (kind !== 'tem') continue;
    const stats = qualityStatsOfPoints(points, reading, {
      gapMaxMs,
      lastMs: intervalMs,
      lower: null,
      upper: null,
      boundsAt,
    });
    if (stats.avg === null) continue;
    sum += stats.avg * stats.monitoredMs;
    monitored += stats.monitoredMs;
    const { lower, upper } = boundsAt(row.fromMs);
    if (lower === null && upper === null) continue;
    bounded += stats.monitoredMs;
    good += stats.inRangeMs;
  }
  return {
    temAvg: monitored > 0 ? round1(sum / monitored) : null,
    passRate: bounded > 0 ? round1((good * 100) / bounded) : null,
  };
}

const addTemperatures = (ctx: Ctx, rows: Row[]): Promise<Row[]> =>
  mapFew(rows, readsAtOnce, async (row) => ({ ...row, ...(await temperaturesOf(ctx, row)) }));

const source = fromSql(tripReport, selectTrips, { finish: addTemperatures, keys: () => 'text' });

/** The row of one trip, told by its vehicle and ends; 4004 when the list does not show it (any more). */
async function findTrip(ctx: Ctx, { vehicleId, fromMs, startTime, endTime }: Parsed<typeof tripPrint>): Promise<Row> {
  const wish: TripQuery & Wish = {
    ...{ vehicleIds: [vehicleId], startTime, endTime, from: fromMs - 1, until: fromMs + 1000 },
    ...{ minKm: 0, temperature: 'all', modes: undefined, driver: undefined, fleetId: undefined, orgId: undefined },
  };
  const rows = await source.rows(ctx, { ...wish, limit: 10, offset: 0 });
  const found = rows.find((row) => Math.round(row.fromMs) === Math.round(fromMs));
  if (!found) throw notFound('行程');
  return found;
}

const words = (value: number | null, unit: string, places = 1): string =>
  value === null ? '--' : `${value.toFixed(places)} ${unit}`;

function sheetOf(row: Row): SheetBody {
  const { hours, km, gapKm, drivingMin, idleMin, stops, stopMin } = row;
  return {
    number: row.tripNo,
    signatures: ['司机签字', '调度签字', '日期'],
    groups: [
      {
        title: '车辆与司机',
        facts: [
          ['车牌号', row.plateNo],
          ['司机', row.driver || '--'],
          ['所属车队', row.fleetName || '--'],
          ['运单号', row.waybill || '--'],
        ],
      },
      {
        title: '行程',
        facts: [
          ['开始时间', row.startTime ?? '--'],
          ['结束时间', row.endTime ?? '进行中'],
          ['起点', row.startAddress || '--'],
          ['终点', row.endAddress || '--'],
          ['时长', words(hours, '小时', 2)],
          ['里程', `${words(km, '公里')}${gapKm ? `（补算 ${gapKm.toFixed(1)}）` : ''}`],
          ['行驶', words(drivingMin, '分', 0)],
          ['怠速', words(idleMin, '分', 0)],
          ['途中停车', `${stops ?? 0} 次，${words(stopMin, '分', 0)}`],
          ['平均 / 最高速度', `${words(row.avgSpeed, '')}/ ${words(row.maxSpeed, 'km/h', 0)}`],
          ['油耗', words(row.oilL, 'L')],
          ['报警', `${row.alarms ?? 0} 条`],
        ],
      },
      {
        title: '温度与车门',
        facts: [
          ['最高 / 最低温度', `${words(row.temMax, '℃')} / ${words(row.temMin, '℃')}`],
          ['平均温度', words(row.temAvg, '℃')],
          ['温度合格率', words(row.passRate, '%')],
          ['开门', `${row.doors ?? 0} 次`],
        ],
      },
      { title: '备注', facts: [['备注', row.remark || '--']] },
    ],
  };
}

const sheet = registerSheet({
  endpoint: tripPrint,
  name: '行程单',
  condition: ({ startTime, endTime }) => `行程 ${startTime} ~ ${endTime}`,
  make: async (ctx, input) => sheetOf(await findTrip(ctx, input)),
});

const bindActions = (app: FastifyInstance, deps: ExportDeps): void => {
  bindTripEdits(app);
  bindTripShares(app, deps);
  route(app, tripPrint, (ctx, input) => enqueueExport(deps, ctx, sheet, input));
};

export const trip = serve(tripReport, source, {
  curve: async (ctx, q) => curvesOf(await loadReadings(ctx, q), q),
  bindActions,
});
