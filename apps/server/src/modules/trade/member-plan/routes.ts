import * as contract from '@tongda/contract/trade/member-plan/calls';
import type { FastifyInstance } from 'fastify';
import type { ExportDeps } from '../../../core/export/definition';
import { route } from '../../../core/http/route';
import { serveRegister } from '../../../core/record/serve';
import { dropPrices, readPrices, savePrices } from './prices';
import { listModels, planRows } from './repo';
import { addPlan, enablePlan, entity, updatePlan } from './service';

const bindRegister = serveRegister({
  of: {
    noun: '套餐',
    unit: '个',
    filters: contract.planFilters.table,
    page: contract.planPage,
    add: contract.planAdd,
    update: contract.planUpdate,
    changeHis: contract.planChangeHis,
  },
  entity,
  module: '套餐与价格',
  columns: contract.planColumns,
  rows: planRows,
  add: addPlan,
  update: updatePlan,
});

/** 套餐与价格: the plans that the provider sells, what they give and cost. */
export function memberPlanRoutes(app: FastifyInstance, deps: ExportDeps): void {
  bindRegister(app, deps);
  route(app, contract.planEnable, enablePlan);
  route(app, contract.planModels, (ctx) => ctx.db(listModels));
  route(app, contract.planPrices, readPrices);
  route(app, contract.planSavePrices, savePrices);
  route(app, contract.planDropPrices, dropPrices);
}
