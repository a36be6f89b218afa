import type { Parsed } from '@tongda/contract/core/endpoint';
import { motionState } from '@tongda/contract/core/live';
import type { VehicleNode, vehicleTree } from '@tongda/contract/resources/vehicle/tree';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../../core/http/ctx';
import { visibleVehicleRows } from '../../../base/org/door';
import { fromVehicles } from './repo';
import { hasWord } from './text';

const hasEquipment: Record<Parsed<typeof vehicleTree>['equip'][number], RawBuilder<boolean>> = {
  tem: sql<boolean>`v.tem_count > 0`,
  door: sql<boolean>`v.door_count > 0`,
  oil: sql<boolean>`v.oil_count > 0`,
  video: sql<boolean>`v.video_monitoring > 0`,
};
/** Names of the groups that are not fleets. */
const groups = { none: '未分车队', shared: '共享给我的车辆' } as const;

/** Fleets with their vehicles, for pickers. Vehicles without a fleet and vehicles of other companies come last, in groups of their own. */
export function loadVehicleTree(ctx: Ctx, q: Parsed<typeof vehicleTree>): Promise<VehicleNode[]> {
  return ctx.db(async (trx) => {
    // the ids are found first on the vehicles alone, because the planner would join all vehicles before filtering
    let wanted = trx.selectFrom('vehicle as v').select('v.id').where('v.deleted_at', 'is', null);
    wanted = wanted.where(visibleVehicleRows(ctx, 'v'));
    for (const kind of q.equip) wanted = wanted.where(hasEquipment[kind]);
    if (q.fleetId) wanted = wanted.where('v.fleet_id', '=', q.fleetId);
    if (q.keyword) wanted = wanted.where(hasWord(q.keyword));
    const ids = (await wanted.execute()).map(({ id }) => id);
    const rows = await fromVehicles(trx, ctx)
      .where(sql<boolean>`v.id = any(${ids}::bigint[])`)
      .select([
        'v.id',
        'v.plate_no',
        'v.remark_no',
        'v.vehicle_color',
        'f.id as fleetId',
        'f.name as fleetName',
        'dev.terminal_no',
      ])
      .select(sql<number>`coalesce((s.live->>'state')::int, ${sql.lit(motionState.never)})`.as('state'))
      .select(sql<boolean>`v.client_id <> ${ctx.clientId}`.as('shared'))
      .orderBy(sql`f.sort nulls last, f.name nulls last, v.plate_no`)
      .execute();
    const fleets = new Map<string, VehicleNode>();
    for (const row of rows) {
      const group = row.shared ? 'shared' : (row.fleetId ?? 'none');
      const name = row.shared ? groups.shared : (row.fleetName ?? groups.none);
      const fleet = fleets.get(group) ?? { ...blank, id: `fleet-${group}`, name, type: 'fleet' as const, children: [] };
      fleets.set(group, fleet);
      // the terminal of a shared vehicle is its owner's affair
      const state = row.shared || row.terminal_no !== null ? row.state : null;
      const online = state === null || state === motionState.offline || state === motionState.never ? 0 : 1;
      fleet.online += online;
      fleet.total += 1;
      fleet.children.push({
        id: row.id,
        name: row.plate_no,
        type: 'vehicle',
        online,
        total: 1,
        state,
        vehicleColor: row.vehicle_color,
        remarkNo: row.remark_no,
        terminalNo: row.terminal_no ?? '',
        children: [],
      });
    }
    const last = (id: string): number => (id === 'fleet-shared' ? 2 : id === 'fleet-none' ? 1 : 0);
    return [...fleets.values()].sort((a, b) => last(a.id) - last(b.id));
  });
}

const blank = { online: 0, total: 0, state: null, vehicleColor: null, remarkNo: '', terminalNo: '' } as const;
