import type { FoldState } from '../../kernel/detect/fold';
import type { Finding } from '../../kernel/detect/types';
import type { TrackPoint } from '../../kernel/point';
import { unpackState } from './pack';

/** What the engine holds of one vehicle. */
export interface Memory {
  clientId: string;
  state: FoldState;
  /** the state before the newest report, and what was found with it: another report of the same second is folded with it from there */
  before: FoldState | null;
  newest: readonly Finding[];
  /** days to compute again: another report of a second came and what was folded cannot be undone */
  again: Set<string>;
  epoch: number;
  /** day of the last report on the company's clock */
  day: string;
  /** reports that came while the state was being read */
  waiting: TrackPoint[];
  reading: boolean;
  /** the state has changed since it was saved */
  changed: boolean;
  savedAt: number;
  pending: Map<string, Finding>;
  /** states at the end of days that are still to be saved, packed */
  carries: Map<string, string>;
  errors: Map<string, { count: number; last: string }>;
  /** identities of findings that silence has begun, so that each is given once */
  silent: Set<string>;
  /** their beginnings, also of those given before the state was read */
  silentSince: Set<number>;
  /** beginnings of silences after which a report came. A finding of such a silence that is still open is doubtful: the terminal had only kept its reports back */
  doubts: Set<number>;
}

/** The memory of a vehicle of which nothing was read yet; `now` epoch ms. */
export const emptyMemory = (clientId: string, now: number): Memory => ({
  clientId,
  state: unpackState(null, () => undefined),
  before: null,
  newest: [],
  again: new Set(),
  epoch: -1,
  day: '',
  waiting: [],
  reading: false,
  changed: false,
  savedAt: now,
  pending: new Map(),
  carries: new Map(),
  errors: new Map(),
  silent: new Set(),
  silentSince: new Set(),
  doubts: new Set(),
});
