import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import { defineJob, type JobDefinition, type JobQueue } from '../../../core/run/jobs';
import { isLearningDue, learningEveryMs } from '../../../core/watch/learning';
import {
  countVisitsAt,
  findUnloadingPoint,
  groupStaysByStore,
  type UnloadingStay,
  unloadingRules,
} from '../../../kernel/ground/unloading-point';

const name = 'store-learning';
/** How many days of stays are used. */
const days = 30;
/** A company with fewer stays than this has too few to learn from. */
const enough = 500;

/** Ids of the companies with located stores whose learning is due. */
async function findDueCompanies(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id::text as id from client c left join store_learning l on l.client_id = c.id
    where exists (select from store s where s.client_id = c.id and s.place_id is not null and s.deleted_at is null)
      and ${isLearningDue('stays', enough)}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Stays that may be unloading: of usual length, and not at a site that is no store. The query goes vehicle by vehicle, because the index of
 * episodes begins with the vehicle.
 */
async function loadStays(db: Kysely<DB>, clientId: string): Promise<UnloadingStay[]> {
  const { min, max } = unloadingRules.minutes;
  const { rows } = await sql<UnloadingStay>`
    select e.lng, e.lat, (extract(epoch from e.start_time) * 1000)::float8 as at,
      (extract(epoch from e.end_time - e.start_time) / 60)::float8 as minutes,
      exists (select from episode d where d.vehicle_id = e.vehicle_id and d.kind = 'door' and d.status <> 2
        and d.start_time between e.start_time - interval '5 minutes' and e.end_time) as opened
    from vehicle v join episode e on e.vehicle_id = v.id
    where v.client_id = ${clientId} and v.deleted_at is null and e.kind = 'stay' and e.status = 1 and e.lng is not null and e.lat is not null
      and e.start_time >= now() - make_interval(days => ${sql.lit(days)})
      and e.end_time - e.start_time between make_interval(mins => ${sql.lit(min)}) and make_interval(mins => ${sql.lit(max)})
      and (e.place_id is null or exists (select from store x where x.place_id = e.place_id and x.deleted_at is null))`.execute(
    db,
  );
  return rows;
}

/** Learns for the stores of a company where trucks unload, how often they come and how long they stay, and stores that with them. */
export async function learnStores(db: Kysely<DB>, clientId: string): Promise<void> {
  const { rows: spots } = await sql<{ id: string; lng: number; lat: number }>`
    select s.id::text, g.lng, g.lat from store s join place_shape g on g.place_id = s.place_id and upper_inf(g.during)
    where s.client_id = ${clientId} and s.deleted_at is null`.execute(db);
  const stays = await loadStays(db, clientId);
  const found = groupStaysByStore(spots, stays);
  const learned = spots.map((spot) => {
    const own = found.get(spot.id) ?? [];
    const point = findUnloadingPoint(own);
    const { visits, avgMin } = countVisitsAt(point ?? spot, own);
    return { id: spot.id, lng: point?.lng ?? null, lat: point?.lat ?? null, stays: point?.stays ?? 0, visits, avgMin };
  });
  await sql`update store s set learned_lng = r.lng, learned_lat = r.lat, learned_stays = r.stays, visits_30d = r.visits,
      avg_stay_min = r."avgMin", learned_at = now()
    from jsonb_to_recordset(${JSON.stringify(learned)}::jsonb) r(id bigint, lng float8, lat float8, stays smallint, visits int, "avgMin" int)
    where s.id = r.id and s.client_id = ${clientId}`.execute(db);
  await sql`insert into store_learning (client_id, learned_at, stays) values (${clientId}, now(), ${stays.length})
    on conflict (client_id) do update set learned_at = excluded.learned_at, stays = excluded.stays`.execute(db);
}

/** The job that learns the companies that are due and schedules its next run after `learningEveryMs`. */
export function storeJobs(db: Kysely<DB>, jobs: Pick<JobQueue, 'add'>): Array<JobDefinition<never>> {
  const regular = defineJob<object>(name, async () => {
    for (const clientId of await findDueCompanies(db)) await learnStores(db, clientId);
    await jobs.add({ name }, {}, { key: `${name}-next`, runAt: new Date(Date.now() + learningEveryMs) });
  });
  return [regular];
}

/** Queues the first run of the job; it schedules the following ones itself. */
export const beginStoreJobs = (jobs: Pick<JobQueue, 'add'>): Promise<void> => jobs.add({ name }, {}, { key: name });
