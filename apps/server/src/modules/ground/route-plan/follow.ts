import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import { routePlanStatus } from '@tongda/contract/ground/place/enums';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import { recordChanges } from '../../../core/record/audit';
import { defineJob, type JobDefinition, type JobQueue } from '../../../core/run/jobs';
import { matchPlanRun, type PlanRun, planRunRules } from '../../../kernel/ground/plan-run';
import type { TrackPoint } from '../../../kernel/point';
import { settingsOverTime } from '../../../kernel/settings';
import { loadCalcPeriods } from '../../base/org/door';
import { type DrivenPlan, figuresOfDrive, loadDrivenPlans, loadPlanVisits } from './drive';
import { entity } from './service';

/** Reads stored points with the neighbours of the range; given by the role that starts this. */
export type ReadPoints = (vehicleId: string, from: number, to: number) => Promise<TrackPoint[]>;

const name = 'route-plans';
const everyMs = minuteMs;
/** How often the figures of a drive are computed again: while it goes on, and afterwards as long as late points may come. */
const renewMs = { running: 10 * minuteMs, done: hourMs } as const;
/** Hours after its end in which a drive is still computed again. */
const settledH = 24;
/** Tracks that are read in one turn; the next turn reads the rest. */
const tracksAtOnce = 40;

/** Sent plans that may begin, drives that go on, and drives that ended lately. A plan that nobody began within a day of its end stays sent. */
const due = sql<boolean>`r.status in (1, 2, 3) and r.depart_at < now() + make_interval(secs => ${sql.lit(planRunRules.earlyStartMs / 1000)})
  and case r.status when 1 then r.depart_at + make_interval(mins => r.plan_duration_min) > now() - interval '25 hours'
    when 3 then r.finished_at > now() - make_interval(hours => ${sql.lit(settledH)}) else true end`;

/** Updates plans from what their vehicles did: whether they run or are done, driven length and deviations. Running it twice changes nothing. */
export async function followPlans(db: Kysely<DB>, readPoints: ReadPoints, now = Date.now()): Promise<void> {
  const plans = await loadDrivenPlans(db, due);
  if (plans.length === 0) return;
  const visits = await loadPlanVisits(db, plans);
  let read = 0;
  for (const plan of plans) {
    const run = matchPlanRun(plan.stops, visits.get(plan.id) ?? [], now);
    if (run.startAt === null) continue;
    const status = run.state === 'done' ? routePlanStatus.done : routePlanStatus.running;
    const renewed = now - (plan.figuredAt ?? 0) >= (run.state === 'done' ? renewMs.done : renewMs.running);
    const figures = (renewed || status !== plan.status) && read < tracksAtOnce;
    if (!figures && status === plan.status) continue;
    if (figures) read++;
    await storeDrive(
      db,
      plan,
      { run, status, figures: figures ? await loadDriveFigures(db, plan, run, readPoints, now) : null },
      now,
    );
  }
}

async function loadDriveFigures(db: Kysely<DB>, plan: DrivenPlan, run: PlanRun, readPoints: ReadPoints, now: number) {
  const range = { from: run.startAt ?? now, to: Math.min(run.endAt ?? now, now) };
  const { kind, coefficient } = await db
    .selectFrom('vehicle')
    .select(['vehicle_type as kind', sql<number>`mileage_coefficient::float8`.as('coefficient')])
    .where('id', '=', plan.vehicleId)
    .executeTakeFirstOrThrow();
  const calc = (await loadCalcPeriods(db, [plan.clientId])).get(plan.clientId) ?? [];
  const settingsAt = settingsOverTime(calc, { vehicleType: kind, mileageCoefficient: coefficient });
  return figuresOfDrive(plan.way, await readPoints(plan.vehicleId, range.from, range.to), range, settingsAt);
}

interface Followed {
  run: PlanRun;
  status: number;
  figures: Awaited<ReturnType<typeof loadDriveFigures>> | null;
}
/** The version is not raised, as nothing that users edit is changed here. */
async function storeDrive(
  db: Kysely<DB>,
  plan: DrivenPlan,
  { run, status, figures }: Followed,
  now: number,
): Promise<void> {
  const instant = (at: number | null): Date | null => (at === null ? null : new Date(at));
  await db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('route_plan')
      .set({
        status,
        started_at: instant(run.startAt),
        finished_at: instant(run.endAt),
        ...(figures && {
          actual_mileage_m: Math.round(figures.mileageM),
          deviation_count: figures.deviations.length,
          deviation_m: Math.round(figures.deviations.reduce((sum, { mileageM }) => sum + mileageM, 0)),
          figured_at: new Date(now),
        }),
      })
      .where('id', '=', plan.id)
      // somebody may have cancelled it meanwhile
      .where('status', '=', plan.status)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (status === plan.status || Number(changed.numUpdatedRows) === 0) return;
    const word = (code: number): string => routePlanStatus.label(code);
    const changes = [{ field: 'status', label: '状态', before: word(plan.status), after: word(status) }];
    await recordChanges(trx, { clientId: plan.clientId, userId: '0', userName: '系统' }, [
      { entity, entityId: plan.id, action: '按实际行驶更新', changes },
    ]);
  });
}

/** The job that runs every minute and queues its next run. */
export function planJobs(
  db: Kysely<DB>,
  jobs: Pick<JobQueue, 'add'>,
  readPoints: ReadPoints,
): Array<JobDefinition<never>> {
  const regular = defineJob<object>(name, async () => {
    await followPlans(db, readPoints);
    await jobs.add({ name }, {}, { key: `${name}-next`, runAt: new Date(Date.now() + everyMs) });
  });
  return [regular];
}

export const beginPlanJobs = (jobs: Pick<JobQueue, 'add'>): Promise<void> => jobs.add({ name }, {}, { key: name });
