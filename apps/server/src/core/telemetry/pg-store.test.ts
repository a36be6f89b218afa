import { afterAll, beforeAll } from 'vitest';
import { figuresOf } from '../../../test/point-kit';
import { makeVehicle } from '../../../test/stream-kit';
import { type TestDb, testDb } from '../../../test/test-db';
import { vehicleOwners } from '../../modules/watch/track/owners';
import { telemetryConformance } from './conformance';
import { pgTelemetry } from './pg-store';

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
afterAll(() => db.close());

telemetryConformance('PostgreSQL', async () => ({
  store: pgTelemetry(db, vehicleOwners),
  vehicle: () => makeVehicle(db),
  figuresOf,
}));
