import type { Database } from '../db/database';
import { asError } from '../run/error-code';
import { findFixesAt, findInsideAt, findNearestAt } from './at-time';
import { appendHot } from './hot';
import { packDue } from './hours/packing';
import { maintainPartitions } from './keeping';
import type { VehicleOwners } from './owners';
import { readPage } from './page';
import { countPoints, readPoints } from './read';
import type { TelemetryStore } from './store';

/** The store of positions in PostgreSQL. Callers with a transaction of their own (the stream's sink, a tenant's request) use the functions behind it directly. */
export function pgTelemetry(
  { systemDb, pool }: Pick<Database, 'systemDb' | 'pool'>,
  owners: Pick<VehicleOwners, 'vehiclesOf'>,
): TelemetryStore {
  return {
    append: async (points, now) => {
      const client = await pool.connect();
      let failed: Error | undefined;
      try {
        await client.query('begin');
        await appendHot(client, points, now);
        await client.query('commit');
      } catch (error) {
        failed = asError(error);
        throw error;
      } finally {
        // a connection that failed is thrown away, and its transaction with it
        client.release(failed);
      }
    },
    read: (wish) => readPoints(systemDb, wish),
    count: (range) => countPoints(systemDb, range),
    page: (wish) => readPage(systemDb, wish),
    nearestAt: (wish) => findNearestAt(systemDb, wish),
    insideAt: (wish) => findInsideAt(systemDb, wish),
    fixesAt: (moments, maxAgeMs) => findFixesAt(systemDb, moments, maxAgeMs),
    pack: (figuresOf, now, budgetMs) => packDue(systemDb, figuresOf, now, budgetMs),
    dropOld: async (now) => void (await maintainPartitions(systemDb, now, owners)),
  };
}
