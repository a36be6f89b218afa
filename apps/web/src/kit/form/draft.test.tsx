// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { fieldGet, fieldSave } from '@tongda/contract/base/prefs/calls';
import { endpoint } from '@tongda/contract/core/endpoint';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { bindNotify } from '../dialog/notify';
import { logInForTest, stubDocument } from '../test-document';
import { FieldGroup } from './edit-field';
import { EditPage } from './edit-page';
import { TextField } from './input/fields';
import { RemoteField } from './input/remote-select';

configure({ asyncUtilTimeout: 10_000 });

const fields = z.object({ name: z.string().min(1), customerId: z.string().nullable() });
const load = endpoint({ path: '/api/thing/detail', access: 'session', title: '详情', output: fields });
const create = endpoint({ path: '/api/thing/add', access: 'session', title: '新增', input: fields });
const search = async () => [];

/** what the server keeps of the user's draft, and what it was sent */
let kept: string | null;
let sent: unknown[];

beforeEach(() => {
  kept = null;
  sent = [];
  logInForTest();
  stubDocument();
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body));
    if (url === fieldGet.path) return new Response(JSON.stringify({ code: 200, data: kept }));
    if (url === fieldSave.path) kept = body.fields === null ? null : JSON.stringify(body.fields);
    else sent.push(body);
    return new Response(JSON.stringify({ code: 200, data: null }));
  });
  bindNotify({ message: { open: () => undefined }, modal: {} } as unknown as Parameters<typeof bindNotify>[0]);
});
afterEach(cleanup);

async function open() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={['/edit']}>
        <Routes>
          <Route path="/list" element={<p>列表</p>} />
          <Route
            path="/edit"
            element={
              <EditPage
                noun="订单"
                load={load}
                save={create}
                create={create}
                toForm={() => ({ name: '', customerId: null })}
                draft="thing"
                back="/list"
                body={() => (
                  <FieldGroup title="基本信息">
                    <TextField name="name" label="名称" />
                    <RemoteField name="customerId" label="客户" search={search} />
                  </FieldGroup>
                )}
              />
            }
          />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return screen.findByLabelText(/^名称/u);
}
const button = (name: string) => screen.getByRole('button', { name: new RegExp(`^${[...name].join(' ?')}$`, 'u') });

test('what was typed half-way is kept, found again with the names of its choices, and gone once it is saved', async () => {
  fireEvent.change(await open(), { target: { value: '半张单' } });
  fireEvent.click(button('存草稿'));
  await waitFor(() => expect(kept).toContain('半张单'));
  cleanup();

  const draft = JSON.parse(kept ?? '');
  kept = JSON.stringify({
    ...draft,
    values: { ...draft.values, customerId: '7' },
    names: { 'customerId 7': '味邻餐饮' },
  });
  const input = await open();
  fireEvent.click(await screen.findByRole('button', { name: /继续填写/u }));
  await waitFor(() => expect(input).toHaveProperty('value', '半张单'));
  expect(await screen.findByText('味邻餐饮')).toBeTruthy();
  fireEvent.click(button('保存'));
  expect(await screen.findByText('列表')).toBeTruthy();
  expect(sent).toEqual([{ name: '半张单', customerId: '7' }]);
  await waitFor(() => expect(kept).toBeNull());
});

test('an old draft can be dropped', async () => {
  kept = JSON.stringify({ at: '2026-11-20 08:00:00', values: { name: '旧' }, names: {} });
  const input = await open();
  fireEvent.click(await screen.findByRole('button', { name: /删除草稿/u }));
  await waitFor(() => expect(kept).toBeNull());
  expect(screen.queryByRole('button', { name: /继续填写/u })).toBeNull();
  expect(input).toHaveProperty('value', '');
});
