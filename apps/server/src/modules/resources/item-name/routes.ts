import { rangeText } from '@tongda/contract/core/figure';
import * as item from '@tongda/contract/resources/item-name/calls';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { ExportDeps } from '../../../core/export/definition';
import { blockedByRule } from '../../../core/http/errors';
import { route } from '../../../core/http/route';
import { serveRecycle } from '../../../core/record/recycle';
import { serveRegister } from '../../../core/record/serve';
import { itemNameImportDefinition } from './import';
import { itemNameRows, listItemNameChoices, ownNames } from './repo';
import {
  deleteItemNames,
  hasCustomerNames,
  itemNameRegister,
  itemNameWrites,
  loadConflicts,
  setConflicts,
  setItemNameStatus,
} from './service';

const bindRegister = serveRegister({
  of: item.itemNameRegister,
  entity: 'cargo_config',
  module: '品名配置',
  columns: item.itemNameColumns,
  cells: {
    tempMin: (row) => (row.tempMin === null && row.tempMax === null ? '' : rangeText(row.tempMin, row.tempMax)),
    customerName: (row) => row.customerName || '全公司',
  },
  rows: itemNameRows,
  add: itemNameWrites.add,
  update: itemNameWrites.update,
  del: (ctx, { ids }) => deleteItemNames(ctx, ids),
  imports: itemNameImportDefinition,
});

/** Routes of the register of item names and of its conflict groups (禁配组). */
export function itemNameRoutes(app: FastifyInstance, deps: ExportDeps): void {
  bindRegister(app, deps);
  serveRecycle(app, {
    calls: item.itemNameRegister.recycle,
    of: itemNameRegister,
    name: sql`t.cargo_name`,
    detail: sql`concat_ws(' · ', t.cargo_code, (select k.name from customer k where k.id = t.customer_id))`,
    see: (ctx) => ownNames(ctx, 't'),
    refs: { customer_id: 'customer' },
  });
  route(app, item.itemNameSetStatus, setItemNameStatus);
  route(app, item.itemNameConflicts, (ctx) => ctx.db((trx) => loadConflicts(trx, ctx)));
  route(app, item.itemNameSetConflicts, setConflicts);
  route(app, item.verificationCompany, async (ctx) => {
    if (!(await ctx.db((trx) => hasCustomerNames(trx, ctx)))) throw blockedByRule('贵公司的品名不按客户区分');
    return true as const;
  });
  route(app, item.itemNameOptions, (ctx, q) => ctx.db((trx) => listItemNameChoices(trx, ctx, q)));
}
