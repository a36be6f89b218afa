import { type MenuNode, menuTree, userInfo } from '@tongda/contract/base/identity/calls';
import { menuOfRight, rightKey } from '@tongda/contract/core/allows';
import type { Output } from '@tongda/contract/core/endpoint';
import { builtRoutes, prunedTree } from '@tongda/contract/shell/built';
import type { MenuKey } from '@tongda/contract/shell/menus';
import { menuIds, systemsOf, usualSystems } from '@tongda/contract/shell/tree';
import { create } from 'zustand';
import { call } from '../call/api';
import { ApiError, transport } from '../call/api-error';
import { forgetAnswers } from '../call/kept-answers';
import { keptSessionKey } from './tokens';

export type User = Output<typeof userInfo>;

interface SessionState {
  /** `loading` until user and menu tree are here: nobody decides about rights before that */
  status: 'none' | 'loading' | 'ready' | 'failed';
  user: User | null;
  /** every menu that was granted: what the route guard asks */
  tree: MenuNode[];
  /** the granted menus that lead to a page that exists: what menus and launcher show */
  visible: MenuNode[];
  /** ids of the menus held: those of the tree, and those without a page whose buttons are held */
  menus: ReadonlySet<string>;
  /** what the user may press, by `rightKey` */
  buttons: ReadonlySet<string>;
  error: unknown;
  /** the server could not be asked: this is what the device kept of the last time */
  kept: boolean;
}

const nobody: SessionState = {
  status: 'none',
  user: null,
  tree: [],
  visible: [],
  menus: new Set(),
  buttons: new Set(),
  error: null,
  kept: false,
};

/** Who is logged in and what that user may see and do. */
export const useSession = create<SessionState>(() => nobody);

/**
 * Loads user, menu tree and button rights together; `status` says how it went. `orKept`: without a network the page goes on with what the
 * device kept, if it did (`keepSession`).
 */
export async function loadSession({ orKept = false }: { orKept?: boolean } = {}): Promise<void> {
  useSession.setState({ status: 'loading', error: null });
  try {
    useSession.setState({ status: 'ready', kept: false, ...(await askSession()) });
  } catch (error) {
    const known = orKept && isUnreachable(error) ? readKept() : null;
    useSession.setState(known ? { status: 'ready', kept: true, ...known } : { status: 'failed', error });
  }
}

const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError &&
  [transport.offline, transport.timeout, transport.server].some((code) => code === error.code);

/** Keeps who is logged in on this device, for a page that must open without a network; gone with the login (`clearTokens`). */
export function keepSession(): void {
  const { status, kept, user, tree, buttons } = useSession.getState();
  if (status === 'ready' && !kept && user)
    localStorage.setItem(keptSessionKey, JSON.stringify({ user, tree, buttons: [...buttons] }));
}

function readKept(): ReturnType<typeof sessionOf> | null {
  try {
    const { user, tree, buttons }: Kept = JSON.parse(localStorage.getItem(keptSessionKey) ?? '');
    return sessionOf(user, tree, buttons);
  } catch {
    return null;
  }
}
interface Kept {
  user: User;
  tree: MenuNode[];
  buttons: string[];
}

/** Asks again who one is, after the user changed name or picture: the header shows them. */
export async function reloadUser(): Promise<void> {
  useSession.setState({ user: await call(userInfo) });
}

/** Asks again who one is and what one may, behind an open page. Without an answer everything stays as it is. */
export async function reloadSession(): Promise<void> {
  const fresh = await askSession().catch(() => null);
  const known = useSession.getState();
  if (fresh && known.status === 'ready' && (known.kept || fingerprintOf(fresh) !== fingerprintOf(known)))
    useSession.setState({ ...fresh, kept: false });
}
const fingerprintOf = ({ user, tree, buttons }: Pick<SessionState, 'user' | 'tree' | 'buttons'>): string =>
  JSON.stringify([user, tree, [...buttons].sort()]);

async function askSession(): Promise<ReturnType<typeof sessionOf>> {
  const askMenus = (systems: readonly string[]) => call(menuTree, { sysList: [...systems] }, { quiet: true });
  const [user, usual] = await Promise.all([call(userInfo, undefined, { quiet: true }), askMenus(usualSystems)]);
  const systems = systemsOf(usual.menuTree);
  const rights = systems === usualSystems ? usual : await askMenus(systems);
  const buttons = Object.entries(rights.buttonGrouping).flatMap(([menu, list]) =>
    list.map(({ path }) => rightKey(menu, path)),
  );
  return sessionOf(user, rights.menuTree, buttons);
}

/** A dialog is opened by a word somewhere, no menu leads to it. */
const noDialogs: ReadonlySet<MenuKey> = new Set();

const sessionOf = (user: User, tree: MenuNode[], buttons: string[]) => ({
  user,
  tree,
  visible: prunedTree(tree, builtRoutes, noDialogs),
  menus: new Set([...[...menuIds(tree)].map(String), ...buttons.map(menuOfRight)]),
  buttons: new Set(buttons),
});

export function clearSession(): void {
  forgetAnswers();
  localStorage.removeItem(keptSessionKey);
  useSession.setState(nobody);
}
