import type pg from 'pg';
import type { Logger } from 'pino';
import type { Bus } from '../bus/topics';
import { watchChannel } from './channel';

/** After a change was published, further changes of the company within this time are published once, ms. */
const quietMs = 200;

interface Quiet {
  timer: NodeJS.Timeout;
  /** something changed meanwhile */
  again: boolean;
}

/**
 * Publishes `accessChanged` on the bus when vehicles, terminals, bindings, shares, roles or authorisations of a company change in the database (the
 * database function `notify_access_changed` sends the notice). After the database was away every company counts as changed, because notices of
 * that time are lost. The function returned ends it.
 */
export function watchAccess(pool: pg.Pool, bus: Pick<Bus, 'publish'>, log: Logger): () => Promise<void> {
  const quiet = new Map<string, Quiet>();
  const tell = (clientId: string): void => {
    const timer = setTimeout(() => {
      const { again } = quiet.get(clientId) ?? { again: false };
      quiet.delete(clientId);
      if (again) tell(clientId);
    }, quietMs);
    quiet.set(clientId, { timer, again: false });
    bus
      .publish('accessChanged', clientId, { clientId })
      .catch((err: unknown) => log.warn({ err }, 'access change not told'));
  };
  const heard = (clientId: string): void => {
    const waiting = quiet.get(clientId);
    if (waiting) waiting.again = true;
    else tell(clientId);
  };
  const stop = watchChannel(
    pool,
    {
      channel: 'access_changed',
      heard,
      missed: async (client) => {
        for (const { id } of (await client.query<{ id: string }>('select id from client')).rows) heard(id);
      },
    },
    log,
  );
  return async () => {
    for (const { timer } of quiet.values()) clearTimeout(timer);
    await stop();
  };
}
