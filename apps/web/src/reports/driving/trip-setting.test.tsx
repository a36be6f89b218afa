// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { tripSettingReport, tripSettingSave } from '@tongda/contract/reports/driving/trip-setting';
import { vehicleTree } from '@tongda/contract/resources/vehicle/tree';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bindNotify } from '../../kit/dialog/notify';
import { logInForTest, stubDocument } from '../../kit/test-document';
import type { AnyRow } from '../kit/cells';
import { useTripSetting } from './trip-setting';

// antd's messages take their time on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

const row: AnyRow = { id: '7', vehicleId: '1', plateNo: '粤A00001', mode: 4, minKm: 2, version: 1, open: true };
const vehicle = {
  id: '1',
  name: '粤A00001',
  type: 'vehicle',
  online: 1,
  total: 1,
  state: 1,
  remarkNo: '',
  terminalNo: '',
};
const sent: unknown[] = [];

stubDocument();
afterEach(cleanup);
beforeEach(() => {
  sent.length = 0;
  logInForTest();
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const answer = (data: unknown, code = 200) => new Response(JSON.stringify({ code, msg: '已被他人修改', data }));
    // somebody else's edit ended the setting 7 and put 9 in its place
    const list = [
      { ...row, open: false },
      { ...row, id: '9', version: 3 },
    ];
    if (url === tripSettingReport.page.path) return answer({ list, total: 2, page: 1, size: 60, late: 0 });
    if (url === vehicleTree.path) return answer([{ ...vehicle, children: [] }]);
    if (url !== tripSettingSave.path) return answer([]);
    sent.push(JSON.parse(String(init.body)));
    return sent.length === 1 ? answer(null, 4009) : answer({ done: 1, days: 0 });
  });
  // of antd's two notifiers only what the kit calls
  bindNotify({ message: { open: () => undefined } } as unknown as Parameters<typeof bindNotify>[0]);
});

function Page() {
  const list = { refresh: () => undefined } as unknown as Parameters<typeof useTripSetting>[0];
  const { rowActions, open } = useTripSetting(list);
  return (
    <>
      <button type="button" onClick={() => rowActions?.(row)[0]?.run?.()}>
        编辑
      </button>
      {open}
    </>
  );
}
const press = (name: string): void => {
  const found = [...document.querySelectorAll('button')].find((one) => one.textContent?.replaceAll(' ', '') === name);
  if (!found) throw new Error(`no button ${name}`);
  fireEvent.click(found);
};

test('after somebody else changed the setting, what was typed is sent for the one that holds now', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Page />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  press('编辑');
  // the fields of the way that the setting has
  await screen.findByText(/熄火满1分钟/u);
  const km = await screen.findByLabelText('最小里程(km，更短的不算行程)');
  fireEvent.change(km, { target: { value: '5' } });
  press('保存');
  await screen.findByText(/已被他人修改/u);
  press('刷新后重试');
  await screen.findByText(/已载入最新数据/u);
  press('保存');
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent).toMatchObject([
    { id: '7', version: 1, minKm: 5 },
    { id: '9', version: 3, minKm: 5 },
  ]);
});
