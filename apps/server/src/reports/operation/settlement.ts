import { dayMs } from '@tongda/contract/core/durations';
import { settledAfterDays } from '@tongda/contract/reports/operation/punctuality';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Trx } from '../../core/db/trx';
import type { DB } from '../../core/generated/db-types';
import { likePattern } from '../../core/record/options';
import { defineJob, type JobDefinition } from '../../core/run/jobs';
import { dayStart, localDay, wallToMs } from '../../kernel/day/edges';
import { learnRuns } from '../../modules/ground/transport-route/door';
import { type Drive, readDrives, type Sight, type Span, wholeCompany } from './drives';

/*
 * 结算锁定 (report.md 9.2): a day of departures is judged anew for a week, with whatever arrives late. Then it is written down as it stands, and the report reads what was
 * written, whatever becomes of its routes, tolerances, vehicles and visits.
 */

export const settlementName = 'punctuality-settlement';
/** A day that was not settled within so many days stays open: its runs are not looked for any more, and what is known of it is of another timetable. */
const farthestDays = 30;
/** A day of a vehicle that could not be computed so often is not waited for. */
const mostAttempts = 3;
/** Departures that one statement writes. */
const rowsAtOnce = 1000;

interface DueCompany {
  clientId: string;
  timeZone: string;
  /** when its first route was made, or first driven, epoch ms */
  since: number;
  /** the last settled day, `2026-03-01` */
  last: string | null;
}

/**
 * Companies with routes whose runs have been looked for, and with no old day that waits to be computed again: a company whose past is still arriving has
 * nothing to settle yet.
 */
async function listDue(db: Kysely<DB>): Promise<DueCompany[]> {
  const { rows } = await sql<DueCompany>`
    select c.id::text as "clientId", c.time_zone as "timeZone", (extract(epoch from r.since) * 1000)::float8 as since,
      (select max(d.day)::text from punctuality_day d where d.client_id = c.id) as last
    from client c join route_learning l on l.client_id = c.id
      cross join lateral (select least(min(t.created_at), min((select min(x.plan_at) from route_run x where x.route_id = t.id))) as since
        from transport_route t where t.client_id = c.id and t.deleted_at is null) r
    where c.status = 1 and r.since is not null
      and not exists (select from dirty_day d join route_vehicle b on b.vehicle_id = d.vehicle_id
        where d.client_id = c.id and d.attempts < ${mostAttempts} and d.day < (now() at time zone c.time_zone)::date - ${sql.lit(settledAfterDays)})`.execute(
    db,
  );
  return rows;
}

/** The first moment of the earliest day that is not settled on its own yet: `settledAfterDays` whole days lie between it and today. Epoch ms. */
export const openFrom = (now: number, timeZone: string): number =>
  dayStart(dayStart(now, timeZone) - settledAfterDays * dayMs + dayMs / 2, timeZone);

/** The day after one, as both are written. */
const dayAfter = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);

/** Days from `first` to before the moment `until`, in order. */
function daysBefore(first: string, until: number, timeZone: string): string[] {
  const end = localDay(until, timeZone);
  const days: string[] = [];
  for (let day = first; day < end; day = dayAfter(day)) days.push(day);
  return days;
}

/** Settles the days of every company that are due. Says how many days that were; a company that fails is told to `failed` and does not keep the others. */
export async function settlePunctuality(
  db: Kysely<DB>,
  now = Date.now(),
  failed: (clientId: string, error: unknown) => void = (_id, error) => {
    throw error;
  },
): Promise<number> {
  let settled = 0;
  for (const company of await listDue(db)) {
    try {
      settled += await settleCompany(db, company, now);
    } catch (error) {
      failed(company.clientId, error);
    }
  }
  return settled;
}

async function settleCompany(db: Kysely<DB>, of: DueCompany, now: number): Promise<number> {
  const { clientId, timeZone, since, last } = of;
  const farthest = localDay(Math.max(since, now - farthestDays * dayMs), timeZone);
  const first = last && dayAfter(last) > farthest ? dayAfter(last) : farthest;
  const days = daysBefore(first, openFrom(now, timeZone), timeZone);
  // the last late data of the week, too
  if (days.length > 0) await learnRuns(db, clientId, timeZone);
  for (const day of days) await settleDay(db, of, day, now);
  return days.length;
}

/** Writes down the departures of a day as they are judged now. */
async function settleDay(db: Kysely<DB>, { clientId, timeZone }: DueCompany, day: string, now: number): Promise<void> {
  const startOf = (one: string): number => wallToMs(`${one} 00:00:00`, timeZone) ?? Number.NaN;
  const span = { from: startOf(day), until: startOf(dayAfter(day)) };
  await db.transaction().execute(async (trx) => {
    const { rows } =
      await sql`insert into punctuality_day (client_id, day) values (${clientId}, ${day}) on conflict do nothing returning day`.execute(
        trx,
      );
    if (rows.length === 0) return;
    const drives = await readDrives(trx, wholeCompany(clientId, timeZone), span, '', now);
    for (let i = 0; i < drives.length; i += rowsAtOnce) {
      const written = drives.slice(i, i + rowsAtOnce).map(({ bound, ...judged }) => ({ bound, judged }));
      await sql`insert into punctuality_drive (client_id, day, route_id, plan_at, vehicle_id, bound, judged)
        select ${clientId}, ${day}::date, (w.judged ->> 'routeId')::bigint, to_timestamp((w.judged ->> 'planAt')::float8 / 1000),
          (w.judged -> 'run' ->> 'vehicleId')::bigint, array(select jsonb_array_elements_text(w.bound)::bigint), w.judged
        from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) w(bound jsonb, judged jsonb)`.execute(trx);
    }
  });
}

/** What is settled of a span: which days, and their departures. */
export interface Settled {
  days: ReadonlySet<string>;
  drives: Drive[];
}

/** Reads the settled departures of a span that are seen, in the words of their time. */
export async function readSettled(trx: Trx, sight: Sight, { from, until }: Span, search: string): Promise<Settled> {
  const { clientId, timeZone, ofOrg, ofVehicle } = sight;
  const [first, last] = [localDay(from, timeZone), localDay(until - 1, timeZone)];
  const days = await sql<{ day: string }>`select day::text from punctuality_day where client_id = ${clientId}
    and day between ${first}::date and ${last}::date`.execute(trx);
  if (days.rows.length === 0) return { days: new Set(), drives: [] };
  const like = likePattern(search);
  const { rows } = await sql<{ judged: Omit<Drive, 'bound'> }>`
    select d.judged from punctuality_drive d join transport_route r on r.id = d.route_id
    where d.client_id = ${clientId} and d.day between ${first}::date and ${last}::date
      and d.plan_at >= ${new Date(from)} and d.plan_at < ${new Date(until)} and ${ofOrg('r.org_id')}
      and (d.judged ->> 'routeName' ilike ${like} or r.code ilike ${like})
      and case when d.vehicle_id is null then exists (select from unnest(d.bound) b(id) where ${ofVehicle('b.id')}) else ${ofVehicle('d.vehicle_id')} end
    order by d.judged ->> 'routeName', d.plan_at, d.id`.execute(trx);
  return {
    days: new Set(days.rows.map(({ day }) => day)),
    drives: rows.map(({ judged }) => ({ ...judged, bound: [] })),
  };
}

/** The part of a span whose days are not settled, from the first of them to the last; null: all are. */
export function openSpan({ from, until }: Span, settled: ReadonlySet<string>, timeZone: string): Span | null {
  const open = daysBefore(localDay(from, timeZone), until - 1 + dayMs, timeZone).filter((day) => !settled.has(day));
  const [first, last] = [open[0], open.at(-1)];
  if (first === undefined || last === undefined) return null;
  const startOf = (day: string): number => wallToMs(`${day} 00:00:00`, timeZone) ?? Number.NaN;
  return { from: Math.max(from, startOf(first)), until: Math.min(until, startOf(dayAfter(last))) };
}

/** The job of every hour. */
export const settlementJobs = (db: Kysely<DB>, log: Pick<Logger, 'error'>): Array<JobDefinition<never>> => [
  defineJob<object>(settlementName, async () => {
    await settlePunctuality(db, Date.now(), (clientId, err) => log.error({ err, clientId }, 'punctuality not settled'));
  }),
];
