import { type MotionState, motionState } from '@tongda/contract/core/live';

/** CSS colour token of a state: the plain one for bars, with `-text` for words. */
export const stateToken: Record<MotionState, string> = {
  [motionState.moving]: 'st-moving',
  [motionState.idle]: 'st-idle',
  [motionState.parked]: 'st-parked',
  [motionState.offline]: 'st-offline',
  [motionState.notLocated]: 'st-lost',
  [motionState.never]: 'st-offline',
};
