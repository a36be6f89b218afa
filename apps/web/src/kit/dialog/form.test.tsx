// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { endpoint } from '@tongda/contract/core/endpoint';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { newestOf } from '../call/use-act';
import { useAsk } from '../call/use-ask';
import { logInForTest, stubDocument } from '../test-document';
import { AtField } from './act-bar';
import { FormDialog } from './form';
import { bindNotify } from './notify';

// antd's messages take their time on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

const versioned = z.object({ id: z.string(), version: z.number(), remark: z.string() });
const detail = endpoint({
  path: '/api/thing/detail',
  access: 'session',
  title: '详情',
  input: z.object({ id: z.string() }),
  output: versioned,
});
const audit = endpoint({ path: '/api/thing/audit', access: 'session', title: '审核', input: versioned });
const list = endpoint({ path: '/api/thing/page', access: 'session', title: '列表', output: z.array(z.string()) });

interface Answer {
  code: number;
  msg: string;
  data: unknown;
}
const ok: Answer = { code: 200, msg: 'ok', data: null };
const conflict: Answer = { code: 4009, msg: '数据已被他人修改，请刷新后重试', data: null };
let answers: Array<Answer | Promise<Answer>>;
const sent: unknown[] = [];
const toasts: string[] = [];
const confirms: string[] = [];
let sure = false;
let listed = 0;
let closed = 0;

beforeEach(() => {
  answers = [ok];
  for (const kept of [sent, toasts, confirms]) kept.length = 0;
  sure = false;
  listed = 0;
  closed = 0;
  logInForTest();
  stubDocument();
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url === list.path) {
      listed += 1;
      return new Response(JSON.stringify({ code: 200, msg: 'ok', data: [`第${listed}次`] }));
    }
    if (url === detail.path)
      return new Response(JSON.stringify({ code: 200, msg: 'ok', data: { id: '7', version: 5, remark: '别人的' } }));
    sent.push(JSON.parse(String(init.body)));
    return new Response(JSON.stringify(await answers.shift()));
  });
  bindNotify({
    message: { open: ({ content }: { content: string }) => toasts.push(content) },
    modal: {
      confirm: (asked: { title: string; onOk: () => void; onCancel: () => void }) => {
        confirms.push(asked.title);
        if (sure) asked.onOk();
        else asked.onCancel();
      },
    },
    // Of antd's two notifiers only what the kit calls.
  } as unknown as Parameters<typeof bindNotify>[0]);
});
afterEach(cleanup);

function Dialog({ told }: { told: string }) {
  const [remark, setRemark] = useState('');
  const rows = useAsk(list, undefined);
  return (
    <>
      <p>{rows.data?.join()}</p>
      <FormDialog
        endpoint={audit}
        input={{ id: '7', version: 1, remark }}
        fresh={newestOf(detail, { id: '7' })}
        stale={[list]}
        told={told}
        close={() => {
          closed += 1;
        }}
        title="审核"
        okText="提交"
      >
        <AtField name="remark">
          <Input aria-label="意见" value={remark} onChange={(event) => setRemark(event.target.value)} />
        </AtField>
      </FormDialog>
    </>
  );
}

function Named() {
  const [form] = Form.useForm<{ remark: string }>();
  return (
    <FormDialog
      endpoint={audit}
      form={form}
      input={({ remark }) => ({ id: '7', version: 1, remark })}
      fresh={newestOf(detail, { id: '7' })}
      title="命名"
      close={() => undefined}
    >
      <Form.Item name="remark" label="名称" rules={[{ required: true, message: '请输入名称' }]}>
        <Input />
      </Form.Item>
    </FormDialog>
  );
}

/** Every test has a toast of its own: the same sentence is not said twice within three seconds. */
function open(told = '已审核'): HTMLElement {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Dialog told={told} />
    </QueryClientProvider>,
  );
  return screen.getByLabelText('意见');
}
/** By its text: roles take a second each in a dialog of antd. */
const button = (name: string): HTMLElement => {
  const found = [...document.querySelectorAll('button')].find((one) => one.textContent?.replaceAll(' ', '') === name);
  if (!found) throw new Error(`no button ${name}`);
  return found;
};
const alerts = (): Array<string | null> => [...document.querySelectorAll('[role=alert]')].map((at) => at.textContent);
const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } });

test('sent once however often it is pressed; the button is busy meanwhile, then it says so and closes', async () => {
  let answer: (done: Answer) => void = () => undefined;
  answers = [new Promise<Answer>((resolve) => (answer = resolve)), ok];
  type(open('只发一次'), '好');
  fireEvent.click(button('提交'));
  fireEvent.click(button('提交'));
  await waitFor(() => expect(document.querySelector('.ant-btn-loading')).toBeTruthy());
  answer(ok);
  await waitFor(() => expect(closed).toBe(1));
  expect(sent).toEqual([{ id: '7', version: 1, remark: '好' }]);
  expect(toasts).toEqual(['只发一次']);
});

test('the lists concerned are asked again', async () => {
  open('列表');
  expect(await screen.findByText('第1次')).toBeTruthy();
  fireEvent.click(button('提交'));
  expect(await screen.findByText('第2次')).toBeTruthy();
});

test('a finding stands at its field until the field changes; the dialog stays', async () => {
  answers = [{ code: 4000, msg: '意见太短', data: { errors: [{ field: 'remark', msg: '意见太短' }] } }];
  const input = open();
  fireEvent.click(button('提交'));
  await waitFor(() => expect(alerts()).toEqual(['意见太短']));
  expect(document.querySelector('.ant-input-status-error')).toBe(input);
  expect([closed, toasts]).toEqual([0, []]);
  type(input, '长一点');
  await waitFor(() => expect(alerts()).toEqual([]));
});

test('a finding of a field that the form does not show stands above it', async () => {
  answers = [
    {
      code: 4000,
      msg: '车辆已停用',
      data: {
        errors: [
          { field: 'vehicleId', msg: '车辆已停用' },
          { field: 'remark', msg: '意见太短' },
        ],
      },
    },
  ];
  open();
  fireEvent.click(button('提交'));
  await waitFor(() => expect(alerts()).toEqual(['车辆已停用', '意见太短']));
});

test('somebody else was faster: what was typed stays, the new version is loaded and goes along', async () => {
  answers = [conflict, ok];
  const input = open('冲突后保存');
  type(input, '我写的');
  fireEvent.click(button('提交'));
  await waitFor(() => expect(alerts().join()).toContain('数据已被他人修改'));
  fireEvent.click(button('刷新后重试'));
  expect(await screen.findByText(/已载入最新数据/u)).toBeTruthy();
  expect(input).toHaveProperty('value', '我写的');
  expect(sent).toHaveLength(1);
  fireEvent.click(button('提交'));
  await waitFor(() => expect(closed).toBe(1));
  expect(sent).toEqual([
    { id: '7', version: 1, remark: '我写的' },
    { id: '7', version: 5, remark: '我写的' },
  ]);
});

test('closing asks only when something was typed, and stays when he wants to stay', async () => {
  const input = open();
  fireEvent.click(button('取消'));
  await waitFor(() => expect(closed).toBe(1));
  expect(confirms).toEqual([]);
  type(input, '写了一半');
  fireEvent.keyDown(input, { key: 'Escape', keyCode: 27 });
  fireEvent.click(button('取消'));
  await waitFor(() => expect(confirms.length).toBeGreaterThan(0));
  expect(confirms[0]).toBe('当前内容未保存，确认离开？');
  expect(closed).toBe(1);
  sure = true;
  fireEvent.click(button('取消'));
  await waitFor(() => expect(closed).toBe(2));
});

test('in an antd form the findings stand under the items, and the rules of the form come first', async () => {
  answers = [{ code: 4000, msg: '名称已存在', data: { errors: [{ field: 'remark', msg: '名称已存在' }] } }];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Named />
    </QueryClientProvider>,
  );
  fireEvent.click(button('保存'));
  expect(await screen.findByText('请输入名称')).toBeTruthy();
  expect(sent).toEqual([]);
  type(screen.getByLabelText('名称'), '苏州');
  fireEvent.click(button('保存'));
  expect(await screen.findByText('名称已存在')).toBeTruthy();
});

test('enter sends from a line of text also beside others: a browser presses the button of the form; labels stand above', () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <FormDialog
        endpoint={audit}
        input={{ id: '7', version: 1, remark: '' }}
        fresh={newestOf(detail, { id: '7' })}
        enter
        title="扫码"
        close={() => undefined}
      >
        <AtField name="id" label="型号">
          <Input />
        </AtField>
        <AtField name="remark" label="编号">
          <Input aria-label="编号" />
        </AtField>
      </FormDialog>
    </QueryClientProvider>,
  );
  const own = screen.getByLabelText('编号').closest('form');
  const pressed = own?.querySelector<HTMLInputElement>('[type=submit]');
  expect(pressed).toBeTruthy();
  expect(screen.getByText('型号').closest('.ant-form-item')?.className).toContain('vertical');
  if (pressed) fireEvent.click(pressed);
  return waitFor(() => expect(sent).toHaveLength(1));
});
