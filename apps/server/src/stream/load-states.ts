import { sql } from 'kysely';
import type { Database } from '../core/db/database';
import { readPoints } from '../core/telemetry/read';
import type { VehicleState } from '../kernel/live/state';
import { pointFlag } from '../kernel/point';
import { clockAheadMs } from '../kernel/settings';
import { messageOf } from './sinks/position-row';
import { takePosition } from './take';
import type { FactsCache } from './vehicle-facts';

const readAtOnce = 500;

/**
 * The states of all vehicles at start, by vehicle id: the stored state, brought up to date with the reports stored since by the same handlers. A stored
 * state may be behind, because while many vehicles report at once states are stored a little after the reports that made them.
 */
export async function loadStates(
  { systemDb: db }: Pick<Database, 'systemDb'>,
  facts: FactsCache,
  now: number,
): Promise<Map<string, VehicleState>> {
  const rows = await db.selectFrom('device_state').select('stream').execute();
  const states = new Map<string, VehicleState>();
  for (const { stream } of rows) {
    // only the sink writes this column, and it writes states
    const state = stream as unknown as VehicleState;
    if (typeof state?.vehicleId === 'string') states.set(state.vehicleId, state);
  }
  await catchUp(db, states, facts, now);
  return states;
}

async function catchUp(
  db: Database['systemDb'],
  states: Map<string, VehicleState>,
  facts: FactsCache,
  now: number,
): Promise<void> {
  const rows = await db
    .selectFrom('device_state as d')
    .select('d.vehicle_id')
    .where('d.device_time', 'is not', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('position as p')
          .select('p.device_id')
          .whereRef('p.vehicle_id', '=', 'd.vehicle_id')
          .whereRef('p.device_time', '>', 'd.device_time')
          .where('p.device_time', '<=', new Date(now + clockAheadMs))
          .where(sql<boolean>`(p.flags & ${pointFlag.clockWrong}::int) = 0`),
      ),
    )
    .execute();
  const behind = rows.flatMap(({ vehicle_id }) => states.get(vehicle_id) ?? []);
  behind.sort((a, b) => (a.reportTime ?? 0) - (b.reportTime ?? 0));
  for (let i = 0; i < behind.length; i += readAtOnce) {
    const some = behind.slice(i, i + readAtOnce);
    const points = await readPoints(db, {
      vehicleIds: some.map(({ vehicleId }) => vehicleId),
      from: (some[0]?.reportTime ?? 0) + 1,
      to: now + clockAheadMs,
      wanted: 'all',
    });
    for (const state of some) {
      const known = facts.get(state.vehicleId);
      if (!known) continue;
      let present = state;
      for (const point of points.get(state.vehicleId) ?? []) {
        if (point.t <= (state.reportTime ?? 0)) continue;
        present = takePosition(present, { ...messageOf(point), vehicleId: state.vehicleId }, known).state;
      }
      states.set(state.vehicleId, present);
    }
  }
}
