// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { logInForTest, stubDocument } from '../../../kit/test-document';
import { ApplyDialog } from './apply-dialog';

stubDocument();
logInForTest();
afterEach(cleanup);

const renderDialog = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ApplyDialog
        one={{ key: 'vehicle', name: '车辆' }}
        apps={[{ id: '1', name: '仓储系统' }]}
        close={() => undefined}
        done={() => undefined}
      />
    </QueryClientProvider>,
  );

test('用途 says while it is written how long it must be, and how long it is', async () => {
  renderDialog();
  const purpose = screen.getByLabelText('用途（5~200个字）');
  expect(purpose.getAttribute('maxlength')).toBe('200');
  fireEvent.change(purpose, { target: { value: '对账' } });
  expect(await screen.findByText('用途应为5~200个字')).toBeTruthy();
  expect(screen.getByText('2 / 200')).toBeTruthy();
});

test('what must be filled in is marked, and labels read as before', () => {
  renderDialog();
  const marked = [...document.querySelectorAll('label')].filter((label) => label.querySelector('.kit-dialog-star'));
  expect(marked.map(({ textContent }) => textContent)).toEqual(['对接应用', '用途（5~200个字）', '预计每日调用次数']);
});
