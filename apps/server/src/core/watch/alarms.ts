import type pg from 'pg';
import type { Logger } from 'pino';
import type { Bus } from '../bus/topics';
import { watchChannel } from './channel';

/** Publishes `alarmChanged` on this process's bus for each notice of the database function `notify_alarm_changed`. Notices that are lost while the database is away need no repair: pages load their alarms again when they reconnect. */
export function watchAlarms(pool: pg.Pool, bus: Pick<Bus, 'publish'>, log: Logger): () => Promise<void> {
  return watchChannel(
    pool,
    {
      channel: 'alarm_changed',
      heard: (payload) => {
        const [vehicleId = '', episodeId = ''] = payload.split(' ');
        bus
          .publish('alarmChanged', vehicleId, { vehicleId, episodeId })
          .catch((err: unknown) => log.warn({ err }, 'alarm change not told'));
      },
      missed: async () => undefined,
    },
    log,
  );
}
