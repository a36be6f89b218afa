import { expect, test } from 'vitest';
import { signedCallHeaders } from './signed-call';

test('the page signs as programs do (the worked example of docs/open-interfaces.md)', () => {
  expect(
    signedCallHeaders(
      { appKey: 'ak_1', secret: 'secret' },
      { method: 'POST', path: '/api/gis/monitor/snapshot', body: '{}', time: 1_795_500_000, nonce: 'n0nce-0001' },
    ),
  ).toEqual({
    'X-App-Key': 'ak_1',
    'X-Timestamp': '1795500000',
    'X-Nonce': 'n0nce-0001',
    // by Python's hmac
    'X-Signature': 'fced865156cdae556edb48ccd0454067bbe09d671a6b1fa09d1698d56990ece3',
  });
});
