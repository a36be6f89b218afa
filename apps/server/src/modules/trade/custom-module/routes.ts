import * as contract from '@tongda/contract/trade/custom-module/calls';
import type { FastifyInstance } from 'fastify';
import type { ExportDeps } from '../../../core/export/definition';
import { route } from '../../../core/http/route';
import { serveRegister } from '../../../core/record/serve';
import { moduleRows } from './repo';
import { entity, switchModule } from './service';

const bindRegister = serveRegister({
  of: {
    noun: '企业',
    unit: '家',
    filters: contract.moduleFilters.table,
    page: contract.modulePage,
    changeHis: contract.moduleChangeHis,
  },
  entity,
  module: '定制模块',
  columns: contract.moduleColumns,
  rows: moduleRows,
});

/** 定制模块: staff switch the customised reports of a company on and off. */
export function customModuleRoutes(app: FastifyInstance, deps: ExportDeps): void {
  bindRegister(app, deps);
  route(app, contract.moduleSwitch, switchModule);
}
