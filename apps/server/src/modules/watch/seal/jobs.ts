import { minuteMs } from '@tongda/contract/core/durations';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { DB } from '../../../core/generated/db-types';
import { defineJob, type JobDefinition } from '../../../core/run/jobs';
import { sealDay } from './seals';

const sealName = 'temperature-seal';
/** A run seals for this long and leaves the rest to the next one. */
const budgetMs = 10_000;
/** Most late data of a day has come so long after its end. */
const settledHours = 2;
/** A late report makes a new version as long as this after its day. */
const lateDays = 40;

/** Every few minutes the days of vehicles with probes are sealed that have ended, or that were computed anew because of late data. */
export const sealJobs = (db: Kysely<DB>, log: Pick<Logger, 'info'>): Array<JobDefinition<never>> => [
  defineJob<object>(sealName, async () => {
    const made = await sealDueDays(db);
    if (made > 0) log.info({ made }, 'temperature days sealed');
  }),
];
export const sealEvery = { name: sealName, everyMs: 5 * minuteMs, what: '封存温湿度记录', queue: sealName };

/** Seals days that are due, the oldest first. Answers how many were looked at. */
export async function sealDueDays(db: Kysely<DB>, now = Date.now(), forMs = budgetMs): Promise<number> {
  const { rows } = await sql<{ vehicleId: string; day: string }>`
    select s.vehicle_id::text as "vehicleId", s.day::text as day from day_summary s join client c on c.id = s.client_id
      left join temperature_seal_check k on k.vehicle_id = s.vehicle_id and k.day = s.day
    where s.points > 0 and s.day > (${new Date(now)}::timestamptz at time zone c.time_zone)::date - ${lateDays}::int
      and (s.day + 1)::timestamp at time zone c.time_zone < ${new Date(now)}::timestamptz - ${settledHours} * interval '1 hour'
      and (k.checked_at is null or k.checked_at < s.calc_time)
      and not exists (select from dirty_day d where d.vehicle_id = s.vehicle_id and d.day = s.day)
      and exists (select from probe p where p.vehicle_id = s.vehicle_id and p.kind in ('tem', 'hum'))
    order by s.day, s.vehicle_id limit 500`.execute(db);
  const end = Date.now() + forMs;
  let looked = 0;
  for (const { vehicleId, day } of rows) {
    if (Date.now() > end) break;
    await db.transaction().execute(async (trx) => {
      const began = new Date();
      await sealDay(trx, vehicleId, day, now);
      await trx
        .insertInto('temperature_seal_check')
        .values({ vehicle_id: vehicleId, day, checked_at: began })
        .onConflict((on) => on.columns(['vehicle_id', 'day']).doUpdateSet({ checked_at: began }))
        .execute();
    });
    looked++;
  }
  return looked;
}
