import { createHash } from 'node:crypto';
import { dayMs } from '@tongda/contract/core/durations';
import type { RecordFacts } from '@tongda/contract/watch/seal/calls';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import { localDay } from '../../../kernel/day/edges';
import { stableText } from './chain';
import { loadSeals, type Seal, sealDay } from './seals';

/** A record that was handed out. */
export interface TemperatureRecord {
  id: string;
  number: string;
  version: number;
  facts: RecordFacts;
  seals: Seal[];
  /** hex of SHA-256 over number, version, facts and the roots of its days */
  root: string;
  madeAt: Date;
  timeZone: string;
}

/** For whom and of what a record is made. Times are epoch ms, both ends included. */
export interface RecordWish {
  clientId: string;
  userId: string;
  userName: string;
  timeZone: string;
  vehicleId: string;
  from: number;
  until: number;
}

const rootOf = (number: string, version: number, facts: RecordFacts, seals: readonly Seal[]): string =>
  createHash('sha256')
    .update(
      stableText([
        'tongda temperature record 1',
        ...[number, version, facts],
        seals.map(({ day, version: of, root }) => [day, of, root]),
      ]),
    )
    .digest('hex');

/** Company days that a range touches. */
function daysOf({ from, until, timeZone }: RecordWish): string[] {
  const days = new Set<string>();
  for (let t = from; t < until; t += dayMs / 2) days.add(localDay(t, timeZone));
  return [...days.add(localDay(until, timeZone))].sort();
}

/** Seals every day of a range as far as it is known now; days without a report have none. */
export async function sealRange(db: Kysely<DB>, wish: RecordWish): Promise<Seal[]> {
  const seals: Seal[] = [];
  for (const day of daysOf(wish)) {
    const seal = await db.transaction().execute((trx) => sealDay(trx, wish.vehicleId, day));
    if (seal) seals.push(seal);
  }
  return seals;
}

/**
 * Hands out a record of these facts on these seals. Asked for again while nothing is different, it is the same record; otherwise a new version of it,
 * and the old one stays.
 */
export function issueRecord(
  db: Kysely<DB>,
  wish: RecordWish,
  facts: RecordFacts,
  seals: readonly Seal[],
): Promise<TemperatureRecord> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('temperature record'), hashtext(${wish.vehicleId}))`.execute(trx);
    // the report of a trip stays that of the trip when its times are put right; any other record is of a vehicle and a time
    const same = facts.trip
      ? sql<boolean>`${ofTrip} = ${facts.trip.id}`
      : sql<boolean>`vehicle_id = ${wish.vehicleId} and from_time = ${new Date(wish.from)} and until_time = ${new Date(wish.until)}
          and facts ->> 'intervalMin' = ${String(facts.intervalMin)} and ${ofTrip} is null`;
    const newest = trx
      .selectFrom('temperature_record')
      .select(['id', 'number', 'version', 'facts', 'seal_ids'])
      .where('client_id', '=', wish.clientId)
      .where(same)
      .orderBy('version', 'desc')
      .limit(1);
    const last = await newest.executeTakeFirst();
    // asked for under other bounds meanwhile, it is still the same under these
    const alike = facts.trip?.judging ? await newest.where(judgedAs(facts.trip.judging)).executeTakeFirst() : last;
    const sealIds = seals.map(({ id }) => id);
    // the day of a trip goes on after it and is sealed anew; `readings` of its facts tells whether anything of the trip itself is new
    const isSame =
      alike &&
      stableText([alike.facts, facts.trip ? [] : alike.seal_ids]) === stableText([facts, facts.trip ? [] : sealIds]);
    if (isSame) return requireRecord(trx, alike.id);
    const number = last?.number ?? (await nextNumber(trx, wish.timeZone));
    const version = (last?.version ?? 0) + 1;
    const { id } = await trx
      .insertInto('temperature_record')
      .values({
        ...{ client_id: wish.clientId, vehicle_id: wish.vehicleId, number, version },
        ...{ from_time: new Date(wish.from), until_time: new Date(wish.until) },
        ...{ facts: JSON.stringify(facts), seal_ids: sealIds },
        root: Buffer.from(rootOf(number, version, facts, seals), 'hex'),
        ...{ made_by: wish.userId, made_by_name: wish.userName },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return requireRecord(trx, id);
  });
}

/** The trip that a record is about, as the list of 单程温度报告 calls its row; null for other records. */
const ofTrip = sql`(facts -> 'trip' ->> 'id')`;

export type TripJudged = NonNullable<NonNullable<RecordFacts['trip']>['judging']>;
/** SQL condition: the record of a trip was judged so. */
const judgedAs = (judging: TripJudged) =>
  sql<boolean>`facts -> 'trip' -> 'judging' = ${JSON.stringify(judging)}::jsonb`;

/** The reports of a trip that were handed out, the newest first; with `judging` those that were judged so. */
export async function listRecordsOfTrip(
  db: Kysely<DB>,
  { clientId, trip, judging }: { clientId: string; trip: string; judging?: TripJudged | null },
) {
  const rows = await db
    .selectFrom('temperature_record')
    .select(['number', 'version', 'made_at as madeAt', 'made_by_name as madeBy'])
    .select([sql<string>`encode(root, 'hex')`.as('root'), sql<unknown>`facts -> 'report'`.as('report')])
    .select(sql<TripJudged | null>`facts -> 'trip' -> 'judging'`.as('judging'))
    .where('client_id', '=', clientId)
    .where(sql<boolean>`${ofTrip} = ${trip}`)
    .$if(Boolean(judging), (query) => (judging ? query.where(judgedAs(judging)) : query))
    .orderBy('version', 'desc')
    .execute();
  return rows;
}

/** `TH-20261121-0417`: the day on which it is made, and its number of that day. */
async function nextNumber(trx: Kysely<DB>, timeZone: string): Promise<string> {
  const day = localDay(Date.now(), timeZone);
  const { last } = await trx
    .insertInto('temperature_record_day')
    .values({ day, last: 1 })
    .onConflict((on) => on.column('day').doUpdateSet({ last: sql<number>`temperature_record_day.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow();
  return `TH-${day.replaceAll('-', '')}-${String(last).padStart(4, '0')}`;
}

async function requireRecord(db: Kysely<DB>, id: string): Promise<TemperatureRecord> {
  const row = await selectRecords(db).where('r.id', '=', id).executeTakeFirstOrThrow();
  return toRecord(db, row);
}

const selectRecords = (db: Kysely<DB>) =>
  db
    .selectFrom('temperature_record as r')
    .innerJoin('client as c', 'c.id', 'r.client_id')
    .select(['r.id', 'r.number', 'r.version', 'r.facts', 'r.seal_ids', 'r.made_at', 'c.time_zone'])
    .select(sql<string>`encode(r.root, 'hex')`.as('root'));
type Row = Awaited<ReturnType<ReturnType<typeof selectRecords>['executeTakeFirstOrThrow']>>;

async function toRecord(db: Kysely<DB>, row: Row): Promise<TemperatureRecord> {
  const { id, number, version, root } = row;
  return {
    ...{ id, number, version, root },
    // only `issueRecord` writes them
    facts: row.facts as unknown as RecordFacts,
    seals: await loadSeals(db, row.seal_ids),
    madeAt: row.made_at,
    timeZone: row.time_zone,
  };
}

/** The record of a number whose root begins with these digits (hex, any case); null: there is none. */
export async function findRecord(db: Kysely<DB>, number: string, code: string): Promise<TemperatureRecord | null> {
  const row = await selectRecords(db)
    .where('r.number', '=', number)
    .where(sql<boolean>`encode(r.root, 'hex') like ${`${code.toLowerCase()}%`}`)
    .executeTakeFirst();
  return row ? toRecord(db, row) : null;
}

/** The newest version of a record; of a trip's report the newest that was judged as it. */
export async function latestVersionOf(db: Kysely<DB>, { number, facts }: TemperatureRecord): Promise<number> {
  const judging = facts.trip?.judging;
  const { last } = await db
    .selectFrom('temperature_record')
    .select((eb) => eb.fn.max('version').as('last'))
    .where('number', '=', number)
    .where(judging ? judgedAs(judging) : sql<boolean>`true`)
    .executeTakeFirstOrThrow();
  return last;
}

/** Whether a record still says what its root was made of. */
export const isRecordIntact = ({ number, version, facts, seals, root }: TemperatureRecord): boolean =>
  rootOf(number, version, facts, seals) === root;
