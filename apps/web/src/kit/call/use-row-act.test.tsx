// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { bindNotify } from '../dialog/notify';
import { ApiError } from './api-error';
import { useRowAct } from './use-row-act';

interface Row {
  id: string;
  on: boolean;
}
const toasts: string[] = [];
const questions: string[] = [];
beforeEach(() => {
  toasts.length = 0;
  questions.length = 0;
  bindNotify({
    message: { open: ({ content }: { content: string }) => toasts.push(content) },
    modal: {
      confirm: ({ title, onOk }: { title: string; onOk: () => void }) => {
        questions.push(title);
        onOk();
      },
    },
    // Of antd's two notifiers only what the kit calls.
  } as unknown as Parameters<typeof bindNotify>[0]);
});

/** A switch whose calls are answered when the test says so. */
function shownSwitch() {
  const sent: string[] = [];
  const answers: Array<() => void> = [];
  const { result } = renderHook(() =>
    useRowAct(
      ({ id }: Row) => {
        sent.push(id);
        return new Promise<string>((resolve) => answers.push(() => resolve(`${id} 已切换`)));
      },
      { sure: ({ id, on }) => (on ? { title: `停用 ${id}？` } : null), told: (_, answer) => answer },
    ),
  );
  return { sent, step: result.current, answer: () => act(async () => answers.shift()?.()) };
}

test('asks only where there is a question; the toast, then what the caller asks again', async () => {
  const { sent, step, answer } = shownSwitch();
  const followed: string[] = [];
  await act(async () => void step({ id: 'A', on: true }, () => followed.push(...toasts)));
  await answer();
  await act(async () => void step({ id: 'B', on: false }, () => followed.push('B')));
  await answer();
  expect([questions, sent, followed]).toEqual([['停用 A？'], ['A', 'B'], ['A 已切换', 'B']]);
});

test('a second row waits for the first, the same row pressed twice is sent once', async () => {
  const { sent, step, answer } = shownSwitch();
  await act(async () => {
    void step({ id: 'C', on: false });
    void step({ id: 'C', on: false });
    void step({ id: 'D', on: false });
  });
  expect(sent).toEqual(['C']);
  await answer();
  expect(sent).toEqual(['C', 'D']);
  await answer();
  expect(toasts).toEqual(['C 已切换', 'D 已切换']);
});

test('a refusal is told and nothing follows; the next press is sent again', async () => {
  const followed: string[] = [];
  let tries = 0;
  const { result } = renderHook(() =>
    useRowAct(async (_: Row) => (++tries === 1 ? Promise.reject(new ApiError(4010, '正被使用')) : null), {}),
  );
  const row = { id: 'A', on: false };
  await act(() => result.current(row, () => followed.push('1')));
  expect([toasts, followed]).toEqual([['正被使用'], []]);
  await act(() => result.current(row, () => followed.push('2')));
  expect(followed).toEqual(['2']);
});
