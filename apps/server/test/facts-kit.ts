import type { PositionMessage } from '@tongda/contract/core/topics';
import { type RuleParams, ruleParams } from '@tongda/contract/rules/alarm-rule/codes';
import type { RuleKind } from '@tongda/contract/rules/alarm-rule/kind';
import type { AlarmMessage } from '@tongda/contract/watch/alarm/episode';
import { sql } from 'kysely';
import { memoryBus } from '../src/core/bus/memory';
import { readTrack } from '../src/modules/watch/track/repo';
import { startDriverCards } from '../src/stream/driver-cards';
import { recomputeJob } from '../src/stream/facts/recompute-job';
import { type Facts, startFacts } from '../src/stream/facts/start';
import { type Stream, startStream } from '../src/stream/pipeline';
import type { TestDb } from './test-db';

export interface FactsKit {
  bus: ReturnType<typeof memoryBus>;
  stream: Stream;
  facts: Facts;
  /** alarms that were put on the bus */
  alarms: AlarmMessage[];
  send(message: PositionMessage): Promise<void>;
  /** everything sent so far is found and written */
  settle(): Promise<void>;
  /** late data is quiet: every dirty day is computed, and the live fold has taken it over */
  recompute(): Promise<void>;
  /** ends without saving, as a crash would */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Waits until `what` gives something; fails after five seconds. */
export async function eventually<T>(
  what: () => T | undefined | null | false | Promise<T | undefined | null | false>,
): Promise<T> {
  for (let i = 0; i < 500; i++) {
    const value = await what();
    if (value) return value;
    await pause(10);
  }
  throw new Error('did not happen in five seconds');
}

/** a company that does not exist */
const nobody = '0';

/** Stream and facts as the processor role starts them, the recompute as the worker does; `now` is the server's clock. */
export async function factsKit(db: TestDb, now: () => number = Date.now): Promise<FactsKit> {
  const bus = memoryBus();
  const alarms: AlarmMessage[] = [];
  bus.subscribe('alarm', (message) => void alarms.push(message));
  const log = { warn: () => undefined, error: () => undefined };
  const stream: { running?: Stream } = {};
  const facts = startFacts({
    bus,
    database: db,
    log,
    now,
    readTrack: (vehicleId, from, to) => readTrack(db.systemDb, { vehicleId, from, to, extra: true }),
    settled: (vehicleId, past) => stream.running?.settle(vehicleId, past),
    totalsInputsChanged: async (clientId) => stream.running?.inputsChanged(clientId),
    flushMs: 20,
    silenceMs: 3_600_000,
  });
  const running = await startStream({
    bus,
    database: db,
    log,
    now,
    readTrack: (vehicleId, from, to) => readTrack(db.systemDb, { vehicleId, from, to, neighbours: true }),
    facts: facts.engine,
    maxWaitMs: 2,
    scanMs: 3_600_000,
    quietMs: 0,
  });
  stream.running = running;
  // notices come in their order over one connection: when a later one is heard, all before it were
  let heard = 0;
  const inputsChanged = facts.engine.inputsChanged.bind(facts.engine);
  facts.engine.inputsChanged = (clientId) => {
    if (clientId === nobody) heard++;
    else inputsChanged(clientId);
  };
  const stopCards = startDriverCards({ bus, database: db, changed: (...whose) => facts.engine.cardChanged(...whose) });
  await facts.resume();
  const job = recomputeJob({
    database: db,
    log: { warn: (about, message) => console.warn(message, about) },
    now,
    readTrack: (vehicleId, from, to) => readTrack(db.systemDb, { vehicleId, from, to, neighbours: true, extra: true }),
  });
  const settle = async () => {
    await pause(0);
    await eventually(() => facts.engine.idle());
    await facts.engine.flush(true);
  };
  return {
    bus,
    stream: running,
    facts,
    alarms,
    send: (message) => bus.publish('position', message.deviceId, [message]),
    settle,
    recompute: async () => {
      await settle();
      await job.handle({}, { attempts: 1, maxAttempts: 1 });
      // the notice that a state was replaced arrives over a connection of its own
      const before = heard;
      await db.pool.query('select pg_notify($1, $2)', ['facts_inputs', nobody]);
      await eventually(() => heard > before);
      await settle();
    },
    crash: async () => {
      stopCards();
      await running.stop();
      await facts.stop(false);
    },
    stop: async () => {
      stopCards();
      await running.stop();
      await facts.stop();
    },
  };
}

/** A rule of a company that holds since ever (the past of tests lies before their rules were written). */
export async function makeRule<K extends RuleKind>(
  db: TestDb,
  clientId: string,
  kind: K,
  params: Partial<RuleParams[K]>,
  more: { scope?: number; target_ids?: string[]; level?: number } = {},
): Promise<string> {
  const { id } = await db.systemDb
    .insertInto('alarm_rule')
    .values({
      client_id: clientId,
      kind,
      name: `规则${Math.random()}`,
      params: JSON.stringify(ruleParams[kind].parse(params)),
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`update alarm_rule_version set during = '(,)' where rule_id = ${id}`.execute(db.systemDb);
  return id;
}
