// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { columns } from '@tongda/contract/core/columns';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bindNotify } from '../dialog/notify';
import { ColumnDialog } from './column-dialog';
import { defaultSetting } from './column-setting';

const all = columns<{ a: string; b: string }>()([
  { value: 'a', label: '车牌号', width: 90 },
  { value: 'b', label: '车型', width: 90 },
]);
const toasts: string[] = [];
const confirms: string[] = [];

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  bindNotify({
    message: { open: ({ content }: { content: string }) => toasts.push(content) },
    modal: {
      confirm: ({ title, onOk }: { title: string; onOk: () => void }) => {
        confirms.push(title);
        onOk();
      },
    },
  } as unknown as Parameters<typeof bindNotify>[0]);
});
afterEach(() => {
  cleanup();
  toasts.length = 0;
  confirms.length = 0;
});

/** antd puts a space between two characters unless told otherwise. */
const button = (name: string) => screen.getByRole('button', { name: new RegExp(`^${[...name].join(' ?')}$`, 'u') });

function open() {
  const save = vi.fn();
  const close = vi.fn();
  render(<ColumnDialog columns={all} setting={defaultSetting(all)} save={save} close={close} />);
  return { save, close };
}

test('nothing ticked is refused and the dialog stays', () => {
  const { save, close } = open();
  fireEvent.click(screen.getByLabelText('全选'));
  fireEvent.click(button('保存'));
  expect(toasts).toEqual(['最少勾选一个显示的字段']);
  expect(save).not.toHaveBeenCalled();
  expect(close).not.toHaveBeenCalled();
});

test('closing asks only when something changed', async () => {
  const first = open();
  fireEvent.click(button('取消'));
  await vi.waitFor(() => expect(first.close).toHaveBeenCalled());
  expect(confirms).toEqual([]);
  cleanup();
  const second = open();
  fireEvent.click(screen.getByLabelText('车型'));
  fireEvent.click(button('取消'));
  await vi.waitFor(() => expect(second.close).toHaveBeenCalled());
  expect(confirms).toEqual(['确认关闭？']);
});

test('what is ticked is saved in its order', () => {
  const { save } = open();
  fireEvent.click(screen.getByLabelText('车型'));
  fireEvent.click(button('保存'));
  expect(save).toHaveBeenCalledWith([
    { value: 'a', show: true, fixed: null },
    { value: 'b', show: false, fixed: null },
  ]);
});
