import type { PositionMessage } from '@tongda/contract/core/topics';
import type { VehicleState } from '../../kernel/live/state';
import type { Fix } from '../../kernel/point';
import type { VehicleFacts } from '../vehicle-facts';

/**
 * One report on its way through the handlers. `state` is a copy made for this report, which handlers change. Objects below it (fix, sensors, anchor,
 * mileage) must be replaced and not changed, because the sink may still hold the state before.
 */
export interface Passage {
  readonly message: PositionMessage;
  readonly facts: VehicleFacts;
  readonly state: VehicleState;
  /** what the report is: newer than all before it, older than what is shown, of the same moment as the newest, or with an impossible clock */
  kind: 'news' | 'late' | 'again' | 'clockWrong';
  /** the valid fixes to add mileage for, oldest first: none, the new one, or a suspected one and the new one that confirms it */
  fixes: Fix[];
  jump: boolean;
  /** the report comes from another terminal than the last one, so the odometers cannot be compared */
  readonly swapped: boolean;
}

export type HandlerStep = (passage: Passage) => void;
