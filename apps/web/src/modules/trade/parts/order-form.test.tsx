// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubDocument } from '../../../kit/test-document';
import { OrderForm } from './order-form';

beforeEach(stubDocument);
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

/** The form as it stands after a load of the page. */
function load(wizard: string, submit = async (values: object): Promise<object> => values) {
  cleanup();
  const element = (
    <OrderForm<object, object>
      wizard={wizard}
      start={{ type: 1, title: '甲公司', taxNo: '', email: '' }}
      submit={submit}
      done={() => undefined}
      again={() => undefined}
      back={() => undefined}
      lines={null}
      total={null}
      invoiceHint=""
    />
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
  const box = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`, 'u'));
  return { box, type: (label: string, value: string) => fireEvent.change(box(label), { target: { value } }) };
}

test('what was typed of the invoice outlives a reload, in its wizard, until it is ordered with', async () => {
  const { type } = load('renew');
  type('税号', '91310118MA1JL0000N');
  type('接收邮箱', 'fp@example.com');
  const { box } = load('renew');
  expect([box('发票抬头'), box('税号'), box('接收邮箱')].map(({ value }) => value)).toEqual([
    '甲公司',
    '91310118MA1JL0000N',
    'fp@example.com',
  ]);
  expect(load('member').box('税号').value).toBe('');
  const submit = vi.fn(async (values: object) => values);
  load('renew', submit);
  fireEvent.click(screen.getByRole('button', { name: '提交订单' }));
  await waitFor(() => expect(submit).toHaveBeenCalled());
  await waitFor(() => expect(load('renew').box('税号').value).toBe(''));
});
