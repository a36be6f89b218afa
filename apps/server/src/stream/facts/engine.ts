import type { PositionMessage } from '@tongda/contract/core/topics';
import type { Database } from '../../core/db/database';
import { asError } from '../../core/run/error-code';
import { FewAtOnce } from '../../core/run/few-at-once';
import { dayStart, localDay } from '../../kernel/day/edges';
import { runningFindings, silentFindings, stepFold } from '../../kernel/detect/fold';
import type { Finding, Moment } from '../../kernel/detect/types';
import { reportsIn, type TrackPoint } from '../../kernel/point';
import { applyWires } from '../../kernel/temperature/wiring';
import type { ReadTrack } from '../recompute';
import { keyOf } from './episodes';
import { InTurns } from './in-turns';
import { Inputs } from './inputs/types';
import { emptyMemory, type Memory } from './memory';
import { packState, unpackState } from './pack';
import { type Snapshot, saveStates } from './save-states';
import { toPoint } from './to-point';

export interface EngineOptions {
  database: Pick<Database, 'systemDb' | 'pool'>;
  readTrack: ReadTrack;
  log: { warn(facts: object, message: string): void };
  now(): number;
  /** called when a detector threw on a vehicle's report */
  detectorFailed?(kind: string): void;
  /** how often a state is saved while nothing was found, ms */
  saveEveryMs?: number;
}

/** A snapshot that is being written, with the memory it was taken from. */
interface Taken extends Snapshot {
  m: Memory;
  told: Array<[string, Finding]>;
}

/** How many vehicles' states are read at a time: after a restart all report at once, and the connections are needed for storing. */
const readAtOnce = 4;
const defaultSaveMs = 120_000;
const noDriver = () => null;

/**
 * Runs the detectors on live reports after these were stored. Findings and detector states are written together, so a crash loses nothing: at the next
 * start the points stored since the last save are folded again. No error in here ever reaches the stream.
 */
export class FactsEngine {
  readonly inputs: Inputs;
  private readonly memory = new Map<string, Memory>();
  /** vehicles with something to write */
  private readonly due = new Set<string>();
  private readonly inbox = new InTurns<PositionMessage & { vehicleId: string }>({
    work: (message) => this.judge(message),
    turnMs: 4,
    most: 5_000,
  });
  private flushing: Promise<void> | null = null;
  private readonly reads = new FewAtOnce(readAtOnce);

  constructor(private readonly options: EngineOptions) {
    this.inputs = new Inputs(
      options.database.systemDb,
      (facts, message) => options.log.warn(facts, message),
      options.now,
    );
  }

  /** Takes a stored report that is newer than all before it. It is judged soon after, so that storing and acknowledging do not wait for the detectors. */
  take(message: PositionMessage & { vehicleId: string }): void {
    this.inbox.push(message);
  }

  private judge(message: PositionMessage & { vehicleId: string }): void {
    const memory = this.memory.get(message.vehicleId) ?? this.remember(message.vehicleId, message.clientId);
    try {
      const point = toPoint(message);
      if (memory.reading) memory.waiting.push(point);
      else if (!this.fold(message.vehicleId, memory, point)) this.read(message.vehicleId, memory, point);
    } catch (error) {
      // nobody above would catch it; the report stays stored, and a later recompute will judge it
      this.failed(memory, 'inputs', error);
    }
  }

  /** To be called when rules, places or other inputs of a company changed: they are read again before its next report is judged. */
  inputsChanged(clientId: string): void {
    this.inputs.forget(clientId);
  }

  /** To be called when a driver's card of a vehicle came. Answers the device time (epoch ms) up to which its reports were judged; null when it is not in memory. */
  async cardChanged(clientId: string, vehicleId: string): Promise<number | null> {
    await this.inputs.cardChanged(clientId, vehicleId);
    this.inbox.drain();
    return this.memory.get(vehicleId)?.state.drive.t ?? null;
  }

  /** To be called when a recompute replaced a vehicle's saved state: it is read again. */
  rebased(vehicleId: string): void {
    this.inbox.drain();
    const memory = this.memory.get(vehicleId);
    if (!memory || memory.reading) return;
    this.drop(vehicleId);
    this.read(vehicleId, this.remember(vehicleId, memory.clientId), null);
  }

  /** Reads the state of every vehicle that has one, so that silence is noticed also for those that do not report any more. */
  async resume(): Promise<void> {
    const { rows } = await this.options.database.pool.query<{ id: string; client: string }>(
      'select vehicle_id::text as id, client_id::text as client from facts_state where state is not null',
    );
    for (const { id, client } of rows) {
      if (this.memory.has(id)) continue;
      const memory = this.remember(id, client);
      await this.readNow(id, memory);
    }
  }

  /** Looks for findings that begin because no report comes any more. */
  silence(): void {
    this.inbox.drain();
    const now = this.options.now();
    for (const [vehicleId, memory] of this.memory) {
      if (memory.reading || memory.state.rules.length === 0) continue;
      const moment = this.inputs.at(memory.clientId, vehicleId, now);
      if (!moment) continue;
      for (const finding of silentFindings(memory.state, now, moment)) {
        const key = keyOf(finding);
        if (memory.silent.has(key)) continue;
        memory.silent.add(key);
        memory.silentSince.add(finding.start);
        memory.pending.set(key, finding);
        this.due.add(vehicleId);
      }
    }
  }

  /** Forgets all vehicles; each is read again with its next report. */
  forgetAll(): void {
    this.inbox.drain();
    this.memory.clear();
    this.due.clear();
  }

  /** Whether every report has been judged and no state is being read. */
  idle(): boolean {
    if (this.inbox.size > 0) return false;
    for (const memory of this.memory.values()) if (memory.reading) return false;
    return true;
  }

  /** Writes what was found since the last call; with `all` also every state that changed. */
  flush(all = false): Promise<void> {
    this.inbox.drain();
    const before = this.flushing ?? Promise.resolve();
    const run = before.then(() => this.write(all));
    this.flushing = run.catch(() => undefined);
    return run;
  }

  private remember(vehicleId: string, clientId: string): Memory {
    const memory = emptyMemory(clientId, this.options.now());
    this.memory.set(vehicleId, memory);
    return memory;
  }

  private drop(vehicleId: string): void {
    this.memory.delete(vehicleId);
    this.due.delete(vehicleId);
  }

  /** Judges a report as it came in; false when the vehicle's state or the company's inputs must be read first. */
  private fold(vehicleId: string, memory: Memory, point: TrackPoint): boolean {
    if (memory.epoch < 0) return false;
    const moment = this.inputs.at(memory.clientId, vehicleId, point.t);
    if (!moment) return false;
    this.step(vehicleId, memory, moment.wires ? applyWires(point, moment.wires) : point, moment);
    return true;
  }

  private step(vehicleId: string, memory: Memory, point: TrackPoint, moment: Moment): void {
    const day = localDay(point.t, moment.around.zone);
    const before = memory.state;
    if (before.drive.t === point.t) {
      this.stepAgain(vehicleId, memory, point, moment);
      return;
    }
    const { state, findings } = stepFold(before, point, moment, (kind, error) => this.failed(memory, kind, error));
    if (state === before) return;
    if (memory.day !== '' && day > memory.day) {
      memory.carries.set(memory.day, packState(before));
      this.due.add(vehicleId);
    }
    memory.day = day;
    memory.state = state;
    memory.before = before;
    memory.newest = findings;
    memory.changed = true;
    if (memory.silent.size > 0) memory.silent.clear();
    if (memory.silentSince.size > 0) {
      for (const start of memory.silentSince) memory.doubts.add(start);
      memory.silentSince.clear();
      this.due.add(vehicleId);
    }
    if (findings.length === 0) return;
    for (const finding of findings) memory.pending.set(keyOf(finding), finding);
    this.due.add(vehicleId);
  }

  /** Folds the newest moment again with all its reports. What was found with fewer of them and is not any more cannot be taken back here: the day is computed again. */
  private stepAgain(vehicleId: string, memory: Memory, point: TrackPoint, moment: Moment): void {
    if ((memory.state.drive.reports ?? 1) >= reportsIn(point)) return;
    this.due.add(vehicleId);
    if (!memory.before) {
      memory.again.add(localDay(point.t, moment.around.zone));
      return;
    }
    const failed = (kind: string, error: unknown) => this.failed(memory, kind, error);
    const { state, findings } = stepFold(memory.before, point, moment, failed);
    const told = new Set([...findings, ...runningFindings(state, noDriver)].map(keyOf));
    if (memory.newest.some((finding) => !told.has(keyOf(finding))))
      memory.again.add(localDay(point.t, moment.around.zone));
    memory.state = state;
    memory.newest = findings;
    memory.changed = true;
    for (const finding of findings) memory.pending.set(keyOf(finding), finding);
  }

  private failed(memory: Memory, kind: string, error: unknown): void {
    this.options.detectorFailed?.(kind);
    const known = memory.errors.get(kind);
    memory.errors.set(kind, { count: (known?.count ?? 0) + 1, last: asError(error).message });
  }

  private read(vehicleId: string, memory: Memory, point: TrackPoint | null): void {
    if (point) memory.waiting.push(point);
    void this.readNow(vehicleId, memory);
  }

  /** Reads a vehicle's saved state and folds the points stored since and the reports that waited; a few vehicles at a time. */
  private async readNow(vehicleId: string, memory: Memory): Promise<void> {
    memory.reading = true;
    await this.reads.run(() => this.readUntilDone(vehicleId, memory));
  }

  /** Tries again for as long as the database is away. */
  private async readUntilDone(vehicleId: string, memory: Memory): Promise<void> {
    for (let attempts = 1; this.memory.get(vehicleId) === memory; attempts++) {
      try {
        if (!(await this.inputs.load(memory.clientId, vehicleId))) break;
        if (memory.epoch < 0) await this.restore(vehicleId, memory);
        const waiting = memory.waiting.splice(0);
        for (const [i, point] of waiting.entries()) {
          if (this.fold(vehicleId, memory, point)) continue;
          memory.waiting.unshift(...waiting.slice(i));
          break;
        }
        if (memory.waiting.length > 0) continue;
        memory.reading = false;
        return;
      } catch (err) {
        this.options.log.warn({ err, vehicleId, attempts }, 'facts of a vehicle cannot be read');
        await new Promise((resolve) => setTimeout(resolve, Math.min(5_000, 200 * attempts)));
      }
    }
    // the vehicle was deleted meanwhile
    if (this.memory.get(vehicleId) === memory) this.drop(vehicleId);
  }

  private async restore(vehicleId: string, memory: Memory): Promise<void> {
    const { rows } = await this.options.database.pool.query<{ epoch: number; state: string | null }>(
      'select epoch, state from facts_state where vehicle_id = $1',
      [vehicleId],
    );
    const [row] = rows;
    const state = unpackState(row?.state ?? null, (id, version) => this.inputs.rule(memory.clientId, id, version));
    const since = state.drive.t;
    const zone = this.inputs.zoneOf(memory.clientId) ?? 'Asia/Shanghai';
    memory.state = state;
    memory.day = since === null ? '' : localDay(since, zone);
    // without a saved state it begins with the day of the first waiting report; older days are left to a recompute
    const first = memory.waiting[0]?.t ?? this.options.now();
    // the newest moment folded is read too: reports of its second may have come since
    const from = since ?? dayStart(first, zone);
    const points = await this.options.readTrack(vehicleId, from, this.options.now());
    memory.epoch = row?.epoch ?? 0;
    const present = this.inputs.at(memory.clientId, vehicleId, this.options.now());
    for (const { start } of present ? silentFindings(state, this.options.now(), present) : [])
      memory.silentSince.add(start);
    for (const point of points) {
      const moment = this.inputs.at(memory.clientId, vehicleId, point.t);
      if (moment && point.t >= from) this.step(vehicleId, memory, point, moment);
    }
  }

  private async write(all: boolean): Promise<void> {
    const now = this.options.now();
    const every = this.options.saveEveryMs ?? defaultSaveMs;
    const vehicles = [...this.memory].filter(
      ([id, m]) =>
        m.epoch >= 0 && (this.due.has(id) || m.errors.size > 0 || (m.changed && (all || now - m.savedAt >= every))),
    );
    for (let i = 0; i < vehicles.length; i += 500) await this.writeSome(vehicles.slice(i, i + 500), now);
  }

  /** The findings to write: new ones, and all that still run as they stand now, so that peaks and sums of open episodes follow with every save. */
  private findingsOf(vehicleId: string, m: Memory): Map<string, Finding> {
    const findings = new Map(m.pending);
    if (!m.changed) return findings;
    const { t } = m.state.drive;
    const moment = t === null ? undefined : this.inputs.at(m.clientId, vehicleId, t);
    for (const finding of runningFindings(m.state, moment?.driverAt ?? noDriver)) {
      findings.set(keyOf(finding), finding);
    }
    return findings;
  }

  private async writeSome(vehicles: ReadonlyArray<[string, Memory]>, now: number): Promise<void> {
    const taken = vehicles.map(([vehicleId, m]) => ({
      vehicleId,
      m,
      told: [...m.pending],
      clientId: m.clientId,
      epoch: m.epoch,
      at: m.state,
      text: packState(m.state),
      findings: this.findingsOf(vehicleId, m),
      latePushMs: this.inputs.settingsAt(m.clientId, vehicleId)(now).latePushMs,
      carries: [...m.carries],
      doubts: [...m.doubts],
      again: [...m.again],
      errors: [...m.errors],
    }));
    const epochs = await saveStates(this.options.database, taken, now);
    for (const entry of taken) this.written(entry, epochs.get(entry.vehicleId), now);
  }

  private written(entry: Taken, epoch: number | undefined, now: number): void {
    const { vehicleId, m } = entry;
    if (this.memory.get(vehicleId) !== m) return;
    if (epoch !== m.epoch) {
      if (epoch === undefined) this.drop(vehicleId);
      else this.rebased(vehicleId);
      return;
    }
    for (const [key, finding] of entry.told) if (m.pending.get(key) === finding) m.pending.delete(key);
    for (const [day, text] of entry.carries) if (m.carries.get(day) === text) m.carries.delete(day);
    for (const [kind, { count }] of entry.errors) {
      const known = m.errors.get(kind);
      // what failed while these were written waits for the next save
      if (known && known.count > count) m.errors.set(kind, { ...known, count: known.count - count });
      else m.errors.delete(kind);
    }
    for (const start of entry.doubts) m.doubts.delete(start);
    for (const day of entry.again) m.again.delete(day);
    m.changed = m.state !== entry.at;
    m.savedAt = now;
    if (m.pending.size === 0 && m.carries.size === 0 && m.doubts.size === 0 && m.again.size === 0)
      this.due.delete(vehicleId);
  }
}
