import type { BatchLine } from '@tongda/contract/core/register/pieces';
import type { TerminalCommand } from '@tongda/contract/core/topics';
import { type WriteFields, writeClear, writeLimits } from '@tongda/contract/resources/card/write-calls';
import { textType, writeContent, writeMode, writeStatus } from '@tongda/contract/resources/enums';
import { sql } from 'kysely';
import type { Bus } from '../../../../core/bus/topics';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { invalid, notFound } from '../../../../core/http/errors';
import { visibleVehicleRows } from '../../../base/org/door';
import { cancelCommands, findDetours, storeCommands, writeStatusNow } from '../../../watch/command/door';
import { type Composed, clearCommand, composeCommand, composeRefresh } from './command';
import { fromWrites, outdatedIds } from './repo';

export interface Target {
  id: string;
  plateNo: string;
  deviceId: string;
}

/** Those of the vehicles that the caller sees, each with its terminal (null: none) and whether he may control it. */
export const selectWritable = (trx: Trx, ctx: Ctx, vehicleIds: readonly string[]) =>
  trx
    .selectFrom('vehicle as v')
    .leftJoin('device_binding as b', (j) => j.onRef('b.vehicle_id', '=', 'v.id').on(sql<boolean>`b.during @> now()`))
    .select([
      'v.id',
      'v.plate_no as plateNo',
      'b.device_id as deviceId',
      visibleVehicleRows(ctx, 'v', 'control').as('mayControl'),
    ])
    .where('v.client_id', '=', ctx.clientId)
    .where('v.deleted_at', 'is', null)
    .where(visibleVehicleRows(ctx, 'v'))
    .where(sql<boolean>`v.id = any(${vehicleIds}::bigint[])`)
    .orderBy('v.id')
    .execute();

/** The vehicles with their terminals. 4004 when one is missing; 4000 with the plates that the caller may not control or that have no terminal. */
export async function loadTargets(trx: Trx, ctx: Ctx, vehicleIds: readonly string[]): Promise<Target[]> {
  const rows = await selectWritable(trx, ctx, vehicleIds);
  if (rows.length < new Set(vehicleIds).size) throw notFound('车辆');
  refuseVehicles(
    rows.filter((r) => !r.mayControl),
    '没有控制权限',
  );
  refuseVehicles(
    rows.filter((r) => r.deviceId === null),
    '没有绑定终端',
  );
  return rows.flatMap(({ id, plateNo, deviceId }) => (deviceId === null ? [] : [{ id, plateNo, deviceId }]));
}

function refuseVehicles(rows: ReadonlyArray<{ plateNo: string }>, why: string): void {
  if (rows.length === 0) return;
  const named = rows.slice(0, 5).map(({ plateNo }) => plateNo);
  const rest = rows.length > named.length ? `等${rows.length}辆车` : '';
  throw invalid({ field: 'vehicleIds', msg: `${named.join('、')}${rest}${why}` });
}

/** The next task number: XR, the day in the company's zone, and a running number of that day. */
async function nextTaskNo(trx: Trx, ctx: Ctx): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`write_task ${ctx.clientId}`}, 0))`.execute(trx);
  const { day } = await trx
    .selectNoFrom(sql<string>`to_char(now() at time zone ${ctx.timeZone}, 'YYYYMMDD')`.as('day'))
    .executeTakeFirstOrThrow();
  const last = await trx
    .selectFrom('write_task')
    .select(sql<number>`max(substr(task_no, 11)::int)`.as('n'))
    .where('client_id', '=', ctx.clientId)
    .where('task_no', 'like', `XR${day}%`)
    .executeTakeFirst();
  return `XR${day}${String((last?.n ?? 0) + 1).padStart(4, '0')}`;
}

interface Written {
  taskNo: string;
  /** vehicles */
  count: number;
}

/** 4000 with the plates for whose terminals a text is the command that cuts fuel and power: that has rules of its own. The other vehicles may be written. */
async function refuseDetours(
  trx: Trx,
  text: Extract<TerminalCommand, { kind: 'text' }>,
  targets: readonly Target[],
): Promise<void> {
  const detours = await findDetours(
    trx,
    targets.map(({ deviceId }) => deviceId),
    text,
  );
  const [first] = detours.values();
  refuseVehicles(
    targets.filter(({ deviceId }) => detours.has(deviceId)),
    `：${first}`,
  );
}

/** Stores a task with one line per target, each of them a command in the queue, and records it in the history of the vehicles. */
export async function writeTask(
  trx: Trx,
  ctx: Ctx,
  content: string,
  { command, summary, placeIds = [] }: Composed,
  targets: readonly Target[],
  { planId = null, ruleId = null }: { planId?: string | null; ruleId?: string | null } = {},
): Promise<Written> {
  if (command.kind === 'text') await refuseDetours(trx, command, targets);
  const taskNo = await nextTaskNo(trx, ctx);
  const task = await trx
    .insertInto('write_task')
    .values({
      client_id: ctx.clientId,
      task_no: taskNo,
      content,
      summary: summary.slice(0, 500),
      command: JSON.stringify(command),
      place_ids: [...placeIds],
      route_plan_id: planId,
      rule_id: ruleId,
      created_by: ctx.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await putLines(trx, ctx, { id: task.id, content, summary }, targets);
  return { taskNo, count: targets.length };
}

/** A task as its commands say it. */
interface WrittenTask {
  id: string;
  content: string;
  summary: string;
}

/** Puts the commands of a task into the queue; answers the command of each device. */
function putInQueue(
  trx: Trx,
  ctx: Ctx,
  { id: taskId, content, summary }: WrittenTask,
  targets: readonly Target[],
  retryOf?: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const takers = targets.map(({ id, deviceId }) => ({ id, clientId: ctx.clientId, deviceId }));
  const given = {
    order: { kind: 'write', taskId, content } as const,
    summary: summary.slice(0, 500),
    noted: { action: '写入设备', label: writeContent.label(content) },
  };
  return storeCommands(trx, ctx, takers, given, retryOf, { waitMin: writeLimits.waitHours * 60 });
}

async function putLines(trx: Trx, ctx: Ctx, task: WrittenTask, targets: readonly Target[]): Promise<void> {
  const commands = await putInQueue(trx, ctx, task, targets);
  await trx
    .insertInto('write_item')
    .values(
      targets.map(({ id, deviceId }) => ({
        client_id: ctx.clientId,
        task_id: task.id,
        vehicle_id: id,
        device_id: deviceId,
        command_id: commands.get(deviceId) ?? null,
        expires_at: sql<Date>`now() + make_interval(hours => ${sql.lit(writeLimits.waitHours)})`,
      })),
    )
    .execute();
}

/** What a form of 写入设备 holds in the fields that its content does not use. */
export const emptyWrite = {
  text: '',
  urgent: false,
  speak: false,
  textType: textType.notice,
  placeIds: [],
  contacts: [],
  driverIds: [],
  mode: writeMode.append,
  heartbeatS: null,
  reportS: null,
  sleepReportS: null,
  speedLimitKmh: null,
  overspeedS: null,
  driveLimitS: null,
  restS: null,
};

/** 写入设备: stores the task of a form, which goes out to terminals that are connected at the commit. */
export const sendWrite = (ctx: Ctx, v: WriteFields): Promise<Written> =>
  ctx.db(async (trx) => {
    const targets = await loadTargets(trx, ctx, v.vehicleIds);
    return writeTask(trx, ctx, v.content, await composeCommand(trx, ctx, v), targets);
  });

/** 清除图形: stores the task that removes all areas and lines from terminals. */
export const sendClear = (ctx: Ctx, vehicleIds: string[]): Promise<Written> =>
  ctx.db(async (trx) => writeTask(trx, ctx, writeContent.clear, clearCommand, await loadTargets(trx, ctx, vehicleIds)));

/** Takes back lines whose command has not gone out; one line of result for each. */
export async function cancelWrites(ctx: Ctx, bus: Bus, ids: readonly string[]): Promise<BatchLine[]> {
  const rows = await ctx.db((trx) =>
    fromWrites(trx, ctx)
      .select(['w.id', 'w.command_id', 'v.plate_no', writeStatusNow.as('status')])
      .where(sql<boolean>`w.id = any(${[...ids]}::bigint[])`)
      .execute(),
  );
  const commandIds = rows.flatMap(({ command_id }) => (command_id === null ? [] : [command_id]));
  const lines = new Map((await cancelCommands(ctx, bus, commandIds)).map((line) => [line.id, line]));
  const known = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(ids)].map((id): BatchLine => {
    const row = known.get(id);
    const msg = !row
      ? notFound('任务').message
      : (lines.get(row.command_id ?? '')?.msg ?? `状态为${writeStatus.label(row.status)}，不能取消`);
    return { id, name: row?.plate_no ?? '', ok: msg === '', msg };
  });
}

/** Writes changed places again into the terminals that hold them, with one new task per old task and set of changes; one line of result per id. */
export function refreshWrites(ctx: Ctx, ids: readonly string[]): Promise<BatchLine[]> {
  return ctx.db(async (trx) => {
    const rows = await fromWrites(trx, ctx)
      .select(['w.id', 'w.vehicle_id', 'w.task_id', 'v.plate_no', 't.command', outdatedIds.as('changed')])
      .where(sql<boolean>`w.id = any(${ids}::bigint[])`)
      .orderBy('w.id')
      .execute();
    const known = new Map(rows.map((row) => [row.id, row]));
    const lines: BatchLine[] = [];
    const groups = new Map<string, { row: (typeof rows)[number]; targets: Target[] }>();
    for (const id of new Set(ids)) {
      const row = known.get(id);
      const targets =
        row && row.changed.length > 0 ? await loadTargets(trx, ctx, [row.vehicle_id]).catch(messageOf) : null;
      const msg = !row
        ? notFound('任务').message
        : targets === null
          ? '设备中的区域和线路没有变更，不需要更新'
          : typeof targets === 'string'
            ? targets
            : '';
      if (row && Array.isArray(targets)) {
        const key = `${row.task_id} ${row.changed.join()}`;
        const group = groups.get(key);
        if (group) group.targets.push(...targets);
        else groups.set(key, { row, targets: [...targets] });
      }
      lines.push({ id, name: row?.plate_no ?? '', ok: msg === '', msg });
    }
    for (const { row, targets } of groups.values()) {
      // the column is jsonb; only `writeTask` fills it, with a command
      const task = await composeRefresh(trx, ctx, row.command as TerminalCommand, row.changed);
      await writeTask(trx, ctx, writeContent.places, task, targets);
    }
    return lines;
  });
}

/** States in which a line can be sent again. */
const resendable: readonly number[] = [
  writeStatus.failed,
  writeStatus.unsupported,
  writeStatus.expired,
  writeStatus.silent,
  writeStatus.cancelled,
];

/** Sends lines again, to the present terminal of their vehicle; one line of result for each. */
export function resendWrites(ctx: Ctx, ids: readonly string[]): Promise<BatchLine[]> {
  return ctx.db(async (trx) => {
    const rows = await fromWrites(trx, ctx)
      .select(['w.id', 'w.vehicle_id', 'w.command_id', 'w.task_id', 'v.plate_no', 't.content', 't.summary'])
      .select(writeStatusNow.as('status'))
      .where(sql<boolean>`w.id = any(${[...ids]}::bigint[])`)
      .orderBy('w.id')
      .forUpdate('w')
      .execute();
    const known = new Map(rows.map((r) => [r.id, r]));
    const lines: BatchLine[] = [];
    for (const id of new Set(ids)) {
      const row = known.get(id);
      const targets =
        row && resendable.includes(row.status) ? await loadTargets(trx, ctx, [row.vehicle_id]).catch(messageOf) : null;
      const msg = !row
        ? notFound('任务').message
        : row.content === writeContent.clear && !ctx.can(writeClear.access)
          ? '没有清除设备中的区域和线路的权限'
          : typeof targets === 'string'
            ? targets
            : targets
              ? ''
              : `状态为${writeStatus.label(row.status)}，不需要重发`;
      const [target] = Array.isArray(targets) ? targets : [];
      if (row && target && msg === '') await putAgain(trx, ctx, row, target);
      lines.push({ id, name: row?.plate_no ?? '', ok: msg === '', msg });
    }
    return lines;
  });
}

/** A new command takes the place of the one that a line had. */
async function putAgain(
  trx: Trx,
  ctx: Ctx,
  line: { id: string; task_id: string; command_id: string | null; content: string; summary: string },
  target: Target,
): Promise<void> {
  const retryOf = new Map(line.command_id === null ? [] : [[target.deviceId, line.command_id]]);
  const commands = await putInQueue(trx, ctx, { ...line, id: line.task_id }, [target], retryOf);
  await trx
    .updateTable('write_item')
    .set({
      status: writeStatus.waiting,
      command_id: commands.get(target.deviceId) ?? null,
      device_id: target.deviceId,
      answer: null,
      expires_at: sql<Date>`now() + make_interval(hours => ${sql.lit(writeLimits.waitHours)})`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', line.id)
    .where('client_id', '=', ctx.clientId)
    .execute();
}

/** The message of an error that was thrown, for the line of result. */
const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) throw error;
  return error.message;
};
