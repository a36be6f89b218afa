import { type RefObject, useLayoutEffect, useRef } from 'react';

interface Place {
  top: number;
  left: number;
}

/** Scroll positions in px by the address of the page, as long as the window lives. */
const kept = new Map<string, Place>();

/** The class of the cells of the column at which a table opens. */
export const opensAtClass = 'kit-table-opens-at';

interface KeptScroll {
  /** finds what scrolls inside the box */
  selector: string;
  address: string;
  /** its rows are there */
  ready: boolean;
  /** names the column at which the table opens; another name opens it anew */
  opensAt?: string;
}

/** Returns to where one had scrolled when a page is opened again at the same address. */
export function useKeptScroll(
  box: RefObject<HTMLElement | null>,
  { selector, address, ready, opensAt }: KeptScroll,
): void {
  const opened = useRef<{ element: HTMLElement; at: string | undefined }>(null);
  useLayoutEffect(() => {
    const element = ready ? box.current?.querySelector<HTMLElement>(selector) : null;
    if (!element) return;
    const was = kept.get(address);
    element.scrollTop = was?.top ?? 0;
    // sorting and turning pages leave the columns where they are
    if (opened.current?.element !== element || opened.current.at !== opensAt)
      element.scrollLeft = was?.left ?? leftToSee(element);
    opened.current = { element, at: opensAt };
    const remember = (): void => void kept.set(address, { top: element.scrollTop, left: element.scrollLeft });
    element.addEventListener('scroll', remember, { passive: true });
    return () => element.removeEventListener('scroll', remember);
  }, [box, selector, address, ready, opensAt]);
}

/** How far a table is scrolled to the right so that its column `opensAt` ends where the actions begin; 0 when it has none, or when it is in sight. */
export function leftToSee(element: HTMLElement): number {
  const cell = element.querySelector<HTMLElement>(`.${opensAtClass}`);
  if (!cell) return 0;
  const beside = [...(cell.parentElement?.querySelectorAll<HTMLElement>('.ant-table-cell-fix-end') ?? [])];
  const room = element.clientWidth - beside.reduce((sum, { offsetWidth }) => sum + offsetWidth, 0);
  return Math.max(0, cell.offsetLeft + cell.offsetWidth - room);
}
