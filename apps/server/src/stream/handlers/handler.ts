import type { PositionMessage } from '@tongda/contract/core/topics';
import type { VehicleState } from '../../kernel/live/state';
import type { Fix } from '../../kernel/point';
import type { VehicleFacts } from '../vehicle-facts';

/**
 * One message on its way through the pipeline. `state` is a copy made for this message, which handlers change; what hangs below it
 * (fix, sensors, anchor, mileage) they replace, because the sink may still hold the state before.
 */
export interface Passage {
  readonly message: PositionMessage;
  readonly facts: VehicleFacts;
  readonly state: VehicleState;
  /** what becomes of the report: newest news, older than what is shown, already known, or a clock that cannot be believed */
  kind: 'news' | 'late' | 'again' | 'clockWrong';
  /** valid fixes to drive through, oldest first: none, the new one, or a doubted one and the new one that confirms it */
  fixes: Fix[];
  jump: boolean;
  /** the report comes from another terminal than the last one: odometers do not continue */
  readonly swapped: boolean;
}

export type HandlerStep = (passage: Passage) => void;
