import type pg from 'pg';
import type { Logger } from 'pino';
import type { Bus } from './bus/bus';
import { watchChannel } from './channel-watch';

/** Several changes in a row (an import, a batch) are told once. */
const quietMs = 200;

/**
 * Tells the bus when vehicles, terminals, bindings, shares or authorisations of a company change in the database (migration 0004).
 * When the database was away, every company counts as changed, because notices of that time are lost. The returned function ends it.
 */
export function watchAccess(pool: pg.Pool, bus: Pick<Bus, 'publish'>, log: Logger): () => Promise<void> {
  const changed = new Map<string, NodeJS.Timeout>();
  const tell = (clientId: string): void => {
    if (changed.has(clientId)) return;
    const wait = setTimeout(() => {
      changed.delete(clientId);
      bus
        .publish('accessChanged', clientId, { clientId })
        .catch((err: unknown) => log.warn({ err }, 'access change not told'));
    }, quietMs);
    changed.set(clientId, wait);
  };
  const stop = watchChannel(
    pool,
    {
      channel: 'access_changed',
      heard: tell,
      missed: async (client) => {
        for (const { id } of (await client.query<{ id: string }>('select id from client')).rows) tell(id);
      },
    },
    log,
  );
  return async () => {
    for (const wait of changed.values()) clearTimeout(wait);
    await stop();
  };
}
