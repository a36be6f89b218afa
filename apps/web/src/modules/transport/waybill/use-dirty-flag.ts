import { useEffect, useRef } from 'react';
import { addLeaveGuard } from '../../../kit/form/leave-guards';

/** Asks before a page with unsaved work is left, inside the application and out of it. */
export function useDirtyFlag(dirty: boolean): void {
  const now = useRef(dirty);
  now.current = dirty;
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (now.current) event.preventDefault();
    };
    const remove = addLeaveGuard(() => now.current);
    window.addEventListener('beforeunload', warn);
    return () => {
      remove();
      window.removeEventListener('beforeunload', warn);
    };
  }, []);
}
