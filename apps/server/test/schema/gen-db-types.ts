import { rmSync } from 'node:fs';
import { pino } from 'pino';
import { openDatabase } from '../../src/core/db/database';
import { migrateDatabase } from '../../src/core/db/migrate';
import { startEmbeddedPg } from '../../src/core/pg/embedded';
import { scratchFolder } from '../scratch';
import { migrationsFolder } from '../setup/ready-cluster';
import { urlOf } from '../test-db';
import { dbTypes } from './db-types';

// npm run gen:db: runs all migrations on a database of its own and writes src/core/generated/db-types.ts from what they made.
const folder = scratchFolder('types');
const server = await startEmbeddedPg(folder, pino({ level: 'error' }), { settings: ['fsync=off'] });
try {
  const { connection } = server;
  const database = openDatabase({ ...connection, max: 1 });
  await migrateDatabase(database.pool, migrationsFolder);
  await database.close();
  const complaint = dbTypes(urlOf(connection.host, connection.user, connection.database), false);
  if (complaint) {
    console.error(complaint);
    process.exitCode = 1;
  }
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
