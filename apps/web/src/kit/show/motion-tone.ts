import { motionState } from '@tongda/contract/core/live';

const tones: Record<number, string> = {
  [motionState.moving]: 'green',
  [motionState.idle]: 'amber',
  [motionState.parked]: 'blue',
  [motionState.notLocated]: 'violet',
};
/** Tone of the dot before a state's word; grey for offline and never seen. */
export const stateTone = (state: number | null): string => tones[state ?? motionState.never] ?? 'grey';
/** The word of a state; null: nothing is installed in the vehicle, so that it can be neither online nor offline. */
export const stateWord = (state: number | null): string => (state === null ? noTerminalWord : motionState.label(state));
export const noTerminalWord = '未装终端';
