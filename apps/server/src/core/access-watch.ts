import pg from 'pg';
import type { Logger } from 'pino';
import type { Bus } from './bus/bus';

const channel = 'access_changed';
const reconnectMs = 2_000;
/** Several changes in a row (an import, a batch) are told once. */
const quietMs = 200;

/**
 * Tells the bus when vehicles, terminals, bindings, shares or authorisations of a company change in the database (migration 0004).
 * Keeps a connection of its own and takes it up again when the database was away; then every company counts as changed, because
 * notices of that time are lost. The returned function ends it.
 */
export function watchAccess(pool: pg.Pool, bus: Pick<Bus, 'publish'>, log: Logger): () => Promise<void> {
  let client: pg.Client | null = null;
  let stopped = false;
  let timer: NodeJS.Timeout | null = null;
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

  const again = (): void => {
    client = null;
    if (!stopped) timer ??= setTimeout(() => void listen(true), reconnectMs);
  };

  const listen = async (missed: boolean): Promise<void> => {
    timer = null;
    const next = new pg.Client({ ...pool.options, application_name: 'tongda access watch' });
    next.on('error', () => undefined);
    next.once('end', again);
    next.on('notification', ({ payload }) => payload && tell(payload));
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
      client = next;
      if (missed) for (const { id } of (await next.query<{ id: string }>('select id from client')).rows) tell(id);
    } catch {
      await next.end().catch(() => undefined);
      again();
    }
  };

  const first = listen(false);
  return async () => {
    stopped = true;
    if (timer) clearTimeout(timer);
    for (const wait of changed.values()) clearTimeout(wait);
    await first;
    await client?.end();
  };
}
