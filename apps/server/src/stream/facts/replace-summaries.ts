import { dayStart, localDay, nextDayStart } from '../../kernel/day/edges';
import type { RecomputeDeps, Run } from './run';
import { countEpisodes } from './summary';
import { type DayPoints, type Head, writeDay } from './write-day';

/** A silence that is bridged (`bridgeMaxMs`, three days) covers so many days without points at most; one more for a change of the clock. */
const mostSilentDays = 4;

/**
 * Writes the summaries of the folded days, and of the days around them whose edges may depend on a point of these: back and forth over days without
 * points up to and with the next one that has some. Their episodes must have been written before. Then the sum of the days that are over.
 */
export async function replaceSummaries(deps: RecomputeDeps, run: Run, head: Head): Promise<void> {
  const { client, owner, zone } = run;
  const done = new Set(run.days.map(({ day }) => day));
  let over: string | null = null;
  const write = async (day: DayPoints) => {
    const counts = await countEpisodes(client, owner.vehicleId, day);
    const written = await writeDay(deps, run, day, counts, head);
    if (written && day.day < head.day && (over === null || day.day > over)) over = day.day;
  };
  for (const day of run.days) await write(day);
  const around = async (start: number, next: (from: number) => number) => {
    let from = start;
    for (let i = 0; i <= mostSilentDays; i++, from = next(from)) {
      const day = localDay(from, zone);
      if (done.has(day) || day > head.day) return;
      done.add(day);
      const to = nextDayStart(from, zone);
      const points = await deps.readTrack(owner.vehicleId, from, to - 1);
      const silent = !points.some(({ t }) => t >= from && t < to);
      // a running day without figures gets them with its own turn
      if (silent || (await hasSummary(run, day))) await write({ day, from, to, points });
      if (!silent) return;
    }
  };
  for (const { from, to } of run.days) {
    await around(dayStart(from - 1, zone), (day) => dayStart(day - 1, zone));
    await around(to, (day) => nextDayStart(day, zone));
  }
  await client.query(
    `with f as (update facts_state f set past_until = x.until,
         past_m = (select coalesce(sum(s.mileage_m), 0) from day_summary s where s.vehicle_id = $1 and s.day <= x.until),
         first_odometer_m = (select s.start_odometer_m from day_summary s where s.vehicle_id = $1 and s.points > 0 order by s.day limit 1)
       from (select greatest(past_until, $2::date) as until from facts_state where vehicle_id = $1) x
       where f.vehicle_id = $1 and x.until is not null returning 1)
     select pg_notify('facts_past', $1::text) from f`,
    [owner.vehicleId, over],
  );
}

async function hasSummary({ client, owner }: Run, day: string): Promise<boolean> {
  const found = await client.query('select from day_summary where vehicle_id = $1 and day = $2', [
    owner.vehicleId,
    day,
  ]);
  return found.rowCount !== 0;
}
