import type pg from 'pg';
import type { Logger } from 'pino';
import type { Bus } from '../bus/topics';
import { watchChannel } from './channel';

/** Carries word of changed alarms (database function `notify_alarm_changed`) to the bus of this process. What was missed while the database was away is asked for by the pages when they connect again. */
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
