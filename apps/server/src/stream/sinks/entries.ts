import type { VehicleState } from '../../kernel/live/state';
import type { PositionRow } from './position-row';
import type { DayMark } from './write-batch';

/** What is stored together or not at all: the reports of one frame with the states they lead to and the days they mark, or a state alone. */
export interface Entry {
  /** when it came, ms of `performance.now()` */
  readonly since: number;
  readonly rows: readonly PositionRow[];
  /** newest state of each vehicle that the reports belong to */
  states: VehicleState[];
  readonly marks: readonly DayMark[];
  resolve(): void;
  reject(error: Error): void;
}

/** How many rows of a batch an entry takes up; a state alone counts as one. */
export const sizeOf = ({ rows }: Entry): number => Math.max(1, rows.length);

/** Whether an entry reports an alarm. */
export const reportsAlarm = ({ rows }: Entry): boolean =>
  rows.some(({ message }) => message.alarmBits !== 0 || (message.channels.safety?.length ?? 0) > 0);

/** At most this share of a batch is taken out of turn, so that a terminal that alarms without end does not hold up the others. */
const urgentShare = 0.75;

const deviceOf = ({ rows, states }: Entry): string => rows[0]?.message.deviceId ?? states[0]?.deviceId ?? '';

/** How many entries from the front of the queue fill a batch of `maxRows`; at least one. */
export function countForBatch(queue: readonly Entry[], maxRows: number): number {
  let rows = 0;
  for (const [i, entry] of queue.entries()) {
    rows += sizeOf(entry);
    if (rows > maxRows) return Math.max(1, i);
  }
  return queue.length;
}

/** Chooses a batch under overload: first everything of terminals that report an alarm, then the others in turn. The order within each terminal stays. */
export function chooseUrgentFirst(queue: readonly Entry[], maxRows: number): { taken: Entry[]; left: Entry[] } {
  const devices = new Set(queue.filter(reportsAlarm).map(deviceOf));
  const chosen = new Set<Entry>();
  let rows = 0;
  const choose = (limit: number, wanted: (entry: Entry) => boolean) => {
    for (const entry of queue) {
      if (chosen.has(entry) || !wanted(entry)) continue;
      if (rows >= limit) break;
      chosen.add(entry);
      rows += sizeOf(entry);
    }
  };
  choose(maxRows * urgentShare, (entry) => devices.has(deviceOf(entry)));
  choose(maxRows, () => true);
  return {
    taken: queue.filter((entry) => chosen.has(entry)),
    left: queue.filter((entry) => !chosen.has(entry)),
  };
}

/** The newest state of each vehicle, from entries in order. */
export function newestOf(entries: readonly Entry[]): VehicleState[] {
  const newest = new Map<string, VehicleState>();
  for (const { states } of entries) for (const state of states) newest.set(state.vehicleId, state);
  return [...newest.values()];
}
