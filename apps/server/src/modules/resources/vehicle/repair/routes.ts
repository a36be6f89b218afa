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
import { findRepair, pageOfRepairs, summaryOf } from './repo';
import { addRepair, cancelRepair, finishRepair, repairEntity, startRepair, updateRepair } from './service';

/** Who sees a vehicle of his company sees its orders; a company that it is shared with does not. */
async function seen(trx: Trx, ctx: Ctx, vehicleId: string): Promise<void> {
  const vehicle = await findVehicle(trx, ctx, vehicleId);
  if (!vehicle || vehicle.clientId !== ctx.clientId) throw notFound('车辆');
}

/** 维修保养 of vehicles. */
export function repairRoutes(app: FastifyInstance, deps: FileDeps): void {
  route(app, repair.repairPage, (ctx, q) =>
    ctx.db(async (trx) => {
      await seen(trx, ctx, q.vehicleId);
      return pageOfRepairs(trx, ctx, deps.secrets, q);
    }),
  );
  route(app, repair.repairSummary, (ctx, { vehicleId }) =>
    ctx.db(async (trx) => {
      await seen(trx, ctx, vehicleId);
      return summaryOf(trx, ctx, vehicleId);
    }),
  );
  route(app, repair.repairAdd, (ctx, input) => addRepair(ctx, input));
  route(app, repair.repairUpdate, (ctx, input) => updateRepair(ctx, input));
  route(app, repair.repairStart, (ctx, input) => startRepair(ctx, input));
  route(app, repair.repairFinish, (ctx, input) => finishRepair(ctx, input));
  route(app, repair.repairCancel, (ctx, input) => cancelRepair(ctx, input));
  route(app, repair.repairChangeHis, (ctx, q) =>
    ctx.db(async (trx) => {
      await seen(trx, ctx, requireRow(await findRepair(trx, ctx, q.id), '维修单').vehicleId);
      return historyPage(trx, ctx, repairEntity, q);
    }),
  );
}
