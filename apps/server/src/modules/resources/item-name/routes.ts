import { enableStatus } from '@tongda/contract/resources/enums';
import * as item from '@tongda/contract/resources/item-name/calls';
import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { cargoCategory } from '@tongda/contract/transport/waybill/enums';
import type { FastifyInstance } from 'fastify';
import { found } from '../../../core/db/rows';
import { type ExportDeps, enqueueExport, inChunks, registerExport } from '../../../core/export/definition';
import { conditionWords } from '../../../core/export/words';
import { route } from '../../../core/http/route';
import { importRoutes } from '../../../core/import/routes';
import { historyPage } from '../../../core/record/history';
import { itemNameImportDefinition } from './import';
import { countItemNames, findItemName, itemNameChoices, listItemNames } from './repo';
import {
  addItemName,
  conflictsOf,
  deleteItemNames,
  namesPerCustomer,
  setConflicts,
  setItemNameStatus,
  updateItemName,
} from './service';

const itemNameFile = registerExport<typeof item.itemNameExport, item.ItemNameRow>({
  endpoint: item.itemNameExport,
  module: '品名配置',
  name: '品名',
  columns: item.itemNameColumns,
  condition: (ctx, q) =>
    conditionWords(ctx, q, '个', {
      keyword: '品名/编码',
      cargoCategory: ['code', '分类', cargoCategory.typeCode],
      temperatureType: ['code', '温层', temperatureType.typeCode],
      customerId: ['customer', '客户'],
      conflictGroup: '禁配组',
      status: ['code', '状态', enableStatus.typeCode],
    }),
  count: (ctx, q) => ctx.db((trx) => countItemNames(trx, ctx, q)),
  rows: (ctx, q) => inChunks((limit, offset) => ctx.db((trx) => listItemNames(trx, ctx, { ...q, limit, offset }))),
  cells: {
    tempMin: (row) => (row.tempMin === null && row.tempMax === null ? '' : `${row.tempMin ?? ''}~${row.tempMax ?? ''}`),
    customerName: (row) => row.customerName || '全公司',
  },
});

/** The register of item names, and which groups of goods exclude each other. */
export function itemNameRoutes(app: FastifyInstance, deps: ExportDeps): void {
  route(app, item.itemNamePage, (ctx, q) =>
    ctx.db(async (trx) => ({
      list: await listItemNames(trx, ctx, { ...q, limit: q.size, offset: (q.page - 1) * q.size }),
      total: await countItemNames(trx, ctx, q),
      page: q.page,
      size: q.size,
    })),
  );
  route(app, item.itemNameAdd, (ctx, input) => addItemName(ctx, input));
  route(app, item.itemNameUpdate, (ctx, input) => updateItemName(ctx, input));
  route(app, item.itemNameDel, (ctx, { ids }) => deleteItemNames(ctx, ids));
  route(app, item.itemNameSetStatus, (ctx, input) => setItemNameStatus(ctx, input));
  route(app, item.itemNameExport, (ctx, input) => enqueueExport(deps, ctx, itemNameFile, input));
  route(app, item.itemNameChangeHis, (ctx, q) =>
    ctx.db(async (trx) => {
      found(await findItemName(trx, ctx, q.id), '品名');
      return historyPage(trx, ctx, 'cargo_config', q);
    }),
  );
  importRoutes(app, itemNameImportDefinition);
  route(app, item.itemNameConflicts, (ctx) => ctx.db((trx) => conflictsOf(trx, ctx)));
  route(app, item.itemNameSetConflicts, (ctx, input) => setConflicts(ctx, input));
  route(app, item.verificationCompany, (ctx) => ctx.db((trx) => namesPerCustomer(trx, ctx)));
  route(app, item.itemNameOptions, (ctx, q) => ctx.db((trx) => itemNameChoices(trx, ctx, q)));
}
