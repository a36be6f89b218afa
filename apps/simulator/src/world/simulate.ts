import type { DemoVehicle } from '../fleet/demo';
import { dutyDayOf } from './calendar';
import type { UnitFailure } from './cargo';
import { simulateDutyDay } from './duty-day';
import type { TerminalEvent } from './event';
import { isPowerOff } from './state-rules';
import { traitsOf } from './traits';

/**
 * Everything that happens to a vehicle's terminal in `[fromMs, toMs)` (epoch ms), in order of time. A pure function of the vehicle, the times and the planted failures: two runs
 * over neighbouring ranges give the same points as one run over both. A terminal without power reports nothing; events say when its power goes and
 * comes. For live use `toMs` is Infinity.
 */
export function* simulateVehicle(
  vehicle: DemoVehicle,
  fromMs: number,
  toMs: number,
  failures: readonly UnitFailure[] = [],
): Generator<TerminalEvent> {
  const stories = traitsOf(vehicle).stories;
  let off = isPowerOff(stories, fromMs);
  if (off) yield { kind: 'power', timeMs: fromMs, on: false };
  if (stories.some((s) => s.kind === 'neverOnline')) return;
  for (let day = dutyDayOf(vehicle, fromMs); ; day++) {
    for (const event of simulateDutyDay(vehicle, day, failures)) {
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
