import type { Topics } from '@tongda/contract/core/topics';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Bus } from '../bus/topics';
import type { DB } from '../generated/db-types';
import { watchChannel } from './channel';

const channel = 'message_changed';

/** Notifies every process, when the transaction commits, that the message counters of a company (or of one user) have changed. */
export const notifyMessages = (db: Kysely<DB>, { clientId, userId }: Topics['messagesChanged']): Promise<unknown> =>
  sql`select pg_notify(${channel}, ${`${clientId} ${userId ?? ''}`})`.execute(db);

/** Notices within this time are published once, as alarms may come in bursts, ms. */
const quietMs = 200;

/** Publishes these notices on this process's bus. Notices that are lost while the database is away need no repair: browsers also poll once a minute. */
export function watchMessages(pool: pg.Pool, bus: Pick<Bus, 'publish'>, log: Logger): () => Promise<void> {
  const waiting = new Map<string, NodeJS.Timeout>();
  const tell = (payload: string): void => {
    waiting.delete(payload);
    const [clientId = '', userId = ''] = payload.split(' ');
    bus
      .publish('messagesChanged', clientId, { clientId, userId: userId || null })
      .catch((err: unknown) => log.warn({ err }, 'message change not told'));
  };
  const stop = watchChannel(
    pool,
    {
      channel,
      heard: (payload) => {
        if (!waiting.has(payload))
          waiting.set(
            payload,
            setTimeout(() => tell(payload), quietMs),
          );
      },
      missed: async () => undefined,
    },
    log,
  );
  return async () => {
    for (const timer of waiting.values()) clearTimeout(timer);
    await stop();
  };
}
