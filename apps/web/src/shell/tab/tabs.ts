/** The tab bar's rules, pure: every function answers the new state, and the same state when nothing changes. */
export interface Tab {
  /** one tab a screen: `<area>:<route key>` */
  id: string;
  /** menu key of the screen: edit and detail pages of the same menu keep the tab lit */
  menu: string;
  /** sub-application: tabs of others wait out of sight */
  group: string;
  /** parent of the menu: tabs of one parent open beside each other */
  parent: string;
  name: string;
  /** path and query as they were when the tab was last seen */
  url: string;
  /** name of the window it was opened in: no other window shows it, also when the browser copied its session there */
  openUrlName: string;
  /** grows with each activation: the smallest one is closed when there are too many */
  seen: number;
}
export interface TabState {
  tabs: readonly Tab[];
  activeId: string | null;
}
export const noTabs: TabState = { tabs: [], activeId: null };
export const maxTabs = 20;

const nextTurn = (tabs: readonly Tab[]): number => Math.max(0, ...tabs.map(({ seen }) => seen)) + 1;

/** A new tab stands after the last one of its parent menu, otherwise at the end. */
function insertTab(tabs: readonly Tab[], tab: Tab): readonly Tab[] {
  const at = tabs.findLastIndex(({ group, parent }) => group === tab.group && parent === tab.parent);
  return at < 0 ? [...tabs, tab] : [...tabs.slice(0, at + 1), tab, ...tabs.slice(at + 1)];
}

/** The tabs of one window. */
export const tabsOfWindow = (tabs: readonly Tab[], windowName: string): readonly Tab[] =>
  tabs.filter(({ openUrlName }) => openUrlName === windowName);

/** Opens and activates; a known one is activated with its new address. The oldest inactive one goes when there are more than 20. */
export function openTab(state: TabState, tab: Omit<Tab, 'seen'>): TabState & { dropped?: Tab } {
  const seen = nextTurn(state.tabs);
  if (state.tabs.some(({ id }) => id === tab.id)) {
    const tabs = state.tabs.map((known) => (known.id === tab.id ? { ...tab, seen } : known));
    return { tabs, activeId: tab.id };
  }
  if (state.tabs.length < maxTabs) return { tabs: insertTab(state.tabs, { ...tab, seen }), activeId: tab.id };
  const dropped = [...state.tabs].sort((a, b) => a.seen - b.seen)[0];
  const kept = state.tabs.filter((known) => known !== dropped);
  return { tabs: insertTab(kept, { ...tab, seen }), activeId: tab.id, dropped };
}

export function activateTab(state: TabState, id: string | null): TabState {
  if (id === state.activeId) return state;
  const seen = nextTurn(state.tabs);
  return { tabs: state.tabs.map((tab) => (tab.id === id ? { ...tab, seen } : tab)), activeId: id };
}

/** Closing the active tab activates the next one, or the previous one when none follows. The only tab stays. */
export function closeTab(state: TabState, id: string): TabState {
  const at = state.tabs.findIndex((tab) => tab.id === id);
  if (at < 0 || state.tabs.length === 1) return state;
  const tabs = state.tabs.filter((tab) => tab.id !== id);
  if (id !== state.activeId) return { ...state, tabs };
  return { tabs, activeId: (tabs[at] ?? tabs[at - 1])?.id ?? null };
}

/** Keeps the tabs that pass; when the active one goes, the clicked one becomes active. */
function keepTabs(state: TabState, clicked: string, pass: (tab: Tab, at: number) => boolean): TabState {
  const tabs = state.tabs.filter(pass);
  if (tabs.length === state.tabs.length) return state;
  const stays = tabs.some(({ id }) => id === state.activeId);
  return { tabs, activeId: stays ? state.activeId : clicked };
}
const indexOf = (state: TabState, id: string): number => state.tabs.findIndex((tab) => tab.id === id);

export const closeLeft = (state: TabState, id: string): TabState =>
  keepTabs(state, id, (_, at) => at >= indexOf(state, id));
export const closeRight = (state: TabState, id: string): TabState =>
  keepTabs(state, id, (_, at) => at <= indexOf(state, id));
export const closeOthers = (state: TabState, id: string): TabState => keepTabs(state, id, (tab) => tab.id === id);

/** Puts a dragged tab in the place of another. */
export function moveTab(state: TabState, id: string, overId: string): TabState {
  const from = indexOf(state, id);
  const to = indexOf(state, overId);
  const moved = state.tabs[from];
  if (!moved || to < 0 || from === to) return state;
  const tabs = state.tabs.filter((tab) => tab.id !== id);
  return { ...state, tabs: [...tabs.slice(0, to), moved, ...tabs.slice(to)] };
}
