// @vitest-environment jsdom
import type { SealedDayOfVehicle, SealState } from '@tongda/contract/watch/seal/calls';
import { expect, test } from 'vitest';
import { titleOf } from './seal-sign';

const days = (...states: SealState[]): SealedDayOfVehicle[] =>
  states.map((state, i) => ({
    ...{ day: `2026-03-0${i + 1}`, version: 1, samples: 10, sealTime: '2026-03-09 00:00:00', root: 'a', since: null },
    state,
  }));

test('days whose readings are kept no more are not said to match', () => {
  expect(titleOf(undefined)).toBe('正在用原始读数重新计算…');
  expect(titleOf(days('intact', 'intact'))).toBe('2 天的原始读数已重新计算，与封存一致');
  expect(titleOf(days('expired'))).toBe('1 天的原始读数已过保存期，无法校验');
  expect(titleOf(days('intact', 'changed', 'expired'))).toBe(
    '1 天与封存时不一致；1 天的原始读数已重新计算，与封存一致；1 天的原始读数已过保存期，无法校验',
  );
});
