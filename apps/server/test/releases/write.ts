import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { openDatabase } from '../../src/core/db/database';
import { migrateDatabase, readMigrations } from '../../src/core/db/migrate';
import { startEmbeddedPg } from '../../src/core/pg/embedded';
import { seedDemo } from '../../src/demo/seed';
import { hashPassword } from '../../src/modules/base/identity/password/hash';
import { fillEveryTable } from '../every-call/every-table';
import { scratchFolder } from '../scratch';
import { migrationsFolder } from '../setup/ready-cluster';
import { dumpData } from './data';
import { complaintsAbout, landedFile, landedHead, readReleased, releasedFile, releasesFolder } from './migrations';

/**
 * npm run release:db, once for each release that brings migrations: writes them into migrations/released.txt, and a small company's rows at the
 * tables of this release into test/releases/<version>.sql, which upgrade.test.ts upgrades from then on.
 */
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../package.json'), 'utf8')) as {
  version: string;
};
/** published by the login page, so no secret; the others are made when the data is used */
const pwdSalt = '00112233445566778899aabbccddeeff';
const id = '990001';

if (writeRelease() > 0) await writeRows(join(releasesFolder, `${version}.sql`));

/** Answers how many migrations the release brings. */
function writeRelease(): number {
  const released = readReleased();
  const complaints = complaintsAbout(released);
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
  const known = new Set(released.map(({ name }) => name));
  const fresh = readMigrations(migrationsFolder).filter(({ name }) => !known.has(name));
  if (fresh.length > 0 && released.some((line) => line.version === version))
    throw new Error(`${version} was released already: give the release its version in package.json first`);
  appendFileSync(releasedFile, fresh.map(({ name, checksum }) => `${checksum}  ${name}  ${version}\n`).join(''));
  // what landed since the last release is released now
  writeFileSync(landedFile, landedHead);
  console.log(`${fresh.length} migrations are released with ${version}`);
  return fresh.length;
}

/** Rows of the demo companies, some of each table, and one in every table that these leave empty. */
async function writeRows(file: string): Promise<void> {
  const folder = scratchFolder('release');
  const server = await startEmbeddedPg(folder, pino({ level: 'error' }), { settings: ['fsync=off'] });
  try {
    const database = openDatabase({ ...server.connection, max: 2 });
    const db = database.systemDb;
    await migrateDatabase(database.pool, migrationsFolder);
    await db.insertInto('deployment').values({ key: 'pwd_salt', value: pwdSalt }).execute();
    // noon of the company's day: some of what the demo seeds depends on the hour
    const now = new Date(`${new Date().toISOString().slice(0, 10)}T04:00:00Z`);
    await seedDemo(db, { now, hashPassword: (plain) => hashPassword(plain, pwdSalt) });
    await db.insertInto('client').values({ id, name: '每表一行公司' }).execute();
    await fillEveryTable(db, id, id, { withoutId: true });
    // as usable in ten years as today
    await db.updateTable('client').set({ service_end: null }).execute();
    const client = await database.pool.connect();
    const rows = await dumpData(client, 5, keptAlways);
    client.release();
    await database.close();
    mkdirSync(releasesFolder, { recursive: true });
    writeFileSync(
      file,
      `-- Rows at the tables of release ${version}, written by npm run release:db; never edited.\n${rows}`,
    );
    console.log(`${[...rows.matchAll(/^copy /gmu)].length} tables, ${Math.round(rows.length / 1024)} KB in ${file}`);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function keptAlways(table: string, columns: readonly string[]): string | null {
  if (table === 'client' || table === 'deployment') return 'true';
  if (table === 'app_user') return `account_code = 'demo' or client_id = ${id}`;
  if (table === 'user_role')
    return `user_id in (select id from app_user where account_code = 'demo') or client_id = ${id}`;
  return columns.includes('client_id') ? `client_id = ${id}` : null;
}
