import {
  type OrgImportFields,
  orgDepth,
  orgImportFields,
  orgImports,
  orgLabels,
  orgName,
} from '@tongda/contract/base/org/calls';
import { orgType } from '@tongda/contract/base/org/enums';
import { message } from '@tongda/contract/core/messages';
import { sql } from 'kysely';
import { insertRows, type RowValues } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule } from '../../../core/http/errors';
import { asCode, asNumber, asRef, type CellReader, many } from '../../../core/import/cells';
import type { ImportColumn, ImportDefinition, Known } from '../../../core/import/definition';
import { fieldsInWords } from '../../../core/record/words';
import { orgScope } from './scope';
import { orgWay } from './way';

type Field = keyof typeof orgLabels;

/** `总部 / 华东分公司／上海部` → `总部/华东分公司/上海部` */
const normalPath = (text: string): string =>
  text
    .split(/[/／\\]/u)
    .map((part) => part.trim())
    .filter(Boolean)
    .join('/');
const parentPath = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
const lastNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The path of a department: its parent stands in the company, or in the same file. */
const asPath: CellReader = (text, refs) => {
  const path = normalPath(text);
  const depth = path.split('/').length;
  if (depth > orgDepth) return { fault: message('org.depth', { n: orgDepth }) };
  const name = orgName.safeParse(lastNameOf(path));
  if (!name.success) return { fault: name.error.issues[0]?.message ?? '部门名称不正确' };
  if (refs.path?.has(path) && depth === 1) return path;
  const [first = ''] = path.split('/');
  const [root = '总部'] = refs.root?.keys() ?? [];
  if (depth === 1 || !refs.root?.has(first))
    return { fault: `路径应从“${root}”开始，如 ${root}/${depth === 1 ? path : path.split('/').slice(-2).join('/')}` };
  return refs.path?.has(parentPath(path)) || refs.file?.has(parentPath(path))
    ? path
    : { fault: `上级部门“${parentPath(path)}”不存在，请在同一文件中填写或先新增` };
};

function importColumns(choices: Readonly<Record<string, readonly string[]>>): ImportColumn[] {
  const column = (field: Field, example: string, note: string, more: Partial<ImportColumn> = {}): ImportColumn => ({
    field,
    label: orgLabels[field],
    example,
    note,
    ...more,
  });
  const root = choices.path?.[0] ?? '总部';
  return [
    column(
      'path',
      `${root}/上海分公司`,
      '如 总部/华东分公司/上海部：从公司名称写起，用“/”隔开；上级部门可以在同一文件中',
      {
        required: true,
        as: asPath,
      },
    ),
    column('code', 'SH01', '最多20位字母或数字，公司内不能重复'),
    column('orgType', '部门', '公司、分公司、部门、车队、站点；空白为部门', {
      options: orgType.options.map((o) => o.name),
      as: asCode(orgType),
    }),
    column('managerUserId', 'zhangsan', '负责人的账号或姓名；用户还没有导入时留空，导入用户后用同一文件更新', {
      as: asRef('user', '用户', '请填账号'),
    }),
    column('phone', '13800138000', '手机或座机'),
    column('address', '', '最多100个字符'),
    column('sort', '10', '0~9999，小的在前', { as: asNumber }),
    column('remark', '', '最多200个字符'),
  ];
}

const columnsOf = (v: OrgImportFields): RowValues => ({
  name: v.name,
  code: v.code,
  org_type: v.orgType,
  manager_user_id: v.managerUserId,
  phone: v.phone,
  address: v.address,
  sort: v.sort,
  remark: v.remark ?? '',
});

/** Departments from a spreadsheet; the whole path tells which one a line is about. */
export const orgImportDefinition: ImportDefinition<OrgImportFields> = {
  calls: orgImports,
  entity: 'org',
  table: 'org',
  key: { field: 'path', label: '部门路径', column: 'name', normal: normalPath, ofIds: loadPathsOfIds },
  columns: importColumns,
  schema: orgImportFields,
  labels: orgLabels,
  world: async (trx, ctx, paths) => {
    const known = await loadKnownOrgs(trx, ctx);
    const wanted = new Set(paths);
    const seen = [...known].filter(([, org]) => org.visible).map(([path]) => path);
    const users = await trx
      .selectFrom('app_user')
      .select(['id', 'name', 'account_code'])
      .where('client_id', '=', ctx.clientId)
      .where('deleted_at', 'is', null)
      .execute();
    const byWord = new Map<string, string | typeof many>();
    for (const { id, name } of users) byWord.set(name, byWord.has(name) ? many : id);
    for (const { id, account_code } of users) byWord.set(account_code, id);
    return {
      refs: {
        path: new Map(seen.map((path) => [path, path])),
        root: new Map(seen.map((path) => [path.split('/')[0] ?? '', path])),
        file: new Map(paths.map((path) => [path, path])),
        user: byWord,
      },
      choices: { path: seen },
      names: new Map(users.map((u) => [`user ${u.id}`, u.name])),
      known: new Map([...known].filter(([path]) => wanted.has(path))),
      taken: { code: await loadCodes(trx, ctx) },
    };
  },
  defaults: () => ({ orgType: orgType.department, sort: 0 }),
  derive: (given, cells) => {
    given.name = lastNameOf(normalPath(cells.path ?? ''));
  },
  columnsOf,
  wordsOf: (v, names) =>
    fieldsInWords<Field>(
      v,
      { labels: orgLabels, dicts: { orgType: 'orgType' }, refs: { managerUserId: 'user' } },
      names,
    ),
  insert: insertOrgs,
  used: findUsedOrgs,
  release: async (trx, ctx, ids) => {
    await sql`delete from org where id = any(${ids}::bigint[]) and client_id = ${ctx.clientId}`.execute(trx);
  },
  twice: (constraint) => {
    if (constraint === 'org_code') return { field: 'code', msg: message('org.codeTaken') };
    return constraint === 'org_client_id_parent_id_name_key' ? { field: 'path', msg: message('org.nameTaken') } : null;
  },
};

const depthOf = ({ path }: OrgImportFields): number => path.split('/').length;

/** Parents before children, level by level, each under the department that its path names. */
async function insertOrgs(trx: Trx, ctx: Ctx, records: OrgImportFields[]): Promise<string[]> {
  const ids = new Map(
    [...(await loadKnownOrgs(trx, ctx))].filter(([, o]) => o.visible).map(([path, { id }]) => [path, id]),
  );
  for (let depth = 2; depth <= orgDepth; depth++) {
    const level = records.filter((record) => depthOf(record) === depth);
    const rows = level.map((record) => {
      const parent = ids.get(parentPath(record.path));
      if (!parent) throw blockedByRule(`“${record.path}”的上级部门没有导入，未导入任何数据`);
      return { parent_id: parent, ...columnsOf(record) };
    });
    const made = await insertRows(trx, ctx, 'org', rows);
    level.forEach(({ path }, i) => {
      ids.set(path, made[i] ?? '');
    });
  }
  return records.map(({ path }) => ids.get(path) ?? '');
}

async function loadKnownOrgs(trx: Trx, ctx: Ctx): Promise<Map<string, Known<OrgImportFields>>> {
  const { rows } = await sql<OrgImportFields & { id: string; version: number; visible: boolean }>`
    select o.id::text as id, o.version, ${orgScope(ctx, 'o.id')} as visible, ${orgWay} as path, o.name, o.code, o.org_type as "orgType",
      o.manager_user_id::text as "managerUserId", o.phone, o.address, o.sort, o.remark
    from org o where o.client_id = ${ctx.clientId} order by cardinality(o.path)`.execute(trx);
  return new Map(rows.map(({ id, version, visible, ...fields }) => [fields.path, { id, version, visible, fields }]));
}

async function loadPathsOfIds(trx: Trx, _ctx: Ctx, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; path: string }>`select o.id::text as id, ${orgWay} as path from org o
    where o.id = any(${ids}::bigint[])`.execute(trx);
  return new Map(rows.map((r) => [r.id, r.path]));
}

async function loadCodes(trx: Trx, ctx: Ctx): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('org')
    .select(['id', 'code'])
    .where('client_id', '=', ctx.clientId)
    .where('code', 'is not', null)
    .execute();
  return new Map(rows.map((r) => [r.code ?? '', r.id]));
}

/** Departments that hold something besides what goes back with them. */
async function findUsedOrgs(trx: Trx, _ctx: Ctx, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; why: string }>`
    select org_id::text as id, '已有用户' as why from app_user where org_id = any(${ids}::bigint[]) and deleted_at is null
    union all select org_id::text, '已有车辆' from vehicle where org_id = any(${ids}::bigint[]) and deleted_at is null
    union all select parent_id::text, '已有下级部门' from org where parent_id = any(${ids}::bigint[]) and id <> all(${ids}::bigint[])
    union all select org_id::text, '已有授权' from resource_auth where org_id = any(${ids}::bigint[]) and revoked_at is null`.execute(
    trx,
  );
  return new Map(rows.map((r) => [r.id, r.why]));
}
