import { customerOptions } from '@tongda/contract/base/reference/options';
import * as account from '@tongda/contract/resources/customer/account';
import * as customer from '@tongda/contract/resources/customer/calls';
import { customerFigures } from '@tongda/contract/resources/customer/figures';
import { enableStatus } from '@tongda/contract/resources/enums';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { ExportDeps } from '../../../core/export/definition';
import type { Ctx } from '../../../core/http/ctx';
import { route } from '../../../core/http/route';
import { knownPhones } from '../../../core/masks/known-phones';
import { plainNameSql, serveDuplicates } from '../../../core/record/duplicates';
import { byInitials, type IdName, wantedOf } from '../../../core/record/initials';
import { likePattern, optionLimit } from '../../../core/record/options';
import { serveRecycle } from '../../../core/record/recycle';
import { serveRegister } from '../../../core/record/serve';
import { type FileDeps, paperRoutes } from '../../base/file/door';
import type { AccountDeps } from '../../base/identity/door';
import { customerScope, orgOrNone } from '../../base/org/door';
import { resetPartnerPassword, setPartnerStatus } from '../../company/user/door';
import { listAccounts, openAccount } from './account';
import { customerImportDefinition } from './import';
import { loadFigures } from './order-figures';
import { customerRows, findCustomer, fromCustomers, listCustomerStores } from './repo';
import { customerRegister, customerWrites, deleteCustomers, setCustomerStatus } from './service';

knownPhones.add({
  table: 'customer',
  phone: sql`contact->>'phone'`,
  each: sql`jsonb_array_elements(t.contacts) contact`,
});

const bindRegister = serveRegister({
  of: customer.customerRegister,
  entity: 'customer',
  module: '客户管理',
  columns: customer.customerColumns,
  rows: customerRows,
  add: customerWrites.add,
  update: customerWrites.update,
  del: (ctx, { ids }) => deleteCustomers(ctx, ids),
  imports: customerImportDefinition,
});

/** Routes of the register of customers. */
export function customerRoutes(app: FastifyInstance, deps: ExportDeps & FileDeps, accounts: AccountDeps): void {
  accountRoutes(app, accounts);
  route(app, customerFigures, (ctx, { id }) => loadFigures(ctx, id));
  paperRoutes(app, deps, {
    calls: customer.customerPapers,
    entity: 'customer',
    see: async (trx, ctx, id) => requireRow(await findCustomer(trx, ctx, id), '客户'),
  });
  bindRegister(app, deps);
  serveDuplicates(app, {
    call: customer.customerDuplicates,
    from: (ctx) =>
      sql`customer t where t.client_id = ${ctx.clientId} and t.deleted_at is null and ${orgOrNone(ctx, 't.org_id')}`,
    name: sql`t.name`,
    detail: sql`concat_ws(' · ', t.code, t.short_name, (select count(*) || '家门店' from store s where s.customer_id = t.id and s.deleted_at is null))`,
    same: [
      { why: '统一社会信用代码相同', key: sql`nullif(t.credit_code, '')` },
      { why: '名称相近', key: plainNameSql(sql`t.name`) },
      { why: '对接编码相同', key: sql`nullif(t.ext_code, '')` },
    ],
  });
  serveRecycle(app, {
    calls: customer.customerRegister.recycle,
    of: customerRegister,
    name: sql`t.name`,
    detail: sql`concat_ws(' ', t.code, t.short_name)`,
    see: (ctx) => orgOrNone(ctx, 't.org_id'),
    refs: { org_id: 'org' },
  });
  route(app, customer.customerDetail, (ctx, { id }) =>
    ctx.db(async (trx) => ({
      ...requireRow(await findCustomer(trx, ctx, id), '客户'),
      stores: await listCustomerStores(trx, ctx, id),
    })),
  );
  route(app, customer.customerSetStatus, (ctx, input) => setCustomerStatus(ctx, input));
  route(app, customerOptions, (ctx, { keyword }) =>
    ctx.db(async (trx) => {
      let rows = fromCustomers(trx, ctx)
        .select(['k.id', 'k.name', 'k.code'])
        .where('k.status', '=', enableStatus.enabled)
        .where(customerScope(ctx, 'k'));
      if (keyword) {
        const like = likePattern(keyword);
        const names = sql<IdName>`${fromCustomers(trx, ctx).select(['k.id', 'k.name'])}`;
        const initials = await byInitials(trx, wantedOf(keyword), sql`k.id`, names);
        rows = rows.where((eb) =>
          eb.or([
            eb('k.name', 'ilike', like),
            eb('k.short_name', 'ilike', like),
            eb('k.code', 'ilike', like),
            initials,
          ]),
        );
      }
      return rows.orderBy('k.name').limit(optionLimit).execute();
    }),
  );
}

/** Routes of 查询账号: opening, disabling, and resetting the password. */
function accountRoutes(app: FastifyInstance, deps: AccountDeps): void {
  const whose = (of: string, userId: string) => ({ kind: 'customer', of, userId }) as const;
  const seen = (ctx: Ctx, id: string) => ctx.db(async (trx) => requireRow(await findCustomer(trx, ctx, id), '客户'));
  route(app, account.customerAccounts, (ctx, { id }) => listAccounts(ctx, id));
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
