import { authStatus, granteeType } from '@tongda/contract/base/org/enums';
import type { GrantCalls, GranteeRow } from '@tongda/contract/company/resource-auth/calls';
import {
  authColumns,
  granteeColumns,
  type LockGrantRow,
  lockGrantColumns,
  mapGrantColumns,
} from '@tongda/contract/company/resource-auth/columns';
import { lockGrants } from '@tongda/contract/company/resource-auth/lock-grants';
import { fenceWords, methodWords, opensWords, timeWords } from '@tongda/contract/company/resource-auth/lock-terms';
import { mapGrants } from '@tongda/contract/company/resource-auth/map-grants';
import {
  authRightNames,
  type GrantFamily,
  grantFamilies,
  grantKindNames,
} from '@tongda/contract/company/resource-auth/rights';
import { vehicleGrants } from '@tongda/contract/company/resource-auth/shapes';
import type { Column } from '@tongda/contract/core/columns';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { sql } from 'kysely';
import { type ExportDefinition, readInChunks, registerExport } from '../../../core/export/definition';
import type { Ctx } from '../../../core/http/ctx';
import { countGrantees, countGrants, listGrantees, listGrants } from './repo';

type Query = Parsed<GrantCalls['export']>;
type File = ExportDefinition<GrantCalls['export'], LockGrantRow>;

/** Adds to each grant the four columns that say its lock terms in words; they are blank for grants without terms. */
async function* addTermsInWords(rows: AsyncIterable<Omit<LockGrantRow, 'methods' | 'hours' | 'fence' | 'opens'>>) {
  for await (const row of rows) {
    const t = row.terms;
    yield {
      ...row,
      methods: t ? methodWords(t.methods) : '',
      hours: t ? timeWords(t.timeWindows) : '',
      fence: t ? fenceWords(t) : '',
      opens: t ? opensWords(t) : '',
    };
  }
}

const defineGrantFile = (family: GrantFamily, calls: GrantCalls, columns: ReadonlyArray<Column<LockGrantRow>>): File =>
  registerExport<GrantCalls['export'], LockGrantRow>({
    endpoint: calls.export,
    module: grantFamilies[family].noun,
    name: grantFamilies[family].noun,
    columns,
    condition: describeFilters,
    count: (ctx, q) => ctx.db((trx) => countGrants(trx, ctx, family, q)),
    rows: (ctx, q) =>
      addTermsInWords(
        readInChunks((limit, offset) => ctx.db((trx) => listGrants(trx, ctx, family, { ...q, limit, offset }))),
      ),
    cells: {
      resourceKind: (row) => grantKindNames[row.resourceKind],
      rights: (row) => row.rights.map((r) => authRightNames[r]).join('、'),
      inherit: (row) => (row.inherit ? '是' : '否'),
      endTime: (row) => row.endTime ?? '永久',
    },
  });

/** Grants of each page as a file. */
export const grantFiles: Readonly<Record<GrantFamily, File>> = {
  vehicle: defineGrantFile('vehicle', vehicleGrants, authColumns),
  map: defineGrantFile('map', mapGrants, mapGrantColumns),
  lock: defineGrantFile('lock', lockGrants, lockGrantColumns),
};

type GranteeFile = ExportDefinition<GrantCalls['granteesExport'], GranteeRow>;
const defineGranteeFile = (family: GrantFamily, calls: GrantCalls): GranteeFile =>
  registerExport<GrantCalls['granteesExport'], GranteeRow>({
    endpoint: calls.granteesExport,
    module: grantFamilies[family].noun,
    name: `${grantFamilies[family].noun}_按被授权方`,
    columns: granteeColumns,
    condition: async (_ctx, q) =>
      [
        ...(q.keyword ? [`部门 / 姓名 / 账号：${q.keyword}`] : []),
        ...(q.granteeType === undefined ? [] : [`授权类型：${granteeType.label(q.granteeType)}`]),
      ].join('；'),
    count: (ctx, q) => ctx.db((trx) => countGrantees(trx, ctx, family, q)),
    rows: (ctx, q) =>
      readInChunks((limit, offset) => ctx.db((trx) => listGrantees(trx, ctx, family, { ...q, limit, offset }))),
  });

/** Departments and users with the number of their grants, as a file. */
export const granteeFiles: Readonly<Record<GrantFamily, GranteeFile>> = {
  vehicle: defineGranteeFile('vehicle', vehicleGrants),
  map: defineGranteeFile('map', mapGrants),
  lock: defineGranteeFile('lock', lockGrants),
};

/** The filters of a list in words, for the head of its file. */
async function describeFilters(ctx: Ctx, q: Query): Promise<string> {
  const { rows } = await ctx.db((trx) =>
    sql<{ kind: string; name: string }>`select '所属部门' as kind, name from org where id = ${q.orgId ?? null}
      union all select '被授权部门', name from org where id = ${q.granteeOrgId ?? null}
      union all select '被授权用户', name from app_user where id = ${q.granteeUserId ?? null}`.execute(trx),
  );
  return [
    ...(q.ids ? [`勾选的${q.ids.length}条`] : []),
    ...(q.keyword ? [`关键字：${q.keyword}`] : []),
    ...(q.plateNo ? [`绑定车牌：${q.plateNo}`] : []),
    ...(q.resourceKind ? [`资源类型：${grantKindNames[q.resourceKind]}`] : []),
    ...rows.map((r) => `${r.kind}：${r.name}`),
    ...(q.granteeType === undefined ? [] : [`授权类型：${granteeType.label(q.granteeType)}`]),
    ...(q.status === undefined ? [] : [`状态：${authStatus.label(q.status)}`]),
    ...(q.from || q.to ? [`有效期：${q.from ?? ''}~${q.to ?? ''}`] : []),
    ...(q.soon === '1' ? ['30天内到期'] : []),
  ].join('；');
}
