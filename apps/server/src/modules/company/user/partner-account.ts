import { dataScope, userOrgType } from '@tongda/contract/base/org/enums';
import type { MenuKey } from '@tongda/contract/shell/menus';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { blocked } from '../../../core/http/errors';
import { type AccountDeps, madePassword } from '../../base/identity/door';
import { guardRolesToGive } from '../role/door';
import { insertUser, resetPassword, setStatus } from './service';

/**
 * Accounts of people who are no staff: a customer's, that sees his orders, and a driver's, that sees his trips. What they see follows from whom
 * they belong to (order.scope); their role is the product's own and holds no more than its menus, their data scope is themselves.
 */
const kinds = {
  customer: {
    code: 'customerQuery',
    role: '客户查询账号',
    menus: ['customerOrder', 'orderTracking'],
    column: 'customer_id',
  },
  driver: { code: 'driverPhone', role: '司机端账号', menus: [], column: 'driver_id' },
} as const satisfies Record<string, { code: string; role: string; menus: readonly MenuKey[]; column: string }>;
type PartnerKind = keyof typeof kinds;

interface Partner {
  kind: PartnerKind;
  /** customer or driver */
  of: string;
  name: string;
  phone: string;
  accountCode: string;
  /** department that manages the account; the caller's own without one */
  orgId: string | null;
}

/** The product's role for such accounts, made when the first one is opened. */
async function roleFor(trx: Trx, ctx: Ctx, kind: PartnerKind): Promise<string> {
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
  if (!made) throw blocked(`已有名为“${role}”的角色，请先为它改名`);
  if (menus.length > 0)
    await trx
      .insertInto('role_menu')
      .values(menus.map((menu_key) => ({ ...own, role_id: made.id, menu_key })))
      .execute();
  return made.id;
}

/** Opens an account; its first password is told once. */
export async function openPartnerAccount(trx: Trx, deps: AccountDeps, ctx: Ctx, who: Partner) {
  const roleId = await roleFor(trx, ctx, who.kind);
  await guardRolesToGive(trx, ctx, [roleId]);
  const made = await madePassword(deps);
  const orgId = who.orgId ?? (await orgOfCaller(trx, ctx));
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

async function orgOfCaller(trx: Trx, ctx: Ctx): Promise<string> {
  const { rows } = await sql<{
    id: string;
  }>`select coalesce(u.org_id, (select o.id from org o where o.client_id = u.client_id
      and o.parent_id is null order by o.id limit 1))::text as id from app_user u where u.id = ${ctx.userId}`.execute(
    trx,
  );
  return requireRow(rows[0], '部门').id;
}

/** The account must be of that customer or driver: nobody else's is reached through his page. */
async function accountOfPartner(trx: Trx, ctx: Ctx, kind: PartnerKind, of: string, userId: string) {
  const { rows } = await sql<{ accountCode: string }>`select u.account_code as "accountCode" from app_user u
    where u.id = ${userId} and u.client_id = ${ctx.clientId} and u.deleted_at is null and ${sql.ref(`u.${kinds[kind].column}`)} = ${of}`.execute(
    trx,
  );
  return requireRow(rows[0], '账号');
}

type Whose = { kind: PartnerKind; of: string; userId: string };

export async function setPartnerStatus(deps: AccountDeps, ctx: Ctx, { kind, of, userId }: Whose, status: 0 | 1) {
  await ctx.db((trx) => accountOfPartner(trx, ctx, kind, of, userId));
  await setStatus(deps, ctx, [userId], status);
  return null;
}

export async function resetPartnerPassword(deps: AccountDeps, ctx: Ctx, { kind, of, userId }: Whose) {
  const { accountCode } = await ctx.db((trx) => accountOfPartner(trx, ctx, kind, of, userId));
  return { accountCode, ...(await resetPassword(deps, ctx, userId)) };
}
