import type { Database } from '../core/db';
import type { VehicleState } from '../kernel/live-state';

/** Memory of every vehicle as the last commit left it. */
export async function loadStates(db: Database['systemDb']): Promise<Map<string, VehicleState>> {
  const rows = await db.selectFrom('device_state').select('stream').execute();
  const states = new Map<string, VehicleState>();
  for (const { stream } of rows) {
    const state = stream as unknown as VehicleState;
    if (typeof state?.vehicleId === 'string') states.set(state.vehicleId, state);
  }
  return states;
}
