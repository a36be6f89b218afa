// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type MenuKey, menuKeys } from '@tongda/contract/shell/menus';
import { placeAt } from '@tongda/contract/shell/routes';
import { buildMenuTree } from '@tongda/contract/shell/tree';
import { useEffect, useState } from 'react';
import { createMemoryRouter, Outlet, RouterProvider, useLocation, useSearchParams } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bindNotify } from '../../kit/dialog/notify';
import { addLeaveGuard } from '../../kit/form/leave-guards';
import { useSession } from '../../kit/session/user';
import { allowReopening, clearTabs, leaveTabs, setTabs, tabsFollow, useTabs } from '../tab/store';
import { closeTab } from '../tab/tabs';
import { askToLeavePage, KeptPages } from './kept-pages';

const vehicles = '/resources/vehicle';
const drivers = '/resources/driver';
const form = '/resources/driver/edit';

/** What the pages of a window did: effects begun and ended, addresses read. */
let log: string[] = [];

function Page() {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const [ticks, setTicks] = useState(0);
  const name = pathname.split('/').at(-1);
  useEffect(() => {
    log.push(`+${name}`);
    return () => void log.push(`-${name}`);
  }, [name]);
  return (
    <button type="button" data-testid={name} onClick={() => setTicks(ticks + 1)}>
      {`${name} ${params.get('page') ?? 1} ${ticks}`}
    </button>
  );
}

function Frame() {
  const { pathname, search } = useLocation();
  const place = placeAt(pathname);
  useEffect(() => {
    if (place) tabsFollow(place, pathname + search);
  }, [place, pathname, search]);
  return place ? <KeptPages place={place} /> : <Outlet />;
}

const treeOf = (keys: Iterable<MenuKey>) => buildMenuTree(new Set(keys), ['common', 'webGIS', 'tms']);

function open(address: string) {
  const children = [vehicles, drivers, form, '/community/download'].map((path) => ({ path, Component: Page }));
  const router = createMemoryRouter([{ Component: Frame, children }], { initialEntries: [address] });
  render(<RouterProvider router={router} />);
  return async (to: string): Promise<void> => {
    await act(() => router.navigate(to));
  };
}

beforeEach(() => {
  log = [];
  useSession.setState({ tree: treeOf(menuKeys) });
  bindNotify(null);
  clearTabs();
});
afterEach(cleanup);

const text = (): string => screen.getByRole('button').textContent;

test('a page behind another tab keeps its state and its address, and comes back without being made anew', async () => {
  const go = open(`${vehicles}?page=2`);
  fireEvent.click(screen.getByRole('button'));
  expect(text()).toBe('vehicle 2 1');
  await go(`${drivers}?page=7`);
  expect(text()).toBe('driver 7 0');
  expect(screen.getByTestId('vehicle').textContent).toBe('vehicle 2 1');
  await go(`${vehicles}?page=2`);
  expect(text()).toBe('vehicle 2 1');
});

test('a page behind runs no effect: what it polled or heard has stopped, and begins again', async () => {
  const go = open(vehicles);
  await go(drivers);
  expect(log).toEqual(['+vehicle', '-vehicle', '+driver']);
  await go(vehicles);
  expect(log).toEqual(['+vehicle', '-vehicle', '+driver', '-driver', '+vehicle']);
});

test('edit pages are not kept, the list behind them is', async () => {
  const go = open(drivers);
  fireEvent.click(screen.getByRole('button'));
  await go(form);
  fireEvent.click(screen.getByTestId('edit'));
  await go(drivers);
  expect(text()).toBe('driver 1 1');
  expect(screen.queryByTestId('edit')).toBeNull();
  await go(form);
  expect(screen.getByTestId('edit').textContent).toBe('edit 1 0');
});

test('a closed tab, a right that is gone and a screen that clears the tabs take the page with them', async () => {
  const go = open(vehicles);
  await go(drivers);
  act(() => setTabs(closeTab(useTabs.getState(), 'resources:vehicleList')));
  expect(screen.queryByTestId('vehicle')).toBeNull();
  await go(vehicles);
  act(() => useSession.setState({ tree: treeOf(['vehicle']) }));
  expect(screen.queryByTestId('driver')).toBeNull();
  await go('/community/download');
  expect(screen.getAllByRole('button', { hidden: true })).toHaveLength(1);
});

test('unsaved work that was given up does not come back', async () => {
  const go = open(drivers);
  window.history.replaceState(null, '', drivers);
  fireEvent.click(screen.getByRole('button'));
  const done = addLeaveGuard(() => true);
  const answers: Array<(options: { onOk: () => void }) => void> = [({ onOk }) => onOk()];
  const modal = { confirm: (options: { onOk: () => void }) => answers.shift()?.(options) };
  bindNotify({ modal } as unknown as Parameters<typeof bindNotify>[0]);
  expect(await askToLeavePage()).toBe(true);
  done();
  await go(vehicles);
  expect(screen.queryByTestId('driver')).toBeNull();
  await go(drivers);
  expect(text()).toBe('driver 1 0');
});

test('a page that arrives after its tab was closed does not open it again; asked for anew it does', async () => {
  const go = open(vehicles);
  await go(drivers);
  const ids = () => useTabs.getState().tabs.map(({ id }) => id);
  const [vehicleTab, driverTab] = ids();
  leaveTabs([driverTab ?? '']);
  act(() => setTabs(closeTab(useTabs.getState(), driverTab ?? '')));
  await go(`${drivers}?page=2`);
  expect(ids()).toEqual([vehicleTab]);
  await go(vehicles);
  await go(drivers);
  expect(ids()).toEqual([vehicleTab, driverTab]);
  leaveTabs([driverTab ?? '']);
  act(() => setTabs(closeTab(useTabs.getState(), driverTab ?? '')));
  allowReopening();
  await go(`${drivers}?page=3`);
  expect(ids()).toEqual([vehicleTab, driverTab]);
});
