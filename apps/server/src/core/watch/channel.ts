import pg from 'pg';
import type { Logger } from 'pino';

const reconnectMs = 2_000;

export interface ChannelWatch {
  /** channel of `pg_notify` */
  channel: string;
  /** called with the payload of each notice */
  heard: (payload: string) => void;
  /** called after the connection was lost and made again: notices of that time are lost */
  missed: (client: pg.Client) => Promise<void>;
}

/**
 * Listens to one channel of the database (LISTEN/NOTIFY) on a connection of its own, and connects again when the database was away. The function
 * returned ends it.
 */
export function watchChannel(pool: pg.Pool, watch: ChannelWatch, log: Logger): () => Promise<void> {
  let client: pg.Client | null = null;
  let stopped = false;
  let timer: NodeJS.Timeout | null = null;
  const name = `tongda ${watch.channel.replace('_changed', '')} watch`;

  const again = (): void => {
    client = null;
    if (!stopped) timer ??= setTimeout(() => void listen(true), reconnectMs);
  };
  const listen = async (after: boolean): Promise<void> => {
    timer = null;
    const next = new pg.Client({ ...pool.options, application_name: name });
    next.on('error', () => undefined);
    next.once('end', again);
    next.on('notification', ({ payload }) => payload && watch.heard(payload));
    try {
      await next.connect();
      await next.query(`listen ${watch.channel}`);
      client = next;
      if (after) await watch.missed(next);
    } catch (error) {
      log.debug({ err: error }, name);
      await next.end().catch(() => undefined);
      again();
    }
  };

  const first = listen(false);
  return async () => {
    stopped = true;
    if (timer) clearTimeout(timer);
    await first;
    await client?.end();
  };
}
