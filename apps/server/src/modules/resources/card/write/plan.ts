import type { CommandLine, TerminalCommand } from '@tongda/contract/core/topics';
import { writeContent } from '@tongda/contract/resources/enums';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import { wireTimeSql } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { type PlanWay, type PlanWrites, planTerminal } from '../../../ground/route-plan/door';
import { writeStatusNow } from '../../../watch/command/door';
import { type Composed, thinLine, toPair } from './command';
import { commandOfLine, describeAnswer, fromWrites } from './repo';
import { loadTargets, writeTask } from './service';

/** The number of a plan's line in the terminal: above those of places, which are their ids. */
const planLineId = (planId: string): number => 0x8000_0000 + Number(planId);

/** Writes a plan into the terminal of its vehicle, as texts and as a line (0x8606), or removes the line again. */
async function writePlan(
  trx: Trx,
  ctx: Ctx,
  plan: { id: string; vehicleId: string },
  { texts, way, recall }: PlanWrites,
): Promise<void> {
  const targets = await loadTargets(trx, ctx, [plan.vehicleId]);
  const tasks: Array<readonly [content: string, task: Composed]> = texts.map((text) => [
    writeContent.text,
    { command: { kind: 'text', text, urgent: false, speak: true }, summary: `播报并显示：${text}` },
  ]);
  if (way) tasks.push([writeContent.places, { command: lineCommand(plan.id, way), summary: `规划线路 ${way.name}` }]);
  if (recall && (await hasWrittenWay(trx, ctx, plan.id)))
    tasks.push([writeContent.places, { command: areasCommand([], [planLineId(plan.id)]), summary: '删除规划线路' }]);
  for (const [content, task] of tasks) await writeTask(trx, ctx, content, task, targets, { planId: plan.id });
}

const areasCommand = (lines: CommandLine[], remove: number[]): TerminalCommand => ({
  kind: 'areas',
  mode: 'append',
  ...(remove.length > 0 ? { remove: { lines: remove } } : {}),
  circles: [],
  rects: [],
  polygons: [],
  lines,
});

const lineCommand = (planId: string, { name, path, halfWidthM, period }: PlanWay): TerminalCommand => {
  const points = thinLine(path).map(toPair);
  return areasCommand([{ id: planLineId(planId), name, limitKmh: null, points, widthM: halfWidthM * 2, period }], []);
};

async function hasWrittenWay(trx: Trx, ctx: Ctx, planId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('write_task')
    .select('id')
    .where('client_id', '=', ctx.clientId)
    .where('route_plan_id', '=', planId)
    .where('content', '=', writeContent.places)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The tasks that were written for a plan with their state and answer, newest first, at most 50. */
async function listWritesOfPlan(trx: Trx, ctx: Ctx, planId: string) {
  const rows = await fromWrites(trx, ctx)
    .select([
      't.task_no as taskNo',
      't.content',
      't.summary',
      writeStatusNow.as('status'),
      'w.answer',
      ...commandOfLine(ctx),
    ])
    .select(wireTimeSql(sql<Date>`t.created_at`, ctx.timeZone).as('createTime'))
    .select(wireTimeSql(sql<Date>`w.updated_at`, ctx.timeZone).as('updateTime'))
    .where('t.route_plan_id', '=', planId)
    .orderBy('w.id', 'desc')
    .limit(50)
    .execute();
  return rows.map(({ answer, cause, attempts, answeredAt, ...row }) => ({
    ...row,
    answer: describeAnswer(answer, row.status, { cause, attempts, answeredAt }),
  }));
}

planTerminal.add({ write: writePlan, writesOf: listWritesOfPlan });
