import { describe, expect, it } from 'vitest';
import { isInnerAddress } from './outbound';

describe('addresses that robots and webhooks may not call', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '100.64.0.1',
    '::',
    '::1',
    // 127.0.0.1 and 10.0.0.1 in the old spelling of IPv4 in IPv6, which systems still route
    '::127.0.0.1',
    '::a00:1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::',
    // Teredo to a private address
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2001:db8::1',
    'fc00::1',
    'fdff::1',
    'fe80::1',
    // site-local, given up but routed by old machines
    'fec0::1',
    'feff::1',
    'ff02::1',
  ])('%s', (address) => {
    expect(isInnerAddress(address)).toBe(true);
  });
  it.each(['1.1.1.1', '203.119.1.1', '2400:3200::1', '2606:4700::1111', '2001:4860:4860::8888', '2001:da8::1'])(
    'but %s is open',
    (address) => {
      expect(isInnerAddress(address)).toBe(false);
    },
  );
});
