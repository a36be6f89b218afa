import type { Parsed } from '@tongda/contract/core/endpoint';
import { authStatus, granteeType } from '@tongda/contract/enums/org';
import { authColumns } from '@tongda/contract/resource-auth/columns';
import { type AuthRow, authExport, authRightNames } from '@tongda/contract/resource-auth/resource-auth';
import { sql } from 'kysely';
import type { Ctx } from '../../core/ctx';
import { inChunks, registerExport } from '../../core/export';
import { countGrants, listGrants } from './auth.repo';

type Query = Parsed<typeof authExport>;

/** Grants of vehicles and devices as a file. */
export const authFile = registerExport<typeof authExport, AuthRow>({
  endpoint: authExport,
  module: '车辆设备授权',
  name: '车辆设备授权',
  columns: authColumns,
  condition: conditionOf,
  count: (ctx, q) => ctx.db((trx) => countGrants(trx, ctx, q)),
  rows: (ctx, q) => inChunks((limit, offset) => ctx.db((trx) => listGrants(trx, ctx, { ...q, limit, offset }))),
  cells: {
    rights: (row) => row.rights.map((r) => authRightNames[r]).join('、'),
    inherit: (row) => (row.inherit ? '是' : '否'),
    endTime: (row) => row.endTime ?? '永久',
  },
});

/** What the list was filtered by, in words. */
async function conditionOf(ctx: Ctx, q: Query): Promise<string> {
  const { rows } = await ctx.db((trx) =>
    sql<{ kind: string; name: string }>`select '所属部门' as kind, name from org where id = ${q.orgId ?? null}
      union all select '被授权部门', name from org where id = ${q.granteeOrgId ?? null}
      union all select '被授权用户', name from app_user where id = ${q.granteeUserId ?? null}`.execute(trx),
  );
  return [
    ...(q.ids ? [`勾选的${q.ids.length}条`] : []),
    ...(q.keyword ? [`车牌/设备号：${q.keyword}`] : []),
    ...rows.map((r) => `${r.kind}：${r.name}`),
    ...(q.granteeType === undefined ? [] : [`授权类型：${granteeType.label(q.granteeType)}`]),
    ...(q.status === undefined ? [] : [`状态：${authStatus.label(q.status)}`]),
    ...(q.from || q.to ? [`有效期：${q.from ?? ''}~${q.to ?? ''}`] : []),
    ...(q.soon === '1' ? ['30天内到期'] : []),
  ].join('；');
}
