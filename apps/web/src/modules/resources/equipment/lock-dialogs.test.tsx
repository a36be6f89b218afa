// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { LockRow } from '@tongda/contract/resources/equipment/lock';
import { lockCommandState, lockCommands, lockRemoteOpen } from '@tongda/contract/resources/equipment/lock-command';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { logInForTest, stubDocument } from '../../../kit/test-document';
import { RemoteOpenDialog } from './lock-dialogs';

let state: number = lockCommandState.waiting;
beforeEach(() => {
  logInForTest();
  stubDocument();
  vi.stubGlobal('fetch', async (address: unknown) => {
    const answers = [
      [lockRemoteOpen.path, { commandId: '9' }],
      [lockCommands.path, [{ id: '9', kind: 'open', state, answerTime: null }]],
    ] as const;
    const data = answers.find(([path]) => String(address).includes(path))?.[1];
    return new Response(JSON.stringify({ code: 200, msg: 'ok', data }));
  });
});
afterEach(cleanup);

/** Opens a lock from afar and lets it answer. */
async function openIt(answer: number): Promise<void> {
  state = answer;
  // Of the lock only what the dialog reads.
  const row = { id: '7', lockNo: 'LS268001', plateNo: '沪EH6182', doorPos: '后门' } as unknown as LockRow;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RemoteOpenDialog row={row} done={() => undefined} close={() => undefined} />
    </QueryClientProvider>,
  );
  fireEvent.change(screen.getByLabelText('开锁原因'), { target: { value: '客户验收' } });
  fireEvent.change(screen.getByLabelText('锁编号后4位'), { target: { value: '8001' } });
  fireEvent.click(screen.getByRole('button', { name: /开\s?锁/u }));
}

test.each([
  [lockCommandState.waiting, '开锁指令已发出，正在等待蓝牙锁应答。'],
  [lockCommandState.done, '蓝牙锁已打开。'],
  [lockCommandState.refused, '蓝牙锁没有打开，请检查锁的状态和电量后重试。'],
  [lockCommandState.silent, '蓝牙锁没有应答，请确认锁和终端在线后重试。'],
])('the sentence follows the answer of the lock: %s', async (answer, words) => {
  await openIt(answer);
  expect(await screen.findByText(words)).toBeTruthy();
  if (answer !== lockCommandState.waiting) expect(screen.queryByText(/正在等待/u)).toBeNull();
});
