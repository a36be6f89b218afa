// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { rightKey } from '@tongda/contract/core/allows';
import { menus } from '@tongda/contract/shell/menus';
import { transportTaskCalls } from '@tongda/contract/transport/waybill/calls';
import { lateOverride, stowageVehicles } from '@tongda/contract/transport/waybill/stow/board';
import { poolCreateTask, poolPage, taskMoveIn } from '@tongda/contract/transport/waybill/stow/split-pool';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSession } from '../../../../kit/session/user';
import { logInForTest, stubDocument } from '../../../../kit/test-document';
import { SplitPoolPage } from './split-pool-page';

configure({ asyncUtilTimeout: 10_000 });
const word = '预计晚到 4,594 分钟：苏州观前店，超过允许的 120 分钟';
const task = {
  ...{ waybillCode: 'YS1', version: 3, transportStatus: 1, stowStatus: 2, plateNo: '', driverName: '张三' },
  ...{ fromName: '青浦', toName: '苏州', allowActions: ['stowage'], legs: [], stops: [] },
  ...{ totalPieces: 0, totalWeight: 0, totalVolume: 0 },
};
const row = {
  ...{ id: '1', orderCode: 'DD1', customerName: '味邻', receiver: '苏州观前店', receiveArea: '', temperatureType: 1 },
  ...{ pieces: 10, weightKg: 80, volumeM3: 1, arriveTo: '2026-11-20 08:00:00', poolReason: '拆出', poolFrom: 'YS1' },
  ...{ poolRemark: '', poolTime: '2026-11-20 08:00:00', waitMin: 5 },
};
const truck = {
  vehicleId: '9',
  plateNo: '沪A12345',
  vehicleStatus: 0,
  ratedLoadKg: 5000,
  boxVolumeM3: 30,
  compartments: [],
  busy: [],
  driverName: '',
};
const sent: unknown[] = [];

/** Refuses what comes late until somebody says why. */
function answer(path: string, body: { lateReason?: string }): object {
  if (path === poolPage.path) return { code: 200, msg: '', data: { list: [row], total: 1 } };
  if (path === transportTaskCalls.detail.path) return { code: 200, msg: '', data: task };
  if (path === stowageVehicles.path) return { code: 200, msg: '', data: [truck] };
  if (path !== taskMoveIn.path && path !== poolCreateTask.path)
    return { code: 200, msg: '', data: { list: [], total: 0 } };
  sent.push(body);
  return body.lateReason
    ? { code: 200, msg: '', data: { waybillCode: 'YS1', version: 4 } }
    : { code: 4011, msg: word, data: { checks: [`WINDOW ${word}`] } };
}

/** The page, before somebody with these buttons of 运输任务 and the one order of the pool ticked. */
async function open(...names: string[]): Promise<void> {
  logInForTest();
  const { id } = menus.transportTask;
  useSession.setState({
    menus: new Set([String(id)]),
    buttons: new Set(names.map((path) => rightKey(id, path))),
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={['/?id=YS1']}>
        <SplitPoolPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByText('DD1');
  const tick = document.querySelector('.ant-table-tbody input[type=checkbox]');
  if (!tick) throw new Error('no tick');
  fireEvent.click(tick);
}
const button = (name: string): HTMLElement => {
  const found = [...document.querySelectorAll('button')].findLast(
    (one) => one.textContent?.replaceAll(' ', '') === name,
  );
  if (!found) throw new Error(`no button ${name}`);
  return found;
};
const { path: mayPool } = typeof taskMoveIn.access === 'object' ? taskMoveIn.access : { path: '' };

beforeEach(() => {
  sent.length = 0;
  stubDocument();
  vi.stubGlobal(
    'fetch',
    async (url: string, init: RequestInit) =>
      new Response(JSON.stringify(answer(url, JSON.parse(String(init.body ?? '{}'))))),
  );
});
afterEach(cleanup);

test('who may let late goods go is asked why, and they move onto the task', async () => {
  await open(mayPool ?? '', lateOverride.path);
  fireEvent.click(button('移入任务'));
  const reason = await screen.findByLabelText('晚到原因');
  expect(document.body.textContent).toContain(word);
  fireEvent.change(reason, { target: { value: '客户同意' } });
  fireEvent.click(button('移入任务'));
  await waitFor(() => expect(screen.queryByLabelText('晚到原因')).toBeNull());
  const wanted = { waybillCode: 'YS1', version: 3, orderCodes: ['DD1'] };
  expect(sent).toEqual([wanted, { ...wanted, lateReason: '客户同意' }]);
});

test('a new task asks in its own dialog', async () => {
  await open(mayPool ?? '', lateOverride.path);
  fireEvent.click(button('新建任务'));
  fireEvent.mouseDown(await screen.findByLabelText('车辆'));
  fireEvent.click(await screen.findByText('沪A12345'));
  expect(screen.queryByLabelText('晚到原因')).toBeNull();
  fireEvent.click(button('新建任务'));
  fireEvent.change(await screen.findByLabelText('晚到原因'), { target: { value: '客户同意' } });
  fireEvent.click(button('新建任务'));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({ orderCodes: ['DD1'], vehicleId: '9', lateReason: '客户同意' });
});

test('nobody else is asked', async () => {
  await open(mayPool ?? '');
  fireEvent.click(button('移入任务'));
  await waitFor(() => expect(sent).toHaveLength(1));
  await waitFor(() => expect(document.querySelector('.ant-btn-loading')).toBeNull());
  expect(screen.queryByLabelText('晚到原因')).toBeNull();
});
