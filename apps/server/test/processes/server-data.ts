import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadPhone } from '@tongda/simulator/load';
import { sql } from 'kysely';
import { pino } from 'pino';
import { type Database, openDatabase } from '../../src/core/db/database';
import { startEmbeddedPg } from '../../src/core/pg/embedded';
import { putReadyCluster } from '../setup/ready-cluster';
import { stopAtExit } from './stop-at-exit';

/** The migrated database of a server's data folder, while no server runs on it. */
export async function withServerData<T>(folder: string, work: (db: Database) => Promise<T>): Promise<T> {
  if (!existsSync(join(folder, 'pg')) && !existsSync(join(folder, 'pg.location'))) await putReadyCluster(folder);
  const pg = await startEmbeddedPg(folder, pino({ level: 'silent' }));
  const stopped = stopAtExit(pg);
  const db = openDatabase({ ...pg.connection, max: 2 });
  try {
    return await work(db);
  } finally {
    await db.close();
    await pg.stop();
    stopped();
  }
}

/** The number by which a load terminal is known: as in the header, without leading zeros. */
export const phoneKeyOf = (n: number): string => loadPhone(n).replace(/^0+/u, '');

/** Company 1 with a vehicle and a terminal for each of the first `count` load terminals; vehicle and device n+1 belong to terminal n. */
export async function seedLoadFleet({ systemDb }: Database, count: number): Promise<void> {
  const keys = Array.from({ length: count }, (_, n) => phoneKeyOf(n));
  await sql`insert into client (id, name, terminal_policy, second_factor) values (1, '压测公司', 'tolerant', 'optional')`.execute(
    systemDb,
  );
  await sql`insert into vehicle (id, client_id, plate_no) select i, 1, '沪' || i from generate_series(1, ${count}::int) i`.execute(
    systemDb,
  );
  await sql`insert into device (id, client_id, terminal_no, phone_key) select i, 1, k, k from unnest(${keys}::text[]) with ordinality x(k, i)`.execute(
    systemDb,
  );
  await sql`insert into device_binding (client_id, device_id, vehicle_id, during)
    select 1, i, i, tstzrange('2000-01-01', null) from generate_series(1, ${count}::int) i`.execute(systemDb);
}
