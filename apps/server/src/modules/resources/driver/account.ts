import type { Parsed } from '@tongda/contract/core/endpoint';
import type { DriverDetail, driverSetAccount } from '@tongda/contract/resources/driver/calls';
import type { driverInvite } from '@tongda/contract/resources/driver/figures';
import { driverStatus } from '@tongda/contract/resources/enums';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, invalidField, notFound } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import type { AccountDeps } from '../../base/identity/door';
import { guardAccounts, orgScope } from '../../base/org/door';
import { openPartnerAccount, resetPartnerPassword } from '../../company/user/door';
import { findDriver } from './repo';

/** The account that logs in as a driver; null when he has none. */
export async function findAccount(trx: Trx, driverId: string): Promise<DriverDetail['account']> {
  const { rows } = await sql<
    NonNullable<DriverDetail['account']>
  >`select u.id::text, u.name, u.account_code as "accountCode"
    from app_user u where u.driver_id = ${driverId} and u.deleted_at is null`.execute(trx);
  return rows[0] ?? null;
}

/** Links an account of the company to a driver; null removes the link. Each driver has at most one account and each account one driver. */
export function setDriverAccount(ctx: Ctx, { id, userId }: Parsed<typeof driverSetAccount>): Promise<null> {
  return ctx.db(async (trx) => {
    const driver = requireRow(await findDriver(trx, ctx, id), '司机');
    const before = await findAccount(trx, id);
    if (before?.id === userId || (before === null && userId === null)) return null;
    // what an account sees of trips follows from its driver
    await guardAccounts(
      trx,
      ctx,
      [before?.id, userId].filter((one) => one != null),
    );
    await sql`update app_user set driver_id = null where driver_id = ${id}`.execute(trx);
    const after = userId === null ? null : await tieAccount(trx, ctx, id, userId);
    const word = (account: DriverDetail['account']) => (account ? `${account.name}（${account.accountCode}）` : '');
    await recordChanges(trx, ctx, [
      {
        entity: 'driver',
        entityId: driver.id,
        action: '关联登录账号',
        changes: [{ field: 'account', label: '登录账号', before: word(before), after: word(after) }],
      },
    ]);
    return null;
  });
}

async function tieAccount(trx: Trx, ctx: Ctx, driverId: string, userId: string): Promise<DriverDetail['account']> {
  const { rows } = await sql<{ name: string; primary: boolean; taken: string | null; other: boolean }>`select u.name,
      u.is_primary or u.org_type = 1 as primary, d.name as taken, u.carrier_id is not null or u.customer_id is not null as other
    from app_user u left join driver d on d.id = u.driver_id
    where u.id = ${userId} and u.client_id = ${ctx.clientId} and u.deleted_at is null and (u.org_id is null or ${orgScope(ctx, 'u.org_id')})
    for update of u`.execute(trx);
  const user = requireRow(rows[0], '用户');
  if (user.primary) throw invalidField('userId', `${user.name}是管理员账号，不能作为司机账号`);
  if (user.other) throw invalidField('userId', `${user.name}是承运商或客户的账号，不能作为司机账号`);
  if (user.taken) throw invalidField('userId', `${user.name}已关联司机${user.taken}`);
  await sql`update app_user set driver_id = ${driverId} where id = ${userId}`.execute(trx);
  return findAccount(trx, driverId);
}

/** 发送APP邀请: opens an account for the phone page, named after the driver's phone number. An existing account keeps its password unless `reset`. */
export async function inviteDriver(deps: AccountDeps, ctx: Ctx, { id, reset }: Parsed<typeof driverInvite>) {
  const { account, opened } = await ctx.db(async (trx) => {
    const driver = requireRow(await findDriver(trx, ctx, id), '司机');
    if (driver.status !== driverStatus.employed)
      throw blockedByRule(`司机${driver.name}已${driverStatus.label(driver.status)}，不能邀请`);
    if (driver.phone === '') throw blockedByRule(`司机${driver.name}没有手机号，请先在编辑页填写`);
    const known = await findAccount(trx, id);
    if (known) return { account: known, opened: null };
    const made = await openPartnerAccount(trx, deps, ctx, {
      kind: 'driver',
      of: id,
      name: driver.name,
      phone: driver.phone,
      accountCode: `sj${driver.phone}`,
      orgId: driver.orgId,
    });
    const change = { field: 'account', label: '登录账号', before: '', after: `${driver.name}（${made.accountCode}）` };
    await recordChanges(trx, ctx, [{ entity: 'driver', entityId: id, action: '发送APP邀请', changes: [change] }]);
    return { account: null, opened: made };
  });
  if (opened) return { accountCode: opened.accountCode, password: opened.password };
  if (!account) throw notFound('账号');
  if (!reset) return { accountCode: account.accountCode, password: null };
  return resetPartnerPassword(deps, ctx, { kind: 'driver', of: id, userId: account.id });
}
