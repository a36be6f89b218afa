import { type OrgNode, orgOptions } from '@tongda/contract/org/org';
import type { FastifyInstance } from 'fastify';
import { route } from '../../core/route';
import { orgScope } from './org.scope';

/** Departments for select boxes. */
export function orgRoutes(app: FastifyInstance): void {
  route(app, orgOptions, (ctx) =>
    ctx.db(async (trx) => {
      const rows = await trx
        .selectFrom('org')
        .select(['id', 'parent_id', 'name'])
        .where(orgScope(ctx, 'org.id'))
        .orderBy('sort')
        .orderBy('id')
        .execute();
      return treeOf(rows);
    }),
  );
}

/** Rows to a tree; a row whose parent is not among them stands at the top. */
function treeOf(rows: Array<{ id: string; parent_id: string | null; name: string }>): OrgNode[] {
  const nodes = new Map(rows.map((r) => [r.id, { id: r.id, name: r.name, children: [] as OrgNode[] }]));
  const top: OrgNode[] = [];
  for (const row of rows) {
    const node = nodes.get(row.id);
    if (!node) continue;
    const parent = row.parent_id === null ? undefined : nodes.get(row.parent_id);
    (parent ? parent.children : top).push(node);
  }
  return top;
}
