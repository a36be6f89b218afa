import * as repair from '@tongda/contract/resources/vehicle/repair';
import type { FastifyInstance } from 'fastify';
import { requireRow } from '../../../../core/db/rows';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { notFound } from '../../../../core/http/errors';
import { route } from '../../../../core/http/route';
import { historyPage } from '../../../../core/record/history';
import type { FileDeps } from '../../../base/file/door';
import { findVehicle } from '../list/repo';
import { findRepair, loadSummary, pageRepairs } from './repo';
import { addRepair, cancelRepair, finishRepair, repairEntity, startRepair, updateRepair } from './service';

/** 4004 unless the caller sees the vehicle and it belongs to his company: orders are not shared with other companies. */
async function requireSeen(trx: Trx, ctx: Ctx, vehicleId: string): Promise<void> {
  const vehicle = await findVehicle(trx, ctx, vehicleId);
  if (!vehicle || vehicle.clientId !== ctx.clientId) throw notFound('车辆');
}

/** Routes of 维修保养. */
export function repairRoutes(app: FastifyInstance, deps: FileDeps): void {
  route(app, repair.repairPage, (ctx, q) =>
    ctx.db(async (trx) => {
      await requireSeen(trx, ctx, q.vehicleId);
      return pageRepairs(trx, ctx, deps.secrets, q);
    }),
  );
  route(app, repair.repairSummary, (ctx, { vehicleId }) =>
    ctx.db(async (trx) => {
      await requireSeen(trx, ctx, vehicleId);
      return loadSummary(trx, ctx, vehicleId);
    }),
  );
  route(app, repair.repairAdd, (ctx, input) => addRepair(ctx, input));
  route(app, repair.repairUpdate, (ctx, input) => updateRepair(ctx, input));
  route(app, repair.repairStart, (ctx, input) => startRepair(ctx, input));
  route(app, repair.repairFinish, (ctx, input) => finishRepair(ctx, input));
  route(app, repair.repairCancel, (ctx, input) => cancelRepair(ctx, input));
  route(app, repair.repairChangeHis, (ctx, q) =>
    ctx.db(async (trx) => {
      await requireSeen(trx, ctx, requireRow(await findRepair(trx, ctx, q.id), '维修单').vehicleId);
      return historyPage(trx, ctx, repairEntity, q);
    }),
  );
}
