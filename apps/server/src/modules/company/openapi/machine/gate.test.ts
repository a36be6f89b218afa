import { expect, it } from 'vitest';
import { isListed } from './ip-list';
import { isInWindow, isSignedBy, signatureOf } from './signature';

const parts = {
  appKey: 'ak_1',
  method: 'POST',
  path: '/api/gis/monitor/snapshot',
  time: '1795500000',
  nonce: 'n0nce-0001',
  // of {}
  bodyHash: '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
};

it('a signature covers every part, and both secrets of an overlap are good', () => {
  const signature = signatureOf('secret', parts);
  // by Python's hmac
  expect(signature).toBe('fced865156cdae556edb48ccd0454067bbe09d671a6b1fa09d1698d56990ece3');
  expect(isSignedBy(['other', 'secret'], { ...parts, signature })).toBe(true);
  expect(isSignedBy([], { ...parts, signature })).toBe(false);
  for (const part of ['appKey', 'method', 'path', 'time', 'nonce', 'bodyHash'] as const)
    expect(isSignedBy(['secret'], { ...parts, [part]: `${parts[part]}x`, signature }), part).toBe(false);
});

it('clocks may differ by five minutes', () => {
  const now = 1_795_500_000_000;
  expect(isInWindow('1795499700', now)).toBe(true);
  expect(isInWindow('1795499699', now)).toBe(false);
  expect(isInWindow('1795500301', now)).toBe(false);
});

it('lists of addresses know networks of both families', () => {
  expect(isListed([], '198.51.100.7')).toBe(true);
  const list = ['203.0.113.7', '198.51.100.0/24', '2001:db8:1::/48'];
  expect(
    ['203.0.113.7', '198.51.100.255', '2001:db8:1:2::3', '::ffff:203.0.113.7'].map((ip) => isListed(list, ip)),
  ).toEqual([true, true, true, true]);
  expect(['203.0.113.8', '198.51.101.1', '2001:db8:2::1', 'unknown'].map((ip) => isListed(list, ip))).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
