import { expect, it } from 'vitest';
import { detectEpisodes, momentOf, ruleOf } from '../detect/fixture';
import { makePoint, pointsEvery } from '../fixture';
import { litresOfTanks, tanksOverTime, totalLitresOf } from '../motion/fuel-level';
import { temperatureStatsOf, validTempC } from './figures';
import { applyWires, applyWiresToAll, invertDoors, wiresOf, wiresPeriodsOf } from './wiring';

const min = 60_000;
const set = (correction: number) => [{ kind: 'tem', channel: 1, correction }];

it('value = raw + certified correction; what is no reading is judged raw and stays none (K7)', () => {
  const wires = wiresOf([
    { kind: 'tem', channel: 1, correction: 0.3 },
    { kind: 'tem', channel: 3, correction: -0.5 },
    { kind: 'hum', channel: 1, correction: -2 },
    { kind: 'oil', channel: 1 },
  ]);
  if (!wires) throw new Error('no wires');
  const shown = applyWires(makePoint(0, { tempC: [-18.1, 4, 6.2, 1], humPct: [61.5, 99] }), wires);
  expect([shown.tempC, shown.humPct]).toEqual([
    [-17.8, 4, 5.7, 1],
    [59.5, 99],
  ]);
  // 85.0 at power-on, 0x7FFF and −327.68 do not become readings by being corrected, a reading at the edge stays one
  const minus = wiresOf(set(-2));
  const plus = wiresOf(set(2));
  if (!minus || !plus) throw new Error('no wires');
  for (const raw of [85, 81, 3276.7, -327.68, null])
    expect([raw, applyWires(makePoint(0, { tempC: [raw] }), minus).tempC]).toEqual([raw, [raw]]);
  expect(validTempC(applyWires(makePoint(0, { tempC: [79.5] }), plus).tempC[0])).toBe(80);
  // sets from before corrections were kept, and those of zero, cost nothing
  expect(wiresOf([{ kind: 'tem', channel: 1 }, { kind: 'door', channel: 1, inverse: false }, ...set(0)])).toBeNull();
});

it('a contact that is open at rest and an inverted input tell the opposite; what is unknown stays so', () => {
  // doors 1 open, 2 closed, 3 unknown, 4 open
  const word = 0b10_00_01_10;
  expect(invertDoors(word, 0b11_00_11)).toBe(0b10_00_01_01);
  const wires = wiresOf([
    { kind: 'door', channel: 2, inverse: true },
    { kind: 'chiller', channel: 1, inverse: true },
  ]);
  if (!wires) throw new Error('no wires');
  const said = makePoint(0, { doors: word, extra: { reeferOn: true, battPct: 80 } });
  expect(applyWires(said, wires)).toMatchObject({ doors: 0b10_00_10_10, extra: { reeferOn: false, battPct: 80 } });
  expect(said.extra).toEqual({ reeferOn: true, battPct: 80 });
  expect(applyWires(makePoint(0, { extra: { battPct: 80 } }), wires).extra).toEqual({ battPct: 80 });
});

it('holds from its beginning on and not before; statistics and alarms are those of the corrected values', () => {
  const points = pointsEvery(300, 0, 3600, () => ({ tempC: [7.8] }));
  const noon = (points[6]?.t ?? 0) - 1;
  const kept = [
    [null, noon, set(0)],
    [noon, null, set(0.4)],
  ] as const;
  expect(wiresPeriodsOf(kept)).toHaveLength(1);
  applyWiresToAll(points, kept);
  expect(points.map(({ tempC }) => tempC[0])).toEqual([...Array(6).fill(7.8), ...Array(7).fill(8.2)]);
  // six samples at 7.8 and seven at 8.2, five minutes each
  expect(temperatureStatsOf(points, 15 * min, 5 * min)).toEqual([
    { channel: 1, min: 7.8, max: 8.2, avg: expect.closeTo((6 * 7.8 + 7 * 8.2) / 13, 9) },
  ]);
  const rule = ruleOf('temperature', { probes: [{ channel: 1, lower: 2, upper: 8 }], delayS: 0 });
  const alarms = detectEpisodes(points, momentOf([rule])).findings.filter(({ kind }) => kind === 'temperatureAlarm');
  expect(alarms).toMatchObject([{ start: points[6]?.t, peak: 8.2, limit: 8 }]);
});

it('litres by the table of each tank, summed (K10): raw 450 → 120 L, 750 → 220 L', () => {
  const table = [
    [100, 0],
    [300, 60],
    [600, 180],
    [900, 260],
  ] as const;
  const tanksAt = tanksOverTime([
    { from: null, to: 1000, tank: 1, table },
    { from: 500, to: null, tank: 2, table },
  ]);
  const shown = (t: number, raw: Array<number | null>) => litresOfTanks(raw, tanksAt(t) ?? new Map());
  expect(shown(0, [450, 33])).toEqual([120, 33]);
  expect(shown(700, [450, 750])).toEqual([120, 220]);
  expect(totalLitresOf(shown(700, [450, 750]))).toBe(340);
  // a sensor without a reading is no empty tank
  expect(shown(700, [0, null])).toEqual([null, null]);
  expect(totalLitresOf([null, null])).toBeNull();
  expect(shown(2000, [450, 750])).toEqual([450, 220]);
});
