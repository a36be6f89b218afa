import { dayMs, hourMs } from '@tongda/contract/core/durations';
import { defineJob } from '../../../core/run/jobs';
import type { ServerModule } from '../../module';
import { deleteOldMessages } from './kept';
import { frameRoutes } from './routes';
import { deleteOldTraces } from './service';

const cleaning = 'frame-trace-cleaning';
const messageCleaning = 'terminal-message-cleaning';

/** What the server starts of `frame`. */
export const frameModule: ServerModule = {
  routes: (http, { app }) => frameRoutes(http, app.bus),
  work: ({ database: { systemDb } }) => ({
    jobs: [
      defineJob<object>(cleaning, async () => {
        await deleteOldTraces(systemDb);
      }),
      defineJob<object>(messageCleaning, async () => {
        await deleteOldMessages(systemDb, Date.now());
      }),
    ],
    every: [
      { name: cleaning, everyMs: hourMs, what: '清理报文追踪', queue: cleaning },
      { name: messageCleaning, everyMs: dayMs, what: '清理过期的终端数据', queue: messageCleaning },
    ],
  }),
};
