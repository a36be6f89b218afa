// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userJurisdiction } from '@tongda/contract/company/user/calls';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { logInForTest, stubDocument } from '../kit/test-document';
import { Ticks } from '../modules/base/jurisdiction/field';
import { DualList } from '../modules/company/resource-auth/dual-list';
import { UserSelect } from '../modules/company/resource-auth/user-select';
import { AddVehicle } from '../modules/transport/waybill/stow/add-vehicle';
import { boardVehicle } from '../modules/transport/waybill/stow/board/samples';
import { VehicleColumn } from '../modules/watch/vehicle-group/vehicle-shuttle';

configure({ asyncUtilTimeout: 10_000 });
const plates = ['沪A10001', '沪A10002'];
const chosen: unknown[] = [];
const choose = (what: unknown): void => void chosen.push(what);

beforeEach(() => {
  chosen.length = 0;
  stubDocument();
  logInForTest();
  const list = plates.map((name, i) => ({
    ...{ kind: 'vehicle', id: String(i + 1), name, orgId: null, source: 'none', lng: null, lat: null },
    ...{ remark: '', orgName: '' },
  }));
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json({ code: 200, msg: '', data: String(url).includes('/org/') ? [] : { list, total: 2 } }),
  );
});
afterEach(cleanup);

const show = (picker: ReactNode): void => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>{picker}</MemoryRouter>
    </QueryClientProvider>,
  );
};
const groupable = plates.map((plateNo, i) => ({
  ...{ vehicleId: String(i + 1), plateNo, remarkNo: '', orgId: '1', orgName: '总部', groupIds: [] },
}));
const board = {
  ...{ base: { kind: 3, from: null, to: null, departTime: '2026-11-20 06:00:00' } as const, waiting: [], loads: [] },
  ...{ ticked: new Set<string>(), vehicles: plates.map((plate) => boardVehicle(plate)), addVehicle: choose },
};

/** Every picker with a search over a list: its name, the search's label, and the picker. */
const pickers: Array<[string, string, () => ReactNode]> = [
  ['添加车辆', '查找车辆', () => <AddVehicle board={board} done={() => undefined} />],
  [
    '车辆分组',
    '在可加入的车辆中搜索',
    () => <VehicleColumn title="可加入的车辆" vehicles={groupable} orgs={[]} tick={choose} none="" />,
  ],
  ['资源授权', '搜索车牌', () => <DualList kind="vehicle" onChange={choose} />],
  ['管辖范围', '搜索管辖范围', () => <Ticks of={userJurisdiction} target="1" onChange={choose} />],
];

test.each(pickers)(
  '%s: the arrow leads from the search into the list, Enter takes the first that is found',
  async (_, label, picker) => {
    show(picker());
    const search = screen.getByLabelText(label);
    await screen.findByText(/10002/u);
    search.focus();
    fireEvent.keyDown(search, { key: 'ArrowDown' });
    expect(document.activeElement).not.toBe(search);
    expect(document.activeElement?.matches('input, button, [tabindex="0"]')).toBe(true);
    expect(chosen).toEqual([]);
    fireEvent.change(search, { target: { value: '1000' } });
    // the answer may still be on its way: then Enter takes nothing
    await waitFor(() => {
      if (chosen.length === 0) fireEvent.keyDown(search, { key: 'Enter', code: 'Enter', keyCode: 13 });
      fireEvent.keyUp(search, { key: 'Enter' });
      expect(chosen).toHaveLength(1);
    });
  },
);

test('被授权用户: Enter before the search has answered takes the first that it finds', async () => {
  const found = [{ id: '7', name: '赵敏' }];
  const search = async (keyword: string) => (keyword === '' ? [] : found);
  show(<UserSelect search={search} onChange={choose} />);
  const input = screen.getByRole('combobox');
  fireEvent.change(input, { target: { value: '赵' } });
  fireEvent.keyDown(input, { key: 'Enter', code: 'Enter', keyCode: 13 });
  await waitFor(() => expect(chosen).toEqual([['7']]));
});
