// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { type ForwardRow, forwardFailLog, forwardResend } from '@tongda/contract/rules/forwarding/calls';
import { menus } from '@tongda/contract/shell/menus';
import { afterEach, expect, test, vi } from 'vitest';
import { showListForTest } from '../../../kit/list/for-test';
import { FailDrawer } from './fail-drawer';

afterEach(cleanup);

const target = { id: '9', name: '冷链平台' } as ForwardRow; // the drawer reads no more of it
const fail = {
  what: '位置',
  time: '2026-11-20 08:00:00',
  attempts: 5,
  cause: 'HTTP 500',
  failTime: '2026-11-20 09:00:00',
};

test('ticked rows are sent again together, and no others', async () => {
  showListForTest({
    page: <FailDrawer target={target} changed={vi.fn()} close={vi.fn()} />,
    menuId: menus.dataForwarding.id,
    buttons: [forwardFailLog, forwardResend],
    call: forwardFailLog,
    rows: ['1', '2', '3'].map((id) => ({ ...fail, id, plateNo: `沪A0000${id}` })),
  });
  const answer = globalThis.fetch;
  const asked = vi.fn<(body: unknown) => void>();
  vi.stubGlobal('fetch', (url: string, init?: { body?: string }) => {
    if (!String(url).includes(forwardResend.path)) return answer(url, init);
    asked(JSON.parse(init?.body ?? '{}'));
    return Promise.resolve(new Response(JSON.stringify({ code: 200, msg: 'ok', data: { count: 2 } })));
  });
  const tick = async (plate: string) =>
    fireEvent.click(await screen.findByRole('checkbox', { name: new RegExp(plate, 'u') }));
  await tick('沪A00001');
  await tick('沪A00003');
  fireEvent.click(await screen.findByText('批量重推 2 条'));
  await waitFor(() => expect(asked.mock.calls).toEqual([[{ id: '9', itemIds: ['1', '3'] }]]));
  await waitFor(() => expect(screen.getByText('批量重推').closest('button')?.disabled).toBe(true));
});
