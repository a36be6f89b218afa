// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { bindNotify } from '../dialog/notify';
import { ApiError } from './api-error';
import { useAct } from './use-act';

const toasts: string[] = [];
let sure = true;
beforeEach(() => {
  toasts.length = 0;
  sure = true;
  bindNotify({
    message: { open: ({ content }: { content: string }) => toasts.push(content) },
    modal: {
      confirm: ({ onOk, onCancel }: { onOk: () => void; onCancel: () => void }) => (sure ? onOk() : onCancel()),
    },
    // Of antd's two notifiers only what the kit calls.
  } as unknown as Parameters<typeof bindNotify>[0]);
});

test('several calls are one step: the answer comes back, the sentence knows it, what follows is waited for', async () => {
  const followed: string[] = [];
  const { result } = renderHook(() =>
    useAct(async (name: string) => `${name}-1`, {
      told: (answer) => `${answer} 已生成`,
      done: async (answer) => {
        await Promise.resolve();
        followed.push(answer);
      },
    }),
  );
  let answer: unknown;
  await act(async () => {
    answer = await result.current.run('TD');
  });
  expect([answer, followed, toasts, result.current.busy]).toEqual(['TD-1', ['TD-1'], ['TD-1 已生成'], false]);
});

test('a question that is answered with no sends nothing', async () => {
  sure = false;
  const deed = vi.fn(async () => null);
  const { result } = renderHook(() => useAct(deed, { sure: { title: '撤回？' } }));
  await act(() => result.current.run());
  expect(deed).not.toHaveBeenCalled();
});

test('without a bar a conflict is told and the newer version is loaded at once; another page’s words are not lost', async () => {
  const fresh = vi.fn(async () => undefined);
  const ended = vi.fn();
  const { result } = renderHook(() =>
    useAct(async () => Promise.reject(new ApiError(4009, '已被他人修改')), { fresh, ended }),
  );
  await act(() => result.current.run());
  expect([fresh.mock.calls.length, ended.mock.calls.length]).toEqual([1, 1]);
  expect([toasts, result.current.conflict]).toEqual([['已被他人修改'], null]);
});

test('without a bar a finding that nothing shows is told, and one that a field shows is not', async () => {
  const found = [
    { field: 'lines.2.weight', msg: '第3行重量错误' },
    { field: 'hidden', msg: '订单已关闭' },
  ];
  const { result } = renderHook(() => useAct(async () => Promise.reject(new ApiError(4000, '第3行重量错误', found))));
  const leave = result.current.places.field('lines');
  await act(() => result.current.run());
  expect(result.current.faultOf('lines')).toBe('第3行重量错误');
  expect(toasts).toEqual(['订单已关闭']);
  act(() => result.current.clear('lines'));
  expect(result.current.faultOf('lines')).toBeUndefined();
  leave();
});

test('after a failure the button can be pressed again', async () => {
  const deed = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new ApiError(4010, '已发车的运单不能作废'))
    .mockResolvedValueOnce('ok');
  const { result } = renderHook(() => useAct(deed));
  await act(() => result.current.run());
  expect(toasts).toEqual(['已发车的运单不能作废']);
  await act(() => result.current.run());
  await waitFor(() => expect(deed).toHaveBeenCalledTimes(2));
});
