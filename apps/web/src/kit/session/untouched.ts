import { placeAt } from '@tongda/contract/shell/routes';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** Pages whose whole point is what somebody types into them, and maps, whose corners are all taken by panels and whose feed tells of alarms itself. */
const formKinds: ReadonlySet<string> = new Set(['edit', 'form', 'wizard', 'map']);
/** Pages that are read up to their corners: tasks, figures, curves, all about one object. */
const readKinds: ReadonlySet<string> = new Set(['dashboard', 'detail', 'report']);
const isForm = (pathname: string): boolean => formKinds.has(placeAt(pathname)?.kind ?? '');
const isRead = (pathname: string): boolean => readKinds.has(placeAt(pathname)?.kind ?? '');
const inputs = ['pointerdown', 'keydown', 'focusin'] as const;

const fields = 'input, textarea, select, [contenteditable]';

/** Whether an event is something that the user does to the page: in its part of the window, or in a dialog over it. */
const isInput = ({ type, target }: Event): boolean => {
  if (!(target instanceof Element) || !target.closest('main, .ant-modal-root, .ant-drawer')) return false;
  // a page may put the focus somewhere by itself: only fields count, as then somebody is about to type
  return type !== 'focusin' || target.matches(fields);
};

/**
 * True until the user does anything to the page in front, and never on a page that is a form, a map or all content: only then may something appear over it that he
 * did not ask for. A new page is untouched again.
 */
export function useUntouched(): boolean {
  const { pathname } = useLocation();
  const [touched, setTouched] = useState<string | null>(null);
  useEffect(() => {
    const heard = (event: Event): void => {
      if (isInput(event)) setTouched(pathname);
    };
    for (const type of inputs) window.addEventListener(type, heard, true);
    return () => {
      for (const type of inputs) window.removeEventListener(type, heard, true);
    };
  }, [pathname]);
  return touched !== pathname && !isForm(pathname) && !isRead(pathname);
}

/** Calls `begins` when somebody begins to fill in something on the page: a field takes the focus, or the page in front is a form. */
export function useWorkBegins(begins: () => void): void {
  const { pathname } = useLocation();
  const latest = useRef(begins);
  latest.current = begins;
  useEffect(() => {
    if (isForm(pathname)) latest.current();
    const heard = ({ target }: FocusEvent): void => {
      if (target instanceof Element && target.closest('main') && target.matches(fields)) latest.current();
    };
    window.addEventListener('focusin', heard);
    return () => window.removeEventListener('focusin', heard);
  }, [pathname]);
}
