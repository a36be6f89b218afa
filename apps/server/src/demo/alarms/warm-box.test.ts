import { minuteMs } from '@tongda/contract/core/durations';
import { demoVehicles } from '@tongda/simulator/fleet/demo';
import { simulateVehicle } from '@tongda/simulator/world/simulate';
import { describe, expect, it } from 'vitest';
import { chooseTruck } from './warm-box';

/** Two days in steps of 63 minutes, two moments in which the choice fell on a truck that had parked, and one in which hardly any truck drives. */
const moments = [
  ...Array.from({ length: 46 }, (_, i) => Date.parse('2026-11-29T00:00:00+08:00') + i * 63 * minuteMs),
  Date.parse('2026-11-29T19:49:30+08:00'),
  Date.parse('2026-11-29T18:57:00+08:00'),
  Date.parse('2026-11-29T20:44:00+08:00'),
];

describe('the truck whose refrigeration unit fails at the start of the demo', () => {
  it('is there at any time of the day, and reports every minute or so until its alarm is confirmed', () => {
    for (const now of moments) {
      const no = chooseTruck(now, () => true);
      const truck = demoVehicles.find((v) => v.no === no);
      if (!truck) throw new Error(`no truck at ${new Date(now).toISOString()}`);
      expect(truck).toMatchObject({ box: 'frozen', carrier: null });
      const times = [...simulateVehicle(truck, now - 10 * minuteMs, now + 2 * minuteMs)].flatMap((event) =>
        event.kind === 'point' ? [event.point.timeMs] : [],
      );
      const pause = Math.max(...times.slice(1).map((at, i) => at - (times[i] ?? 0)));
      expect({ at: new Date(now).toISOString(), no, late: pause > 90_000 }).toMatchObject({ late: false });
    }
  });

  it('is none while no truck is free', () => {
    expect(chooseTruck(moments[0] ?? 0, () => false)).toBeNull();
  });
});
