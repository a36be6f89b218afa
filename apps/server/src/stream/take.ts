import type { PositionMessage, PresenceMessage } from '@tongda/contract/core/topics';
import { newState, type VehicleState } from '../kernel/live/state';
import { drive } from './handlers/drive';
import type { HandlerStep, Passage } from './handlers/handler';
import { rollDay, sortByTime } from './handlers/order';
import { filterJumps, mergeSensors } from './handlers/place';
import type { VehicleFacts } from './vehicle-facts';

/** Every report passes these, in this order. */
const handlers: readonly HandlerStep[] = [sortByTime, rollDay, mergeSensors, filterJumps, drive];

export interface Taken {
  state: VehicleState;
  kind: Passage['kind'];
  /** doubted as a jump (K1) */
  jump: boolean;
}

/** One report of a vehicle: memory before and facts in, memory after out. Pure. */
export function takePosition(
  before: VehicleState | undefined,
  message: PositionMessage & { vehicleId: string },
  facts: VehicleFacts,
): Taken {
  const state = before ?? newState(message, message.receiveTime);
  const passage: Passage = {
    message,
    facts,
    state: { ...state, vehicleId: message.vehicleId, clientId: message.clientId },
    kind: 'news',
    fixes: [],
    jump: false,
    swapped: before !== undefined && before.deviceId !== message.deviceId,
  };
  for (const handle of handlers) handle(passage);
  return { state: passage.state, kind: passage.kind, jump: passage.jump };
}

/** Any other sign of life keeps the vehicle online. A closed connection is no sign: K4 waits for silence. */
export function takePresence(
  before: VehicleState | undefined,
  message: PresenceMessage & { vehicleId: string },
): VehicleState | null {
  if (message.kind === 'disconnect') return null;
  const state = before ?? newState(message, message.at);
  return { ...state, lastPacketAt: Math.max(state.lastPacketAt, message.at) };
}
