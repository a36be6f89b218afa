import { granteeType } from '@tongda/contract/base/org/enums';
import type { GrantCalls } from '@tongda/contract/company/resource-auth/calls';
import { type GrantKind, grantKindNames } from '@tongda/contract/company/resource-auth/rights';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { sql } from 'kysely';
import type { Ctx } from '../../../core/http/ctx';
import { notFound } from '../../../core/http/errors';
import { orgScope } from '../../base/org/door';
import { tableOfKind, visibleOfKind } from './kinds';
import { joinsOfKind } from './views';

const measureWords: Partial<Record<GrantKind, string>> = { vehicle: '辆', device: '台' };

/**
 * Warnings about grants that would change nothing (enterprise.md E7): a department sees its own resources and those of departments below it
 * anyway. Answers one Chinese sentence for each such department; nothing is written.
 */
export function findUselessGrants(ctx: Ctx, q: Parsed<GrantCalls['check']>): Promise<{ warnings: string[] }> {
  return ctx.db(async (trx) => {
    if (q.granteeType !== granteeType.org) return { warnings: [] };
    const { join, org } = joinsOfKind(q.kind);
    const { rows } = await sql<{ name: string; n: number; above: boolean }>`
      select ge.name, coalesce(mine.path @> array[ge.id] and mine.id <> ge.id, false) as above,
        (select count(*)::int from ${tableOfKind(q.kind)} r ${join} join org ow on ow.id = ${org}
          where r.id = any(${q.resourceIds}::bigint[]) and r.deleted_at is null and ${visibleOfKind(ctx, q.kind, 'r')}
            and ow.path @> array[ge.id]) as n
      from org ge left join app_user me on me.id = ${ctx.userId} left join org mine on mine.id = me.org_id
      where ge.id = any(${q.granteeIds}::bigint[]) and ge.client_id = ${ctx.clientId} and ${orgScope(ctx, 'ge.id')}
      order by ge.path`.execute(trx);
    if (rows.length < new Set(q.granteeIds).size) throw notFound('部门');
    const unit = measureWords[q.kind] ?? '个';
    const noun = grantKindNames[q.kind];
    const warnings = rows.flatMap(({ name, n, above }) => {
      if (n === 0) return [];
      const why = above ? '是您所在部门的上级，' : '';
      return [`“${name}”${why}归属其本部门或下级的${n}${unit}${noun}本来就可见，授权不会带来变化`];
    });
    return { warnings };
  });
}
