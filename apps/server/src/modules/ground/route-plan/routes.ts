import * as plan from '@tongda/contract/ground/route-plan/calls';
import { planCompare } from '@tongda/contract/ground/route-plan/compare';
import { linePlan } from '@tongda/contract/ground/route-plan/line';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { ExportDeps } from '../../../core/export/definition';
import type { Ctx } from '../../../core/http/ctx';
import { route } from '../../../core/http/route';
import { serveRecycle } from '../../../core/record/recycle';
import { serveRegister } from '../../../core/record/serve';
import type { RoutingEngine } from '../../base/map/door';
import { orgOrNone } from '../../base/org/door';
import { loadRegions, truckLimitAreas } from '../place/door';
import { comparePlan } from './compare';
import { proposeLine } from './line';
import { countPlans, type FoundPlan, findPlan, hasAnyStrategy, listPlans, loadPlanTargets } from './repo';
import { crossedAreasOf } from './roads';
import { planDetailOf } from './schedule';
import { cancelPlans, sendPlan } from './send';
import { addPlan, deletePlans, makeRouteOfPlan, planRecord, updatePlan } from './service';
import { terminalOfPlans } from './terminal';
import { calculatePlan, straightPath } from './ways';

const { page, del, exports, changeHis, filters } = plan.planRegister;
const { noun, entity } = planRecord;
const bindRegister = serveRegister({
  // 新增 and 编辑 ask the routing engine, which is known when the server starts
  of: { noun, unit: '个', filters, page, del, exports, changeHis },
  entity,
  module: noun,
  columns: plan.planColumns,
  rows: {
    list: listPlans,
    count: countPlans,
    sees: async (trx, ctx, id) => (await loadPlanTargets(ctx)(trx, [id])).length > 0,
  },
  detail: {
    call: plan.planDetail,
    read: async (trx, ctx, id) => {
      const found = await findPlan(trx, ctx, id);
      return found && detailOf(trx, ctx, found);
    },
  },
  del: (ctx, { ids }) => deletePlans(ctx, ids),
});

/** A plan with its times, the areas that its way goes through, and what was written to the terminal. */
async function detailOf(trx: Trx, ctx: Ctx, plan: FoundPlan) {
  const way = plan.path ?? straightPath(plan.stops, plan.returnToStart);
  const day = plan.departTime.slice(0, 10);
  const limits = await truckLimitAreas(trx, ctx, { vehicleId: plan.vehicleId, day });
  const areas = { limits, avoid: await loadRegions(trx, ctx, plan.avoidIds) };
  return {
    ...planDetailOf(ctx, plan),
    crossed: crossedAreasOf(way, areas),
    writes: await terminalOfPlans().writesOf(trx, ctx, plan.id),
  };
}

/** 线路规划: stops with time windows are put in order and timed, sent to drivers, and made routes. */
export function routePlanRoutes(app: FastifyInstance, deps: ExportDeps, engine: RoutingEngine | null): void {
  bindRegister(app, deps);
  serveRecycle(app, {
    calls: plan.planRegister.recycle,
    of: planRecord,
    name: sql`t.name`,
    detail: sql`t.plan_no`,
    see: (ctx) => orgOrNone(ctx, 't.org_id'),
    refs: { org_id: 'org', vehicle_id: 'vehicle', route_id: 'transport_route', line_id: 'place', driver_id: 'driver' },
  });
  route(app, planCompare, (ctx, { id }) => comparePlan(ctx, id));
  route(app, plan.planCalc, (ctx, input) => calculatePlan(ctx, engine, input));
  route(app, plan.planStrategies, async (ctx) => ({
    shown: engine !== null || (await ctx.db((trx) => hasAnyStrategy(trx, ctx))),
  }));
  route(app, linePlan, (ctx, input) => proposeLine(ctx, engine, input));
  route(app, plan.planAdd, (ctx, input) => addPlan(ctx, engine, input));
  route(app, plan.planUpdate, (ctx, input) => updatePlan(ctx, engine, input));
  route(app, plan.planSend, (ctx, input) => sendPlan(ctx, input));
  route(app, plan.planCancel, (ctx, { ids }) => cancelPlans(ctx, ids));
  route(app, plan.planToRoute, (ctx, input) => makeRouteOfPlan(ctx, input));
}
