import { hourMs } from '@tongda/contract/core/durations';
import { showsApiDocs } from '../../../config';
import { defineJob } from '../../../core/run/jobs';
import type { ServerModule } from '../../module';
import { clearOpenCalls } from './machine/call-log';
import { interfaceRoutes } from './routes';

const clearJob = 'open-calls-clear';

/** What the server starts of `openapi`. */
export const openapiModule: ServerModule = {
  routes: (http, { app: { config, secrets }, db, machines, exports }) =>
    interfaceRoutes(http, { db, secrets, machines, exports, publicUrl: config.PUBLIC_URL, docs: showsApiDocs(config) }),
  work: ({ database }) => ({
    jobs: [defineJob(clearJob, () => clearOpenCalls(database.systemDb))],
    every: [{ name: clearJob, everyMs: hourMs, what: 'calls of programs' }],
  }),
};
