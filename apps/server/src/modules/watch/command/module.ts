import { dayMs } from '@tongda/contract/core/durations';
import { defineJob } from '../../../core/run/jobs';
import type { ServerModule } from '../../module';
import { deleteOldCommands } from './old-commands';
import { commandRoutes } from './routes';

const deleting = 'commands-keep';

/** What the server starts of `command`. */
export const commandModule: ServerModule = {
  routes: (http, { app, exports }) => commandRoutes(http, app.bus, app.secrets, exports),
  work: ({ database, log }) => ({
    jobs: [
      defineJob<object>(deleting, async () => {
        const deleted = await deleteOldCommands(database.systemDb, Date.now());
        if (deleted > 0) log.info({ deleted }, 'commands to terminals dropped by retention');
      }),
    ],
    every: [{ name: deleting, everyMs: dayMs, what: 'old commands to terminals', queue: deleting }],
  }),
};
