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
  /** the fixes that are believed now, oldest first: none, the new one, or a suspected one and the new one that confirms it */
  fixes: Fix[];
  /** the newest fix that was believed before this report */
  readonly lastFix: Fix | null;
  jump: boolean;
  /** an earlier day whose last stretch this report makes known */
  closed: string | null;
}

export type HandlerStep = (passage: Passage) => void;
