import { type RefObject, useLayoutEffect, useRef } from 'react';

const isHtml = (element: Element | null): element is HTMLElement => element instanceof HTMLElement;

/**
 * For a panel beside what the page shows: when it goes while it has the keyboard, what it was opened with has the keyboard again. Where that is gone too, `instead`
 * says who has it, else the page.
 */
export function useFocusBack<E extends HTMLElement>(
  instead?: (opener: Element | null) => () => HTMLElement | undefined,
): RefObject<E | null> {
  const box = useRef<E>(null);
  const choose = useRef(instead);
  useLayoutEffect(() => {
    const element = box.current;
    const opener = document.activeElement;
    const other = choose.current?.(opener);
    // a field that is switched off while its form is sent loses the keyboard to nobody
    let had = false;
    const moved = ({ target }: FocusEvent): void => {
      had = target instanceof Node && (element?.contains(target) ?? false);
    };
    const giveBack = (): void => {
      // somebody else has taken the keyboard meanwhile
      if (document.activeElement !== document.body && document.activeElement !== null) return;
      const candidates = [opener?.isConnected ? opener : null, other?.() ?? null, document.querySelector('main')];
      // one that is hidden does not take it
      for (const one of candidates.filter(isHtml)) {
        one.focus({ preventScroll: true });
        if (document.activeElement === one) return;
      }
    };
    document.addEventListener('focusin', moved);
    return () => {
      document.removeEventListener('focusin', moved);
      // what goes together with the panel is still there at this moment: who is left is known when all of it has gone
      if (had) queueMicrotask(giveBack);
    };
  }, []);
  return box;
}
