import { availableParallelism } from 'node:os';
import { passwordFault } from '@tongda/contract/base/identity/password-rule';
import { dataScope, userOrgType } from '@tongda/contract/base/org/enums';
import { type UserImportFields, userImportFields, userImports, userLabels } from '@tongda/contract/company/user/calls';
import { message } from '@tongda/contract/core/messages';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { asCode, asDate, asRef, type CellReader, isWrong } from '../../../core/import/cells';
import type {
  Cells,
  ImportColumn,
  ImportDefinition,
  ImportWorld,
  Known,
  RecordParts,
} from '../../../core/import/definition';
import { fieldsInWords } from '../../../core/record/words';
import { type AccountDeps, hashWrittenPassword, makePassword, requireProof } from '../../base/identity/door';
import { giveOpenMessages } from '../../base/message/door';
import { givableRoles, guardAccounts, guardGiven, refusalsFor, seesAll } from '../../base/org/door';
import { loadReferences } from '../../base/reference/door';
import { guardLastAdmin, guardRolesToGive, requireProofForRoles } from '../role/door';
import { refuseBeyondLimit, userMasks, userRecord } from './service';

const { orgIds: _orgIds, ...labels } = userLabels;
type Field = keyof typeof labels;
const normaliseKey = (text: string): string => text.trim();

const asRoles: CellReader = (text, refs) => {
  const ids: string[] = [];
  for (const name of text
    .split(/[、,，;；]+/u)
    .map(normaliseKey)
    .filter(Boolean)) {
    const id = asRef('role', '角色', '请修改角色名称')(name, refs);
    if (isWrong(id)) return id;
    ids.push(String(id));
  }
  return [...new Set(ids)].sort();
};

function importColumns(choices: Readonly<Record<string, readonly string[]>>): ImportColumn[] {
  const { org = [], role = [] } = choices;
  const column = (
    field: Field | 'password',
    example: string,
    note: string,
    more: Partial<ImportColumn> = {},
  ): ImportColumn => ({ field, label: field === 'password' ? '初始密码' : labels[field], example, note, ...more });
  const words = (e: { options: ReadonlyArray<{ name: string }> }): string[] => e.options.map((o) => o.name);
  return [
    column('accountCode', 'zhangsan', '3~15位字母或字母加数字，全平台不能重复', { required: true }),
    column('name', '张三', '2~10位中文或字母', { required: true }),
    column('phone', '13800138000', '手机号码，全平台不能重复', { required: true }),
    column('orgId', org[0] ?? '总部', '部门名称；有重名时写路径，如 华东分公司/调度部', {
      required: true,
      options: org,
      as: asRef('org', '部门', '请填完整路径'),
    }),
    column('roleIds', role[0] ?? '调度员', '角色名称，多个用顿号隔开；已有用户整体替换为所填角色，空白不改', {
      required: true,
      as: asRoles,
    }),
    column(
      'password',
      'Tongda@2026',
      '6~16位，字母、数字、符号至少两种，公司另有密码规则的按公司规则，首次登录后须修改；空白为系统生成：用户用手机验证码登录，或由管理员重置密码',
    ),
    column('userOrgType', '普通', '普通、管理员；空白为普通', { options: words(userOrgType), as: asCode(userOrgType) }),
    column('dataScope', '本部门', '空白为按角色；自定义部门请在页面上勾选', {
      options: words(dataScope).filter((w) => w !== dataScope.label(dataScope.custom)),
      as: asCode(dataScope),
    }),
    column('email', 'zhangsan@example.com', '电子邮箱'),
    column('expireDate', '2027-12-31', '账号有效期，日期；空白为长期', { as: asDate }),
    column('remark', '', '最多200个字符'),
  ];
}

/** Roles of users, which lie in a table of their own: an import replaces them, and undoing the import restores the old ones. */
const heldRoles: RecordParts = {
  field: 'roleIds',
  one: { blank: {} },
  read: async (trx, _ctx, ids) => {
    const rows = await trx
      .selectFrom('user_role')
      .select(['user_id', 'role_id'])
      .where('user_id', 'in', ids)
      .orderBy('role_id')
      .execute();
    return new Map(ids.map((id) => [id, [rows.filter((r) => r.user_id === id).map((r) => r.role_id)]]));
  },
  write: async (trx, ctx, lists) => {
    const before = await heldRoles.read(
      trx,
      ctx,
      lists.map(({ id }) => id),
    );
    // a list of one, whose element is the list of role ids: from `read`, or from `roleIds` that the schema checked
    const rolesOf = (list: readonly unknown[] | undefined): string[] => (list?.[0] ?? []) as string[];
    const fresh = lists.flatMap(({ id, list }) => {
      const had = rolesOf(before.get(id));
      return rolesOf(list)
        .filter((role) => !had.includes(role))
        .map((role) => ({ user: id, role }));
    });
    const roles = [...new Set(fresh.map(({ role }) => role))];
    await guardRolesToGive(trx, ctx, roles);
    await requireProofForRoles(trx, ctx, roles);
    const kept = lists.flatMap(({ id, list }) => rolesOf(list).map((role) => ({ user: id, role })));
    await sql`delete from user_role ur where ur.user_id = any(${lists.map(({ id }) => id)}::bigint[])
      and not exists (select from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) k("user" bigint, role bigint)
        where k."user" = ur.user_id and k.role = ur.role_id)`.execute(trx);
    await sql`insert into user_role (client_id, user_id, role_id) select ${ctx.clientId}, k."user", k.role
      from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) k("user" bigint, role bigint) on conflict do nothing`.execute(
      trx,
    );
    await guardGiven(
      trx,
      ctx,
      lists.map(({ id }) => id),
    );
    await guardLastAdmin(trx, ctx);
    await giveOpenMessages(trx, ctx.clientId, [...new Set(fresh.map(({ user }) => user))]);
  },
};

/** Most passwords hashed at once: one of the four threads of Node's pool stays free for other requests. */
const hashersMost = 3;

interface Extra {
  password: string;
  roleIds: string[];
}

/** Import of users from a spreadsheet; the account name identifies the user of a line. */
export const userImportDefinition = (deps: AccountDeps): ImportDefinition<UserImportFields> => ({
  calls: userImports,
  entity: 'user',
  table: 'app_user',
  key: { field: 'accountCode', label: '账号', column: 'account_code', normal: normaliseKey },
  columns: importColumns,
  schema: userImportFields,
  labels,
  world: loadWorld,
  parts: heldRoles,
  defaults: () => ({ userOrgType: userOrgType.normal, roleIds: [], dataScope: null }),
  lines: makeLineChecker,
  columnsOf: (v) => ({ account_code: v.accountCode, ...userRecord.columnsOf({ ...v, orgIds: [] }) }),
  wordsOf: (v, names) =>
    fieldsInWords<Field>(
      v,
      {
        labels,
        dicts: { userOrgType: 'userOrgType', dataScope: 'dataScope' },
        refs: { orgId: 'org' },
        own: { roleIds: () => v.roleIds.map((id) => names.get(`role ${id}`) ?? id).join('、') },
      },
      names,
    ),
  masks: userMasks,
  prepare: async (trx, ctx, records) => {
    await refuseBeyondLimit(trx, ctx, records.length);
    const admin = records.find((v) => v.userOrgType === userOrgType.admin);
    if (admin) await requireProof(trx, ctx, `把${admin.name}设为管理员`);
    await requireProofForRoles(trx, ctx, [...new Set(records.flatMap((v) => v.roleIds))]);
    return records;
  },
  inserted: async (trx, ctx, rows) => {
    await writeNewUsers(deps, trx, ctx, rows);
    await guardGiven(
      trx,
      ctx,
      rows.map(({ id }) => id),
    );
  },
  guard: guardAccounts,
  // nothing follows, but what was written is looked at
  following: { columns: [], set: guardGiven },
  used: async (trx, _ctx, ids) => {
    const rows = await trx
      .selectFrom('app_user')
      .select(['id'])
      .where('id', 'in', ids)
      .where('last_login_at', 'is not', null)
      .execute();
    return new Map(rows.map((r) => [r.id, '该用户已登录过']));
  },
  release: async (trx, _ctx, ids) => {
    await sql`delete from user_role where user_id = any(${ids}::bigint[])`.execute(trx);
    await sql`update app_user set status = 0, phone = null, email = null, account_code = account_code || '#' || id
      where id = any(${ids}::bigint[])`.execute(trx);
  },
  twice: userRecord.twice,
});

/** What the lines are checked against: departments and roles by name, the users that the lines name, and phone numbers in use. */
async function loadWorld(trx: Trx, ctx: Ctx, accounts: string[]): Promise<ImportWorld<UserImportFields>> {
  const references = await loadReferences(trx, ctx, ['org']);
  const roles = await trx
    .selectFrom('role')
    .select(['id', 'name'])
    .where('client_id', '=', ctx.clientId)
    .where('status', '=', 1)
    .execute();
  const names = new Map([...references.names, ...roles.map((r) => [`role ${r.id}`, r.name] as const)]);
  return {
    refs: { ...references.refs, role: new Map(roles.map((r) => [r.name, r.id])) },
    choices: { ...references.choices, role: roles.map((r) => r.name) },
    names,
    known: await loadKnownUsers(trx, ctx, accounts),
    taken: { phone: await loadPhones(trx, ctx) },
  };
}

/** Writes passwords and roles of imported new users, which lie beside their rows, and hands them the open messages. */
async function writeNewUsers(
  deps: AccountDeps,
  trx: Trx,
  ctx: Ctx,
  rows: ReadonlyArray<{ id: string; extra?: unknown }>,
): Promise<void> {
  // what `makeLineChecker` answered for the line
  const news = rows.map(({ id, extra }) => ({ id, ...(extra as Extra) }));
  const hashes = await hashPasswords(deps, new Set(news.map(({ password }) => password)));
  const secret = news.map(({ id, password }) => ({ id, hash: hashes.get(password) }));
  await sql`update app_user u set pwd_hash = n.hash, must_change_pwd = true
    from jsonb_to_recordset(${JSON.stringify(secret)}::jsonb) n(id bigint, hash text) where u.id = n.id`.execute(trx);
  const held = news.flatMap(({ id, roleIds }) => roleIds.map((role) => ({ id, role })));
  await sql`insert into user_role (client_id, user_id, role_id) select ${ctx.clientId}, n.id, n.role
    from jsonb_to_recordset(${JSON.stringify(held)}::jsonb) n(id bigint, role bigint)`.execute(trx);
  await giveOpenMessages(
    trx,
    ctx.clientId,
    rows.map(({ id }) => id),
  );
}

/**
 * Stored forms of the passwords, several hashed at once: each takes about 7 ms of a core on purpose, and 30 ms of the worker later. All blank
 * cells share one random password that nobody gets to know: these users log in by phone code, or an administrator resets their password.
 */
async function hashPasswords(deps: AccountDeps, passwords: ReadonlySet<string>): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  const waiting = passwords.values();
  const worker = async (): Promise<void> => {
    for (const password of waiting)
      hashes.set(
        password,
        password === '' ? (await makePassword(deps)).hash : await hashWrittenPassword(deps, password),
      );
  };
  await Promise.all(Array.from({ length: Math.min(hashersMost, availableParallelism()) }, worker));
  return hashes;
}

/** Checks a line beyond its shape: the password of a new user, and roles, account kind and data scope of any. An existing user keeps his password. */
async function makeLineChecker(trx: Trx, ctx: Ctx) {
  const givable = await givableRoles(trx, ctx);
  const rule = await trx
    .selectFrom('client')
    .select(['pwd_min_length as minLength', 'pwd_kinds as kinds'])
    .where('id', '=', ctx.clientId)
    .executeTakeFirstOrThrow();
  const roles = new Map(
    (await trx.selectFrom('role').select(['id', 'name']).where('client_id', '=', ctx.clientId).execute()).map((r) => [
      r.name,
      r.id,
    ]),
  );
  return ({ cells, known }: { row: number; cells: Cells; known: Known<UserImportFields> | null }) => {
    const faults: Array<{ field: string; msg: string }> = [];
    const names = (cells.roleIds ?? '')
      .split(/[、,，;；]+/u)
      .map(normaliseKey)
      .filter(Boolean);
    const ids = names.flatMap((name) => roles.get(name) ?? []);
    const held = known?.visible ? known.fields.roleIds : [];
    const beyond = names.filter((name) => !held.includes(roles.get(name) ?? '') && !givable.has(roles.get(name) ?? ''));
    if (beyond.length > 0 && ids.length === names.length)
      faults.push({ field: 'roleIds', msg: `角色“${beyond.join('、')}”含有您没有的权限，不能授予` });
    const password = cells.password ?? '';
    const weak = !known && password !== '' ? passwordFault(rule, password) : null;
    if (weak) faults.push({ field: 'password', msg: weak });
    if (known && password !== '')
      faults.push({ field: 'password', msg: '已有用户的密码不能用导入修改，请用“重置密码”' });
    const admin = cells.userOrgType === userOrgType.label(userOrgType.admin);
    if (admin && !seesAll(ctx)) faults.push({ field: 'userOrgType', msg: message('user.adminOnly') });
    else if (admin && known && known.fields.userOrgType !== userOrgType.admin)
      faults.push({ field: 'userOrgType', msg: '已有用户不能用导入设为管理员，请在用户管理中修改' });
    if (cells.dataScope === dataScope.label(dataScope.custom))
      faults.push({ field: 'dataScope', msg: '自定义部门请在用户管理中设置' });
    const extra: Extra = { password, roleIds: ids };
    return { faults, extra };
  };
}

async function loadKnownUsers(trx: Trx, ctx: Ctx, accounts: string[]): Promise<Map<string, Known<UserImportFields>>> {
  if (accounts.length === 0) return new Map();
  const { rows } = await sql<UserImportFields & { id: string; version: number }>`
    select u.id::text as id, u.version, u.account_code as "accountCode", u.name, coalesce(u.phone, '') as phone, u.email,
      u.org_id::text as "orgId", u.org_type as "userOrgType", u.data_scope as "dataScope", u.expire_date as "expireDate", u.remark,
      array(select ur.role_id::text from user_role ur where ur.user_id = u.id order by 1) as "roleIds"
    from app_user u where u.client_id = ${ctx.clientId} and u.deleted_at is null and u.account_code = any(${accounts}::text[])`.execute(
    trx,
  );
  const refused = await refusalsFor(
    trx,
    ctx,
    rows.map(({ id }) => id),
  );
  return new Map(
    rows.map(({ id, version, ...fields }) => [fields.accountCode, { id, version, visible: !refused.has(id), fields }]),
  );
}

async function loadPhones(trx: Trx, ctx: Ctx): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('app_user')
    .select(['id', 'phone'])
    .where('client_id', '=', ctx.clientId)
    .where('phone', 'is not', null)
    .execute();
  return new Map(rows.map((r) => [r.phone ?? '', r.id]));
}
