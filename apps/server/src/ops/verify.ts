import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Config } from '../config';
import type { DB } from '../core/generated/db-types';
import { wireTime } from '../core/http/answer/wire-time';
import { StartupError } from '../core/pg/startup-error';
import { checkSeal, listSeals, type Seal } from '../modules/watch/seal/door';
import { openCluster } from './cluster-access';
import type { Finding } from './finding';

/** Seals that are fetched at once. */
const chunk = 200;
/** The clock of the sentences: that of most companies. */
const zone = 'Asia/Shanghai';

/**
 * Hashes the stored readings of all seals again, or of one vehicle's (by its plate), and says which do not agree. `found` hears of each that does not. Throws
 * StartupError for a plate that does not exist.
 */
export async function verifySeals(
  db: Kysely<DB>,
  plateNo: string | undefined,
  found: (finding: Finding) => void,
): Promise<{ seals: number; wrong: number }> {
  const vehicleIds = plateNo === undefined ? [null] : await findVehicles(db, plateNo);
  const done = { seals: 0, wrong: 0 };
  for (const vehicleId of vehicleIds) {
    let after = '0';
    for (;;) {
      const seals = await listSeals(db, vehicleId, after, chunk);
      for (const seal of seals) {
        const checked = await checkSeal(db, seal);
        done.seals++;
        if (checked.state !== 'changed') continue;
        done.wrong++;
        found({ ok: false, text: `${await nameOf(db, seal)}：${reasonOf(seal, checked.since)}` });
      }
      const last = seals.at(-1);
      if (!last) break;
      after = last.id;
    }
  }
  return done;
}

const reasonOf = (seal: Seal, since: number | null): string =>
  since === null
    ? '前一份封存已不存在或被替换'
    : `读数与封存时不一致，从 ${wireTime(Math.max(since, seal.from), zone).slice(0, 16)} 起的一小时内开始`;

async function findVehicles(db: Kysely<DB>, plateNo: string): Promise<string[]> {
  const rows = await db.selectFrom('vehicle').select('id').where('plate_no', '=', plateNo).execute();
  if (rows.length === 0) throw new StartupError(`没有车牌号为 ${plateNo} 的车辆。`);
  return rows.map(({ id }) => id);
}

async function nameOf(db: Kysely<DB>, { vehicleId, day, version }: Seal): Promise<string> {
  const vehicle = await db.selectFrom('vehicle').select('plate_no').where('id', '=', vehicleId).executeTakeFirst();
  return `${vehicle?.plate_no ?? `车辆 ${vehicleId}（已删除）`} ${day} 第 ${version} 版`;
}

/** As {@link verifySeals}, for the database of the settings; prints what is wrong. Answers whether nothing is. */
export async function runVerify({ DATABASE_URL, DATA_DIR }: Config, plateNo: string | undefined): Promise<boolean> {
  const access = DATABASE_URL ? await openOwn(DATABASE_URL) : await openCluster(DATA_DIR);
  const db = databaseOver(access.client);
  try {
    const { seals, wrong } = await verifySeals(db, plateNo, ({ text }) => console.log(`问题  ${text}`));
    console.log(
      wrong === 0 ? `已核对 ${seals} 份封存，全部与读数一致。` : `\n已核对 ${seals} 份封存，${wrong} 份与读数不一致。`,
    );
    return wrong === 0;
  } finally {
    await access.close();
  }
}

async function openOwn(connectionString: string): Promise<{ client: pg.Client; close: () => Promise<void> }> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return { client, close: () => client.end() };
}

/** Kysely over one connection, which stays open. */
export function databaseOver(client: pg.Client): Kysely<DB> {
  const one = Object.assign(client, { release: () => undefined });
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool: { connect: async () => one, end: async () => undefined } }),
  });
}
