import type { FleetNode } from '@tongda/contract/resources/fleet/calls';
import { sql } from 'kysely';
import type { Ctx } from '../../../core/http/ctx';
import { visibleVehicleRows } from '../../base/org/door';
import { driverCount, fromFleets, isOnline } from './repo';

/** The tree of the fleets that the caller sees, with the numbers of their vehicles and drivers. */
export function loadFleetTree(ctx: Ctx): Promise<FleetNode[]> {
  return ctx.db(async (trx) => {
    const held = sql`from vehicle v where v.fleet_id = f.id and v.deleted_at is null and ${visibleVehicleRows(ctx, 'v')}`;
    const rows = await fromFleets(trx, ctx)
      .select(['f.id', 'f.name', 'f.status', 'f.parent_id as parentId'])
      .select([
        sql<number>`(select count(*)::int ${held})`.as('vehicleCount'),
        sql<number>`(select count(*)::int ${held} and ${isOnline})`.as('onlineCount'),
        driverCount.as('driverCount'),
      ])
      .orderBy('f.sort')
      .orderBy('f.name')
      .orderBy('f.id')
      .execute();
    const seen = new Set(rows.map(({ id }) => id));
    const below = (parent: string | null): FleetNode[] =>
      rows
        .filter(({ parentId }) => (parentId !== null && seen.has(parentId) ? parentId : null) === parent)
        .map(({ parentId: _, ...row }) => {
          const children = below(row.id);
          return {
            ...row,
            children,
            vehicleTotal: children.reduce((sum, c) => sum + c.vehicleTotal, row.vehicleCount),
          };
        });
    return below(null);
  });
}
