import type pg from 'pg';
import { asError } from '../run/error-code';
import type { LeaderLock } from './election';

/** First half of the lock's key, so that other programs in the same database do not collide with ours. */
const space = 7_310_809;

const unlock = (name: string) => ({
  text: 'select pg_advisory_unlock($1, hashtext($2))',
  values: [space, name],
  query_timeout: 2000,
});

/** A leader lock made of PostgreSQL's advisory locks, each on a connection of its own: it is free as soon as the connection or its process is gone. */
export function pgLeader(pool: pg.Pool): LeaderLock {
  return {
    tryLead: async (name) => {
      const client = await pool.connect();
      const lost = new AbortController();
      try {
        const { rows } = await client.query<{ mine: boolean }>(
          'select pg_try_advisory_lock($1, hashtext($2)) as mine',
          [space, name],
        );
        if (!rows[0]?.mine) {
          client.release();
          return null;
        }
      } catch (error) {
        client.release(asError(error));
        throw error;
      }
      const lose = () => lost.abort();
      client.once('error', lose);
      client.once('end', lose);
      let released = false;
      return {
        lost: lost.signal,
        release: async () => {
          if (released) return;
          released = true;
          // Closing the connection frees the lock too, but only once the server has noticed; whoever asks next shall get it. A connection
          // that does not answer is closed all the same.
          if (!lost.signal.aborted) await client.query(unlock(name)).catch(() => undefined);
          client.release(true);
          lost.abort();
        },
      };
    },
  };
}
