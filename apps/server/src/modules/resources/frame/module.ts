import { hourMs } from '@tongda/contract/core/durations';
import { defineJob } from '../../../core/run/jobs';
import type { ServerModule } from '../../module';
import { frameRoutes } from './routes';
import { deleteOldTraces } from './service';

const cleaning = 'frame-trace-cleaning';

/** What the server starts of `frame`. */
export const frameModule: ServerModule = {
  routes: (http, { app }) => frameRoutes(http, app.bus),
  work: ({ database: { systemDb } }) => ({
    jobs: [
      defineJob<object>(cleaning, async () => {
        await deleteOldTraces(systemDb);
      }),
    ],
    every: [{ name: cleaning, everyMs: hourMs, what: '清理报文追踪', queue: cleaning }],
  }),
};
