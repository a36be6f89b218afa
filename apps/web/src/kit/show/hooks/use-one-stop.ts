import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };
const controls = (list: Element): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('input, button')];

/**
 * One stop of the tab key for a list of ticks or buttons, however many there are: the arrows, Home and End go from one to the next, and Tab comes back to the
 * one where somebody was. Each line has one control, with the `tabIndex` of its place. `field` is for the search field above the list: the arrow down leads
 * from it into the list.
 */
export function useOneStop(count: number) {
  const [at, setAt] = useState(0);
  const list = useRef<Element | null>(null);
  return {
    field: {
      onKeyDown: (event: KeyboardEvent): void => {
        const target = event.key === 'ArrowDown' && list.current && controls(list.current)[Math.min(at, count - 1)];
        if (!target) return;
        event.preventDefault();
        target.focus();
      },
    },
    tabIndexOf: (place: number): 0 | -1 => (place === Math.min(at, count - 1) ? 0 : -1),
    keys: {
      ref: (element: Element | null): void => {
        list.current = element;
      },
      onKeyDown: (event: KeyboardEvent): void => {
        const step = steps[event.key];
        if (step === undefined) return;
        const all = controls(event.currentTarget);
        const here = all.findIndex((control) => control.matches(':focus'));
        if (here < 0) return;
        event.preventDefault();
        all[Math.min(Math.max(here + step, 0), all.length - 1)]?.focus();
      },
      onFocus: (event: FocusEvent): void => {
        const here = controls(event.currentTarget).findIndex((control) => control.matches(':focus'));
        if (here >= 0) setAt(here);
      },
    },
  };
}
