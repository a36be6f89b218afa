import { dayMs, minuteMs } from '@tongda/contract/core/durations';
import { defineJob } from '../../../core/run/jobs';
import type { ServerModule } from '../../module';
import { endSilentCommands } from './lock/desk';
import { deleteOldReadings } from './old-readings';
import { equipmentRoutes } from './routes';

const deleting = 'recorder-readings-keep';
const ending = 'lock-commands-end';

/** What the server starts of `equipment`. */
export const equipmentModule: ServerModule = {
  routes: (http, { exports }) => equipmentRoutes(http, exports),
  work: ({ database, log }) => ({
    jobs: [
      defineJob<object>(deleting, async () => {
        const deleted = await deleteOldReadings(database.systemDb, Date.now());
        if (deleted > 0) log.info({ deleted }, 'readings of recorders dropped by retention');
      }),
      defineJob<object>(ending, async () => {
        await endSilentCommands(database.systemDb);
      }),
    ],
    every: [
      { name: deleting, everyMs: dayMs, what: 'old readings of recorders', queue: deleting },
      { name: ending, everyMs: minuteMs, what: 'commands that no lock answered', queue: ending },
    ],
  }),
};
