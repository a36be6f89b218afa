import type { AlarmMessage } from '@tongda/contract/watch/alarm/episode';
import type { Bus } from '../../core/bus/topics';
import { listenTo } from '../../core/db/listener';
import type { PastDays } from '../../kernel/live/state';
import { type EngineOptions, FactsEngine } from './engine';

export interface FactsOptions extends EngineOptions {
  bus: Pick<Bus, 'publish'>;
  /** called when the sum of a vehicle's past days was written, or is another one now */
  settled(vehicleId: string, past: PastDays): void;
  /** called when a company changed constants that live totals depend on */
  totalsInputsChanged?(clientId: string): Promise<void>;
  /** how often findings are written, ms */
  flushMs?: number;
  silenceMs?: number;
}

export interface Facts {
  engine: FactsEngine;
  /** resolves when changes of rules are being listened for */
  ready: Promise<void>;
  /** continues from what is stored: sums of past days at once, states of silent vehicles bit by bit */
  resume(): Promise<void>;
  /** stops; with `save` false what was found since the last save is not written */
  stop(save?: boolean): Promise<void>;
}

/** Starts the detectors on the live stream: writes what they find, listens for changed rules and recomputed days, and publishes alarms on the bus. */
export function startFacts(options: FactsOptions): Facts {
  const { database, bus, log } = options;
  const engine = new FactsEngine(options);
  const failed = (text: string) => (err: unknown) => log.warn({ err }, text);

  const tell = async (eventId: string): Promise<void> => {
    const { rows } = await database.pool.query<{ body: Omit<AlarmMessage, 'eventId'> }>(
      'select body from episode_event where id = $1',
      [eventId],
    );
    for (const { body } of rows) await bus.publish('alarm', body.vehicleId, { ...body, eventId });
  };
  /** One alarm after the other, as they were written: a screen that hears of an end before the beginning keeps the alarm open. */
  let told: Promise<void> = Promise.resolve();
  const tellNext = (eventId: string): void => {
    told = told.then(() => tell(eventId)).catch(failed('alarm not told'));
  };
  const settle = async (vehicleId: string | null): Promise<void> => {
    const { rows } = await database.pool.query<PastDays & { id: string }>(
      `select vehicle_id::text as id, past_m as m, past_until::text as until, first_odometer_m::float8 as "odometerM"
       from facts_state where past_until is not null and ($1::bigint is null or vehicle_id = $1)`,
      [vehicleId],
    );
    for (const { id, ...past } of rows) options.settled(id, past);
  };
  const inputsOfAll = async (): Promise<void> => {
    const { rows } = await database.pool.query<{ id: string }>('select id::text from client');
    for (const { id } of rows) engine.inputsChanged(id);
    await settle(null);
  };
  const listener = listenTo(
    database.pool,
    'tongda facts',
    {
      facts_inputs: (clientId) => engine.inputsChanged(clientId),
      stream_inputs: (clientId) =>
        void options.totalsInputsChanged?.(clientId).catch(failed('constants of a company not read again')),
      facts_rebased: (vehicleId) => {
        engine.rebased(vehicleId);
      },
      facts_past: (vehicleId) => void settle(vehicleId).catch(failed('past days not summed up')),
      episode_event: tellNext,
    },
    () => void inputsOfAll().catch(failed('inputs not read again')),
  );
  const timers = [
    setInterval(() => void engine.flush().catch(failed('facts not written')), options.flushMs ?? 500),
    setInterval(() => engine.silence(), options.silenceMs ?? 30_000),
  ];
  for (const timer of timers) timer.unref();
  return {
    engine,
    ready: listener.ready,
    resume: async () => {
      await listener.ready;
      await settle(null).catch(failed('past days not summed up'));
      void engine.resume().catch(failed('facts not resumed'));
    },
    stop: async (save = true) => {
      for (const timer of timers) clearInterval(timer);
      if (save) await engine.flush(true).catch(failed('facts not written'));
      await listener.stop();
    },
  };
}
