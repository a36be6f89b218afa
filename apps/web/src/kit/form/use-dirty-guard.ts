import type { FormInstance } from 'antd';
import { useEffect, useRef } from 'react';
import type { Values } from './edit-schema';
import { addLeaveGuard } from './leave-guards';

/** Same text for the same content: dates and undefined fields do not count as changes. */
export const sameValue = (a: unknown, b: unknown): boolean => fingerprintOf(a) === fingerprintOf(b);
const fingerprintOf = (value: unknown): string =>
  value === undefined || value === null || value === '' ? '' : JSON.stringify(value);

/**
 * Asks before a changed form is left, inside the application (the shell asks) and out of it. `release()` lets go after saving,
 * `settle()` as long as the form stays as it is now (it was kept as a draft).
 */
export function useDirtyGuard(
  form: FormInstance<Values>,
  initial: Values,
): { release: () => void; settle: () => void } {
  const released = useRef(false);
  const settled = useRef<string | null>(null);
  useEffect(() => {
    const dirty = (): boolean => {
      if (released.current) return false;
      const values: Values = form.getFieldsValue(true);
      if (settled.current === fingerprintOf(values)) return false;
      return Object.keys({ ...initial, ...values }).some((key) => !sameValue(values[key], initial[key]));
    };
    const warn = (event: BeforeUnloadEvent): void => {
      if (dirty()) event.preventDefault();
    };
    const remove = addLeaveGuard(dirty);
    window.addEventListener('beforeunload', warn);
    return () => {
      remove();
      window.removeEventListener('beforeunload', warn);
    };
  }, [form, initial]);
  return {
    release: () => {
      released.current = true;
    },
    settle: () => {
      settled.current = fingerprintOf(form.getFieldsValue(true));
    },
  };
}
