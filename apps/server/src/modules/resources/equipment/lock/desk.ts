import type { LockToldMessage } from '@tongda/contract/core/topics';
import { instructionSending, lockAction, lockWay } from '@tongda/contract/resources/device/enums';
import { lockStatus } from '@tongda/contract/resources/enums';
import { lockCommandState } from '@tongda/contract/resources/equipment/lock-command';
import { type Kysely, sql } from 'kysely';
import type { Bus } from '../../../../core/bus/topics';
import type { Database } from '../../../../core/db/database';
import type { Trx } from '../../../../core/db/trx';
import type { DB } from '../../../../core/generated/db-types';

/** Takes what locks tell through terminals: answers to commands, and that somebody opened or closed them. It is stored before the terminal is answered. */
export const startLockDesk = ({ bus, database }: { bus: Bus; database: Pick<Database, 'systemDb'> }): (() => void) =>
  bus.subscribe('lockTold', (told) => database.systemDb.transaction().execute((trx) => takeTold(trx, told)));

interface Known {
  id: string;
  lng: number | null;
  lat: number | null;
}

async function takeTold(trx: Trx, told: LockToldMessage): Promise<void> {
  const { rows } =
    await sql<Known>`select l.id::text, s.lng, s.lat from bluetooth_lock l left join device_state s on s.vehicle_id = l.vehicle_id
    where l.client_id = ${told.clientId} and l.mac = ${told.mac} and l.deleted_at is null`.execute(trx);
  const [lock] = rows;
  // a lock that nobody registered: its terminal is answered all the same, or it would repeat it for ever
  if (!lock) return;
  await trx
    .updateTable('bluetooth_lock')
    .set({ battery_pct: Math.min(100, told.batteryPct) })
    .$if(told.status !== null, (b) => b.set({ lock_status: told.status ?? lockStatus.offline }))
    .where('id', '=', lock.id)
    .where('lock_status', '<>', lockStatus.unbound)
    .execute();
  if (told.result !== null) await takeAnswer(trx, lock, told, told.result);
  if (told.event) await takeEvent(trx, lock, told, told.event);
}

/**
 * The lock says what it did with a command. An answer that comes a second time changes nothing; one that comes late, when the command had been given up, counts:
 * what was opened is in the log as opened.
 */
async function takeAnswer(
  trx: Trx,
  lock: Known,
  { serial }: LockToldMessage,
  result: NonNullable<LockToldMessage['result']>,
): Promise<void> {
  const done = result === 'done';
  const command = await trx
    .updateTable('lock_command')
    .set({ state: done ? lockCommandState.done : lockCommandState.refused, answered_at: sql<Date>`now()` })
    .where('id', '=', String(serial))
    .where('lock_id', '=', lock.id)
    .where('state', 'in', [lockCommandState.waiting, lockCommandState.silent])
    .returning(['kind', 'log_id', 'user_name'])
    .executeTakeFirst();
  if (command?.kind !== 'open') return;
  if (done) {
    await putBack(trx, command.log_id);
    await noteLast(trx, lock, { isOpen: true, way: lockWay.remote, at: Date.now() }, command.user_name);
  } else await takeBack(trx, command.log_id, result === 'unreachable' ? '终端联系不上蓝牙锁' : '蓝牙锁拒绝开锁');
}

/** Somebody opened or closed the lock. What was opened from afar stands in the log since it was asked for. */
async function takeEvent(
  trx: Trx,
  lock: Known,
  { clientId, serial }: LockToldMessage,
  event: NonNullable<LockToldMessage['event']>,
): Promise<void> {
  const code =
    event.way === lockWay.code && serial > 0
      ? await trx
          .updateTable('lock_command')
          .set({ state: lockCommandState.used, used_at: new Date(event.at) })
          .where('id', '=', String(serial))
          .where('lock_id', '=', lock.id)
          .where('kind', '=', 'code')
          .returning(['user_id', 'user_name'])
          .executeTakeFirst()
      : undefined;
  const userName = code ? `临时密码（${code.user_name}）` : '';
  const at = new Date(event.at);
  const action = event.isOpen ? lockAction.open : lockAction.close;
  if (!(event.isOpen && event.way === lockWay.remote)) {
    // told twice, because the first answer to the terminal was lost: one row
    await sql`insert into lock_open_log (client_id, lock_id, user_id, user_name, action, way, allowed, lng, lat, at)
      select ${clientId}, ${lock.id}, ${code?.user_id ?? null}::bigint, ${userName}, ${action}, ${event.way}, true, ${lock.lng}::float8, ${lock.lat}::float8, ${at}
      where not exists (select from lock_open_log where lock_id = ${lock.id} and action = ${action} and at = ${at})`.execute(
      trx,
    );
    await noteLast(trx, lock, event, userName);
  }
}

const noteLast = async (
  trx: Trx,
  lock: Known,
  { isOpen, way, at }: NonNullable<LockToldMessage['event']>,
  userName: string,
): Promise<void> => {
  await sql`update bluetooth_lock set last_action = ${isOpen ? lockAction.open : lockAction.close}, last_way = ${way}, last_user = nullif(${userName}, ''),
      last_time = ${new Date(at)}, lng = coalesce(${lock.lng}::float8, lng), lat = coalesce(${lock.lat}::float8, lat)
    where id = ${lock.id} and coalesce(last_time, '-infinity') <= ${new Date(at)}`.execute(trx);
};

/** The log said that a lock was opened; it was not. The opening does not count for its grant either. */
async function takeBack(db: Kysely<DB>, logId: string | null, reason: string): Promise<void> {
  if (logId === null) return;
  const { rows } = await sql<{
    auth_id: string | null;
  }>`update lock_open_log set allowed = false, reason = ${reason} where id = ${logId} and allowed
    returning auth_id::text`.execute(db);
  if (rows[0]?.auth_id)
    await sql`update lock_grant set used_opens = greatest(used_opens - 1, 0) where auth_id = ${rows[0].auth_id}`.execute(
      db,
    );
}

/** The lock was opened after all: it answered when its opening had been taken back. */
async function putBack(db: Kysely<DB>, logId: string | null): Promise<void> {
  if (logId === null) return;
  const { rows } = await sql<{
    auth_id: string | null;
  }>`update lock_open_log set allowed = true, reason = '' where id = ${logId} and not allowed returning auth_id::text`.execute(
    db,
  );
  if (rows[0]?.auth_id)
    await sql`update lock_grant set used_opens = used_opens + 1 where auth_id = ${rows[0].auth_id}`.execute(db);
}

/** How the message of a command to a lock ends when its terminal did not take it. */
const notTaken = [
  instructionSending.refused,
  instructionSending.noAnswer,
  instructionSending.cancelled,
  instructionSending.expired,
];

/** Whether a waiting command of the table `alias` gets no answer any more: its time is over, or its terminal did not take it. */
export const isLeftUnanswered = (alias: string) =>
  sql<boolean>`(${sql.ref(`${alias}.expires_at`)} < now() or exists (select from device_command d
    where d.id = ${sql.ref(`${alias}.command_id`)} and d.state in (${sql.join(notTaken.map((state) => sql.lit(state)))})))`;

/** How the message of a command stands that reached its terminal, as far as is known. */
const reached = [instructionSending.sent, instructionSending.acknowledged, instructionSending.done];

/** Whether the terminal of a command of `lock_command` never got it, or did not do what it says. */
const isTerminals = sql<boolean>`exists (select from device_command d where d.id = lock_command.command_id
    and d.state not in (${sql.join(reached.map((state) => sql.lit(state)))}))`;

/** Ends the commands that no lock answered in time, or that its terminal did not take. Answers how many. */
export async function endSilentCommands(db: Kysely<DB>): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const ended = await trx
      .updateTable('lock_command')
      .set({ state: lockCommandState.silent })
      .where('state', '=', lockCommandState.waiting)
      .where(isLeftUnanswered('lock_command'))
      .returning(['kind', 'log_id', isTerminals.as('is_terminals')])
      .execute();
    for (const { kind, log_id: logId, is_terminals: isTerminal } of ended)
      if (kind === 'open') await takeBack(trx, logId, isTerminal ? '终端没有收到或没有执行开锁指令' : '蓝牙锁没有应答');
    return ended.length;
  });
}
