// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import type { DeviceDetail } from '@tongda/contract/resources/device/calls';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { logInForTest, stubDocument } from '../../../kit/test-document';
import { LastPackets } from './live-panel';

const row = {
  receiveTime: '2026-11-28 23:55:21',
  delayS: 1,
  late: false,
  located: true,
  speedKmh: 0,
  acc: false,
  extVoltageV: 12.4,
  tempC: [],
  humPct: [],
  doorOpen: [],
  others: [],
  alarms: [],
};
let newest = '';
beforeEach(() => {
  logInForTest();
  stubDocument();
  vi.stubGlobal(
    'fetch',
    async () => new Response(JSON.stringify({ code: 200, msg: 'ok', data: [{ ...row, deviceTime: newest }] })),
  );
});
afterEach(cleanup);

/** The panel of a terminal that told something last on the 29th. */
function show(serviceEnd: string | null): void {
  // Of the terminal only what the panel reads.
  const device = { id: '7', serviceEnd, live: { deviceTime: '2026-11-29 23:35:20' } } as unknown as DeviceDetail;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LastPackets device={device} />
    </QueryClientProvider>,
  );
}

test('reports after the service ended are not listed, and the panel says so', async () => {
  newest = '2026-11-28 23:55:20';
  show('2026-11-28');
  expect(await screen.findByText('服务已于2026-11-28到期，仅列出到期前的上报')).toBeTruthy();
});

test('it says nothing while the list goes on to the newest report', async () => {
  newest = '2026-11-29 23:35:20';
  show('2026-12-31');
  expect(await screen.findByText('11-29 23:35:20')).toBeTruthy();
  expect(screen.queryByText(/到期/u)).toBeNull();
});
