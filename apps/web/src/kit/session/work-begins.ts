import { placeAt } from '@tongda/contract/shell/routes';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Pages whose whole point is what somebody types into them, and maps, whose corners are all taken by panels. */
const formKinds: ReadonlySet<string> = new Set(['edit', 'form', 'wizard', 'map']);
const isForm = (pathname: string): boolean => formKinds.has(placeAt(pathname)?.kind ?? '');
const fields = 'input, textarea, select, [contenteditable]';

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
