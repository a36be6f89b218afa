import * as account from '@tongda/contract/resources/customer/account';
import * as customer from '@tongda/contract/resources/customer/calls';
import { customerFigures } from '@tongda/contract/resources/customer/figures';
import { customerType, enableStatus } from '@tongda/contract/resources/enums';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { found } from '../../../core/db/rows';
import { type ExportDeps, enqueueExport, inChunks, registerExport } from '../../../core/export/definition';
import { conditionWords } from '../../../core/export/words';
import type { Ctx } from '../../../core/http/ctx';
import { route } from '../../../core/http/route';
import { importRoutes } from '../../../core/import/routes';
import { knownPhones } from '../../../core/masks/known-phones';
import { historyPage } from '../../../core/record/history';
import { containing, optionLimit } from '../../../core/record/options';
import { type FileDeps, paperRoutes } from '../../base/file/door';
import type { AccountDeps } from '../../base/identity/door';
import { resetPartnerPassword, setPartnerStatus } from '../../company/user/door';
import { accountsOf, openAccount } from './account';
import { figuresOf } from './figures';
import { customerImportDefinition } from './import';
import { countCustomers, customerStores, findCustomer, fromCustomers, listCustomers } from './repo';
import { addCustomer, deleteCustomers, setCustomerStatus, updateCustomer } from './service';

knownPhones.add({
  table: 'customer',
  phone: sql`contact->>'phone'`,
  each: sql`jsonb_array_elements(t.contacts) contact`,
});

const customerFile = registerExport<typeof customer.customerExport, customer.CustomerRow>({
  endpoint: customer.customerExport,
  module: '客户管理',
  name: '客户',
  columns: customer.customerColumns,
  condition: (ctx, q) =>
    conditionWords(ctx, q, '家', {
      name: '名称/编码',
      customerType: ['code', '类型', customerType.typeCode],
      level: '等级',
      salesman: '业务员',
      status: ['code', '状态', enableStatus.typeCode],
      orgId: ['org', '所属组织'],
      area: '区域',
      expire: ['words', '合同', { soon: '30天内到期', expired: '已过期' }],
    }),
  count: (ctx, q) => ctx.db((trx) => countCustomers(trx, ctx, q)),
  rows: (ctx, q) => inChunks((limit, offset) => ctx.db((trx) => listCustomers(trx, ctx, { ...q, limit, offset }))),
});

/** The register of customers. */
export function customerRoutes(app: FastifyInstance, deps: ExportDeps & FileDeps, accounts: AccountDeps): void {
  accountRoutes(app, accounts);
  route(app, customerFigures, (ctx, { id }) => figuresOf(ctx, id));
  paperRoutes(app, deps, {
    calls: customer.customerPapers,
    entity: 'customer',
    see: async (trx, ctx, id) => found(await findCustomer(trx, ctx, id), '客户'),
  });
  route(app, customer.customerPage, (ctx, q) =>
    ctx.db(async (trx) => ({
      list: await listCustomers(trx, ctx, { ...q, limit: q.size, offset: (q.page - 1) * q.size }),
      total: await countCustomers(trx, ctx, q),
      page: q.page,
      size: q.size,
    })),
  );
  route(app, customer.customerDetail, (ctx, { id }) =>
    ctx.db(async (trx) => ({
      ...found(await findCustomer(trx, ctx, id), '客户'),
      stores: await customerStores(trx, ctx, id),
    })),
  );
  route(app, customer.customerAdd, (ctx, input) => addCustomer(ctx, input));
  route(app, customer.customerUpdate, (ctx, input) => updateCustomer(ctx, input));
  route(app, customer.customerDel, (ctx, { ids }) => deleteCustomers(ctx, ids));
  route(app, customer.customerSetStatus, (ctx, input) => setCustomerStatus(ctx, input));
  route(app, customer.customerExport, (ctx, input) => enqueueExport(deps, ctx, customerFile, input));
  route(app, customer.customerChangeHis, (ctx, q) =>
    ctx.db(async (trx) => {
      found(await findCustomer(trx, ctx, q.id), '客户');
      return historyPage(trx, ctx, 'customer', q);
    }),
  );
  importRoutes(app, customerImportDefinition);
  route(app, customer.customerOptions, (ctx, { keyword }) =>
    ctx.db((trx) => {
      let rows = fromCustomers(trx, ctx)
        .select(['k.id', 'k.name', 'k.code'])
        .where('k.status', '=', enableStatus.enabled);
      if (keyword) {
        const like = containing(keyword);
        rows = rows.where((eb) =>
          eb.or([eb('k.name', 'ilike', like), eb('k.short_name', 'ilike', like), eb('k.code', 'ilike', like)]),
        );
      }
      return rows.orderBy('k.name').limit(optionLimit).execute();
    }),
  );
}

/** 查询账号: opened, stopped and given a new password from the page of the customer. */
function accountRoutes(app: FastifyInstance, deps: AccountDeps): void {
  const whose = (of: string, userId: string) => ({ kind: 'customer', of, userId }) as const;
  const seen = (ctx: Ctx, id: string) => ctx.db(async (trx) => found(await findCustomer(trx, ctx, id), '客户'));
  route(app, account.customerAccounts, (ctx, { id }) => accountsOf(ctx, id));
  route(app, account.customerPortal, (ctx, input) => openAccount(deps, ctx, input));
  route(app, account.customerPortalStatus, async (ctx, { id, userId, accountStatus }) => {
    await seen(ctx, id);
    return setPartnerStatus(deps, ctx, whose(id, userId), accountStatus);
  });
  route(app, account.customerPortalReset, async (ctx, { id, userId }) => {
    await seen(ctx, id);
    return resetPartnerPassword(deps, ctx, whose(id, userId));
  });
}
