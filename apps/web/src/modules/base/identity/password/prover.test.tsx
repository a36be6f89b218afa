// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react';
import { proveSelf } from '@tongda/contract/base/identity/account';
import { loginCode } from '@tongda/contract/base/identity/calls';
import { codes, endpoint } from '@tongda/contract/core/endpoint';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { call } from '../../../../kit/call/api';
import { logInForTest, stubDocument } from '../../../../kit/test-document';
import { Prover } from './prover';

configure({ asyncUtilTimeout: 10_000 });

const save = endpoint({
  path: '/api/thing/save',
  access: 'session',
  title: '保存',
  input: z.object({ id: z.string() }),
});
const answer = (code: number, msg: string, data: unknown = null): Response =>
  new Response(JSON.stringify({ code, msg, data }));
const salt = { pwdSalt: '00112233445566778899aabbccddeeff', pwdIter: 1 };

afterEach(cleanup);

/** A server that wants the password before it saves. Answers what it was asked, in order. */
function serve(): string[] {
  const asked: string[] = [];
  let proved = false;
  logInForTest();
  stubDocument();
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === loginCode.path) return answer(200, 'ok', salt);
    asked.push(url);
    if (url === proveSelf.path) proved = true;
    else if (!proved) return answer(codes.proofWanted, '授予管理员权限前请输入登录密码');
    return answer(200, 'ok');
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Prover />
    </QueryClientProvider>,
  );
  return asked;
}

test('the dialog is loaded by the first question, and the refused call goes out again after the password', async () => {
  const asked = serve();
  const saved = call(save, { id: '1' });
  await screen.findByText('授予管理员权限前请输入登录密码');
  fireEvent.change(screen.getByLabelText('登录密码'), { target: { value: 'Demo@2026' } });
  fireEvent.click(screen.getByRole('button', { name: /确\s*定/u }));
  await expect(saved).resolves.toBeNull();
  expect(asked).toEqual([save.path, proveSelf.path, save.path]);
});

test('who does not want to say it has done nothing', async () => {
  const asked = serve();
  const saved = call(save, { id: '1' });
  await screen.findByText('授予管理员权限前请输入登录密码');
  fireEvent.click(screen.getByRole('button', { name: /取\s*消/u }));
  await expect(saved).rejects.toMatchObject({ code: codes.proofWanted, told: true });
  expect(asked).toEqual([save.path]);
});
