import { dayMs } from '@tongda/contract/core/durations';
import { defineJob } from '../../../core/run/jobs';
import type { ServerModule } from '../../module';
import { deleteOldReadings } from './old-readings';
import { equipmentRoutes } from './routes';

const deleting = 'recorder-readings-keep';

/** What the server starts of `equipment`. */
export const equipmentModule: ServerModule = {
  routes: (http, { exports }) => equipmentRoutes(http, exports),
  work: ({ database, log }) => ({
    jobs: [
      defineJob<object>(deleting, async () => {
        const deleted = await deleteOldReadings(database.systemDb, Date.now());
        if (deleted > 0) log.info({ deleted }, 'readings of recorders dropped by retention');
      }),
    ],
    every: [{ name: deleting, everyMs: dayMs, what: 'old readings of recorders', queue: deleting }],
  }),
};
