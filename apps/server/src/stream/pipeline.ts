import { minuteMs } from '@tongda/contract/core/durations';
import type { LiveVehicle } from '@tongda/contract/core/live';
import type { PositionMessage, PresenceMessage } from '@tongda/contract/core/topics';
import type { Registry } from 'prom-client';
import type { Bus, Handled } from '../core/bus/topics';
import type { Database } from '../core/db/database';
import { KnownDays } from '../core/telemetry/hot';
import { localDay } from '../kernel/day/edges';
import { showSensors } from '../kernel/live/sensors';
import { liveVehicleOf, type PastDays, setStart, type VehicleState } from '../kernel/live/state';
import { isClockWrong } from '../kernel/settings';
import { loadStates } from './load-states';
import { type ReadTrack, recomputeToday, withPast, withWay } from './recompute';
import { sinkMetrics } from './sinks/metrics';
import { mergeReports, type PositionRow } from './sinks/position-row';
import { Sink } from './sinks/sink';
import { type DayMark, writeBatch } from './sinks/write-batch';
import { type Taken, takePosition, takePresence, takeSecond } from './take';
import { FactsCache, type VehicleFacts } from './vehicle-facts';

/** The part of a logger that the stream uses. */
export interface StreamLog {
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

export interface StreamOptions {
  bus: Bus;
  database: Pick<Database, 'systemDb' | 'pool'>;
  readTrack: ReadTrack;
  log: StreamLog;
  now?: () => number;
  /** the largest batch (default 5,000 rows), and how long reports wait for others to be stored with (default 12 ms) */
  maxRows?: number;
  maxWaitMs?: number;
  /** how often vehicles are checked for silence, ms */
  scanMs?: number;
  /** how long no late point must have come before today's mileage is computed again (K2: 60 s), ms */
  quietMs?: number;
  maxRetryMs?: number;
  /** up to `atOnce` states are stored with every commit; when more changed, all of them every `everyMs` */
  states?: { atOnce: number; everyMs: number };
  /** the detectors; without them positions are stored and shown, but no facts are found */
  facts?: FactsSink;
  /** how long to wait for the last batch when stopping, ms */
  stopGraceMs?: number;
  metrics?: Registry;
}

/** Takes reports after they were stored. */
export interface FactsSink {
  /** a report that is newer than all before it, after its commit; and once more, merged with the others of its second, when more of them came */
  take(message: PositionMessage & { vehicleId: string }): void;
}

export interface Stream {
  /** sets what the summaries of a vehicle's past days come to: its total mileage is that and what came since */
  settle(vehicleId: string, past: PastDays): void;
  /** to be called when a company changed its constants or time zone, or a vehicle's coefficient, wires or tanks: reads them again */
  inputsChanged(clientId: string): Promise<void>;
  /** the present state of a vehicle */
  state(vehicleId: string): VehicleState | undefined;
  /** checks for silent vehicles and for late data that has ended, now instead of at the next tick */
  scan(): Promise<void>;
  stop(): Promise<void>;
}

const defaultZone = 'Asia/Shanghai';
const factsEveryMs = minuteMs;
const defaultQuietMs = minuteMs;

/**
 * Starts the stream: it takes position frames from the bus, in order for every device, computes the vehicle's next state, stores both in batches, and
 * then publishes the state to the map and passes the report on to the detectors. A frame counts as taken (and the terminal is answered) when its
 * batch is committed. It continues from the states in `device_state`. While the database is away it keeps trying; nothing is dropped.
 */
export async function startStream(options: StreamOptions): Promise<Stream> {
  const facts = new FactsCache(options.database.systemDb);
  await facts.reload();
  const pipeline = new Pipeline(options, facts, await loadStates(options.database, facts, (options.now ?? Date.now)()));
  pipeline.start();
  return pipeline;
}

class Pipeline implements Stream {
  private readonly now: () => number;
  private readonly sink: Sink;
  /** server time of the last late point of a vehicle whose day is to be recomputed */
  private readonly lateAt = new Map<string, number>();
  /** the newest report of each vehicle since the start: another one of its second is merged with it */
  private readonly newest = new Map<string, PositionMessage>();
  /** reports that came while the vehicle's day was computed again */
  private readonly meanwhile = new Map<string, Array<PositionMessage & { vehicleId: string }>>();
  /** the state last published to the map, by vehicle */
  private readonly told = new Map<string, string>();
  private readonly days = new KnownDays();
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly subscriptions: Array<() => void> = [];
  private scanning: Promise<void> | null = null;

  constructor(
    private readonly options: StreamOptions,
    private readonly facts: FactsCache,
    private readonly states: Map<string, VehicleState>,
  ) {
    this.now = options.now ?? Date.now;
    for (const state of states.values()) {
      this.told.set(state.vehicleId, this.shownKey(state));
      if (state.dirty) this.lateAt.set(state.vehicleId, this.now());
    }
    const metrics = options.metrics && sinkMetrics(options.metrics, () => this.sink.waiting);
    this.sink = new Sink({
      write: (batch, sent) =>
        writeBatch(
          options.database.pool,
          batch,
          (id) => this.zoneOf(id),
          this.now(),
          options.quietMs ?? defaultQuietMs,
          this.days,
          sent,
        ),
      stored: new Set(states.keys()),
      states: options.states ?? { atOnce: 100, everyMs: 3_000 },
      committed: (present, rows) => {
        this.tell(present);
        this.passOn(rows);
      },
      untold: (error) => options.log.error({ err: error }, 'stored reports not passed on'),
      refused: (row, error) =>
        options.log.error({ err: error, deviceId: row?.message.deviceId }, 'report refused by the database'),
      trouble: (attempts, error) => {
        if (attempts > 0) metrics?.retried();
        options.log.warn(
          { err: error, attempts },
          attempts ? 'positions wait for the database' : 'positions flow again',
        );
      },
      measured: (batch, ms) => metrics?.committed(batch, ms),
      maxRows: options.maxRows ?? 5_000,
      maxWaitMs: options.maxWaitMs ?? 12,
      maxRetryMs: options.maxRetryMs ?? 2_000,
    });
  }

  start(): void {
    const { bus, log } = this.options;
    this.subscriptions.push(bus.subscribe('position', (frame) => this.onPosition(frame)));
    this.subscriptions.push(bus.subscribe('presence', (message) => this.onPresence(message)));
    const every = (ms: number, work: () => Promise<void>) =>
      this.timers.push(
        setInterval(() => void work().catch((err) => log.warn({ err }, 'stream chore failed')), ms).unref(),
      );
    every(this.options.scanMs ?? 10_000, () => this.scan());
    every(factsEveryMs, () => this.facts.reload());
  }

  state(vehicleId: string): VehicleState | undefined {
    return this.states.get(vehicleId);
  }

  scan(): Promise<void> {
    this.scanning ??= this.look().finally(() => {
      this.scanning = null;
    });
    return this.scanning;
  }

  async stop(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    for (const unsubscribe of this.subscriptions) unsubscribe();
    await this.scanning;
    await this.sink.stop(this.options.stopGraceMs ?? 5_000);
  }

  private onPosition(frame: readonly PositionMessage[]): Handled | Promise<Handled> {
    for (const { vehicleId } of frame)
      if (vehicleId !== null && this.facts.get(vehicleId) === undefined) return this.findFacts(frame);
    return this.takeIn(frame);
  }

  /** Computes the states that a frame leads to and hands everything to the sink, all reports of the frame together. The report of a device in stock, which has no vehicle, is only stored. */
  private takeIn(frame: readonly PositionMessage[]): Handled {
    const rows: PositionRow[] = [];
    const states: VehicleState[] = [];
    let marks = noMarks;
    for (const message of frame) {
      const facts = message.vehicleId === null ? undefined : this.facts.get(message.vehicleId);
      if (!isOfVehicle(message) || !facts) {
        const wrong = isClockWrong(message.deviceTime, message.receiveTime);
        rows.push({ message, jump: false, clockWrong: wrong, news: false });
        continue;
      }
      const { vehicleId } = message;
      const before = this.states.get(vehicleId);
      const taken = takePosition(before, message, facts);
      const { kind, jump } = taken;
      const again = kind === 'again' ? this.takeAgain(taken.state, message, facts) : null;
      const state = again?.state ?? taken.state;
      if (kind === 'news') this.newest.set(vehicleId, message);
      this.states.set(vehicleId, state);
      this.meanwhile.get(vehicleId)?.push(message);
      if (state.dirty && (kind === 'late' || again)) this.lateAt.set(vehicleId, this.now());
      const own = again ? again.marks : marksOf(before, state, message, taken, facts.timeZone);
      if (own.length > 0) marks = [...marks, ...own];
      const row: PositionRow = { message, jump, clockWrong: kind === 'clockWrong', news: kind === 'news' };
      rows.push(again?.second ? { ...row, second: again.second } : row);
      if (states.at(-1)?.vehicleId === vehicleId) states[states.length - 1] = state;
      else states.push(state);
    }
    return { safe: this.sink.add(rows, states, marks) };
  }

  /**
   * Another report of the newest moment. One that says nothing new is a repetition and changes nothing. Where the report before is not known any more (a
   * restart in between, another terminal), its alarms are shown and the day is computed again.
   */
  private takeAgain(state: VehicleState, message: PositionMessage, facts: VehicleFacts): Again {
    const { vehicleId } = state;
    const known = this.newest.get(vehicleId);
    if (known?.deviceId !== message.deviceId || known.deviceTime !== message.deviceTime) {
      const day = localDay(message.deviceTime, facts.timeZone);
      const alarmBits = (state.alarmBits | message.alarmBits) >>> 0;
      return { state: { ...state, alarmBits, dirty: true }, marks: [{ vehicleId, day }] };
    }
    const second = mergeReports(known, message);
    if (!second) return { state, marks: noMarks };
    this.newest.set(vehicleId, second);
    return { state: takeSecond(state, known, second, facts), second, marks: noMarks };
  }

  /** After a commit: passes the reports that were newest at their time on to the detectors, in order, and again when another one of their second came. */
  private passOn(rows: readonly PositionRow[]): void {
    const { facts } = this.options;
    if (!facts) return;
    for (const { message, news, second } of rows) {
      const told = news ? message : second;
      if (told && isOfVehicle(told)) facts.take(told);
    }
  }

  settle(vehicleId: string, past: PastDays): void {
    const state = this.states.get(vehicleId);
    if (!state || JSON.stringify(state.past) === JSON.stringify(past)) return;
    const own = withPast(state, past);
    setStart(own, this.facts.get(vehicleId)?.initMileageM ?? 0);
    this.keep(own);
  }

  /** Readings that are shown depend on the wires too: they are converted anew at once, not only with the next report. */
  async inputsChanged(clientId: string): Promise<void> {
    await this.facts.changed(clientId);
    for (const state of [...this.states.values()]) {
      const meaning = this.facts.get(state.vehicleId)?.meaning ?? null;
      if (state.clientId !== clientId || (!meaning && !state.raw)) continue;
      const own = { ...state };
      showSensors(own, meaning);
      if (JSON.stringify(own.sensors) !== JSON.stringify(state.sensors)) this.keep(own);
    }
  }

  private async onPresence(message: PresenceMessage): Promise<void> {
    const { vehicleId } = message;
    if (vehicleId === null || !this.facts.get(vehicleId)) return;
    const state = takePresence(this.states.get(vehicleId), { ...message, vehicleId });
    if (state) this.keep(state);
  }

  /** Looks up vehicles that are not in memory, then takes the frame. Tries again for as long as the database is away. */
  private async findFacts(frame: readonly PositionMessage[]): Promise<Handled> {
    for (let attempts = 1; ; attempts++) {
      try {
        for (const { vehicleId } of frame) if (vehicleId !== null) await this.facts.find(vehicleId);
        return this.takeIn(frame);
      } catch (err) {
        this.options.log.warn({ err, attempts }, 'vehicle cannot be looked up');
        await new Promise((resolve) => setTimeout(resolve, Math.min(this.options.maxRetryMs ?? 2_000, 100 * attempts)));
      }
    }
  }

  private keep(state: VehicleState): void {
    this.states.set(state.vehicleId, state);
    this.sink.addState(state);
  }

  private zoneOf(vehicleId: string): string {
    return this.facts.get(vehicleId)?.timeZone ?? defaultZone;
  }

  /** A text that changes when the map must be updated although no report came: the shown state, or a new day with no mileage. */
  private shownKey(state: VehicleState): string {
    return keyOfShown(liveVehicleOf(state, this.now(), this.zoneOf(state.vehicleId)));
  }

  /** After a commit: publishes the vehicles as they are stored now. Sockets filter by what their users may see. */
  private tell(present: readonly VehicleState[]): void {
    const now = this.now();
    for (const state of present) {
      const live = liveVehicleOf(state, now, this.zoneOf(state.vehicleId));
      this.told.set(state.vehicleId, keyOfShown(live));
      void this.options.bus
        .publish('live', state.vehicleId, live)
        .catch((err) => this.options.log.warn({ err }, 'live state not published'));
    }
  }

  private async look(): Promise<void> {
    for (const state of this.states.values()) {
      if (this.told.get(state.vehicleId) !== this.shownKey(state)) this.sink.addState(state);
    }
    const due = this.now() - (this.options.quietMs ?? defaultQuietMs);
    for (const [vehicleId, at] of [...this.lateAt]) if (at <= due) await this.recompute(vehicleId, at);
  }

  /** No late data has come for a while: computes today's mileage again from the stored points (K2), and takes the reports that came meanwhile after them. */
  private async recompute(vehicleId: string, markedAt: number): Promise<void> {
    const before = this.states.get(vehicleId);
    const facts = this.facts.get(vehicleId);
    if (before && facts) {
      const meanwhile: Array<PositionMessage & { vehicleId: string }> = [];
      this.meanwhile.set(vehicleId, meanwhile);
      try {
        await this.sink.stored();
        let computed = await recomputeToday(before, facts, this.options.readTrack);
        for (const message of meanwhile) computed = computed && takePosition(computed, message, facts).state;
        const present = this.states.get(vehicleId);
        if (computed && present) {
          const own = withWay(present, computed);
          this.keep(own.past ? withPast(own, own.past) : own);
        }
      } finally {
        this.meanwhile.delete(vehicleId);
      }
    }
    if (this.lateAt.get(vehicleId) === markedAt) this.lateAt.delete(vehicleId);
  }
}

interface Again {
  state: VehicleState;
  second?: PositionMessage;
  marks: readonly DayMark[];
}

const noMarks: readonly DayMark[] = [];
const keyOfShown = (live: LiveVehicle): string => `${live.state} ${live.todayMileageM === 0}`;
const isOfVehicle = (message: PositionMessage): message is PositionMessage & { vehicleId: string } =>
  message.vehicleId !== null;

/**
 * The company days to compute again because of this report: its own when it came late, the one before when it is the first of a new day, and the one
 * whose last stretch it makes known as the first one with a fix.
 */
function marksOf(
  before: VehicleState | undefined,
  state: VehicleState,
  message: PositionMessage,
  { kind, closed }: Pick<Taken, 'kind' | 'closed'>,
  zone: string,
): readonly DayMark[] {
  const { vehicleId } = state;
  if (kind === 'late') return [{ vehicleId, day: localDay(message.deviceTime, zone) }];
  if (kind !== 'news' || !before || before.day === '') return noMarks;
  const over = before.day === state.day ? [] : [before.day];
  const days = closed === null || over.includes(closed) ? over : [...over, closed];
  return days.length === 0 ? noMarks : days.map((day) => ({ vehicleId, day }));
}
