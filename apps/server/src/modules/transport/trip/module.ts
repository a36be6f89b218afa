import type { ServerModule } from '../../module';
import { readTrack } from '../../watch/track/door';
import { tripRoutes } from './routes';
import { startTripWatch } from './watch';

/** What the server starts of `trip`. */
export const tripModule: ServerModule = {
  routes: (http, { app: { database, log }, db, files }) =>
    tripRoutes(http, {
      db,
      database,
      files,
      log,
      readPoints: (trx, vehicleId, from, to) => readTrack(trx, { vehicleId, from, to }),
    }),
  work: ({ database, log }) => ({
    watch: () =>
      startTripWatch({
        database,
        log,
        now: Date.now,
        readPoints: (vehicleId, from, to) => readTrack(database.systemDb, { vehicleId, from, to, extra: true }),
      }).stop,
  }),
};
