import type { DemoVehicle } from '../fleet/demo';
import { dutyDayOf } from './calendar';
import type { UnitFailure } from './cargo';
import { type Sense, senseAll, simulateDutyDay } from './duty-day';
import type { Fix, TerminalEvent } from './event';
import { makeFix } from './sensors';
import { isPowerOff } from './state-rules';
import { traitsOf } from './traits';

/**
 * Everything that happens to a vehicle's terminal in `[fromMs, toMs)` (epoch ms), in order of time. A pure function of the vehicle, the times and the planted failures: two runs
 * over neighbouring ranges give the same points as one run over both. A terminal without power reports nothing; events say when its power goes and
 * comes. For live use `toMs` is Infinity.
 */
export const simulateVehicle = (
  vehicle: DemoVehicle,
  fromMs: number,
  toMs: number,
  failures: readonly UnitFailure[] = [],
): Generator<TerminalEvent> => simulate(vehicle, fromMs, toMs, { failures, sense: senseAll });

/** As {@link simulateVehicle}, but of each report only how the vehicle moves, which is a third of the work. */
export const simulateMoves = (vehicle: DemoVehicle, fromMs: number, toMs: number): Generator<TerminalEvent<Fix>> =>
  simulate(vehicle, fromMs, toMs, { failures: [], sense: makeFix });

function* simulate<Point>(
  vehicle: DemoVehicle,
  fromMs: number,
  toMs: number,
  { failures, sense }: { failures: readonly UnitFailure[]; sense: Sense<Point> },
): Generator<TerminalEvent<Point>> {
  const stories = traitsOf(vehicle).stories;
  let off = isPowerOff(stories, fromMs);
  if (off) yield { kind: 'power', timeMs: fromMs, on: false };
  if (stories.some((s) => s.kind === 'neverOnline')) return;
  for (let day = dutyDayOf(vehicle, fromMs); ; day++) {
    for (const event of simulateDutyDay(vehicle, day, failures, { fromMs, sense })) {
      if (event.timeMs < fromMs) continue;
      if (event.timeMs >= toMs) return;
      const nowOff = isPowerOff(stories, event.timeMs);
      if (nowOff !== off) {
        off = nowOff;
        yield { kind: 'power', timeMs: event.timeMs, on: !off };
      }
      if (!off) yield event;
    }
  }
}
