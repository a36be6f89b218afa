import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { rightKey } from '@tongda/contract/core/allows';
import type { Endpoint } from '@tongda/contract/core/endpoint';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, vi } from 'vitest';
import { ThemeProvider } from '../../theme/provider';
import { useSession } from '../session/user';
import { logInForTest, stubDocument } from '../test-document';

interface TestedList {
  page: ReactNode;
  menuId: number;
  /** what the user holds the buttons of */
  buttons: readonly Endpoint[];
  /** the call of its rows, and what it answers */
  call: Endpoint;
  rows: ReadonlyArray<Record<string, unknown>>;
}

/** Shows a list to a user who holds its menu and some of its buttons. */
export function showListForTest({ page, menuId, buttons, call, rows }: TestedList): void {
  stubDocument();
  logInForTest();
  const held = buttons.flatMap(({ access }) => (typeof access === 'object' && access.path ? [access.path] : []));
  useSession.setState({
    status: 'ready',
    menus: new Set([String(menuId)]),
    buttons: new Set(held.map((path) => rightKey(menuId, path))),
  });
  vi.stubGlobal('fetch', async (url: string) => {
    const data = String(url).includes(call.path) ? { list: rows, total: rows.length, page: 1, size: 20 } : null;
    return new Response(JSON.stringify({ code: 200, msg: 'ok', data }));
  });
  render(
    <ThemeProvider>
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter initialEntries={['/list']}>{page}</MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

/** The row in which a text stands can be changed, or ended alone, or is for looking at; `stop` is its word for switching it off. */
export async function expectChangeable(text: string, stop: string, changeable: boolean | 'end'): Promise<void> {
  const row = (await screen.findByText(text)).closest<HTMLElement>('[role=row], tr, li');
  if (!row) throw new Error(`no row of ${text}`);
  const words = within(row);
  const shown = {
    edit: words.queryByText('编辑') !== null,
    look: words.queryByText('详情') !== null,
    ticked: row.querySelector<HTMLInputElement>('input[type=checkbox]')?.disabled === false,
    stopped: words.getByText(stop).closest('[aria-disabled]')?.getAttribute('aria-disabled') === 'false',
  };
  const [edit, end] = [changeable === true, changeable !== false];
  expect(shown).toEqual({ edit, look: !edit, ticked: end, stopped: end });
}
