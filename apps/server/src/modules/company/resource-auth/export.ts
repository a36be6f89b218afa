import {
  type GrantCalls,
  type GranteeRow,
  granteeFilterSet,
  grantFilters,
} from '@tongda/contract/company/resource-auth/calls';
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
import { type ExportDefinition, readInChunks, registerExport } from '../../../core/export/definition';
import { describeFilters } from '../../../core/export/words';
import { countGrantees, countGrants, listGrantees, listGrants } from './repo';

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
    condition: (ctx, q) => describeFilters(ctx, q, '条', grantFilters.table),
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
    condition: (ctx, q) => describeFilters(ctx, q, '个', granteeFilterSet.table),
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
