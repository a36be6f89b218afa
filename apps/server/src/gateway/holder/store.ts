import type { Pool } from 'pg';

/** A gateway process that has not been seen for this time is gone, s. */
const GONE_S = 60;

/** A connection that a terminal has with a gateway process. */
export interface Hold {
  deviceId: string;
  /** `address:port` of its other end */
  remote: string;
}

/** A connection that asks for its terminal. */
export interface Wanted extends Hold {
  /** when the terminal began to speak on it, epoch ms by the database's clock */
  since: number;
}

/** A gateway process, as the database knows it. */
export interface Process {
  name: string;
  host: string;
  pid: number;
}

/** Who holds which terminal, for all gateway processes on one database. Every function rejects while the database is away. */
export interface HolderStore {
  /** Notes that a process runs, and forgets those that are gone; true when it was not known (any more), and so holds nothing. */
  seen(process: Process): Promise<boolean>;
  /** What the database's clock shows, epoch ms. */
  clock(): Promise<number>;
  /** Other processes of a machine that were noted before this one began. */
  earlier(name: string, host: string): Promise<Process[]>;
  /** Forgets processes and all that they hold. */
  forget(names: readonly string[]): Promise<void>;
  /**
   * Gives terminals to a process, which `seen` has noted; answers the devices that it has now. Those of another process are only taken over when the
   * claim insists and its connection is the newer one, or when that process is gone.
   */
  claim(name: string, wanted: readonly Wanted[], insists: boolean): Promise<string[]>;
  /** Says that a process holds terminals no more. */
  release(name: string, deviceIds: readonly string[]): Promise<void>;
  /** Which of these are held by other processes. */
  elsewhere(name: string, deviceIds: readonly string[]): Promise<Hold[]>;
}

const liveSql = `select from gateway_process p where p.name = h.gateway and p.seen_at > now() - make_interval(secs => ${GONE_S})`;

/**
 * Rows are locked in the order of devices, so that two processes do not wait for each other. A time to come, from before the clock was set back, is older
 * than every other one.
 */
const claimSql = `
  insert into terminal_holder as h (device_id, gateway, remote, since)
  select mine.device_id, $1, mine.remote, to_timestamp(mine.since / 1000)
    from unnest($2::bigint[], $3::text[], $4::float8[]) as mine (device_id, remote, since) order by mine.device_id
  on conflict (device_id) do update set gateway = excluded.gateway, remote = excluded.remote, since = excluded.since
    where ($5::boolean and (h.since <= excluded.since or h.since > now() + interval '10 s')) or h.gateway = excluded.gateway or not exists (${liveSql})
  returning device_id::text as id`;

/** The holders in PostgreSQL. `pool` must be the owner's, as a gateway serves the terminals of all companies. */
export function pgHolderStore(pool: Pool): HolderStore {
  return {
    async seen({ name, host, pid }) {
      const { rowCount } = await pool.query('update gateway_process set seen_at = now() where name = $1', [name]);
      const isNew = rowCount === 0;
      if (isNew)
        await pool.query('insert into gateway_process (name, host, pid) values ($1, $2, $3)', [name, host, pid]);
      await pool.query(`delete from gateway_process where seen_at < now() - make_interval(secs => ${GONE_S})`);
      return isNew;
    },
    async earlier(name, host) {
      const { rows } = await pool.query<Process>(
        'select name, host, pid from gateway_process where host = $1 and name <> $2 and started_at < now() - make_interval(secs => $3)',
        [host, name, process.uptime()],
      );
      return rows;
    },
    async forget(names) {
      await pool.query('delete from gateway_process where name = any($1)', [names]);
    },
    async clock() {
      const { rows } = await pool.query<{ ms: number }>(
        'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
      );
      return rows[0]?.ms ?? Number.NaN;
    },
    async claim(name, wanted, insists) {
      const ids = wanted.map(({ deviceId }) => deviceId);
      const remotes = wanted.map(({ remote }) => remote);
      const times = wanted.map(({ since }) => since);
      const { rows } = await pool.query<{ id: string }>(claimSql, [name, ids, remotes, times, insists]);
      return rows.map(({ id }) => id);
    },
    async release(name, deviceIds) {
      await pool.query('delete from terminal_holder where gateway = $1 and device_id = any($2::bigint[])', [
        name,
        deviceIds,
      ]);
    },
    async elsewhere(name, deviceIds) {
      const { rows } = await pool.query<Hold>(
        `select h.device_id::text as "deviceId", h.remote from terminal_holder h
         where h.device_id = any($2::bigint[]) and h.gateway <> $1 and exists (${liveSql})`,
        [name, deviceIds],
      );
      return rows;
    },
  };
}
