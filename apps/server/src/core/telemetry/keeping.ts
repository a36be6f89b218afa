import { dayMs } from '@tongda/contract/core/durations';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../generated/db-types';
import { errorCode } from '../run/error-code';
import type { VehicleOwners } from './owners';

/** The law demands that dynamic data of vehicles is kept for half a year, whatever a company has set. */
const lawDays = 183;
/** How many day partitions of `position` are made in advance. */
const daysAhead = 3;
/** An empty day partition is dropped this long after its day, when most late points have come. */
const emptyAfterMs = 3 * dayMs;
/** Rows that packing missed (because a transaction took very long) are looked for in days that ended this long ago. */
const sweepAfterMs = 2 * dayMs;

/** The moment (epoch ms) before which positions may be deleted, by a company's number of months; half a year is kept in any case. */
export function keepSince(months: number, now: number): number {
  const by = new Date(now);
  by.setUTCMonth(by.getUTCMonth() - months);
  return Math.min(by.getTime(), now - lawDays * dayMs);
}

interface Partition {
  name: string;
  from: number;
  until: number;
}

async function listPartitions(db: Kysely<DB>, parent: 'position' | 'position_hour'): Promise<Partition[]> {
  const digits = parent === 'position' ? '[0-9]{8}' : '[0-9]{6}';
  const { rows } = await sql<{
    name: string;
  }>`select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${parent}::regclass and c.relname ~ ${`^${parent}_${digits}$`} order by 1`.execute(db);
  return rows.map(({ name }) => {
    const digitsOf = name.slice(parent.length + 1);
    const [year, month, day] = [
      Number(digitsOf.slice(0, 4)),
      Number(digitsOf.slice(4, 6)) - 1,
      Number(digitsOf.slice(6) || 1),
    ];
    const until = parent === 'position' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1);
    return { name, from: Date.UTC(year, month, day), until };
  });
}

export interface KeepingDone {
  dropped: string[];
  /** packed hours and hot points removed because their company keeps less than others */
  deleted: number;
  /** hours noted for packing because hot rows had stayed behind */
  swept: number;
}

/** Housekeeping, to be called now and then: makes partitions in advance, and drops those that are empty or older than any company keeps. */
export async function maintainPartitions(
  db: Kysely<DB>,
  now: number,
  owners: Pick<VehicleOwners, 'vehiclesOf'>,
): Promise<KeepingDone> {
  await sql`select ensure_position_partition(${new Date(now)}::timestamptz + n * interval '1 day') from generate_series(0, ${daysAhead}::int) n`.execute(
    db,
  );
  await sql`select ensure_hour_partition(${new Date(now)}), ensure_hour_partition(${new Date(now + 28 * dayMs)})`.execute(
    db,
  );
  const swept = await noteMissedHours(db, now);
  const dropped = [...(await dropOld(db, now)), ...(await dropEmpty(db, now))];
  return { dropped, deleted: await deleteOld(db, now, owners), swept };
}

/** Drops partitions that are older than the company with the longest time keeps. */
async function dropOld(db: Kysely<DB>, now: number): Promise<string[]> {
  const { longest } = await db
    .selectFrom('client')
    .select(sql<number>`coalesce(max(position_keep_months), 13)::int`.as('longest'))
    .executeTakeFirstOrThrow();
  const before = keepSince(longest, now);
  const dropped: string[] = [];
  for (const parent of ['position', 'position_hour'] as const) {
    for (const { name, until } of await listPartitions(db, parent)) {
      if (until <= before && (await tryWithLock(db, () => sql`drop table ${sql.id(name)}`))) dropped.push(name);
    }
  }
  return dropped;
}

async function dropEmpty(db: Kysely<DB>, now: number): Promise<string[]> {
  const dropped: string[] = [];
  for (const { name, until } of await listPartitions(db, 'position')) {
    if (until > now - emptyAfterMs) continue;
    const { rows } = await sql<{ filled: boolean }>`select exists (select from ${sql.id(name)}) as filled`.execute(db);
    if (
      rows[0]?.filled === false &&
      (await tryWithLock(db, () => sql`select drop_empty_position_partition(${name}::regclass)`))
    )
      dropped.push(name);
  }
  return dropped;
}

/** Runs a statement that needs an exclusive lock, and gives up after a second (false) rather than hold up readers and writers: it is tried again next time. */
async function tryWithLock(db: Kysely<DB>, statement: () => ReturnType<typeof sql>): Promise<boolean> {
  try {
    await db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = '1s'`.execute(trx);
      await statement().execute(trx);
    });
    return true;
  } catch (error) {
    if (errorCode(error) === '55P03') return false;
    throw error;
  }
}

/** Deletes rows of companies that keep less than the longest; other companies' rows in the same partitions stay. */
async function deleteOld(
  db: Kysely<DB>,
  now: number,
  { vehiclesOf }: Pick<VehicleOwners, 'vehiclesOf'>,
): Promise<number> {
  const companies = await db.selectFrom('client').select(['id', 'position_keep_months as months']).execute();
  let deleted = 0;
  for (const months of new Set(companies.map((company) => company.months))) {
    const before = new Date(keepSince(months, now));
    const ids = companies.filter((company) => company.months === months).map((company) => company.id);
    // by vehicle, so that the key is used: a month of all packed hours is tens of gigabytes, too much to read every hour
    const packed = await sql`delete from position_hour
      where vehicle_id = any(array(${vehiclesOf(ids)}))
        and hour < ${before}::timestamptz - interval '1 hour' and client_id = any(${ids}::bigint[])`.execute(db);
    const hot =
      await sql`delete from position where device_time < ${before} and client_id = any(${ids}::bigint[])`.execute(db);
    deleted += Number(packed.numAffectedRows ?? 0n) + Number(hot.numAffectedRows ?? 0n);
  }
  return deleted;
}

/** Notes hours to be packed whose rows were missed. Answers how many. */
async function noteMissedHours(db: Kysely<DB>, now: number): Promise<number> {
  let swept = 0;
  for (const { name, until } of await listPartitions(db, 'position')) {
    if (until > now - sweepAfterMs) continue;
    const noted = await sql`insert into position_late (vehicle_id, hour, due_at)
      select distinct vehicle_id, date_trunc('hour', device_time, 'UTC'), now() from ${sql.id(name)} where vehicle_id is not null
      on conflict do nothing`.execute(db);
    swept += Number(noted.numAffectedRows ?? 0n);
  }
  return swept;
}
