import { dataScope } from '@tongda/contract/base/org/enums';
import { type UserRow, userExport, userRegister } from '@tongda/contract/company/user/calls';
import { userColumns } from '@tongda/contract/company/user/columns';
import { readInChunks, registerExport } from '../../../core/export/definition';
import { describeFilters } from '../../../core/export/words';
import { countUsers, listUsers } from './repo';

/** The list of users as a file. */
export const userFile = registerExport<typeof userExport, UserRow>({
  endpoint: userExport,
  module: '用户管理',
  name: '用户',
  columns: userColumns,
  condition: (ctx, q) => describeFilters(ctx, q, userRegister.unit, userRegister.filters),
  count: (ctx, q) => ctx.db((trx) => countUsers(trx, ctx, q)),
  rows: (ctx, q) => readInChunks((limit, offset) => ctx.db((trx) => listUsers(trx, ctx, { ...q, limit, offset }))),
  cells: { dataScope: (row) => (row.dataScope === null ? '按角色' : dataScope.label(row.dataScope)) },
});
