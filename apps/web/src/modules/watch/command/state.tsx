import { instructionSending } from '@tongda/contract/resources/device/enums';
import { StateDot } from '../../../kit/show/state-dot';

const tones = {
  [instructionSending.review]: 'violet',
  [instructionSending.queued]: 'amber',
  [instructionSending.sent]: 'blue',
  [instructionSending.acknowledged]: 'blue',
  [instructionSending.done]: 'green',
  [instructionSending.refused]: 'red',
  [instructionSending.noAnswer]: 'red',
  [instructionSending.expired]: 'grey',
  [instructionSending.cancelled]: 'grey',
};

/** The state of a command as a dot and its word. */
export const CommandState = ({ state }: { state: number }) => (
  <StateDot of={instructionSending} tones={tones} code={state} />
);
