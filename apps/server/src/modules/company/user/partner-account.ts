import { dataScope, userOrgType } from '@tongda/contract/base/org/enums';
import type { PartnerAccount } from '@tongda/contract/company/user/partner-account';
import { maskPhone } from '@tongda/contract/core/field/mask';
import type { MenuKey } from '@tongda/contract/shell/menus';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule } from '../../../core/http/errors';
import { type AccountDeps, makePassword } from '../../base/identity/door';
import { guardRolesToGive } from '../role/door';
import { insertUser, resetPassword, setUserStatus } from './service';

/**
 * Accounts of people outside the staff: a customer, who sees his orders, a carrier, who sees the trips that it drives, and a driver, who sees
 * his own. What they see follows from the customer, carrier or driver that they belong to (`order-scope`). Their role is made by the product and
 * holds only the menus named here; their data scope is 仅本人.
 */
const kinds = {
  customer: {
    code: 'customerQuery',
    role: '客户查询账号',
    menus: ['customerOrder', 'orderTracking', 'changePassword'],
    column: 'customer_id',
  },
  carrier: {
    code: 'carrierPortal',
    role: '承运商账号',
    menus: ['billOfLading', 'waybillStowage', 'transportTask', 'waybillTracking', 'changePassword'],
    column: 'carrier_id',
  },
  driver: { code: 'driverPhone', role: '司机端账号', menus: ['changePassword'], column: 'driver_id' },
} as const satisfies Record<string, { code: string; role: string; menus: readonly MenuKey[]; column: string }>;
type PartnerKind = keyof typeof kinds;

interface Partner {
  kind: PartnerKind;
  /** customer, carrier or driver */
  of: string;
  name: string;
  phone: string;
  accountCode: string;
  /** department that manages the account; the caller's own without one */
  orgId: string | null;
}

/** Id of the product's role for such accounts; it is made when the first account is opened. Throws 4011 when another role has its name. */
async function ensureRole(trx: Trx, ctx: Ctx, kind: PartnerKind): Promise<string> {
  const { code, role, menus } = kinds[kind];
  const own = { client_id: ctx.clientId };
  const known = await trx
    .selectFrom('role')
    .select('id')
    .where('client_id', '=', ctx.clientId)
    .where('code', '=', code)
    .where('preset', '=', true)
    .executeTakeFirst();
  if (known) return known.id;
  const made = await trx
    .insertInto('role')
    .values({ ...own, name: role, code, preset: true, data_scope: dataScope.self, remark: '由系统建立' })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) throw blockedByRule(`已有名为“${role}”的角色，请先为它改名`);
  await trx
    .insertInto('role_menu')
    .values(menus.map((menu_key) => ({ ...own, role_id: made.id, menu_key })))
    .execute();
  return made.id;
}

/** Opens an account for a customer, carrier or driver; the answer holds its first password, which is not shown again. */
export async function openPartnerAccount(trx: Trx, deps: AccountDeps, ctx: Ctx, who: Partner) {
  const roleId = await ensureRole(trx, ctx, who.kind);
  await guardRolesToGive(trx, ctx, [roleId]);
  const made = await makePassword(deps);
  const orgId = who.orgId ?? (await loadOrgOfCaller(trx, ctx));
  const { name, phone, accountCode } = who;
  const fields = {
    name,
    phone,
    email: null,
    orgId,
    roleIds: [roleId],
    userOrgType: userOrgType.normal,
    dataScope: dataScope.self,
    orgIds: [],
    expireDate: null,
    remark: null,
    accountCode,
  };
  const id = await insertUser(trx, ctx, fields, made.hash);
  await sql`update app_user set ${sql.ref(kinds[who.kind].column)} = ${who.of} where id = ${id}`.execute(trx);
  return { userId: id, accountCode, password: made.plain };
}

/** The accounts of one customer or carrier with masked phone numbers, newest last. */
export async function listPartnerAccounts(
  trx: Trx,
  ctx: Ctx,
  kind: PartnerKind,
  of: string,
): Promise<PartnerAccount[]> {
  const { rows } =
    await sql<PartnerAccount>`select u.id::text as id, u.name, u.account_code as "accountCode", coalesce(u.phone, '') as phone,
      u.status as "accountStatus", ${wireTimeSql(sql<Date | null>`u.last_login_at`, ctx.timeZone)} as "lastLoginTime",
      ${wireTimeSql(sql<Date>`u.created_at`, ctx.timeZone)} as "createTime"
    from app_user u where u.client_id = ${ctx.clientId} and ${sql.ref(`u.${kinds[kind].column}`)} = ${of} and u.deleted_at is null order by u.id`.execute(
      trx,
    );
  return rows.map((row) => ({ ...row, phone: maskPhone(row.phone) }));
}

async function loadOrgOfCaller(trx: Trx, ctx: Ctx): Promise<string> {
  const { rows } = await sql<{
    id: string;
  }>`select coalesce(u.org_id, (select o.id from org o where o.client_id = u.client_id
      and o.parent_id is null order by o.id limit 1))::text as id from app_user u where u.id = ${ctx.userId}`.execute(
    trx,
  );
  return requireRow(rows[0], '部门').id;
}

/** The account, if it belongs to that customer, carrier or driver; throws 4004 otherwise, so that no other account can be reached through his page. */
async function loadPartnerAccount(trx: Trx, ctx: Ctx, kind: PartnerKind, of: string, userId: string) {
  const { rows } = await sql<{ accountCode: string }>`select u.account_code as "accountCode" from app_user u
    where u.id = ${userId} and u.client_id = ${ctx.clientId} and u.deleted_at is null and ${sql.ref(`u.${kinds[kind].column}`)} = ${of}`.execute(
    trx,
  );
  return requireRow(rows[0], '账号');
}

type Whose = { kind: PartnerKind; of: string; userId: string };

export async function setPartnerStatus(deps: AccountDeps, ctx: Ctx, { kind, of, userId }: Whose, status: 0 | 1) {
  await ctx.db((trx) => loadPartnerAccount(trx, ctx, kind, of, userId));
  await setUserStatus(deps, ctx, [userId], status);
  return null;
}

export async function resetPartnerPassword(deps: AccountDeps, ctx: Ctx, { kind, of, userId }: Whose) {
  const { accountCode } = await ctx.db((trx) => loadPartnerAccount(trx, ctx, kind, of, userId));
  return { accountCode, ...(await resetPassword(deps, ctx, userId)) };
}
