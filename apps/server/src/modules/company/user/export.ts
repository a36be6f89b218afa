import { accountStatus, dataScope, userOrgType } from '@tongda/contract/base/org/enums';
import { type UserRow, userExport } from '@tongda/contract/company/user/calls';
import { userColumns } from '@tongda/contract/company/user/columns';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { sql } from 'kysely';
import { readInChunks, registerExport } from '../../../core/export/definition';
import type { Ctx } from '../../../core/http/ctx';
import { countUsers, listUsers } from './repo';

type Query = Parsed<typeof userExport>;

/** The list of users as a file. */
export const userFile = registerExport<typeof userExport, UserRow>({
  endpoint: userExport,
  module: '用户管理',
  name: '用户',
  columns: userColumns,
  condition: conditionOf,
  count: (ctx, q) => ctx.db((trx) => countUsers(trx, ctx, q)),
  rows: (ctx, q) => readInChunks((limit, offset) => ctx.db((trx) => listUsers(trx, ctx, { ...q, limit, offset }))),
  cells: { dataScope: (row) => (row.dataScope === null ? '按角色' : dataScope.label(row.dataScope)) },
});

/** The filters of the list in words, for the head of the file. */
async function conditionOf(ctx: Ctx, q: Query): Promise<string> {
  const { rows } = await ctx.db((trx) =>
    sql<{ kind: string; name: string }>`select '部门' as kind, name from org where id = ${q.orgId ?? null}
      union all select '角色', name from role where id = ${q.roleId ?? null}`.execute(trx),
  );
  return [
    ...(q.ids ? [`勾选的${q.ids.length}人`] : []),
    ...(q.keyword ? [`姓名/账号/手机：${q.keyword}`] : []),
    ...rows.map((r) => `${r.kind}：${r.name}`),
    ...(q.userOrgType === undefined ? [] : [`账号类型：${userOrgType.label(q.userOrgType)}`]),
    ...(q.accountStatus === undefined ? [] : [`状态：${accountStatus.label(q.accountStatus)}`]),
    ...(q.loginFrom || q.loginTo ? [`最近登录：${q.loginFrom ?? ''}~${q.loginTo ?? ''}`] : []),
    ...(q.idle === '1' ? ['超过90天未登录'] : []),
  ].join('；');
}
