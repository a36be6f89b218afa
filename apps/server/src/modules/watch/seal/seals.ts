import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import { readPoints } from '../../../core/telemetry/read';
import { dayStart, nextDayStart, wallToMs } from '../../../kernel/day/edges';
import { chainOf, firstDifference, type Leaf, leavesOf, type Run, runsOf, sealedLeaves } from './chain';

/** A seal of one company day of a vehicle. Times are epoch ms, roots hex. */
export interface Seal {
  id: string;
  vehicleId: string;
  /** YYYY-MM-DD */
  day: string;
  version: number;
  from: number;
  until: number;
  receivedUntil: number;
  samples: number;
  runs: Run[];
  hours: Buffer;
  root: string;
  previousRoot: string | null;
  madeAt: Date;
}

/** A report may still be on its way to the database for so long after it has arrived. */
const settleMs = 30_000;

const sealColumns = sql`s.id::text as id, s.vehicle_id::text as "vehicleId", s.day::text as day, s.version, (extract(epoch from s.from_time) * 1000)::float8 as from,
  (extract(epoch from s.until_time) * 1000)::float8 as until, (extract(epoch from s.received_until) * 1000)::float8 as "receivedUntil", s.samples, s.runs, s.hours,
  encode(s.root, 'hex') as root, encode(s.previous_root, 'hex') as "previousRoot", s.made_at as "madeAt"`;

/** Seals in the order of these ids. */
export async function loadSeals(db: Kysely<DB>, ids: readonly string[]): Promise<Seal[]> {
  const { rows } =
    await sql<Seal>`select ${sealColumns} from unnest(${[...ids]}::bigint[]) with ordinality x(id, n) join temperature_seal s on s.id = x.id order by x.n`.execute(
      db,
    );
  return rows;
}

/** Seals of a vehicle (of all when it is null) in the order in which they were made. */
export async function listSeals(
  db: Kysely<DB>,
  vehicleId: string | null,
  after: string,
  limit: number,
): Promise<Seal[]> {
  const { rows } = await sql<Seal>`select ${sealColumns} from temperature_seal s
      where (${vehicleId}::bigint is null or s.vehicle_id = ${vehicleId}) and s.id > ${after} order by s.id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** The newest seals of a vehicle's days that lie in a range (epoch ms), the oldest day first. */
export async function listSealsOfDays(
  db: Kysely<DB>,
  vehicleId: string,
  { from, until }: { from: number; until: number },
): Promise<Seal[]> {
  const { rows } = await sql<Seal>`select distinct on (s.day) ${sealColumns} from temperature_seal s
    where s.vehicle_id = ${vehicleId} and s.until_time > ${new Date(from)} and s.from_time < ${new Date(until)}
    order by s.day, s.version desc`.execute(db);
  return rows;
}

/**
 * Seals what is known of a vehicle's company day. The seal that is there holds while nothing has come since; otherwise a new version is made and the
 * old one stays. Null when no report of the day has arrived. Call it in a transaction of the system: companies only read seals.
 */
export async function sealDay(trx: Kysely<DB>, vehicleId: string, day: string, now = Date.now()): Promise<Seal | null> {
  // the chain of a vehicle grows one by one
  await sql`select pg_advisory_xact_lock(hashtext('temperature seal'), hashtext(${vehicleId}))`.execute(trx);
  const owner = await trx
    .selectFrom('vehicle as v')
    .innerJoin('client as c', 'c.id', 'v.client_id')
    .select(['v.client_id', 'c.time_zone'])
    .where('v.id', '=', vehicleId)
    .executeTakeFirstOrThrow();
  const noon = wallToMs(`${day} 12:00:00`, owner.time_zone);
  if (noon === null) throw new RangeError(`no such day: ${day}`);
  const [from, until] = [dayStart(noon, owner.time_zone), nextDayStart(noon, owner.time_zone)];
  const points = await readPoints(trx, { vehicleIds: [vehicleId], from, to: until - 1, wanted: 'all' });
  const leaves = leavesOf(points.get(vehicleId) ?? []).filter(({ received }) => received <= now - settleMs);
  if (leaves.length === 0) return null;
  const last = await findLastSeal(trx, vehicleId, day);
  if (last && last.samples === leaves.length && chainOf(last, leaves).root === last.root) return last;
  const head = {
    ...{ vehicleId, day, from, until, version: (last?.version ?? 0) + 1 },
    receivedUntil: leaves.reduce((latest, { received }) => Math.max(latest, received), 0),
    previousRoot: await findNewestRoot(trx, vehicleId),
  };
  const chain = chainOf(head, leaves);
  const { id } = await trx
    .insertInto('temperature_seal')
    .values({
      ...{ client_id: owner.client_id, vehicle_id: vehicleId, day, version: head.version, samples: chain.samples },
      ...{ from_time: new Date(from), until_time: new Date(until), received_until: new Date(head.receivedUntil) },
      runs: JSON.stringify(runsOf(leaves)),
      hours: chain.hours,
      root: Buffer.from(chain.root, 'hex'),
      previous_root: head.previousRoot === null ? null : Buffer.from(head.previousRoot, 'hex'),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const [made] = await loadSeals(trx, [id]);
  return made ?? null;
}

async function findLastSeal(trx: Kysely<DB>, vehicleId: string, day: string): Promise<Seal | null> {
  const { rows } =
    await sql<Seal>`select ${sealColumns} from temperature_seal s where s.vehicle_id = ${vehicleId} and s.day = ${day}
    order by s.version desc limit 1`.execute(trx);
  return rows[0] ?? null;
}

async function findNewestRoot(trx: Kysely<DB>, vehicleId: string): Promise<string | null> {
  const { rows } = await sql<{
    root: string;
  }>`select encode(root, 'hex') as root from temperature_seal where vehicle_id = ${vehicleId}
    order by id desc limit 1`.execute(trx);
  return rows[0]?.root ?? null;
}

/** What a check of a seal found. `since`: where the readings differ first, the beginning of the hour (epoch ms). */
export type Checked = { state: 'intact' | 'expired' } | { state: 'changed'; since: number | null };

/**
 * Hashes the stored readings of a seal again, of its terminals and of what had arrived by then, wherever they are filed now, and looks whether the
 * vehicle's chain still holds the seal before it.
 */
export async function checkSeal(db: Kysely<DB>, seal: Seal): Promise<Checked> {
  const leaves = sealedLeaves(await readLeaves(db, seal), seal);
  if (leaves.length === 0 && (await isPastKeeping(db, seal))) return { state: 'expired' };
  const { hours, root } = chainOf(seal, leaves);
  if (root !== seal.root) return { state: 'changed', since: firstDifference(seal.from, seal.hours, hours) };
  return (await isLinked(db, seal)) ? { state: 'intact' } : { state: 'changed', since: null };
}

/** Reports of the day that the vehicle has, or that vehicles have to which its terminals of that day were moved. */
async function readLeaves(db: Kysely<DB>, { vehicleId, runs, from, until }: Seal): Promise<Leaf[]> {
  const devices = [...new Set(runs.map(([device]) => device))];
  const { rows } = await sql<{ id: string }>`select ${vehicleId}::text as id
    union select vehicle_id::text from packed_device where device_id = any(${devices}::bigint[])
    union select vehicle_id::text from position where device_id = any(${devices}::bigint[]) and device_time >= ${new Date(from)} and device_time < ${new Date(until)} and vehicle_id is not null`.execute(
    db,
  );
  const points = await readPoints(db, { vehicleIds: rows.map(({ id }) => id), from, to: until - 1, wanted: 'all' });
  return leavesOf([...points.values()].flat());
}

/** Whether the seal that this one was made after is there. */
async function isLinked(db: Kysely<DB>, { id, vehicleId, previousRoot }: Seal): Promise<boolean> {
  const { rows } = await sql<{ root: string }>`select encode(root, 'hex') as root from temperature_seal
    where vehicle_id = ${vehicleId} and id < ${id} order by id desc limit 1`.execute(db);
  return (rows[0]?.root ?? null) === previousRoot;
}

/** Whether the company keeps positions of that day no more. */
async function isPastKeeping(db: Kysely<DB>, { id, until }: Seal): Promise<boolean> {
  const { rows } = await sql<{
    past: boolean;
  }>`select ${new Date(until)} < now() - make_interval(months => c.position_keep_months) as past
    from temperature_seal s join client c on c.id = s.client_id where s.id = ${id}`.execute(db);
  return rows[0]?.past ?? false;
}
