import type { App, Stop } from '../core/app';
import { readTrack } from '../modules/track/track.repo';
import { startStream } from '../stream/pipeline';

/** Takes positions and presence from the bus, stores them and keeps every vehicle's state. */
export async function startProcessor(app: App): Promise<Stop> {
  const { bus, database, log } = app;
  const stream = await startStream({
    bus,
    database,
    log,
    readTrack: (vehicleId, from, to) => readTrack(database.systemDb, { vehicleId, from, to, neighbours: true }),
  });
  return () => stream.stop();
}
