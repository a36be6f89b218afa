import { dayMs } from '@tongda/contract/core/durations';
import { defineJob } from '../../../core/run/jobs';
import type { ServerModule } from '../../module';
import { startAlarmMessages } from './messages';
import { deleteOldFiles } from './old-files';
import { alarmRoutes } from './routes';

const deleting = 'terminal-files-keep';

/** What the server starts of `alarm`. */
export const alarmModule: ServerModule = {
  routes: (http, { exports, files }) => alarmRoutes(http, { ...exports, ...files }),
  work: ({ bus, database, blobs, log }) => ({
    jobs: [
      defineJob<object>(deleting, async () => {
        const deleted = await deleteOldFiles(database.systemDb, blobs, Date.now());
        if (deleted > 0) log.info({ deleted }, 'files of terminals dropped by retention');
      }),
    ],
    every: [{ name: deleting, everyMs: dayMs, what: 'old files of terminals', queue: deleting }],
    watch: () => startAlarmMessages(database.systemDb, bus, log),
  }),
};
