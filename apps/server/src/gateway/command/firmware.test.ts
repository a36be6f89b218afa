import { expect, it } from 'vitest';
import { type Firmware, upgradeBodyOf } from './firmware';

const firmware = (): Firmware => ({ kind: 0, maker: 'TD', version: 'V2.1', data: new Uint8Array(4096).fill(7) });

it('makes the bytes of an upgrade once for all terminals of an edition', () => {
  const one = firmware();
  const body = upgradeBodyOf(one, '2019');
  expect(upgradeBodyOf(one, '2019')).toBe(body);
  expect(body.length).toBeGreaterThan(4096);
  expect(upgradeBodyOf(firmware(), '2019')).toEqual(body);
});
