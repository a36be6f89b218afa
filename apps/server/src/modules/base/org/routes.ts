import * as calc from '@tongda/contract/base/org/calc';
import * as org from '@tongda/contract/base/org/calls';
import { orgSheetColumns } from '@tongda/contract/base/org/columns';
import * as keeping from '@tongda/contract/base/org/keeping';
import * as terminals from '@tongda/contract/base/org/terminals';
import type { FastifyInstance } from 'fastify';
import type { Trx } from '../../../core/db/trx';
import type { ExportDeps } from '../../../core/export/definition';
import type { Ctx } from '../../../core/http/ctx';
import { notFound } from '../../../core/http/errors';
import { route } from '../../../core/http/route';
import { historyPage } from '../../../core/record/history';
import { serveRegister } from '../../../core/record/serve';
import { calcEntity, readCalc, saveCalc } from './calc';
import { orgSheet } from './export';
import { loadHome } from './home';
import { orgImportDefinition } from './import';
import { keepingEntity, readKeeping, saveKeeping } from './keeping';
import { findOrg, listMembers, listOrgs, listOrgVehicles } from './repo';
import { orgScope } from './scope';
import { addOrg, deleteOrg, moveOrg, orgRecord, requireOrg, setManager, transferUsers, updateOrg } from './service';
import { loadSetup } from './setup';
import { readTerminals, saveTerminals, terminalsEntity } from './terminals';

const bindRegister = serveRegister({
  of: {
    noun: orgRecord.noun,
    unit: '个',
    filters: undefined,
    add: org.orgAdd,
    update: org.orgUpdate,
    del: org.orgDel,
    changeHis: org.orgChangeHis,
  },
  entity: orgRecord.entity,
  module: '组织架构',
  columns: orgSheetColumns,
  files: [{ call: org.orgExport, name: '组织架构', columns: orgSheetColumns }],
  rows: orgSheet,
  detail: {
    call: org.orgDetail,
    read: async (trx, ctx, id) => {
      const found = await findOrg(trx, ctx, id);
      if (!found) return undefined;
      const { path: _path, ...detail } = found;
      return detail;
    },
  },
  options: { call: org.orgOptions, read: listOptions },
  add: addOrg,
  update: (ctx, input) => updateOrg(ctx, input, ctx.can(org.orgMove.access)),
  del: (ctx, { id }) => deleteOrg(ctx, id),
  imports: orgImportDefinition,
});

/** The tree of departments: select boxes, the page of the organisation, the administration's first page. */
export function orgRoutes(app: FastifyInstance, exports: ExportDeps): void {
  bindRegister(app, exports);
  route(app, org.orgTree, (ctx) => ctx.db((trx) => listOrgs(trx, ctx)));
  route(app, org.orgMove, moveOrg);
  route(app, org.orgSetManager, setManager);
  route(app, org.orgTransfer, transferUsers);
  route(app, org.orgMembers, (ctx, q) =>
    ctx.db(async (trx) => {
      await requireOrg(trx, ctx, q.orgId);
      return listMembers(trx, ctx, q);
    }),
  );
  route(app, org.orgVehicles, (ctx, q) =>
    ctx.db(async (trx) => {
      await requireOrg(trx, ctx, q.orgId);
      return listOrgVehicles(trx, ctx, q);
    }),
  );
  route(app, keeping.companyKeeping, readKeeping);
  route(app, keeping.saveCompanyKeeping, saveKeeping);
  route(app, calc.companyCalc, readCalc);
  route(app, calc.saveCompanyCalc, saveCalc);
  route(app, calc.companyCalcHis, (ctx, q) => {
    if (q.id !== ctx.clientId) throw notFound('企业');
    return ctx.db((trx) => historyPage(trx, ctx, calcEntity, q));
  });
  route(app, keeping.companyKeepingHis, (ctx, q) => {
    if (q.id !== ctx.clientId) throw notFound('企业');
    return ctx.db((trx) => historyPage(trx, ctx, keepingEntity, q));
  });
  route(app, terminals.companyTerminals, readTerminals);
  route(app, terminals.saveCompanyTerminals, saveTerminals);
  route(app, terminals.companyTerminalsHis, (ctx, q) => {
    if (q.id !== ctx.clientId) throw notFound('企业');
    return ctx.db((trx) => historyPage(trx, ctx, terminalsEntity, q));
  });
  route(app, org.enterpriseHome, (ctx) => loadHome(ctx));
  route(app, org.enterpriseSetup, (ctx) => loadSetup(ctx));
}

/** The departments of the caller's scope as a tree. */
async function listOptions(trx: Trx, ctx: Ctx): Promise<org.OrgNode[]> {
  const rows = await trx
    .selectFrom('org')
    .select(['id', 'parent_id', 'name'])
    .where('client_id', '=', ctx.clientId)
    .where(orgScope(ctx, 'org.id'))
    .orderBy('sort')
    .orderBy('id')
    .execute();
  return treeOf(rows);
}

/** Rows to a tree; a row whose parent is not among them stands at the top. */
function treeOf(rows: Array<{ id: string; parent_id: string | null; name: string }>): org.OrgNode[] {
  const nodes = new Map<string, org.OrgNode>(rows.map((r) => [r.id, { id: r.id, name: r.name, children: [] }]));
  const top: org.OrgNode[] = [];
  for (const row of rows) {
    const node = nodes.get(row.id);
    if (!node) continue;
    const parent = row.parent_id === null ? undefined : nodes.get(row.parent_id);
    (parent ? parent.children : top).push(node);
  }
  return top;
}
