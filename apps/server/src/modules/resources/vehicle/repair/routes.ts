import * as repair from '@tongda/contract/vehicle/repair';
import type { FastifyInstance } from 'fastify';
import type { Transaction } from 'kysely';
import type { Ctx } from '../../core/ctx';
import type { DB } from '../../core/db-types';
import { notFound } from '../../core/errors';
import { historyPage } from '../../core/history';
import { route } from '../../core/route';
import { found } from '../../core/rows';
import type { FileDeps } from '../file/file.service';
import { addRepair, cancelRepair, finishRepair, repairEntity, startRepair, updateRepair } from './vehicle.repair';
import { findRepair, pageOfRepairs, summaryOf } from './vehicle.repair-repo';
import { findVehicle } from './vehicle.repo';

/** Who sees a vehicle of his company sees its orders; a company that it is shared with does not. */
async function seen(trx: Transaction<DB>, ctx: Ctx, vehicleId: string): Promise<void> {
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
      await seen(trx, ctx, found(await findRepair(trx, ctx, q.id), '维修单').vehicleId);
      return historyPage(trx, ctx, repairEntity, q);
    }),
  );
}
