import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { maskPhone } from '@tongda/contract/core/field/mask';
import {
  type customerAccounts,
  type customerPortal,
  maxCustomerAccounts,
} from '@tongda/contract/resources/customer/account';
import { enableStatus } from '@tongda/contract/resources/enums';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule } from '../../../core/http/errors';
import { wireTimeSql } from '../../../core/http/wire-time';
import { recordChanges } from '../../../core/record/audit';
import type { AccountDeps } from '../../base/identity/door';
import { openPartnerAccount } from '../../company/user/door';
import { findCustomer } from './repo';

/** 查询账号 of a customer with masked phone numbers, newest last. */
export function listAccounts(ctx: Ctx, id: string): Promise<Output<typeof customerAccounts>> {
  return ctx.db(async (trx) => {
    requireRow(await findCustomer(trx, ctx, id), '客户');
    const { rows } = await sql<
      Output<typeof customerAccounts>[number]
    >`select u.id::text as id, u.name, u.account_code as "accountCode", coalesce(u.phone, '') as phone, u.status as "accountStatus",
        ${wireTimeSql(sql<Date | null>`u.last_login_at`, ctx.timeZone)} as "lastLoginTime", ${wireTimeSql(sql<Date>`u.created_at`, ctx.timeZone)} as "createTime"
      from app_user u where u.client_id = ${ctx.clientId} and u.customer_id = ${id} and u.deleted_at is null order by u.id`.execute(
      trx,
    );
    return rows.map((row) => ({ ...row, phone: maskPhone(row.phone) }));
  });
}

/** 开通查询账号: opens an account that sees the customer's orders and their trucks; 4011 for a disabled customer or beyond `maxCustomerAccounts`. */
export function openAccount(deps: AccountDeps, ctx: Ctx, { id, ...who }: Parsed<typeof customerPortal>) {
  return ctx.db(async (trx) => {
    const customer = requireRow(await findCustomer(trx, ctx, id), '客户');
    if (customer.status !== enableStatus.enabled) throw blockedByRule(`客户${customer.name}已停用，不能开通查询账号`);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from app_user
      where client_id = ${ctx.clientId} and customer_id = ${id} and deleted_at is null`.execute(trx);
    if ((rows[0]?.n ?? 0) >= maxCustomerAccounts)
      throw blockedByRule(`客户${customer.name}已有${maxCustomerAccounts}个查询账号，请停用后改用原有账号`);
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
