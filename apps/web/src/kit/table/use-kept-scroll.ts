import { type RefObject, useLayoutEffect } from 'react';

/** Scroll positions in px by the address of the page, as long as the window lives. */
const kept = new Map<string, number>();

/**
 * Returns to where one had scrolled when a page is opened again at the same address. `selector` finds what scrolls inside `box`,
 * `ready` says that its rows are there.
 */
export function useKeptScroll(
  box: RefObject<HTMLElement | null>,
  selector: string,
  address: string,
  ready: boolean,
): void {
  useLayoutEffect(() => {
    const element = ready ? box.current?.querySelector(selector) : null;
    if (!element) return;
    element.scrollTop = kept.get(address) ?? 0;
    const remember = (): void => void kept.set(address, element.scrollTop);
    element.addEventListener('scroll', remember, { passive: true });
    return () => element.removeEventListener('scroll', remember);
  }, [box, selector, address, ready]);
}
