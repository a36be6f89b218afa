import { maxPartnerAccounts } from '@tongda/contract/company/user/partner-account';
import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import type { customerAccounts, customerPortal } from '@tongda/contract/resources/customer/account';
import { enableStatus } from '@tongda/contract/resources/enums';
import { requireRow } from '../../../core/db/rows';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import type { AccountDeps } from '../../base/identity/door';
import { listPartnerAccounts, openPartnerAccount } from '../../company/user/door';
import { findCustomer } from './repo';

/** 查询账号 of a customer with masked phone numbers, newest last. */
export function listAccounts(ctx: Ctx, id: string): Promise<Output<typeof customerAccounts>> {
  return ctx.db(async (trx) => {
    requireRow(await findCustomer(trx, ctx, id), '客户');
    return listPartnerAccounts(trx, ctx, 'customer', id);
  });
}

/** 开通查询账号: opens an account that sees the customer's orders and their trucks; 4011 for a disabled customer or beyond `maxPartnerAccounts`. */
export function openAccount(deps: AccountDeps, ctx: Ctx, { id, ...who }: Parsed<typeof customerPortal>) {
  return ctx.db(async (trx) => {
    const customer = requireRow(await findCustomer(trx, ctx, id), '客户');
    if (customer.status !== enableStatus.enabled) throw blockedByRule(`客户${customer.name}已停用，不能开通查询账号`);
    if ((await listPartnerAccounts(trx, ctx, 'customer', id)).length >= maxPartnerAccounts)
      throw blockedByRule(`客户${customer.name}已有${maxPartnerAccounts}个查询账号，请停用后改用原有账号`);
    const opened = await openPartnerAccount(trx, deps, ctx, {
      kind: 'customer',
      of: id,
      orgId: customer.orgId,
      ...who,
    });
    await recordChanges(trx, ctx, [
      {
        entity: 'customer',
        entityId: id,
        action: '开通查询账号',
        changes: [{ field: 'account', label: '查询账号', before: '', after: `${who.name}（${who.accountCode}）` }],
      },
    ]);
    return opened;
  });
}
