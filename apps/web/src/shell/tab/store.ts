import { menus } from '@tongda/contract/shell/menus';
import type { Place } from '@tongda/contract/shell/routes';
import { create } from 'zustand';
import { toast } from '../../kit/dialog/notify';
import { activateTab, noTabs, openTab, type Tab, type TabState, tabsOfWindow } from './tabs';

/** Tabs live as long as the window they are in. */
const storeKey = (): string => `td.tabs.${window.name}`;

function restoreTabs(): TabState {
  try {
    const stored: TabState | null = JSON.parse(sessionStorage.getItem(storeKey()) ?? 'null');
    return stored && Array.isArray(stored.tabs) ? { ...stored, tabs: tabsOfWindow(stored.tabs, window.name) } : noTabs;
  } catch {
    return noTabs;
  }
}

export const useTabs = create<TabState>(() => restoreTabs());
useTabs.subscribe((state) => sessionStorage.setItem(storeKey(), JSON.stringify(state)));

export const setTabs = (next: TabState): void => useTabs.setState(next);
export const clearTabs = (): void => useTabs.setState(noTabs);

/** One tab a screen of a sub-application. */
export const tabId = (place: Pick<Place, 'area' | 'key'>): string => `${place.area}:${place.key}`;

/** The tab that a screen opens or belongs to. */
const tabOf = (place: Place, url: string): Omit<Tab, 'seen'> => ({
  id: tabId(place),
  menu: place.menu ?? place.key,
  group: place.area,
  parent: (place.menu && menus[place.menu].parent) ?? '',
  name: place.title,
  url,
  openUrlName: window.name,
});

/** Tabs that were just closed: a page of theirs that was still on its way when they went does not open them again. */
const leaving = new Set<string>();
export const leaveTabs = (ids: readonly string[]): void => {
  for (const id of ids) leaving.add(id);
};
/** Lets closed tabs open again, because the user asks for a page himself. */
export const allowReopening = (): void => leaving.clear();

/** The address that a menu entry opens: its open tab as it was left; when that tab is the active one, the page from its start. */
export function tabUrl(url: string, here: string): string {
  const tab = useTabs.getState().tabs.find((open) => open.url.split('?')[0] === url);
  return tab && here !== url ? tab.url : url;
}

/**
 * What a navigation does to the tabs: a tab screen opens and activates its tab; edit and detail pages of an open tab's menu keep it lit;
 * other screens without a breadcrumb clear the tabs.
 */
export function tabsFollow(place: Place, url: string): void {
  if (leaving.has(tabId(place))) return;
  leaving.clear();
  const state = useTabs.getState();
  if (place.tab) {
    const next = openTab(state, tabOf(place, url));
    setTabs({ tabs: next.tabs, activeId: next.activeId });
    if (next.dropped) toast('info', `标签页最多20个，已关闭“${next.dropped.name}”`);
    return;
  }
  const owner = state.tabs.find((tab) => tab.group === place.area && tab.menu === place.menu);
  if (owner) setTabs(activateTab(state, owner.id));
  else if (place.breadcrumb) setTabs(activateTab(state, null));
  else if (state.tabs.length > 0) clearTabs();
}
