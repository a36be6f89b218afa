import type { TerminalCommand } from '@tongda/contract/core/topics';
import { instructionSending } from '@tongda/contract/resources/device/enums';
import type { CommandKind, CommandOrder } from '@tongda/contract/watch/command/kind';
import { answerS, cutBelowKmh, cutFreshMin, paceOf, upgradeS, writeS } from '@tongda/contract/watch/command/kind';
import { type CommandEvent, type CommandState, nextLife, type Strayed } from '@tongda/contract/watch/command/life';
import type { Pool } from 'pg';
import { brokenIndex } from '../../core/db/unique';
import type { Serials } from './talks';

/** A command that a gateway has taken out of the queue and sends now. */
export interface TakenCommand {
  id: string;
  clientId: string;
  /** null: it is for a recorder, or a terminal in stock */
  vehicleId: string | null;
  /** who gave it */
  userId: string | null;
  kind: CommandKind;
  order: CommandOrder;
  /** of a task of 写入设备: what is written; null otherwise */
  written: TerminalCommand | null;
  state: CommandState;
  attempts: number;
  /** why it must not go out any more: where its terminal is now; null when it may */
  strayed: Strayed | null;
  /** the vehicle's last report is fresh and says that it stands or crawls */
  slow: boolean;
}

/** A message of a command as it went out, which an answer knows by its serials. */
export interface WentOut {
  /** of which sending it was, and which of its messages, from 1 */
  attempt: number;
  no: number;
  /** messages of that sending */
  of: number;
  /** hex */
  msgId: string;
  /** serial of its first package */
  first: number;
  packages: number;
}

/** A command that went out, with the messages of which it is known that they did. */
export interface SentCommand extends TakenCommand {
  wentOut: WentOut[];
  /** the sendings of which all messages are known: their own process wrote down how they ended, the process of any other was killed or is at it */
  told: number[];
}

/** What went out to a terminal lately: commands, and what the gateway itself asked. */
export interface SentLately {
  commands: SentCommand[];
  own: Array<Pick<WentOut, 'msgId' | 'first' | 'packages'>>;
}

/** Whose row has changed: for the pages. */
export type ChangedCommand = Pick<TakenCommand, 'id' | 'clientId' | 'vehicleId' | 'userId'>;

/** What is written beside the state. */
export interface Noted {
  answer?: unknown;
  /** what went out */
  sent?: SentMessage;
  /** messages that went out and are not written yet */
  went?: readonly WentOut[];
  /** with these, all messages of this sending are written */
  told?: boolean;
  /** the result is expected for so long from now, s */
  waitS?: number;
}

/** A message as it went out, without its header; of a long body the first bytes. */
export interface SentMessage {
  msgId: string;
  hex: string;
  bytes: number;
  /** those that followed it, of a task of several messages */
  more?: SentMessage[];
}

/** The queue of commands, as far as a gateway needs it. Every function rejects while the database is away. */
export interface CommandStore {
  /** Devices, of those named or of all, for which something waits. */
  waiting(deviceIds?: readonly string[]): Promise<string[]>;
  /**
   * Takes the oldest command of a device that may go out now for the gateway `by`; null when there is none, when another one is under way, or when the
   * terminal is connected to another gateway by now.
   */
  take(deviceId: string, by: string): Promise<TakenCommand | null>;
  /**
   * Writes what an event makes of a command, which is changed by it. False when the event says nothing in its state, or when the row is no longer what it
   * was (sent anew by another process).
   */
  note(command: TakenCommand, event: CommandEvent, more?: Noted): Promise<boolean>;
  /** Writes down under which serials messages of a command have gone out, and what did: an answer may find it when this process is no more. */
  noteSent(command: TakenCommand, went: readonly WentOut[], sent?: SentMessage): Promise<void>;
  /** The same for what the gateway itself asks of a device. */
  noteOwn(deviceId: string, msgId: string, serials: Serials): Promise<void>;
  /** Commands of a device that went out over a connection which is not there any more: by another process, as the device has come here. */
  forsaken(deviceId: string, by: string): Promise<TakenCommand[]>;
  /** Commands whose answer is long overdue, because the process that waited for it is gone. */
  overdue(): Promise<TakenCommand[]>;
  /** The command that upgrades a device and has no result yet, also one whose result came too late; null when there is none. */
  upgrading(deviceId: string): Promise<SentCommand | null>;
  /** Writes how far a command has come that goes on: its state stays, its result is awaited anew from now on. False when it does not go on. */
  noteProgress(command: TakenCommand, answer: unknown): Promise<boolean>;
  /** What went out to a device in the last half hour, on whatever connection and whatever became of it. */
  sentLately(deviceId: string): Promise<SentLately>;
  /** Ends commands that waited too long. */
  expire(): Promise<ChangedCommand[]>;
}

interface Row {
  id: string;
  client_id: string;
  vehicle_id: string | null;
  created_by: string | null;
  kind: CommandKind;
  params: CommandOrder;
  written: TerminalCommand | null;
  state: CommandState;
  attempts: number;
  strayed: Strayed | null;
  slow: boolean;
}

const takenOf = (row: Row): TakenCommand => ({
  id: row.id,
  clientId: row.client_id,
  vehicleId: row.vehicle_id,
  userId: row.created_by,
  kind: row.kind,
  order: row.params,
  written: row.written,
  state: row.state,
  attempts: row.attempts,
  strayed: row.strayed,
  slow: row.slow,
});

type SentRow = Row & { went_out: WentOut[]; told_attempts: number[] };
const sentOf = (row: SentRow): SentCommand => ({
  ...takenOf(row),
  wentOut: row.went_out,
  told: row.told_attempts,
});

const slowSql = `exists (select from device_state s where s.vehicle_id = c.vehicle_id and s.device_time > now() - make_interval(mins => ${cutFreshMin})
  and (s.live->>'speedKmh')::float8 < ${cutBelowKmh})`;
const writtenSql = `case c.kind when 'write' then (select t.command from write_task t where t.id = (c.params->>'taskId')::bigint) end`;
const rowSql = `c.id::text, c.client_id::text, c.vehicle_id::text, c.created_by::text, c.kind, c.params, ${writtenSql} as written, c.state, c.attempts, command_strayed(c) as strayed, ${slowSql} as slow`;

/** How long the answer may take, s: as `paceOf` says. */
const patienceSql = `case c.kind when 'upgrade' then ${upgradeS} when 'write' then ${writeS} when 'custom' then coalesce((c.params->>'waitS')::int, ${answerS}) else ${answerS} end`;
/** It may go out now. */
const dueSql = 'expires_at > now() and (not_before is null or not_before <= now())';

/** `u` keeps `q` waiting: one at a time, but a question that the terminal has taken waits for its driver and keeps further questions waiting only. */
const holdsSql = `(u.state = 1 or (u.state = 7 and (u.kind <> 'question' or q.kind = 'question')))`;

const takeSql = `
  update device_command c set state = 1, attempts = c.attempts + 1, sent_by = $2, sent_at = now(),
    deadline_at = now() + make_interval(secs => ${patienceSql}), cause = ''
  where c.state = 0 and not exists (select from terminal_holder h where h.device_id = $1 and h.gateway <> $2)
    and c.id = (select q.id from device_command q where q.device_id = $1 and q.state = 0 and ${dueSql}
    and not exists (select from device_command u where u.device_id = $1 and ${holdsSql}) order by q.id limit 1)
  returning ${rowSql}`;

/** Only the state and the time of sending that the writer knows may be followed by the next one. */
const noteSql = `
  update device_command c set state = $3::smallint, cause = $4, went_out = c.went_out || $5::jsonb,
    told_attempts = case when $11 then c.told_attempts || c.attempts else c.told_attempts end,
    sent_message = coalesce($10::jsonb, c.sent_message), answer = coalesce($6::jsonb, c.answer),
    answered_at = case when $7::boolean then coalesce(c.answered_at, now()) else c.answered_at end,
    ended_at = case when $3::smallint in (2, 3, 4, 6, 8) then now() end,
    deadline_at = case when $3::smallint = 7 then now() + make_interval(secs => $8::int) else c.deadline_at end
  where c.id = $1 and c.attempts = $2::smallint and c.state = $9::smallint`;

const heard: ReadonlySet<CommandEvent['what']> = new Set(['accepted', 'refused', 'answered']);

/** Keeps with the device what a command has changed in it: its firmware, the interval of a recorder. */
async function noteDone(pool: Pool, { id, order }: TakenCommand): Promise<void> {
  if (order.kind === 'upgrade')
    await pool.query(
      `with c as (select device_id, portable_id from device_command where id = $1),
         d as (update device set fw_version = $2, fw_told_by = null, fw_told_at = null from c where device.id = c.device_id and c.portable_id is null)
       update portable_device set fw_version = $2, fw_told_by = null, fw_told_at = null from c where portable_device.id = c.portable_id`,
      [id, order.fwVersion],
    );
  const interval = order.kind === 'setParams' ? order.values.find((value) => value.id === INTERVAL) : undefined;
  if (interval)
    await pool.query(
      `update portable_device p set upload_interval_s = $2, wanted_interval_s = null, interval_state = 'done', interval_at = now()
       from device_command c where c.id = $1 and p.id = c.portable_id`,
      [id, Number.parseInt(interval.hex, 16)],
    );
}

/** Parameter 0x0029: the reporting interval, s. */
const INTERVAL = 0x29;

/** How long after its deadline a command counts as left alone, s: whoever waits for its answer has written long before. */
const OVERDUE_S = 10;

/** For so long an answer may still come over a later connection, min. */
const LATE_MIN = 30;

/** The queue in PostgreSQL. `pool` must be the owner's, as a gateway serves the terminals of all companies. */
export const pgCommandStore = (pool: Pool): CommandStore => ({ ...queueOf(pool), ...historyOf(pool) });

/** What waits, what is under way, and what becomes of it. */
function queueOf(pool: Pool) {
  return {
    async waiting(deviceIds) {
      const { rows } = await pool.query<{ id: string }>(
        `select distinct device_id::text as id from device_command where state = 0 and ${dueSql}
           ${deviceIds ? 'and device_id = any($1::bigint[])' : ''}`,
        deviceIds ? [deviceIds] : [],
      );
      return rows.map(({ id }) => id);
    },
    async take(deviceId, by) {
      try {
        const { rows } = await pool.query<Row>(takeSql, [deviceId, by]);
        return rows[0] ? takenOf(rows[0]) : null;
      } catch (error) {
        // two gateways took at once: the index lets only one command of a device be under way
        if (brokenIndex(error) !== null) return null;
        throw error;
      }
    },
    async note(command, event, { answer, sent, went = [], told = false, waitS = 0 } = {}) {
      const { repeatable, attempts } = paceOf(command.order);
      const next = nextLife({ ...command, repeatable, maxAttempts: attempts }, event);
      if (!next) return false;
      const { rowCount } = await pool.query(noteSql, [
        command.id,
        command.attempts,
        next.state,
        next.cause,
        JSON.stringify(went),
        answer === undefined ? null : JSON.stringify(answer),
        heard.has(event.what),
        waitS,
        command.state,
        sent === undefined ? null : JSON.stringify(sent),
        told,
      ]);
      if (rowCount !== 1) return false;
      command.state = next.state;
      if (next.state === instructionSending.done) await noteDone(pool, command);
      return true;
    },
    async noteSent({ id, attempts }, went, sent) {
      await pool.query(
        `update device_command set went_out = went_out || $3::jsonb, sent_message = coalesce($4::jsonb, sent_message)
         where id = $1 and attempts = $2 and state = 1`,
        [id, attempts, JSON.stringify(went), sent === undefined ? null : JSON.stringify(sent)],
      );
    },
  } satisfies Partial<CommandStore>;
}

/** What has gone out: what may still be answered late, and what was left alone. */
function historyOf(pool: Pool) {
  return {
    async noteOwn(deviceId, msgId, { first, count }) {
      await pool.query(
        `with old as (delete from terminal_asked where asked_at < now() - make_interval(mins => ${LATE_MIN}))
         insert into terminal_asked (device_id, msg_id, first_serial, packages) values ($1, $2, $3, $4)`,
        [deviceId, msgId, first, count],
      );
    },
    async forsaken(deviceId, by) {
      const { rows } = await pool.query<Row>(
        `select ${rowSql} from device_command c where c.device_id = $1 and c.state in (1, 7) and c.sent_by is distinct from $2`,
        [deviceId, by],
      );
      return rows.map(takenOf);
    },
    async overdue() {
      const { rows } = await pool.query<Row>(
        `select ${rowSql} from device_command c where c.state in (1, 7) and c.deadline_at < now() - make_interval(secs => ${OVERDUE_S})`,
      );
      return rows.map(takenOf);
    },
    async upgrading(deviceId) {
      const { rows } = await pool.query<SentRow>(
        // the newest one alone: what comes after it has ended is about it, and not about one before it
        `select ${rowSql}, c.went_out, c.told_attempts from (select * from device_command d where d.device_id = $1 and d.kind = 'upgrade'
           and greatest(d.sent_at + make_interval(secs => ${2 * upgradeS}), d.deadline_at) > now() order by d.sent_at desc, d.id desc limit 1) c
         where c.state in (1, 4, 7)`,
        [deviceId],
      );
      return rows[0] ? sentOf(rows[0]) : null;
    },
    async noteProgress({ id }, answer) {
      const { rowCount } = await pool.query(
        `update device_command c set answer = $2::jsonb, deadline_at = greatest(c.deadline_at, now() + make_interval(secs => ${patienceSql}))
         where c.id = $1 and c.state in (1, 7)`,
        [id, JSON.stringify(answer)],
      );
      return rowCount === 1;
    },
    async sentLately(deviceId) {
      const { rows } = await pool.query<SentRow>(
        `select ${rowSql}, c.went_out, c.told_attempts from device_command c
         where c.device_id = $1 and c.sent_at > now() - make_interval(mins => ${LATE_MIN})`,
        [deviceId],
      );
      const own = await pool.query<SentLately['own'][number]>(
        `select msg_id as "msgId", first_serial as first, packages from terminal_asked
         where device_id = $1 and asked_at > now() - make_interval(mins => ${LATE_MIN})`,
        [deviceId],
      );
      return { commands: rows.map(sentOf), own: own.rows };
    },
    async expire() {
      const { rows } = await pool.query<Row>(
        `update device_command c set state = 8, cause = case c.state when 9 then 'notReviewed' else 'expired' end, ended_at = now()
           where c.state in (0, 9) and c.expires_at <= now()
         returning ${rowSql}`,
      );
      return rows.map(takenOf);
    },
  } satisfies Partial<CommandStore>;
}
