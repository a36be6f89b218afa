// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { menuKeys } from '@tongda/contract/shell/menus';
import { buildMenuTree } from '@tongda/contract/shell/tree';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useSession } from '../../kit/session/user';
import { stubDocument } from '../../kit/test-document';
import { Launcher } from './launcher';

stubDocument();
afterEach(cleanup);
beforeEach(() => {
  useSession.setState({ visible: buildMenuTree(new Set(menuKeys), ['common', 'webGIS', 'tms']) });
  render(
    <MemoryRouter>
      <Launcher />
      <button type="button">表格</button>
    </MemoryRouter>,
  );
});
const handle = () => screen.getByRole('button', { name: '快捷入口' });
const card = () => screen.queryByRole('navigation', { name: '快捷入口' });

test('it folds when the tab key leaves it, so that it lies over nothing that is walked through next', async () => {
  act(() => handle().focus());
  expect(card()).not.toBeNull();
  act(() => screen.getByRole('button', { name: '位置信息' }).focus());
  expect(card()).not.toBeNull();
  act(() => screen.getByRole('button', { name: '表格' }).focus());
  await waitFor(() => expect(card()).toBeNull());
});

test('Escape folds it and leaves the keyboard at its handle', () => {
  act(() => handle().focus());
  const entry = screen.getByRole('button', { name: '位置信息' });
  act(() => entry.focus());
  fireEvent.keyDown(entry, { key: 'Escape' });
  expect(card()).toBeNull();
  expect(document.activeElement).toBe(handle());
});
