import type { CommandKind, CommandOrder } from '@tongda/contract/watch/command/kind';
import { answerS, cutBelowKmh, cutFreshMin, kindRules } from '@tongda/contract/watch/command/kind';
import { type CommandEvent, type CommandState, nextLife } from '@tongda/contract/watch/command/life';
import type { Pool } from 'pg';
import { brokenIndex } from '../../core/db/unique';

/** A command that a gateway has taken out of the queue and sends now. */
export interface TakenCommand {
  id: string;
  clientId: string;
  vehicleId: string;
  /** who gave it */
  userId: string | null;
  kind: CommandKind;
  order: CommandOrder;
  state: CommandState;
  attempts: number;
  /** the terminal is still mounted in the vehicle that the command is for */
  bound: boolean;
  /** the vehicle's last report is fresh and says that it stands or crawls */
  slow: boolean;
}

/** Whose row has changed: for the pages. */
export type ChangedCommand = Pick<TakenCommand, 'id' | 'clientId' | 'vehicleId' | 'userId'>;

/** What is written beside the state. */
export interface Noted {
  serial?: number;
  answer?: unknown;
  /** the result is expected for so long from now, s */
  waitS?: number;
}

/** The queue of commands, as far as a gateway needs it. Every function rejects while the database is away. */
export interface CommandStore {
  /** Devices, of those named or of all, for which something waits. */
  waiting(deviceIds?: readonly string[]): Promise<string[]>;
  /** Takes the oldest waiting command of a device for the gateway `by`; null when there is none, or when another one is under way. */
  take(deviceId: string, by: string): Promise<TakenCommand | null>;
  /**
   * Writes what an event makes of a command, which is changed by it. False when the event says nothing in its state, or when the row is no longer what it
   * was (sent anew by another process).
   */
  note(command: TakenCommand, event: CommandEvent, more?: Noted): Promise<boolean>;
  /** Commands of a device that went out over a connection which is not there any more: by another process, as the device has come here. */
  forsaken(deviceId: string, by: string): Promise<TakenCommand[]>;
  /** Commands whose answer is long overdue, because the process that waited for it is gone. */
  overdue(): Promise<TakenCommand[]>;
  /** Ends commands that waited too long. */
  expire(): Promise<ChangedCommand[]>;
}

interface Row {
  id: string;
  client_id: string;
  vehicle_id: string;
  created_by: string | null;
  kind: CommandKind;
  params: CommandOrder;
  state: CommandState;
  attempts: number;
  bound: boolean;
  slow: boolean;
}

const takenOf = (row: Row): TakenCommand => ({
  id: row.id,
  clientId: row.client_id,
  vehicleId: row.vehicle_id,
  userId: row.created_by,
  kind: row.kind,
  order: row.params,
  state: row.state,
  attempts: row.attempts,
  bound: row.bound,
  slow: row.slow,
});

const boundSql = `exists (select from device_binding b where b.device_id = c.device_id and b.vehicle_id = c.vehicle_id and b.during @> now())`;
const slowSql = `exists (select from device_state s where s.vehicle_id = c.vehicle_id and s.device_time > now() - make_interval(mins => ${cutFreshMin})
  and (s.live->>'speedKmh')::float8 < ${cutBelowKmh})`;
const rowSql = `c.id::text, c.client_id::text, c.vehicle_id::text, c.created_by::text, c.kind, c.params, c.state, c.attempts, ${boundSql} as bound, ${slowSql} as slow`;

const takeSql = `
  update device_command c set state = 1, attempts = c.attempts + 1, sent_by = $2, sent_at = now(),
    deadline_at = now() + make_interval(secs => ${answerS}), cause = ''
  where c.state = 0 and c.id = (select q.id from device_command q where q.device_id = $1 and q.state = 0 and q.expires_at > now()
    and not exists (select from device_command u where u.device_id = $1 and u.state in (1, 7)) order by q.id limit 1)
  returning ${rowSql}`;

/** Only the state and the time of sending that the writer knows may be followed by the next one. */
const noteSql = `
  update device_command c set state = $3::smallint, cause = $4, serial = coalesce($5::int, c.serial), answer = coalesce($6::jsonb, c.answer),
    answered_at = case when $7::boolean then coalesce(c.answered_at, now()) else c.answered_at end,
    ended_at = case when $3::smallint in (2, 3, 4, 6, 8) then now() end,
    deadline_at = case when $3::smallint = 7 then now() + make_interval(secs => $8::int) else c.deadline_at end
  where c.id = $1 and c.attempts = $2::smallint and c.state = $9::smallint`;

const heard: ReadonlySet<CommandEvent['what']> = new Set(['accepted', 'refused', 'answered']);

/** How long after its deadline a command counts as left alone, s: whoever waits for its answer has written long before. */
const OVERDUE_S = 10;

/** The queue in PostgreSQL. `pool` must be the owner's, as a gateway serves the terminals of all companies. */
export function pgCommandStore(pool: Pool): CommandStore {
  return {
    async waiting(deviceIds) {
      const { rows } = await pool.query<{ id: string }>(
        `select distinct device_id::text as id from device_command where state = 0 and expires_at > now()
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
    async note(command, event, { serial, answer, waitS = 0 } = {}) {
      const next = nextLife({ ...command, repeatable: kindRules[command.kind].repeatable }, event);
      if (!next) return false;
      const { rowCount } = await pool.query(noteSql, [
        command.id,
        command.attempts,
        next.state,
        next.cause,
        serial ?? null,
        answer === undefined ? null : JSON.stringify(answer),
        heard.has(event.what),
        waitS,
        command.state,
      ]);
      if (rowCount !== 1) return false;
      command.state = next.state;
      return true;
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
    async expire() {
      const { rows } = await pool.query<Row>(
        `update device_command c set state = 8, cause = 'expired', ended_at = now() where c.state = 0 and c.expires_at <= now()
         returning ${rowSql}`,
      );
      return rows.map(takenOf);
    },
  };
}
