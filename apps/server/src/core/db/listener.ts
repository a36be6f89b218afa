import pg from 'pg';

const reconnectMs = 2_000;

/**
 * Listens to notices (NOTIFY) on a connection of its own, and connects again when the database was away; then it calls `missed`, because notices of that
 * time are lost. `ready` resolves when the first connection listens, `stop` ends it.
 */
export function listenTo(
  pool: pg.Pool,
  name: string,
  handlers: Record<string, (payload: string) => void>,
  missed: () => void,
): { ready: Promise<void>; stop: () => Promise<void> } {
  let client: pg.Client | null = null;
  let stopped = false;
  let timer: NodeJS.Timeout | null = null;

  const again = (): void => {
    client = null;
    if (!stopped) timer ??= setTimeout(() => void listen(true), reconnectMs);
  };

  const listen = async (lost: boolean): Promise<void> => {
    timer = null;
    const next = new pg.Client({ ...pool.options, application_name: name });
    next.on('error', () => undefined);
    next.once('end', again);
    next.on('notification', ({ channel, payload }) => handlers[channel]?.(payload ?? ''));
    try {
      await next.connect();
      for (const channel of Object.keys(handlers)) await next.query(`listen ${channel}`);
      client = next;
      if (lost) missed();
    } catch {
      await next.end().catch(() => undefined);
      again();
    }
  };

  const ready = listen(false);
  return {
    ready,
    stop: async () => {
      stopped = true;
      if (timer) clearTimeout(timer);
      await ready;
      await client?.end();
    },
  };
}
