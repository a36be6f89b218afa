import { writeLimits } from '@tongda/contract/resources/card/write-calls';
import { writeContent, writeStatus } from '@tongda/contract/resources/enums';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import { wireTimeSql } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { writeStatusNow } from '../../../watch/command/door';
import { type Composed, composePlaces } from './command';
import { commandOfLine, describeAnswer, fromWrites } from './repo';
import { selectWritable, type Target, writeTask } from './service';

/** A parameter by its number in the standard, as a number or as the fields of it that change, and what it says in words. */
export type RuleParameter = { id: number; words: string } & ({ value: number } | { fields: Record<string, number> });

/** What an alarm rule writes into terminals: parameters, or places to be watched. */
export type RuleWrite = { params: readonly RuleParameter[] } | { placeIds: readonly string[] };

interface RefusedVehicle {
  vehicleId: string;
  plateNo: string;
  msg: string;
}

/** Those of the vehicles whose terminals can be written to, and the others with the reason: no terminal, or not the caller's to control. */
export async function sortTargets(
  trx: Trx,
  ctx: Ctx,
  vehicleIds: readonly string[],
): Promise<{ targets: Target[]; refused: RefusedVehicle[] }> {
  const targets: Target[] = [];
  const refused: RefusedVehicle[] = [];
  for (const { id, plateNo, deviceId, mayControl } of await selectWritable(trx, ctx, vehicleIds)) {
    const msg = !mayControl ? '没有控制权限' : deviceId === null ? '没有绑定终端' : '';
    if (deviceId !== null && msg === '') targets.push({ id, plateNo, deviceId });
    else refused.push({ vehicleId: id, plateNo, msg });
  }
  return { targets, refused };
}

/** Writes a rule into the terminals of vehicles, in as many tasks as the limit of vehicles per task takes. Those that cannot be written to are `refused`; `count` are the others. */
export async function writeRule(
  trx: Trx,
  ctx: Ctx,
  rule: { id: string; name: string },
  what: RuleWrite,
  vehicleIds: readonly string[],
): Promise<{ taskNos: string[]; count: number; refused: RefusedVehicle[] }> {
  const { targets, refused } = await sortTargets(trx, ctx, vehicleIds);
  const task = targets.length > 0 ? await composeRuleTask(trx, ctx, rule, what) : null;
  const content = 'params' in what ? writeContent.params : writeContent.places;
  const taskNos: string[] = [];
  for (let i = 0; task && i < targets.length; i += writeLimits.vehicles) {
    const part = targets.slice(i, i + writeLimits.vehicles);
    taskNos.push((await writeTask(trx, ctx, content, task, part, { ruleId: rule.id })).taskNo);
  }
  return { taskNos, count: targets.length, refused };
}

async function composeRuleTask(trx: Trx, ctx: Ctx, { name }: { name: string }, what: RuleWrite): Promise<Composed> {
  const task: Composed =
    'params' in what
      ? {
          command: { kind: 'params', values: what.params.map(({ words: _, ...value }) => value) },
          summary: what.params.map(({ words }) => words).join('，'),
        }
      : await composePlaces(trx, ctx, what.placeIds);
  return { ...task, summary: `规则“${name}”：${task.summary}` };
}

/** The newest write of a rule for each vehicle that the caller sees, with what its terminal answered, in words. */
export async function listWritesOfRule(trx: Trx, ctx: Ctx, ruleId: string) {
  const rows = await fromWrites(trx, ctx)
    .select([
      'w.vehicle_id as vehicleId',
      'v.plate_no as plateNo',
      't.task_no as taskNo',
      't.summary',
      writeStatusNow.$castTo<(typeof writeStatus.codes)[number]>().as('status'),
      'w.answer',
      wireTimeSql(sql<Date>`w.updated_at`, ctx.timeZone).as('updateTime'),
      ...commandOfLine(ctx),
    ])
    .where('t.rule_id', '=', ruleId)
    .distinctOn('w.vehicle_id')
    .orderBy('w.vehicle_id')
    .orderBy('w.id', 'desc')
    .limit(5000)
    .execute();
  return rows.map(({ answer, cause, attempts, answeredAt, ...row }) => ({
    ...row,
    answer: describeAnswer(answer, row.status, { cause, attempts, answeredAt }),
  }));
}

/** Number of vehicles that rules were written to and that executed them, by rule; from the newest write of each vehicle that the caller sees. */
export async function countWritesOfRules(
  trx: Trx,
  ctx: Ctx,
  ruleIds: readonly string[],
): Promise<Map<string, { sent: number; done: number }>> {
  const newest = fromWrites(trx, ctx)
    .select(['t.rule_id', 'w.status'])
    .where(sql<boolean>`t.rule_id = any(${[...ruleIds]}::bigint[])`)
    .distinctOn(['t.rule_id', 'w.vehicle_id'])
    .orderBy('t.rule_id')
    .orderBy('w.vehicle_id')
    .orderBy('w.id', 'desc')
    .as('n');
  const rows = await trx
    .selectFrom(newest)
    .select([
      'n.rule_id as ruleId',
      sql<number>`count(*)::int`.as('sent'),
      sql<number>`(count(*) filter (where n.status = ${writeStatus.done}))::int`.as('done'),
    ])
    .groupBy('n.rule_id')
    .execute();
  return new Map(rows.flatMap(({ ruleId, ...counts }) => (ruleId === null ? [] : [[ruleId, counts]])));
}
