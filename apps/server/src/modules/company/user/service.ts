import { accountRefusal } from '@tongda/contract/base/allowance/bounds';
import { accountStatus, dataScope, userOrgType } from '@tongda/contract/base/org/enums';
import type { JurisdictionChange } from '@tongda/contract/base/org/jurisdiction';
import {
  type UserDetail,
  type UserFields,
  type userAdd,
  userLabels,
  type userSetRole,
} from '@tongda/contract/company/user/calls';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { maskPhone } from '@tongda/contract/core/field/mask';
import { message } from '@tongda/contract/core/messages';
import type { BatchLine } from '@tongda/contract/core/register/pieces';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { type AppError, blockedByRule, forbiddenError, invalidField, notFound } from '../../../core/http/errors';
import { type Change, changesBetween, recordChanges } from '../../../core/record/audit';
import { oneByOne, type Register, registerWrites } from '../../../core/record/register';
import { fieldsInWords, type OwnWording, type Wording } from '../../../core/record/words';
import { loadAllowance } from '../../base/allowance/door';
import {
  type AccountDeps,
  endLoginsOf,
  endSessionsOf,
  hashChosenPassword,
  makePassword,
  requireProof,
  unlockAccount,
} from '../../base/identity/door';
import { giveOpenMessages } from '../../base/message/door';
import { guardAccounts, guardGiven, orgScope, refusalsFor, seesAll } from '../../base/org/door';
import { changeJurisdiction } from '../resource-auth/door';
import { guardLastAdmin, guardRolesToGive, requireProofForRoles } from '../role/door';
import { countAccounts } from './accounts';
import { refuseOpenTasks } from './holdings';
import { findUser } from './repo';

const nextVersion = (ctx: Ctx) => ({
  version: sql<number>`version + 1`,
  updated_at: sql<Date>`now()`,
  updated_by: ctx.userId,
});

const plainWording: Wording<keyof typeof userLabels> = {
  labels: userLabels,
  dicts: { userOrgType: 'userOrgType', dataScope: 'dataScope' },
  refs: { orgId: 'org', roleIds: 'role', orgIds: 'org' },
};
const sortIds = (ids: unknown): string[] =>
  Array.isArray(ids) ? ids.map(String).sort((a, b) => Number(a) - Number(b)) : [];

/** The fields in words for the change history: lists always in the same order, departments only of a custom data scope. */
const wordsOf: OwnWording['wordsOf'] = (fields, names) => {
  const roleIds = sortIds(fields.roleIds);
  const orgIds = fields.dataScope === dataScope.custom ? sortIds(fields.orgIds) : [];
  const words = fieldsInWords({ ...fields, roleIds, orgIds }, plainWording, names);
  return fields.dataScope ? words : { ...words, dataScope: '按角色' };
};

/** Everybody who may see the user reads the change history, so his number is masked there. */
export const userMasks = { phone: maskPhone };

/** The fields of a user as the register writes them; the account name is given once and never changed. */
type UserRecord = UserFields & { accountCode: string };

/** The register of users: its table, the words of its history, and the sentences of its unique indexes. */
export const userRecord: Register<UserRecord> = {
  entity: 'user',
  table: 'app_user',
  noun: '用户',
  wording: { labels: userLabels, wordsOf, masks: userMasks },
  columnsOf: (v) => ({
    name: v.name,
    phone: v.phone,
    email: v.email,
    org_id: v.orgId,
    org_type: v.userOrgType,
    data_scope: v.dataScope ?? null,
    expire_date: v.expireDate,
    remark: v.remark ?? '',
  }),
  twice: (index) => {
    if (index === 'app_user_account') return { field: 'accountCode', msg: message('user.accountTaken') };
    return index === 'app_user_phone' ? { field: 'phone', msg: message('user.phoneTaken') } : null;
  },
};

export const noteUserChange = (trx: Trx, ctx: Ctx, id: string, action: string, changes: Change[] = []): Promise<void> =>
  recordChanges(trx, ctx, [{ entity: userRecord.entity, entityId: id, action, changes }]);

/** Throws unless the caller may give the department, the roles and the kind of account of the input. */
async function checkFields(trx: Trx, ctx: Ctx, input: UserFields, before: UserDetail | null): Promise<void> {
  // a new account has nothing yet: this asks what the caller may give, before anything is written
  await guardAccounts(trx, ctx, before ? [before.id] : []);
  const orgs = [input.orgId, ...(input.dataScope === dataScope.custom ? input.orgIds : [])];
  const rows = await trx
    .selectFrom('org')
    .select('id')
    .where('client_id', '=', ctx.clientId)
    .where(sql<boolean>`id = any(${orgs}::bigint[])`)
    .where(orgScope(ctx, 'org.id'))
    .execute();
  const there = new Set(rows.map((r) => r.id));
  if (!there.has(input.orgId)) throw invalidField('orgId', '所选部门不存在或不在您的数据范围内');
  if (!orgs.every((id) => there.has(id))) throw invalidField('orgIds', '所选部门不存在或不在您的数据范围内');
  const fresh = input.roleIds.filter((id) => !before?.roleIds.includes(id));
  if (fresh.length > 0) await guardRolesToGive(trx, ctx, fresh);
  const promoted = input.userOrgType === userOrgType.admin && before?.userOrgType !== userOrgType.admin;
  if (promoted && !seesAll(ctx)) throw forbiddenError(message('user.adminOnly'));
  if (promoted) await requireProof(trx, ctx, `把${input.name}设为管理员`);
  await requireProofForRoles(trx, ctx, fresh);
  if (before?.isPrimary && input.userOrgType !== before.userOrgType)
    throw invalidField('userOrgType', '主账号的账号类型不能修改');
}

/** Replaces the roles of a user and the departments of his custom data scope. */
async function writeLinks(trx: Trx, ctx: Ctx, userId: string, v: UserFields): Promise<void> {
  const own = { client_id: ctx.clientId, user_id: userId };
  const roleIds = [...new Set(v.roleIds)];
  await trx.deleteFrom('user_role').where('user_id', '=', userId).where('role_id', 'not in', roleIds).execute();
  await trx
    .insertInto('user_role')
    .values(roleIds.map((role_id) => ({ ...own, role_id })))
    .onConflict((c) => c.doNothing())
    .execute();
  await trx.deleteFrom('user_org_scope').where('user_id', '=', userId).execute();
  const orgIds = v.dataScope === dataScope.custom ? [...new Set(v.orgIds)] : [];
  if (orgIds.length > 0)
    await trx
      .insertInto('user_org_scope')
      .values(orgIds.map((org_id) => ({ ...own, org_id })))
      .execute();
}

type Worded = Partial<Pick<UserDetail, 'orgId' | 'orgIds' | 'roleIds'>>;

/** Names of the departments and roles of a user as he was and is to be: `<kind> <id>` → name. */
async function loadNames(trx: Trx, users: ReadonlyArray<Worded | null>): Promise<Map<string, string>> {
  const orgs = users.flatMap((user) => [user?.orgId, ...(user?.orgIds ?? [])]).filter(Boolean);
  const roles = users.flatMap((user) => user?.roleIds ?? []);
  const { rows } = await sql<{ key: string; name: string }>`
    select 'org ' || id as key, name from org where id = any(${orgs}::bigint[])
    union all select 'role ' || id, name from role where id = any(${roles}::bigint[])`.execute(trx);
  return new Map(rows.map((row) => [row.key, row.name]));
}

/** Throws 4011 when `more` accounts would be more than the company's contract and membership plans allow; deleted accounts do not count. */
export async function refuseBeyondLimit(trx: Trx, ctx: Ctx, more: number): Promise<void> {
  const { accounts } = await loadAllowance(trx, ctx.clientId);
  const { most } = accounts;
  if (most === null) return;
  // two people may add at once: the second counts what the first added
  await sql`select pg_advisory_xact_lock(hashtext(${`accounts ${ctx.clientId}`}))`.execute(trx);
  const used = await countAccounts(trx, ctx.clientId);
  if (used + more > most) throw blockedByRule(accountRefusal({ ...accounts, most }, { used, more }));
}

/** What a request says of a user; a new one also has his account name and the stored form of his password. */
interface GivenUser extends UserFields {
  accountCode?: string;
  hash?: string;
  jurisdiction?: JurisdictionChange;
}

const writes = registerWrites<GivenUser, UserRecord, UserDetail>(userRecord, {
  load: findChangeableUser,
  prepare: async (trx, ctx, { hash, jurisdiction, ...given }, before) => {
    await checkFields(trx, ctx, given, before);
    if (before === null) await refuseBeyondLimit(trx, ctx, 1);
    const fields = { ...given, accountCode: before?.accountCode ?? given.accountCode ?? '' };
    return {
      fields,
      names: await loadNames(trx, [before, fields]),
      columns:
        before === null
          ? { account_code: fields.accountCode, pwd_hash: hash, must_change_pwd: true, created_by: ctx.userId }
          : {},
      also: async (id) => {
        await writeLinks(trx, ctx, id, fields);
        await guardGiven(trx, ctx, [id]);
        await giveOpenMessages(trx, ctx.clientId, [id]);
        if (before !== null) await guardLastAdmin(trx, ctx);
        await changeJurisdiction(trx, ctx, 'user', id, jurisdiction);
        return [];
      },
    };
  },
});

/** 编辑用户. Throws 4009 for an outdated version, and what the checks of department, roles and kind of account throw. */
export const updateUser = writes.update;

/** 新增用户: without a password from the browser, the server makes one and answers it this one time. */
export async function addUser(deps: AccountDeps, ctx: Ctx, { password, ...input }: Parsed<typeof userAdd>) {
  const made = password ? null : await makePassword(deps);
  const hash = made?.hash ?? (await hashChosenPassword(password ?? ''));
  const { id } = await writes.add(ctx, { ...input, hash });
  return { id, accountCode: input.accountCode, password: made?.plain ?? null };
}

/** Checks and writes a new user with his roles, open messages and history; `hash` is the stored form of his password. Answers his id. */
export const insertUser = (trx: Trx, ctx: Ctx, input: UserRecord, hash: string): Promise<string> =>
  writes.insert(trx, ctx, { ...input, hash });

/** A user that the caller may change. Throws 4004 out of his departments, 4003 for accounts that may do or see more than he. */
export async function findChangeableUser(trx: Trx, ctx: Ctx, id: string): Promise<UserDetail> {
  const user = await findUser(trx, ctx, id);
  if (!user) throw notFound('用户');
  await guardAccounts(trx, ctx, [id]);
  return user;
}

interface Step {
  action: string;
  /** why this user cannot be changed; null when he can */
  refuse?: (user: UserDetail, trx: Trx) => AppError | null | Promise<AppError | null>;
  run: (trx: Trx, user: UserDetail) => Promise<Change[]>;
}

/** Runs a step for each of several users and answers a result line for each; with a single user a refusal is thrown instead. */
const changeEachUser = (ctx: Ctx, ids: string[], { action, refuse, run }: Step): Promise<BatchLine[]> => {
  const changed: string[] = [];
  return oneByOne(ctx, userRecord, ids, {
    load: (trx, id) => findUser(trx, ctx, id),
    action,
    run: async (trx, user) => {
      const refusal = (await refusalsFor(trx, ctx, [user.id])).get(user.id) ?? (await refuse?.(user, trx));
      if (refusal) return refusal;
      changed.push(user.id);
      return run(trx, user);
    },
    also: async (trx) => {
      await guardGiven(trx, ctx, changed);
      await guardLastAdmin(trx, ctx);
    },
  });
};
const idsDone = (lines: readonly BatchLine[]): string[] => lines.filter((l) => l.ok).map((l) => l.id);

export const refuseSelfOrPrimary =
  (ctx: Ctx) =>
  (user: UserDetail): AppError | null => {
    if (user.id === ctx.userId) return blockedByRule(message('user.self'));
    return user.isPrimary ? blockedByRule(message('user.primary')) : null;
  };

/** Enables or disables users; disabling ends their sessions at once. */
export async function setUserStatus(deps: AccountDeps, ctx: Ctx, ids: string[], status: 0 | 1): Promise<BatchLine[]> {
  const lines = await changeEachUser(ctx, ids, {
    action: status === accountStatus.enabled ? '启用' : '停用',
    refuse: status === accountStatus.enabled ? undefined : refuseSelfOrPrimary(ctx),
    run: async (trx, user) => {
      await trx
        .updateTable('app_user')
        .set({ status, ...nextVersion(ctx) })
        .where('id', '=', user.id)
        .execute();
      if (status === accountStatus.enabled) await giveOpenMessages(trx, ctx.clientId, [user.id]);
      const word = (code: number): string => accountStatus.label(code);
      return changesBetween({ status: word(user.accountStatus) }, { status: word(status) }, { status: '状态' });
    },
  });
  if (status === accountStatus.disabled) await endSessionsOf(deps, idsDone(lines), 'disabled');
  return lines;
}

/** Deletes users: their rows stay for the history, account name and phone become free, roles, grants and sessions end. */
export async function deleteUsers(deps: AccountDeps, ctx: Ctx, ids: string[]): Promise<BatchLine[]> {
  const lines = await changeEachUser(ctx, ids, {
    action: '删除',
    refuse: async (user, trx) => refuseSelfOrPrimary(ctx)(user) ?? (await refuseOpenTasks(trx, user)),
    run: async (trx, user) => {
      await sql`update app_user set deleted_at = now(), status = 0, phone = null, email = null, wx_openid = null, wx_bound_at = null,
        account_code = account_code || '#' || id, version = version + 1, updated_at = now(), updated_by = ${ctx.userId}
        where id = ${user.id}`.execute(trx);
      await trx.deleteFrom('user_role').where('user_id', '=', user.id).execute();
      await sql`update resource_auth set revoked_at = now(), revoked_by = ${ctx.userId}, version = version + 1
        where user_id = ${user.id} and revoked_at is null`.execute(trx);
      await sql`update org set manager_user_id = null where manager_user_id = ${user.id}`.execute(trx);
      // a fleet keeps the name of who headed it until somebody else is chosen
      await sql`update fleet set leader_user_id = null, leader_name = u.name from app_user u
        where u.id = ${user.id} and fleet.leader_user_id = u.id`.execute(trx);
      return [{ field: 'accountCode', label: '账号', before: user.accountCode, after: '' }];
    },
  });
  await endSessionsOf(deps, idsDone(lines), 'disabled');
  return lines;
}

export function setUserRoles(ctx: Ctx, { ids, roleIds, how }: Parsed<typeof userSetRole>): Promise<BatchLine[]> {
  let checked = false;
  return changeEachUser(ctx, ids, {
    action: '设角色',
    run: async (trx, user) => {
      if (!checked) await guardRolesToGive(trx, ctx, roleIds);
      checked = true;
      const chosen = new Set(roleIds);
      const next =
        how === 'replace'
          ? [...chosen]
          : how === 'add'
            ? [...new Set([...user.roleIds, ...chosen])]
            : user.roleIds.filter((id) => !chosen.has(id));
      await trx.deleteFrom('user_role').where('user_id', '=', user.id).execute();
      if (next.length > 0)
        await trx
          .insertInto('user_role')
          .values(next.map((role_id) => ({ client_id: ctx.clientId, user_id: user.id, role_id })))
          .execute();
      await giveOpenMessages(trx, ctx.clientId, [user.id]);
      await requireProofForRoles(
        trx,
        ctx,
        next.filter((id) => !user.roleIds.includes(id)),
      );
      const changed = { ...user, roleIds: next };
      const names = await loadNames(trx, [user, changed]);
      const [was, is] = [wordsOf(user, names), wordsOf(changed, names)];
      return changesBetween({ roleIds: was.roleIds }, { roleIds: is.roleIds }, { roleIds: '角色' });
    },
  });
}

/** Gives a user a random password, which he must change after logging in, and ends his sessions. */
export async function resetPassword(deps: AccountDeps, ctx: Ctx, id: string): Promise<{ password: string }> {
  const made = await makePassword(deps);
  await ctx.db(async (trx) => {
    await findChangeableUser(trx, ctx, id);
    await trx
      .updateTable('app_user')
      .set({ pwd_hash: made.hash, must_change_pwd: true, pwd_changed_at: sql<Date>`now()`, ...nextVersion(ctx) })
      .where('id', '=', id)
      .execute();
    await noteUserChange(trx, ctx, id, '重置密码');
  });
  if (id !== ctx.userId) await endLoginsOf(deps, id);
  return { password: made.plain };
}

export async function endUserSessions(deps: AccountDeps, ctx: Ctx, ids: string[]): Promise<BatchLine[]> {
  const lines = await changeEachUser(ctx, ids, {
    action: '强制下线',
    refuse: (user) => (user.id === ctx.userId ? blockedByRule(message('user.self')) : null),
    run: async () => [],
  });
  await endSessionsOf(deps, idsDone(lines), 'ended');
  return lines;
}

export async function unlockUser(deps: AccountDeps, ctx: Ctx, id: string): Promise<null> {
  const names = await ctx.db(async (trx) => {
    const user = await findChangeableUser(trx, ctx, id);
    await noteUserChange(trx, ctx, id, '解锁');
    return [user.accountCode, user.phone, user.email].filter(Boolean);
  });
  await unlockAccount(deps, names);
  return null;
}
