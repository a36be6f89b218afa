import type { PositionMessage, PresenceMessage } from '@tongda/contract/core/topics';
import { copyState, createState, type VehicleState } from '../kernel/live/state';
import { setMotion } from './handlers/drive';
import type { HandlerStep, Passage } from './handlers/handler';
import { rollDay, sortByTime } from './handlers/order';
import { mergeSensors, takePlace } from './handlers/place';
import type { VehicleFacts } from './vehicle-facts';

/** The handlers that every report passes, in this order. */
const handlers: readonly HandlerStep[] = [sortByTime, rollDay, mergeSensors, takePlace, setMotion];

export interface Taken {
  state: VehicleState;
  kind: Passage['kind'];
  /** suspected of being a jump (K1) */
  jump: boolean;
  /** an earlier day whose last stretch this report makes known */
  closed: string | null;
}

/** Takes one report of a vehicle: from its state before and its facts to its state after. Pure: the state given is not changed. */
export function takePosition(
  before: VehicleState | undefined,
  message: PositionMessage & { vehicleId: string },
  facts: VehicleFacts,
): Taken {
  const state = before ?? createState(message, message.receiveTime);
  const own = copyState(state);
  own.vehicleId = message.vehicleId;
  own.clientId = message.clientId;
  const passage: Passage = {
    message,
    facts,
    state: own,
    kind: 'news',
    fixes: [],
    lastFix: state.fix,
    jump: false,
    closed: null,
  };
  for (const handle of handlers) handle(passage);
  return { state: passage.state, kind: passage.kind, jump: passage.jump, closed: passage.closed };
}

/**
 * Takes another report of the newest moment, merged with those before it (`merged`): what it reads and alarms is shown at once. Where the best place of the
 * moment is another one now, today's mileage is computed again.
 */
export function takeSecond(
  state: VehicleState,
  known: PositionMessage,
  merged: PositionMessage,
  facts: VehicleFacts,
): VehicleState {
  const own = copyState(state);
  own.lastPacketAt = Math.max(state.lastPacketAt, merged.receiveTime);
  mergeSensors({
    message: merged,
    facts,
    state: own,
    kind: 'news',
    fixes: [],
    lastFix: state.fix,
    jump: false,
    closed: null,
  });
  const place = ({ located, lng, lat, speedKmh, acc, odometerM }: PositionMessage) =>
    [located, lng, lat, speedKmh, acc, odometerM].join(' ');
  own.dirty ||= place(known) !== place(merged);
  return own;
}

/** Takes any other sign of life, which keeps the vehicle online. A closed connection is none (null): by K4 a vehicle is offline only after a silence. */
export function takePresence(
  before: VehicleState | undefined,
  message: PresenceMessage & { vehicleId: string },
): VehicleState | null {
  if (message.kind === 'disconnect') return null;
  const state = before ?? createState(message, message.at);
  return { ...state, lastPacketAt: Math.max(state.lastPacketAt, message.at) };
}
