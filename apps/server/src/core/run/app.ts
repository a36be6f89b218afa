import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from '../../config';
import type { BlobStore } from '../blob/store';
import type { Bus } from '../bus/topics';
import type { Database } from '../db/database';
import type { JobQueue } from './jobs';
import type { Secrets } from './secrets';

/** What every role gets. Roles are the only place where rooms meet. */
export interface App {
  config: Config;
  log: Logger;
  database: Database;
  bus: Bus;
  jobs: JobQueue;
  secrets: Secrets;
  /** bytes of uploaded files */
  blobs: BlobStore;
  metrics: Registry;
}

/** Ends a role in order: take no new work, finish what is there. */
export type Stop = () => Promise<void>;
