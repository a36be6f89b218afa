import type { CommandMessage } from '@tongda/contract/core/topics';
import { type WriteFields, writeLimits } from '@tongda/contract/resources/card/write-calls';
import { writeContent, writeMode, writeStatus } from '@tongda/contract/resources/enums';
import { sql } from 'kysely';
import { publishCommands } from '../../../../core/bus/commands';
import type { Bus } from '../../../../core/bus/topics';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { invalid, notFound } from '../../../../core/http/errors';
import { recordChanges } from '../../../../core/record/audit';
import { visibleVehicleRows } from '../../../base/org/door';
import { type Composed, clearCommand, composeCommand, composeRefresh } from './command';
import { fromWrites, outdatedIds, statusNow } from './repo';

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
  commands: CommandMessage[];
}

/** Stores a task with one line per target and records it in the history of the vehicles. The caller has to send `commands` after the commit. */
export async function writeTask(
  trx: Trx,
  ctx: Ctx,
  content: string,
  { command, summary, placeIds = [] }: Composed,
  targets: readonly Target[],
  { planId = null, ruleId = null }: { planId?: string | null; ruleId?: string | null } = {},
): Promise<Written> {
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
  const items = await trx
    .insertInto('write_item')
    .values(
      targets.map(({ id, deviceId }) => ({
        client_id: ctx.clientId,
        task_id: task.id,
        vehicle_id: id,
        device_id: deviceId,
        expires_at: sql<Date>`now() + make_interval(hours => ${sql.lit(writeLimits.waitHours)})`,
      })),
    )
    .returning(['id', 'device_id'])
    .execute();
  await recordChanges(
    trx,
    ctx,
    targets.map(({ id }) => ({
      entity: 'vehicle',
      entityId: id,
      action: '写入设备',
      changes: [{ field: 'write', label: writeContent.label(content), before: '', after: summary.slice(0, 200) }],
    })),
  );
  return { taskNo, commands: items.map((item) => ({ commandId: item.id, deviceId: item.device_id, command })) };
}

/** Sends the commands of a task; to be called after the commit, so that an answer always finds its line. */
async function publishTask(bus: Bus, { taskNo, commands }: Written): Promise<{ taskNo: string; count: number }> {
  await publishCommands(bus, commands);
  return { taskNo, count: commands.length };
}

/** What a form of 写入设备 holds in the fields that its content does not use. */
export const emptyWrite = {
  text: '',
  urgent: false,
  speak: false,
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

/** 写入设备: stores the task of a form and sends it. */
export const sendWrite = async (ctx: Ctx, bus: Bus, v: WriteFields) =>
  publishTask(
    bus,
    await ctx.db(async (trx) => {
      const targets = await loadTargets(trx, ctx, v.vehicleIds);
      return writeTask(trx, ctx, v.content, await composeCommand(trx, ctx, v), targets);
    }),
  );

/** 清除图形: stores and sends the task that removes all areas and lines from terminals. */
export const sendClear = async (ctx: Ctx, bus: Bus, vehicleIds: string[]) =>
  publishTask(
    bus,
    await ctx.db(async (trx) =>
      writeTask(trx, ctx, writeContent.clear, clearCommand, await loadTargets(trx, ctx, vehicleIds)),
    ),
  );

/** Writes changed places again into the terminals that hold them, with one new task per old task and set of changes; one line of result per id. */
export async function refreshWrites(ctx: Ctx, bus: Bus, ids: readonly string[]) {
  const { lines, commands } = await ctx.db(async (trx) => {
    const rows = await fromWrites(trx, ctx)
      .select(['w.id', 'w.vehicle_id', 'w.task_id', 'v.plate_no', 't.command', outdatedIds.as('changed')])
      .where(sql<boolean>`w.id = any(${ids}::bigint[])`)
      .orderBy('w.id')
      .execute();
    const known = new Map(rows.map((row) => [row.id, row]));
    const commands: CommandMessage[] = [];
    const lines: Array<{ id: string; name: string; ok: boolean; msg: string }> = [];
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
      const task = await composeRefresh(trx, ctx, row.command as CommandMessage['command'], row.changed);
      commands.push(...(await writeTask(trx, ctx, writeContent.places, task, targets)).commands);
    }
    return { lines, commands };
  });
  await publishCommands(bus, commands);
  return lines;
}

/** States in which a line can be sent again. */
const resendable: readonly number[] = [
  writeStatus.failed,
  writeStatus.unsupported,
  writeStatus.offline,
  writeStatus.expired,
  writeStatus.silent,
];

/** Sends lines again, to the present terminal of their vehicle; one line of result for each. */
export async function resendWrites(ctx: Ctx, bus: Bus, ids: readonly string[]) {
  const { lines, commands } = await ctx.db(async (trx) => {
    const rows = await fromWrites(trx, ctx)
      .select(['w.id', 'w.vehicle_id', 'v.plate_no', 't.command', statusNow.as('status')])
      .where(sql<boolean>`w.id = any(${ids}::bigint[])`)
      .orderBy('w.id')
      .forUpdate('w')
      .execute();
    const known = new Map(rows.map((r) => [r.id, r]));
    const commands: CommandMessage[] = [];
    const lines = [];
    for (const id of new Set(ids)) {
      const row = known.get(id);
      const target =
        row && resendable.includes(row.status) ? await loadTargets(trx, ctx, [row.vehicle_id]).catch(messageOf) : null;
      const msg = !row
        ? notFound('任务').message
        : typeof target === 'string'
          ? target
          : target
            ? ''
            : `状态为${writeStatus.label(row.status)}，不需要重发`;
      const device = Array.isArray(target) ? target[0]?.deviceId : undefined;
      if (row && device !== undefined) {
        await trx
          .updateTable('write_item')
          .set({
            status: writeStatus.waiting,
            device_id: device,
            answer: null,
            expires_at: sql<Date>`now() + make_interval(hours => ${sql.lit(writeLimits.waitHours)})`,
            updated_at: sql<Date>`now()`,
          })
          .where('id', '=', id)
          .where('client_id', '=', ctx.clientId)
          .execute();
        // the column is jsonb; only `writeTask` fills it, with a command
        commands.push({ commandId: id, deviceId: device, command: row.command as CommandMessage['command'] });
      }
      lines.push({ id, name: row?.plate_no ?? '', ok: msg === '', msg });
    }
    return { lines, commands };
  });
  await publishCommands(bus, commands);
  return lines;
}

/** The message of an error that was thrown, for the line of result. */
const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) throw error;
  return error.message;
};
