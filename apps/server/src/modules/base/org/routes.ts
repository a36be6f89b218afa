import * as calc from '@tongda/contract/base/org/calc';
import * as org from '@tongda/contract/base/org/calls';
import * as keeping from '@tongda/contract/base/org/keeping';
import type { FastifyInstance } from 'fastify';
import { type ExportDeps, enqueueExport } from '../../../core/export/definition';
import { notFound } from '../../../core/http/errors';
import { route } from '../../../core/http/route';
import { bindImportRoutes } from '../../../core/import/routes';
import { historyPage } from '../../../core/record/history';
import { calcEntity, readCalc, saveCalc } from './calc';
import { orgFile } from './export';
import { loadHome } from './home';
import { orgImportDefinition } from './import';
import { keepingEntity, readKeeping, saveKeeping } from './keeping';
import { listMembers, listOrgs, listOrgVehicles } from './repo';
import { orgScope } from './scope';
import { addOrg, deleteOrg, moveOrg, requireOrg, setManager, transferUsers, updateOrg } from './service';
import { loadSetup } from './setup';

/** The tree of departments: select boxes, the page of the organisation, the administration's first page. */
export function orgRoutes(app: FastifyInstance, exports: ExportDeps): void {
  bindImportRoutes(app, orgImportDefinition);
  route(app, org.orgExport, (ctx, input) => enqueueExport(exports, ctx, orgFile, input));
  route(app, org.orgOptions, (ctx) =>
    ctx.db(async (trx) => {
      const rows = await trx
        .selectFrom('org')
        .select(['id', 'parent_id', 'name'])
        .where('client_id', '=', ctx.clientId)
        .where(orgScope(ctx, 'org.id'))
        .orderBy('sort')
        .orderBy('id')
        .execute();
      return treeOf(rows);
    }),
  );
  route(app, org.orgTree, (ctx) => ctx.db((trx) => listOrgs(trx, ctx)));
  route(app, org.orgDetail, (ctx, { id }) =>
    ctx.db(async (trx) => {
      const { path: _path, ...detail } = await requireOrg(trx, ctx, id);
      return detail;
    }),
  );
  route(app, org.orgAdd, addOrg);
  route(app, org.orgUpdate, (ctx, input) => updateOrg(ctx, input, ctx.can(org.orgMove.access)));
  route(app, org.orgMove, moveOrg);
  route(app, org.orgDel, (ctx, { id }) => deleteOrg(ctx, id));
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
  route(app, org.orgChangeHis, (ctx, q) =>
    ctx.db(async (trx) => {
      await requireOrg(trx, ctx, q.id);
      return historyPage(trx, ctx, 'org', q);
    }),
  );
  route(app, org.enterpriseHome, (ctx) => loadHome(ctx));
  route(app, org.enterpriseSetup, (ctx) => loadSetup(ctx));
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
