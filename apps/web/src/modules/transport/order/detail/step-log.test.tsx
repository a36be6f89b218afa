// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { logInForTest, stubDocument } from '../../../../kit/test-document';
import { StepLog } from './step-log';

stubDocument();
afterEach(cleanup);

test('the log asks again when the paper has another version, not at every other drawing', async () => {
  logInForTest();
  const actions = ['新增'];
  const asked = vi.fn(async () => {
    const data = actions.map((action, i) => ({
      ...{ id: String(i), objCode: 'PZ1', action, fromStatus: null, toStatus: null, partCode: null },
      ...{ operatorName: '韩调度', time: '2026-11-20 08:00:00', enteredTime: null, remark: '' },
    }));
    return new Response(JSON.stringify({ code: 200, msg: '', data }));
  });
  vi.stubGlobal('fetch', asked);
  const client = new QueryClient();
  const log = (version: number) => (
    <QueryClientProvider client={client}>
      <StepLog objType="waybill" objCode="PZ1" version={version} label={() => undefined} />
    </QueryClientProvider>
  );
  const { rerender } = render(log(1));
  await screen.findByText('新增');
  actions.push('开始装车');
  rerender(log(1));
  expect(asked).toHaveBeenCalledTimes(1);
  rerender(log(2));
  await screen.findByText('开始装车');
  expect(asked).toHaveBeenCalledTimes(2);
});
