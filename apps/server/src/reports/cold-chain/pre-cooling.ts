import { minuteMs } from '@tongda/contract/core/durations';
import type { Parsed } from '@tongda/contract/core/endpoint';
import {
  preCoolingAdd,
  preCoolingPrint,
  preCoolingReport,
  preCoolingStop,
} from '@tongda/contract/reports/cold-chain/pre-cooling';
import type { ReportQuery } from '@tongda/contract/reports/kit/report';
import { sql } from 'kysely';
import { requireRow } from '../../core/db/rows';
import { enqueueExport } from '../../core/export/definition';
import type { Ctx } from '../../core/http/ctx';
import { blockedByRule, invalidField, notFound } from '../../core/http/errors';
import { route } from '../../core/http/route';
import { mapFew } from '../../core/run/few-at-once';
import { wallToMs } from '../../kernel/day/edges';
import { chosenVehicles, readsAtOnce, type Wish } from '../kit/query';
import { curvesOf } from '../kit/reading-curves';
import { loadReadings } from '../kit/readings';
import { serve } from '../kit/serve';
import { fromReadings } from '../kit/source';
import { registerSheet } from '../paper/register';
import { coolingSheetOf } from './cooling-sheet';
import { followTask, listTasks } from './cooling-tasks';

type Query = ReportQuery<typeof preCoolingReport> & Pick<Wish, 'from' | 'until' | 'ids'>;

async function loadTasks(ctx: Ctx, q: Query) {
  const now = Date.now();
  const tasks = await mapFew(await listTasks(ctx, q), readsAtOnce, (task) => followTask(ctx, task, now));
  return tasks.filter(
    ({ status, verdict }) =>
      (q.coolerStatus === 'all' || q.coolerStatus === String(status)) && (q.verdict === 'all' || q.verdict === verdict),
  );
}

/** 新增预冷任务. The vehicle must be the company's own, seen by the caller and have a temperature probe. */
async function addTask(ctx: Ctx, input: Parsed<typeof preCoolingAdd>): Promise<{ id: string }> {
  const planLoadAt = wallToMs(input.planLoadTime, ctx.timeZone);
  if (planLoadAt === null) throw invalidField('planLoadTime', '计划装货时间不是有效的日期');
  if (planLoadAt <= Date.now()) throw invalidField('planLoadTime', '计划装货时间应晚于现在');
  return ctx.db(async (trx) => {
    const { rows } = await sql<{
      probes: number;
    }>`select (select count(*)::int from probe p where p.vehicle_id = v.id and p.kind = 'tem') as probes
      from vehicle v where v.client_id = ${ctx.clientId} and ${chosenVehicles(ctx, { vehicleIds: [input.vehicleId] })}`.execute(
      trx,
    );
    const [vehicle] = rows;
    if (!vehicle) throw notFound('车辆');
    if (vehicle.probes === 0) throw invalidField('vehicleId', '所选车辆未安装温度探头');
    const { rows: people } = await sql`select from app_user u
      where u.id = any(${input.notifyIds}::bigint[]) and u.client_id = ${ctx.clientId} and u.deleted_at is null`.execute(
      trx,
    );
    if (people.length < new Set(input.notifyIds).size) throw invalidField('notifyIds', '所选通知人不存在');
    const open = await sql`select from pre_cooling where vehicle_id = ${input.vehicleId} and stopped_at is null
      and abs(extract(epoch from plan_load_at - ${new Date(planLoadAt)}::timestamptz)) < 3600`.execute(trx);
    if (open.rows.length > 0) throw blockedByRule('该车辆在此时间前后一小时内已有预冷任务');
    return requireRow(
      await trx
        .insertInto('pre_cooling')
        .values({
          client_id: ctx.clientId,
          vehicle_id: input.vehicleId,
          target_c: String(input.targetC),
          minutes: input.minutes,
          plan_load_at: new Date(planLoadAt),
          site_name: input.siteName,
          channels: input.channels,
          remark: input.remark,
          notify_ids: input.notifyIds,
          created_by: ctx.userId,
          creator_name: ctx.userName,
        })
        .returning('id')
        .executeTakeFirst(),
      '预冷任务',
    );
  });
}

/** 停止: 4004 for a task that the caller does not see or that has been stopped. */
async function stopTask(ctx: Ctx, { id }: Parsed<typeof preCoolingStop>): Promise<null> {
  return ctx.db(async (trx) => {
    const { rows } = await sql`update pre_cooling t set stopped_at = now() from vehicle v
      where t.id = ${id} and v.id = t.vehicle_id and t.stopped_at is null and ${chosenVehicles(ctx, {})} returning t.id`.execute(
      trx,
    );
    if (rows.length === 0) throw notFound('预冷任务');
    return null;
  });
}

/** The row of the list that a paper is about; 4004 when it is not shown (any more). */
async function findRow(ctx: Ctx, { id, vehicleId, planLoadTime }: Parsed<typeof preCoolingPrint>) {
  const plan = wallToMs(planLoadTime, ctx.timeZone);
  if (plan === null) throw invalidField('planLoadTime', '计划装货时间不是有效的日期');
  const tasks = await listTasks(ctx, { from: plan - minuteMs, until: plan + minuteMs, vehicleIds: [vehicleId] });
  const task = tasks.find((one) => one.id === id);
  if (!task) throw notFound('预冷任务');
  return followTask(ctx, task, Date.now());
}

const sheet = registerSheet({
  endpoint: preCoolingPrint,
  name: '预冷凭证',
  condition: ({ planLoadTime }) => `计划装货 ${planLoadTime}`,
  make: async (ctx, asked) => coolingSheetOf(ctx, await findRow(ctx, asked)),
});

export const preCooling = serve(
  preCoolingReport,
  fromReadings(preCoolingReport, { load: loadTasks, rows: (tasks) => tasks }),
  {
    curve: async (ctx, { from, until, vehicleIds }) =>
      curvesOf(await loadReadings(ctx, { from, until, vehicleIds }), { from, until }),
    bindActions: (app, deps) => {
      route(app, preCoolingPrint, (ctx, asked) => enqueueExport(deps, ctx, sheet, asked));
      route(app, preCoolingAdd, addTask);
      route(app, preCoolingStop, stopTask);
    },
  },
);
