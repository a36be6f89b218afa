import type { SentLine } from '@tongda/contract/watch/command/pieces';
import type { CommandedVehicle } from '../verbs';

/** What the form of a kind is given. */
export interface CommandFormProps {
  vehicles: readonly CommandedVehicle[];
  /** it was given: what became of it for each vehicle */
  sent: (lines: readonly SentLine[]) => void;
  close: () => void;
}
