import { minuteMs } from '@tongda/contract/core/durations';
import { expect, it } from 'vitest';
import { conformityOf } from './conformity';

const from = Date.UTC(2026, 2, 1, 1);
const until = from + 60 * minuteMs;
const probeOf = (key: string, certificateEnd = '2026-12-31') => ({
  ...{ key, probe: key, sensorNo: 'S1', certificateNo: 'C1', certificateEnd, limits: '2 ~ 8' },
  ...{ max: 6, maxTime: null, min: 4, minTime: null, avg: 5, mkt: 5 },
  ...{ passRate: 100, overMin: 0, completeRate: 100 },
});
/** An hour of two probes that reported every `everyMin` minutes. */
const hour = (everyMin: number) => ({
  range: { from, until },
  points: Array.from({ length: 60 / everyMin + 1 }, (_, i) => ({ t: from + i * everyMin * minuteMs })),
  probes: [{ key: 'tem1' }, { key: 'tem2' }, { key: 'hum1' }],
});
const facts = { timeZone: 'Asia/Shanghai', probes: [probeOf('tem1'), probeOf('tem2')] };
const held = (...given: Parameters<typeof conformityOf>): boolean[] => conformityOf(...given).map(({ holds }) => holds);
const warm = { from: from + 10 * minuteMs, until: from + 20 * minuteMs, side: 'above' as const, extreme: 9, excess: 1 };

it('holds in all five rules for a trip of two certified probes that reported in time', () => {
  expect(held(hour(5), { facts, deviations: [] })).toEqual([true, true, true, true, true]);
});

it('asks for a report every two minutes while a probe is out of its bounds, and never judges humidity', () => {
  const deviation = { ...warm, degreeMin: 10, probe: 1 };
  expect(held(hour(5), { facts, deviations: [deviation] })).toEqual([false, true, true, false, true]);
  expect(held(hour(2), { facts, deviations: [deviation] })).toEqual([false, true, true, true, true]);
  expect(held(hour(5), { facts, deviations: [{ ...deviation, probe: 2 }] })).toEqual([true, true, true, true, true]);
});

it('takes nothing that is missing for good: reports, probes, certificates, an end before the trip ended', () => {
  const silent = { ...hour(5), points: [{ t: from }, { t: until }] };
  expect(held(silent, { facts, deviations: [] })).toEqual([true, true, false, true, true]);
  expect(held({ ...hour(5), points: [] }, { facts, deviations: [] })).toEqual([true, true, false, true, true]);
  expect(held(hour(5), { facts: { ...facts, probes: [] }, deviations: [] })).toEqual([false, false, true, true, false]);
  const expired = { ...facts, probes: [probeOf('tem1'), probeOf('tem2', '2026-02-28')] };
  expect(conformityOf(hour(5), { facts: expired, deviations: [] }).at(-1)).toEqual({
    rule: '探头校准证书在有效期内',
    found: 'tem2 无有效证书',
    holds: false,
  });
});

it('judges a month of reports every ten seconds', () => {
  const many = Array.from({ length: 267_840 }, (_, i) => ({ t: from + i * 10_000 }));
  const range = { from, until: from + 267_840 * 10_000 };
  expect(held({ ...hour(5), range, points: many }, { facts, deviations: [] })).toEqual([true, true, true, true, true]);
});
