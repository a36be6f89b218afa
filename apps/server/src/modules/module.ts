import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { ExportDeps } from '../core/export/definition';
import type { DB } from '../core/generated/db-types';
import type { App, Stop } from '../core/run/app';
import type { JobDefinition } from '../core/run/jobs';
import type { FileDeps } from './base/file/door';
import type { IdentityDeps } from './base/identity/door';
import type { DemoAccount } from './base/site/door';
import type { MachineGate } from './company/openapi/door';

/** What a module's routes may need of the process that binds them. */
export interface ApiDeps {
  app: App;
  /** the database as the system sees it, past the row-level security of companies */
  db: Kysely<DB>;
  exports: ExportDeps;
  files: ExportDeps & FileDeps;
  sessions: IdentityDeps;
  /** lets programs of companies in */
  machines: MachineGate;
  /** accounts that the login page offers; empty without the demo */
  demoAccounts: readonly DemoAccount[];
}

/** A job that is put into the queue again and again. */
export interface Repeated {
  name: string;
  everyMs: number;
  /** for the log, when it could not be put there */
  what: string;
  queue?: string;
}

/** What a module does in the background. */
export interface ModuleWork {
  /** kinds of work that the queue may hold */
  jobs?: ReadonlyArray<JobDefinition<never>>;
  /** puts the first of them into the queue, when the worker starts */
  begin?: () => Promise<void>;
  every?: readonly Repeated[];
  /** starts to listen or to look on its own; answers how to stop */
  watch?: () => Stop;
}

/** What the roles start of a module. `modules/all.ts` lists the modules, and nothing else imports their `module.ts`. */
export interface ServerModule {
  routes?: (http: FastifyInstance, deps: ApiDeps) => void;
  work?: (app: App) => ModuleWork;
}
