import { type RuleParams, ruleParams } from '@tongda/contract/rules/alarm-rule/codes';
import type { RuleKind } from '@tongda/contract/rules/alarm-rule/kind';

/** Twenty alarm rules, as many as a strict company would have: six of temperature, four of doors, one or two of each other kind. */
export const twentyRules: ReadonlyArray<{ kind: RuleKind; params: unknown }> = [
  ...[0, -5, -10, -12, -15, -16].map((upper) =>
    makeRule('temperature', { probes: [{ channel: 1, lower: null, upper }] }),
  ),
  makeRule('humidity', { probes: [{ channel: 1, lower: 20, upper: 90 }] }),
  makeRule('door', { openMin: 10 }),
  makeRule('door', { movingKmh: 5 }),
  makeRule('door', { outside: true }),
  makeRule('door', { closedFrom: '22:00', closedTo: '05:00' }),
  makeRule('speed', { limitKmh: 80, nightPercent: 80 }),
  makeRule('speed', { limitKmh: 95 }),
  makeRule('parking', { minutes: 60 }),
  makeRule('idle', { minutes: 30 }),
  makeRule('fatigue', {}),
  makeRule('oil', {}),
  makeRule('device', { faults: ['offline', 'powerCut', 'notLocated', 'lowBattery', 'probe'] }),
  makeRule('terminal', { bits: [0, 29, 30] }),
  makeRule('safety', { types: [{ type: 186, minKmh: 30, level: 0 }] }),
];

/** A rule with the defaults of its kind filled in. */
function makeRule<K extends RuleKind>(kind: K, params: Partial<RuleParams[K]>): { kind: K; params: unknown } {
  return { kind, params: ruleParams[kind].parse(params) };
}

/**
 * Readings of a refrigerated truck `s` seconds after the day began: it drives two hours and stands half an hour in turn, ten minutes of it with an
 * open door. `north` moves it by degrees.
 */
export function truckAt(s: number, north: number) {
  const moves = s % 9000 < 7200;
  const run = Math.floor(s / 9000) * 7200 + Math.min(s % 9000, 7200);
  return {
    lng: 118 + run * 0.00019,
    lat: 30 + north,
    speedKmh: moves ? 66 + Math.round(100 * Math.sin(s / 60)) / 10 : 0,
    acc: moves,
    odometerM: run * 18,
    tempC: [Math.round((-18 + Math.sin(s / 900)) * 10) / 10, -17.5, 4.2],
    humPct: [65.1],
    fuelL: [Math.round(10 * (300 - run / 400)) / 10],
    doorOpen: [s % 9000 > 7500 && s % 9000 < 8100, false],
  };
}
