import { areaKeys, areas } from '@tongda/contract/shell/areas';
import { useNavigate } from 'react-router';
import { useShellPrefs } from '../tab/prefs';
import { allowReopening, tabUrl } from '../tab/store';

export interface PageTarget {
  url: string;
  /** name of the window it opens in */
  window?: string;
  /** 'blank' opens a window of its own */
  mark?: string;
  id?: string;
}

const areaOf = (path: string): string | undefined =>
  areaKeys.find((key) => path === areas[key].base || path.startsWith(`${areas[key].base}/`));

/**
 * The window a page opens in; undefined = this one. 'blank' entries have a window of their own. With 多页面打开 every sub-application has
 * its window, with 当前页面替换 everything stays here; as long as nothing was chosen only the location page has its own window.
 */
export function windowNameFor(
  target: PageTarget,
  here: { path: string; windowName: string },
  openUrl: boolean | null,
): string | undefined {
  const own = (name: string | undefined): string | undefined => (name === here.windowName ? undefined : name);
  if (target.mark === 'blank') return own(`m${target.id ?? ''}`);
  if (openUrl === true) return undefined;
  if (target.window) return own(target.window);
  if (openUrl === null) return undefined;
  const area = areaOf(target.url);
  return area === areaOf(here.path) ? undefined : own(area);
}

/** Opens a page here, in its named window, or in a window of its own, as its menu entry and the browse configuration want it. */
export function useOpenPage(): (target: PageTarget) => void {
  const navigate = useNavigate();
  return (target) => {
    const here = { path: window.location.pathname, windowName: window.name };
    const other = windowNameFor(target, here, useShellPrefs.getState().openUrl);
    allowReopening();
    if (other) window.open(target.url, other)?.focus();
    else void navigate(tabUrl(target.url, here.path));
  };
}
