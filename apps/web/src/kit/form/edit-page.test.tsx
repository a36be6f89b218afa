// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { endpoint } from '@tongda/contract/core/endpoint';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { bindNotify } from '../dialog/notify';
import { logInForTest, stubDocument } from '../test-document';
import { FieldGroup } from './edit-field';
import { EditPage } from './edit-page';
import { TextField } from './input/fields';

// antd's messages take their time on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

const fields = z.object({ name: z.string().min(1).max(5, '最多5个字符'), note: z.string().max(30).optional() });
const load = endpoint({
  path: '/api/site/detail',
  access: 'session',
  title: '详情',
  input: z.object({ id: z.string() }),
  output: fields.extend({ version: z.number() }),
});
const save = endpoint({
  path: '/api/site/update',
  access: 'session',
  title: '保存',
  input: fields.extend({ id: z.string(), version: z.number() }),
});

const sent: unknown[] = [];
let answers: Array<{ code: number; msg: string; data: unknown }>;
const ok = { code: 200, msg: 'ok', data: null };
let stored = { name: '苏州仓', note: '', version: 1 };

beforeEach(() => {
  sent.length = 0;
  answers = [ok];
  stored = { name: '苏州仓', note: '', version: 1 };
  logInForTest();
  stubDocument();
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url === load.path) return new Response(JSON.stringify({ code: 200, msg: 'ok', data: stored }));
    sent.push(JSON.parse(String(init.body)));
    return new Response(JSON.stringify(answers.shift()));
  });
  bindNotify({
    message: { open: () => undefined },
    modal: {},
  } as unknown as Parameters<typeof bindNotify>[0]);
});
afterEach(cleanup);

async function open(locked?: () => string) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={['/edit']}>
        <Routes>
          <Route path="/list" element={<p>列表</p>} />
          <Route
            path="/edit"
            element={
              <EditPage
                noun="站点"
                id="7"
                load={load}
                save={save}
                toForm={(loaded) => ({ name: loaded?.name, note: loaded?.note })}
                toInput={(values, loaded) => ({ ...values, id: '7', version: loaded?.version })}
                back="/list"
                {...(locked ? { locked } : {})}
                body={() => (
                  <FieldGroup title="基本信息">
                    <TextField name="name" label="站点名称" />
                    <TextField name="note" label="备注" />
                  </FieldGroup>
                )}
              />
            }
          />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return screen.findByLabelText(/^站点名称/u);
}
const button = (name: string) => screen.getByRole('button', { name: new RegExp(`^${[...name].join(' ?')}$`, 'u') });

test('an emptied required field is named, nothing is sent, and the bar leads to it', async () => {
  const input = await open();
  fireEvent.change(input, { target: { value: '' } });
  fireEvent.click(button('保存'));
  expect(await screen.findByText('请输入站点名称')).toBeTruthy();
  expect(screen.getByText(/1 处需修改/u)).toBeTruthy();
  expect(screen.getByText('基本信息 › 站点名称')).toBeTruthy();
  expect(sent).toEqual([]);
});

test('a change is listed old and new and can be taken back', async () => {
  const input = await open();
  fireEvent.change(input, { target: { value: '无锡仓' } });
  expect(await screen.findByText('1 项')).toBeTruthy();
  expect(document.querySelector('del')?.textContent).toBe('苏州仓');
  expect(document.querySelector('ins')?.textContent).toBe('无锡仓');
  fireEvent.click(button('撤销站点名称的修改'));
  expect(await screen.findByText('还没有修改')).toBeTruthy();
});

test('what the server finds stands at its field', async () => {
  answers = [{ code: 4000, msg: '名称已存在', data: { errors: [{ field: 'name', msg: '名称已存在' }] } }];
  fireEvent.change(await open(), { target: { value: '无锡仓' } });
  fireEvent.click(button('保存'));
  expect(await screen.findByText('名称已存在')).toBeTruthy();
  expect(sent).toEqual([{ name: '无锡仓', note: '', id: '7', version: 1 }]);
});

test('somebody else was faster: his changes come in, what was typed stays and is sent with the new version', async () => {
  answers = [{ code: 4009, msg: '数据已被他人修改，请刷新后重试', data: null }, ok];
  const input = await open();
  fireEvent.change(input, { target: { value: '无锡仓' } });
  fireEvent.click(button('保存'));
  expect((await screen.findByRole('alert')).textContent).toContain('数据已被他人修改，请刷新后重试');
  stored = { name: '苏州一号仓', note: '夜间收货', version: 2 };
  fireEvent.click(button('刷新后重试'));
  await waitFor(() => expect(screen.getByLabelText(/^备注/u)).toHaveProperty('value', '夜间收货'));
  expect(input).toHaveProperty('value', '无锡仓');
  expect(document.querySelector('del')?.textContent).toBe('苏州一号仓');
  fireEvent.click(button('保存'));
  expect(await screen.findByText('列表')).toBeTruthy();
  expect(sent).toEqual([
    { name: '无锡仓', note: '', id: '7', version: 1 },
    { name: '无锡仓', note: '夜间收货', id: '7', version: 2 },
  ]);
});

test('saved: back to the list', async () => {
  fireEvent.change(await open(), { target: { value: '无锡仓' } });
  fireEvent.click(button('保存'));
  expect(await screen.findByText('列表')).toBeTruthy();
});

test('what is not the user’s to change can be looked at: no field takes a word, nothing is saved, the reason stands above', async () => {
  await open(() => '包含您看不到的车辆');
  expect(await screen.findByText('包含您看不到的车辆')).toBeDefined();
  expect(screen.getByText('查看站点')).toBeDefined();
  for (const field of screen.getAllByRole<HTMLInputElement>('textbox')) expect(field.disabled).toBe(true);
  expect(screen.queryByRole('button', { name: /^保 ?存$/u })).toBeNull();
  fireEvent.click(screen.getByText('返 回'));
  expect(await screen.findByText('列表')).toBeDefined();
  expect(sent).toEqual([]);
});
