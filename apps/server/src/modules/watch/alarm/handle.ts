import { codes, type Output, type Parsed } from '@tongda/contract/core/endpoint';
import {
  type alarmAppeal,
  type alarmDismiss,
  type alarmHandle,
  type alarmReopen,
  type alarmUndo,
  claimMs,
  undoMs,
} from '@tongda/contract/watch/alarm/calls';
import { alarmHandleStatus } from '@tongda/contract/watch/alarm/enums';
import { overdueMs } from '@tongda/contract/watch/alarm/urgency';
import { alarmTitle, isAlarmKind } from '@tongda/contract/watch/alarm/words';
import { type Kysely, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { DB } from '../../../core/generated/db-types';
import type { Ctx } from '../../../core/http/ctx';
import { AppError, forbiddenError, invalidField, notFound, versionConflict } from '../../../core/http/errors';
import { closeMessagesAbout } from '../../base/message/door';
import { alarmTag } from './message-words';
import { listAlarms } from './repo';
import type { StoredAlarm } from './rows';

type Status = StoredAlarm['handleStatus'];
const final: ReadonlySet<number> = new Set([alarmHandleStatus.closed, alarmHandleStatus.falseAlarm]);
const illegalStep = (msg: string): AppError => new AppError(codes.illegalTransition, msg);

/** The caller's alarms by id, locked in the order of their ids, so that two requests cannot wait for each other. */
async function lockAlarms(trx: Trx, ctx: Ctx, ids: readonly string[]): Promise<Map<string, StoredAlarm>> {
  await sql`select from episode where id = any(${[...ids]}::bigint[]) and client_id = ${ctx.clientId} and alarm order by id for update`.execute(
    trx,
  );
  const list = await listAlarms(trx, ctx, { ids: [...ids], limit: ids.length, offset: 0 });
  return new Map(list.map((alarm) => [alarm.id, alarm]));
}

/** 4009 for an alarm that was changed since it was read, with who did that; its own state changes too, as when it ends. */
const changedAlarm = ({ handledBy, handleStatus }: StoredAlarm): AppError =>
  versionConflict(
    `${handledBy ? `${handledBy} 已将报警改为“${alarmHandleStatus.label(handleStatus)}”` : '报警已有变化'}，请刷新后重试`,
  );

/** The error for an alarm that the caller cannot handle now (gone, shared in, changed since, finished); null when he can. */
function refusalOf(ctx: Ctx, alarm: StoredAlarm | undefined, version: number, now: number): AppError | null {
  if (!alarm) return notFound('报警');
  if (alarm.shared) return forbiddenError('共享车辆的报警由所属公司处理');
  if (alarm.status === 2) return illegalStep('报警已撤销，无需处理');
  const mine = alarm.handledById === ctx.userId;
  if (final.has(alarm.handleStatus))
    return new AppError(codes.conflict, mine ? '报警已处理' : `报警已被${alarm.handledBy || '他人'}处理`);
  const claimed =
    alarm.handleStatus === alarmHandleStatus.inProgress && !mine && now - (alarm.handledAt ?? 0) < claimMs;
  if (claimed) return illegalStep(`该报警正由${alarm.handledBy}处理`);
  return alarm.version === version ? null : changedAlarm(alarm);
}

/** An appeal is decided: it is not taken up like a fresh alarm. */
const refusalOfResult = (alarm: StoredAlarm | undefined, result: Status): AppError | null =>
  alarm?.handleStatus === alarmHandleStatus.appeal && !final.has(result)
    ? illegalStep('申诉中的报警只能裁定为“已处理”或“误报”')
    : null;

/** What a person decides about alarms: 处理 with its result and ways, or 误报. */
type Handling = Parsed<typeof alarmDismiss> & { handleStatus: Status; ways: readonly number[] };

/** Handles alarms and answers a line of result for each. When there is only one and it cannot be handled, that is an error. */
export function handleAlarms(ctx: Ctx, input: Handling, now = Date.now()): Promise<Output<typeof alarmHandle>> {
  return ctx.db(async (trx) => {
    await checkFiles(trx, ctx, input.files);
    const versions = new Map(input.alarms.map(({ id, version }) => [id, version]));
    const alarms = await lockAlarms(trx, ctx, [...versions.keys()]);
    const done: StoredAlarm[] = [];
    const lines = [...versions].map(([id, version]) => {
      const alarm = alarms.get(id);
      const refusal = refusalOf(ctx, alarm, version, now) ?? refusalOfResult(alarm, input.handleStatus);
      if (refusal && versions.size === 1) throw refusal;
      if (alarm && !refusal) done.push(alarm);
      return { id, name: alarm ? nameOf(alarm) : '', ok: !refusal, msg: refusal?.message ?? '' };
    });
    const [only] = done;
    if (input.sameKind && only && versions.size === 1) {
      const more = await listSameKind(trx, ctx, only, now);
      done.push(...more);
      lines.push(...more.map((alarm) => ({ id: alarm.id, name: nameOf(alarm), ok: true, msg: '' })));
    }
    for (const alarm of done)
      await recordStep(trx, ctx, alarm, { ...input, action: 'handle', status: input.handleStatus });
    if (final.has(input.handleStatus))
      await closeMessagesAbout(
        trx,
        ctx.clientId,
        done.map(({ id }) => alarmTag(id)),
      );
    return lines;
  });
}

const nameOf = (alarm: StoredAlarm): string => `${alarm.plateNo} ${alarmTitle(alarm)}`;

/** The other unfinished alarms of the same vehicle and kind, locked. */
async function listSameKind(trx: Trx, ctx: Ctx, like: StoredAlarm, now: number): Promise<StoredAlarm[]> {
  if (!isAlarmKind(like.kind)) return [];
  const wish = { vehicleId: like.vehicleId, kind: like.kind, waiting: 1 as const };
  const found = await listAlarms(trx, ctx, { ...wish, limit: 200, offset: 0 });
  const alarms = await lockAlarms(
    trx,
    ctx,
    found.map(({ id }) => id),
  );
  return [...alarms.values()].filter(
    ({ id, version }) => id !== like.id && !refusalOf(ctx, alarms.get(id), version, now),
  );
}

async function checkFiles(trx: Trx, ctx: Ctx, files: readonly string[]): Promise<void> {
  if (files.length === 0) return;
  const own = await trx
    .selectFrom('file')
    .select('id')
    .where('id', 'in', [...files])
    .where('user_id', '=', ctx.userId)
    .where('client_id', '=', ctx.clientId)
    .execute();
  if (own.length < new Set(files).size) throw invalidField('files', '附件不存在，请重新上传');
}

interface Step {
  action: 'handle' | 'appeal' | 'undo' | 'reopen';
  status: Status;
  remark: string;
  ways?: readonly number[];
  files?: readonly string[];
}

/** Records one step of a person: the new state on the alarm, and the step in its trace. */
async function recordStep(
  trx: Trx,
  ctx: Ctx,
  alarm: StoredAlarm,
  { action, status, remark, ways = [], files = [] }: Step,
): Promise<void> {
  const who = ctx.actor ? `${ctx.userName}（${ctx.actor.name}代操作）` : ctx.userName;
  const waits = status === alarmHandleStatus.open;
  await trx
    .updateTable('episode')
    .set({
      handle_status: status,
      handled_by: waits ? null : ctx.userId,
      handled_name: waits ? '' : who,
      handled_at: waits ? null : sql<Date>`now()`,
      handle_remark: waits ? '' : remark,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', alarm.id)
    .where('client_id', '=', ctx.clientId)
    .execute();
  await trx
    .insertInto('alarm_handle')
    .values({
      client_id: ctx.clientId,
      episode_id: alarm.id,
      action,
      status_before: alarm.handleStatus,
      status,
      ways: [...ways],
      remark,
      file_ids: [...files],
      user_id: ctx.userId,
      user_name: who,
    })
    .execute();
}

async function lockAlarm(trx: Trx, ctx: Ctx, { id, version }: { id: string; version: number }): Promise<StoredAlarm> {
  const alarm = (await lockAlarms(trx, ctx, [id])).get(id);
  if (!alarm) throw notFound('报警');
  if (alarm.shared) throw forbiddenError('共享车辆的报警由所属公司处理');
  if (alarm.version !== version) throw changedAlarm(alarm);
  return alarm;
}

/** 申诉: the alarm waits for a decision then, whoever had taken it up. Finished alarms are opened again first, which is a right of its own. */
export function appealAlarm(ctx: Ctx, { remark, files, ...input }: Parsed<typeof alarmAppeal>): Promise<null> {
  return ctx.db(async (trx) => {
    await checkFiles(trx, ctx, files);
    const alarm = await lockAlarm(trx, ctx, input);
    if (alarm.status === 2) throw illegalStep('报警已撤销，无需申诉');
    if (final.has(alarm.handleStatus)) throw illegalStep('报警已有处理结果，请先重新打开再申诉');
    if (alarm.handleStatus === alarmHandleStatus.appeal) throw illegalStep(`${alarm.handledBy}已申诉，等待裁定`);
    await recordStep(trx, ctx, alarm, { action: 'appeal', status: alarmHandleStatus.appeal, remark, files });
    return null;
  });
}

/** Until when the caller may take back his last step on an alarm, epoch ms; null when he may not. */
export const undoUntil = (ctx: Pick<Ctx, 'userId'>, alarm: StoredAlarm, now = Date.now()): number | null => {
  const mine = alarm.handleStatus !== alarmHandleStatus.open && alarm.handledById === ctx.userId;
  const until = (alarm.handledAt ?? 0) + undoMs;
  return mine && !alarm.shared && until > now ? until : null;
};

/** Takes the caller's own last step back: the alarm is open again. 4010 when it is too late or not his step. */
export function undoHandling(ctx: Ctx, input: Parsed<typeof alarmUndo>): Promise<null> {
  return ctx.db(async (trx) => {
    const alarm = await lockAlarm(trx, ctx, input);
    if (undoUntil(ctx, alarm) === null) throw illegalStep('只能在 10 分钟内撤回自己的处理');
    await recordStep(trx, ctx, alarm, { action: 'undo', status: alarmHandleStatus.open, remark: '' });
    return null;
  });
}

/** Marks alarms as 超时未处理 that nobody has handled in time since they were announced or opened again. Answers how many. */
export async function markOverdue(db: Kysely<DB>, now = Date.now()): Promise<number> {
  const before = new Date(now - overdueMs);
  const { numAffectedRows } = await sql`update episode e set handle_status = ${alarmHandleStatus.overdue}
    where e.alarm and e.handle_status = 0 and e.status <> 2 and e.level >= 2 and e.announced_at < ${before}
      and not exists (select from alarm_handle h where h.episode_id = e.id and h.at >= ${before})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Opens a finished alarm again, with a reason. */
export function reopenAlarm(ctx: Ctx, { remark, ...input }: Parsed<typeof alarmReopen>): Promise<null> {
  return ctx.db(async (trx) => {
    const alarm = await lockAlarm(trx, ctx, input);
    if (!final.has(alarm.handleStatus)) throw illegalStep('报警尚未处理，无需重新打开');
    await recordStep(trx, ctx, alarm, { action: 'reopen', status: alarmHandleStatus.open, remark });
    return null;
  });
}
