import type { Topics } from '@tongda/contract/core/topics';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Bus } from '../bus/topics';
import type { DB } from '../generated/db-types';
import { watchChannel } from './channel';

const channel = 'message_changed';

/** Says, when the transaction commits, that the counters of a company (or of one user) are to be looked at again, in every process. */
export const notifyMessages = (db: Kysely<DB>, { clientId, userId }: Topics['messagesChanged']): Promise<unknown> =>
  sql`select pg_notify(${channel}, ${`${clientId} ${userId ?? ''}`})`.execute(db);

/** A burst of messages (an alarm storm) is told once. */
const quietMs = 200;

/** Carries those notices to the bus of this process. Browsers poll besides: what was missed while the database was away is seen a minute later. */
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
