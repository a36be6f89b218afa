// @vitest-environment jsdom
import { menuTree } from '@tongda/contract/base/identity/calls';
import type { MenuKey } from '@tongda/contract/shell/menus';
import { buildMenuTree, isNewTms, type SysName, withParents } from '@tongda/contract/shell/tree';
import { afterEach, expect, test, vi } from 'vitest';
import { logInForTest } from '../test-document';
import { clearTokens } from './tokens';
import { clearSession, loadSession, useSession } from './user';

afterEach(() => {
  clearSession();
  clearTokens();
  vi.unstubAllGlobals();
});

/** The lists that the page asks menus for when somebody with these menus opens it. */
async function askedBy(...held: MenuKey[]): Promise<SysName[][]> {
  logInForTest();
  const asked: SysName[][] = [];
  vi.stubGlobal('fetch', async (url: unknown, init?: RequestInit) => {
    if (!String(url).includes(menuTree.path))
      return new Response(JSON.stringify({ code: 200, msg: 'ok', data: { id: '1', clientId: '1' } }));
    const { sysList }: { sysList: SysName[] } = JSON.parse(String(init?.body));
    asked.push(sysList);
    const data = { menuTree: buildMenuTree(withParents(held), sysList), buttonGrouping: {} };
    return new Response(JSON.stringify({ code: 200, msg: 'ok', data }));
  });
  await loadSession();
  expect(useSession.getState().status).toBe('ready');
  return asked;
}

test('who holds menus of the transport system only is asked for as tms_new, and works there', async () => {
  expect(await askedBy('customerOrder', 'tmsVehicle')).toEqual([['common', 'webGIS', 'tms'], ['tms_new']]);
  expect(isNewTms(useSession.getState().tree)).toBe(true);
});

test('whoever holds a menu besides is asked once, for the usual lists', async () => {
  expect(await askedBy('customerOrder', 'location')).toEqual([['common', 'webGIS', 'tms']]);
  expect(isNewTms(useSession.getState().tree)).toBe(false);
});
