import { randomInt } from 'node:crypto';
import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { motionState } from '@tongda/contract/core/live';
import { lockWay } from '@tongda/contract/resources/device/enums';
import { lockStatus } from '@tongda/contract/resources/enums';
import {
  lockCommandState,
  type lockCommands,
  type lockRemoteOpen,
  type lockTempCode,
} from '@tongda/contract/resources/equipment/lock-command';
import type { LockOrder } from '@tongda/contract/watch/command/kind';
import { sql } from 'kysely';
import { requireRow } from '../../../../core/db/rows';
import type { Trx } from '../../../../core/db/trx';
import { wireTimeSql } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { blockedByRule, invalidField } from '../../../../core/http/errors';
import { recordChanges } from '../../../../core/record/audit';
import { requireProof } from '../../../base/identity/door';
import { seesAll } from '../../../base/org/door';
import { openLock } from '../../../company/resource-auth/door';
import { storeCommands } from '../../../watch/command/door';
import { isLeftUnanswered } from './desk';
import { type FoundLock, findLock } from './repo';
import { lockEntity } from './writes';

/** A lock answers within this time, minutes; a code may wait for the terminal for longer, as it is used later. */
const openWaitMin = 2;
const codeWaitMin = 60;
/** Above this speed a box is not opened from afar, km/h. */
const standingKmh = 5;

interface Reach {
  clientId: string;
  deviceId: string | null;
  state: number | null;
  speedKmh: number | null;
  lng: number | null;
  lat: number | null;
  own: boolean;
}

/** How a lock is reached, and whether it is of the caller's own departments. */
async function loadReach(trx: Trx, ctx: Ctx, id: string): Promise<Reach> {
  const { rows } = await sql<Reach>`
    select l.client_id::text as "clientId", b.device_id::text as "deviceId", (s.live->>'state')::int as state, (s.live->>'speedKmh')::float8 as "speedKmh",
      s.lng, s.lat, coalesce(l.org_id in (select scope_orgs(${ctx.userId}::bigint)), false) as own
    from bluetooth_lock l left join device_binding b on b.vehicle_id = l.vehicle_id and b.during @> now() left join device_state s on s.vehicle_id = l.vehicle_id
    where l.id = ${id}`.execute(trx);
  return requireRow(rows[0], '蓝牙锁');
}

/** Why a lock cannot be reached now; null when it can. */
function farReason(lock: FoundLock, reach: Reach): string | null {
  if (lock.boundTo === null) return `蓝牙锁${lock.lockNo}没有绑定车辆`;
  if (lock.mac === null) return `蓝牙锁${lock.lockNo}没有登记MAC，请先编辑填写`;
  if (reach.deviceId === null) return `车辆${lock.plateNo}没有绑定终端，无法联系蓝牙锁`;
  return null;
}

/** Why a box is not opened from afar now; null when it may be. */
function closedReason(lock: FoundLock, { state, speedKmh }: Reach): string | null {
  if (lock.lockStatus === lockStatus.offline) return `蓝牙锁${lock.lockNo}离线，不能远程开锁`;
  if (state === null || state === motionState.offline || state === motionState.never)
    return `车辆${lock.plateNo}的终端离线，不能远程开锁`;
  // a truck whose speed is not known is not taken to be standing
  if (speedKmh === null || speedKmh >= standingKmh)
    return `车辆${lock.plateNo}${speedKmh === null ? '速度未知' : '正在行驶'}，停车后才能远程开锁`;
  return null;
}

interface Asked {
  kind: 'open' | 'code';
  reason: string;
  waitMin: number;
  validMin?: number;
  logId?: string;
}

/** Writes what is asked of a lock and puts the message into its terminal's queue; answers the id of the command. */
async function askLock(
  trx: Trx,
  ctx: Ctx,
  { lock, reach, asked, askOf }: { lock: FoundLock; reach: Reach; asked: Asked; askOf: (serial: number) => LockOrder },
): Promise<string> {
  const { id } = await trx
    .insertInto('lock_command')
    .values({
      client_id: reach.clientId,
      lock_id: lock.id,
      kind: asked.kind,
      log_id: asked.logId ?? null,
      user_id: ctx.userId,
      user_name: ctx.userName,
      reason: asked.reason,
      valid_until: asked.validMin === undefined ? null : sql<Date>`now() + make_interval(mins => ${asked.validMin})`,
      expires_at: sql<Date>`now() + make_interval(mins => ${asked.waitMin})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const summary = `${asked.kind === 'open' ? '远程开锁' : '设置临时密码'} ${lock.lockNo}`;
  const taker = { id: lock.boundTo ?? '', clientId: reach.clientId, deviceId: reach.deviceId ?? '' };
  const stored = await storeCommands(trx, ctx, [taker], {
    order: { kind: 'raw', lock: askOf(Number(id)) },
    summary,
    reason: asked.reason,
  });
  const commandId = stored.get(taker.deviceId) ?? null;
  await trx.updateTable('lock_command').set({ command_id: commandId }).where('id', '=', id).execute();
  await sql`update device_command set expires_at = now() + make_interval(mins => ${asked.waitMin}) where id = ${commandId}`.execute(
    trx,
  );
  await recordChanges(trx, ctx, [
    {
      entity: lockEntity.entity,
      entityId: lock.id,
      action: asked.kind === 'open' ? '远程开锁' : '发放临时密码',
      changes: [{ field: 'reason', label: '原因', before: '', after: asked.reason }],
    },
  ]);
  return id;
}

/** 远程开锁: by the owner or a grant, with the password and the end of the lock's number; only while the lock can be reached and the truck stands. A refusal stays in the log of the lock. */
export async function openFromAfar(ctx: Ctx, { id, reason, tail }: Parsed<typeof lockRemoteOpen>) {
  const done = await ctx.db(async (trx) => {
    const lock = requireRow(await findLock(trx, ctx, id), '蓝牙锁');
    if (lock.lockNo.slice(-4).toUpperCase() !== tail.toUpperCase())
      throw invalidField('tail', '与锁编号的后4位不一致，请核对');
    const reach = await loadReach(trx, ctx, id);
    const why = farReason(lock, reach) ?? closedReason(lock, reach);
    if (why !== null) throw blockedByRule(why);
    await requireProof(trx, ctx, `远程打开蓝牙锁${lock.lockNo}`);
    const decision = await openLock(trx, ctx, { lockId: id, way: lockWay.remote, lng: reach.lng, lat: reach.lat });
    if (!decision.allowed) return decision.reason;
    const askOf = (serial: number): LockOrder => ({ mac: lock.mac ?? '', serial, what: 'open' });
    const asked: Asked = { kind: 'open', reason, waitMin: openWaitMin, logId: decision.logId };
    return { commandId: await askLock(trx, ctx, { lock, reach, asked, askOf }) };
  });
  // thrown when the log is written
  if (typeof done === 'string') throw blockedByRule(done);
  return done;
}

/** 临时密码: random digits that open once until they are over. They are shown once and kept nowhere but in the lock and its message. */
export function giveTempCode(ctx: Ctx, { id, digits, minutes, reason }: Parsed<typeof lockTempCode>) {
  return ctx.db(async (trx) => {
    const lock = requireRow(await findLock(trx, ctx, id), '蓝牙锁');
    const reach = await loadReach(trx, ctx, id);
    if (!reach.own && !seesAll(ctx)) throw blockedByRule('临时密码只能由锁所属部门的人员发放');
    const why = farReason(lock, reach);
    if (why !== null) throw blockedByRule(why);
    const code = String(randomInt(10 ** digits)).padStart(digits, '0');
    const askOf = (serial: number): LockOrder => ({ mac: lock.mac ?? '', serial, what: 'setCode', code, minutes });
    const asked: Asked = { kind: 'code', reason, waitMin: Math.min(codeWaitMin, minutes), validMin: minutes };
    return { code, commandId: await askLock(trx, ctx, { lock, reach, asked, askOf }) };
  });
}

/** What was asked of a lock lately, newest first. */
export function listLockCommands(ctx: Ctx, { id }: Parsed<typeof lockCommands>): Promise<Output<typeof lockCommands>> {
  return ctx.db(async (trx) => {
    requireRow(await findLock(trx, ctx, id), '蓝牙锁');
    const time = (column: string) => sql<string | null>`${wireTimeSql(sql<Date>`${sql.ref(column)}`, ctx.timeZone)}`;
    return (
      trx
        .selectFrom('lock_command as c')
        .select(['c.id', 'c.kind', 'c.user_name as userName', 'c.reason'])
        // an answer that did not come in time is known here before the desk has written it down
        .select(
          sql<number>`case when c.state = ${sql.lit(lockCommandState.waiting)} and ${isLeftUnanswered('c')} then ${sql.lit(lockCommandState.silent)} else c.state end`.as(
            'state',
          ),
        )
        .select([time('c.created_at').as('createTime'), time('c.answered_at').as('answerTime')])
        .select([time('c.valid_until').as('untilTime'), time('c.used_at').as('useTime')])
        .where('c.lock_id', '=', id)
        .where('c.client_id', '=', ctx.clientId)
        .orderBy('c.id', 'desc')
        .limit(20)
        .$castTo<Output<typeof lockCommands>[number]>()
        .execute()
    );
  });
}
