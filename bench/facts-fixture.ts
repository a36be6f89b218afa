import { type RuleParams, ruleParams } from '@tongda/contract/rules/alarm-rule/codes';
import type { RuleKind } from '@tongda/contract/rules/alarm-rule/kind';

/** Twenty rules as a strict company would have them: six of temperature, four of doors, the rest one or two of a kind. */
export const twentyRules: ReadonlyArray<{ kind: RuleKind; params: unknown }> = [
  ...[0, -5, -10, -12, -15, -16].map((upper) => rule('temperature', { probes: [{ channel: 1, lower: null, upper }] })),
  rule('humidity', { probes: [{ channel: 1, lower: 20, upper: 90 }] }),
  rule('door', { openMin: 10 }),
  rule('door', { movingKmh: 5 }),
  rule('door', { outside: true }),
  rule('door', { closedFrom: '22:00', closedTo: '05:00' }),
  rule('speed', { limitKmh: 80, nightPercent: 80 }),
  rule('speed', { limitKmh: 95 }),
  rule('parking', { minutes: 60 }),
  rule('idle', { minutes: 30 }),
  rule('fatigue', {}),
  rule('oil', {}),
  rule('device', { faults: ['offline', 'powerCut', 'notLocated', 'lowBattery', 'probe'] }),
  rule('terminal', { bits: [0, 29, 30] }),
  rule('safety', { types: [{ type: 186, minKmh: 30, level: 0 }] }),
];

function rule<K extends RuleKind>(kind: K, params: Partial<RuleParams[K]>): { kind: K; params: unknown } {
  return { kind, params: ruleParams[kind].parse(params) };
}

/** What a refrigerated truck reports after `s` seconds of a day: two hours of driving, half an hour of standing with open doors, and so on. */
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
