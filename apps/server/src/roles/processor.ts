import { Counter } from 'prom-client';
import type { App, Stop } from '../core/run/app';
import { startCardReader } from '../modules/resources/card/door';
import { startLockDesk } from '../modules/resources/equipment/door';
import { readTrack } from '../modules/watch/track/door';
import { startDriverCards } from '../stream/driver-cards';
import { startFacts } from '../stream/facts/start';
import { type Stream, startStream } from '../stream/pipeline';
import { startRecorders } from '../stream/recorders';

/** The processor role: takes positions and presence from the bus, stores them, keeps the state of every vehicle, and runs the detectors. */
export async function startProcessor(app: App): Promise<Stop> {
  const { bus, database, log, metrics } = app;
  const failures = new Counter({
    name: 'tongda_detector_errors_total',
    help: 'Detectors that failed on a report; the report itself was stored',
    labelNames: ['kind'],
    registers: [metrics],
  });
  const stream: { running?: Stream } = {};
  const facts = startFacts({
    bus,
    database,
    log,
    now: Date.now,
    readTrack: (vehicleId, from, to) => readTrack(database.systemDb, { vehicleId, from, to, extra: true }),
    detectorFailed: (kind) => failures.inc({ kind }),
    settled: (vehicleId, past) => stream.running?.settle(vehicleId, past),
    totalsInputsChanged: async (clientId) => stream.running?.inputsChanged(clientId),
  });
  stream.running = await startStream({
    bus,
    database,
    log,
    readTrack: (vehicleId, from, to) => readTrack(database.systemDb, { vehicleId, from, to, neighbours: true }),
    facts: facts.engine,
    metrics,
  });
  const stopCards = startDriverCards({
    bus,
    database,
    changed: (clientId, vehicleId) => facts.engine.cardChanged(clientId, vehicleId),
  });
  const stopRecorders = startRecorders({ bus, database });
  const stopReader = startCardReader({ bus, database });
  const stopLocks = startLockDesk({ bus, database });
  await facts.resume();
  return async () => {
    stopCards();
    stopReader();
    stopLocks();
    stopRecorders();
    await stream.running?.stop();
    await facts.stop();
  };
}
