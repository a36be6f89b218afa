import { deviceConfig, deviceConfigRead } from '@tongda/contract/resources/card/device-config';
import * as write from '@tongda/contract/resources/card/write-calls';
import type { FastifyInstance } from 'fastify';
import type { Bus } from '../../../../core/bus/topics';
import { type ExportDeps, enqueueExport, readInChunks, registerExport } from '../../../../core/export/definition';
import { describeFilters } from '../../../../core/export/words';
import { route } from '../../../../core/http/route';
import { holdTotal } from '../../../../core/record/totals';
import { loadConfig, requestConfig } from '../reader/device-config';
import { countWrites, listWrites } from './repo';
import { cancelWrites, refreshWrites, resendWrites, sendClear, sendWrite } from './service';
import './plan';

const writeFile = registerExport<typeof write.writeExport, write.WriteRow>({
  endpoint: write.writeExport,
  module: '写卡设备',
  name: '写入设备任务',
  columns: write.writeColumns,
  condition: (ctx, q) => describeFilters(ctx, q, '条', write.writeFilters.table),
  count: (ctx, q) => ctx.db((trx) => countWrites(trx, ctx, q)),
  rows: (ctx, q) => readInChunks((limit, offset) => ctx.db((trx) => listWrites(trx, ctx, { ...q, limit, offset }))),
});

/** Routes of 写入设备: areas, texts and parameters for terminals, and what they answered. */
export function writeTaskRoutes(app: FastifyInstance, deps: ExportDeps, bus: Bus): void {
  route(app, write.writeTaskPage, (ctx, q) =>
    ctx.db(async (trx) => ({
      list: await listWrites(trx, ctx, { ...q, limit: q.size, offset: (q.page - 1) * q.size }),
      total: await holdTotal(ctx, write.writeTaskPage, q, () => countWrites(trx, ctx, q)),
      page: q.page,
      size: q.size,
    })),
  );
  route(app, deviceConfigRead, (ctx, { vehicleId }) => requestConfig(ctx, vehicleId));
  route(app, deviceConfig, (ctx, { vehicleId }) => loadConfig(ctx, vehicleId));
  route(app, write.writeSend, (ctx, input) => sendWrite(ctx, input));
  route(app, write.writeResend, (ctx, { ids }) => resendWrites(ctx, ids));
  route(app, write.writeCancel, (ctx, { ids }) => cancelWrites(ctx, bus, ids));
  route(app, write.writeRefresh, (ctx, { ids }) => refreshWrites(ctx, ids));
  route(app, write.writeClear, (ctx, { vehicleIds }) => sendClear(ctx, vehicleIds));
  route(app, write.writeExport, (ctx, input) => enqueueExport(deps, ctx, writeFile, input));
}
