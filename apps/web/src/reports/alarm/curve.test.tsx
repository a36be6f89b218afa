// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { alarmCurve } from '@tongda/contract/reports/alarm/curve';
import type { CurveAnswer } from '@tongda/contract/reports/kit/curve';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { logInForTest, stubDocument } from '../../kit/test-document';
import { AlarmCurve } from './curve';

const answer: CurveAnswer = {
  from: 0,
  until: 60_000,
  lanes: [{ name: '速度', unit: 'km/h', series: [{ name: '速度', lower: null, upper: 70, points: [[0, 80, 0]] }] }],
  strips: [],
  gaps: [],
};
/** how often the curve was asked for, and whether the next answer is a failure */
let asked = 0;
let fails = false;

stubDocument();
// what is drawn is not looked at here: every call and property of the canvas is this, which counts as 0
const canvas: object = new Proxy(() => canvas, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => 0 : canvas),
  set: () => true,
});
beforeEach(() => {
  [asked, fails] = [0, false];
  logInForTest();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  // the test's document has no canvas
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(canvas as never);
  vi.stubGlobal('fetch', async () => {
    asked++;
    const said = fails ? { code: 5000, msg: '服务器繁忙', data: null } : { code: 200, msg: 'ok', data: answer };
    return new Response(JSON.stringify(said));
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const show = (lasting: boolean) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <AlarmCurve alarmId="7" lasting={lasting} otherwise={<p>单一数值</p>} />
    </QueryClientProvider>,
  );
  return () => client.getQueryState([alarmCurve.path, { id: '7' }])?.status;
};

test('the curve of an alarm that lasts is asked for again, and a failure then leaves it where it is', async () => {
  const state = show(true);
  await vi.waitFor(() => expect(state()).toBe('success'));
  expect(asked).toBe(1);
  fails = true;
  await act(() => vi.advanceTimersByTimeAsync(30_100));
  await vi.waitFor(() => expect(state()).toBe('error'));
  expect(asked).toBe(2);
  expect(screen.queryByText('单一数值')).toBeNull();
});

test('that of an alarm that has ended is asked for once; what cannot be read gives way to the single figure', async () => {
  const state = show(false);
  await vi.waitFor(() => expect(state()).toBe('success'));
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  expect(asked).toBe(1);
  cleanup();
  fails = true;
  show(false);
  expect(await screen.findByText('单一数值')).toBeTruthy();
});
