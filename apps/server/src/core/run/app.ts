import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from '../../config';
import type { BlobStore } from '../blob/store';
import type { Bus } from '../bus/topics';
import type { Database } from '../db/database';
import type { JobQueue } from './jobs';
import type { Secrets } from './secrets';

/** What every role gets. Only roles know gateway, stream and modules at the same time. */
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

/** Stops something in order: it takes no new work and finishes what it has. */
export type Stop = () => Promise<void>;
