import type pg from 'pg';
import type { Database } from '../../core/db/database';
import type { FoldState } from '../../kernel/detect/fold';
import type { Finding } from '../../kernel/detect/types';
import type { ReadTrack } from '../recompute';
import type { Inputs } from './inputs/types';
import type { DayPoints } from './write-day';

export interface RecomputeDeps {
  database: Pick<Database, 'systemDb' | 'pool'>;
  inputs: Inputs;
  readTrack: ReadTrack;
  now(): number;
}

/** A company day of a vehicle to compute again. */
export interface DirtyDay {
  vehicleId: string;
  clientId: string;
  day: string;
}

/** A run in its transaction. */
export interface Run {
  client: pg.PoolClient;
  owner: { vehicleId: string; clientId: string };
  zone: string;
  state: FoldState;
  findings: Map<string, Finding>;
  days: DayPoints[];
  /** the run reached the newest report, so its state replaces the live one */
  reachedHead: boolean;
}
