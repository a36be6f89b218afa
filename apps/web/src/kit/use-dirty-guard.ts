import { message } from '@tongda/contract/messages';
import type { FormInstance } from 'antd';
import { useCallback, useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import type { Values } from './edit-schema';
import { confirm } from './notify';

/** Same text for the same content: dates and undefined fields do not count as changes. */
export const sameValue = (a: unknown, b: unknown): boolean => fingerprint(a) === fingerprint(b);
const fingerprint = (value: unknown): string =>
  value === undefined || value === null || value === '' ? '' : JSON.stringify(value);

/** Asks before a changed form is left, inside the application and out of it. `release()` lets go after saving. */
export function useDirtyGuard(form: FormInstance<Values>, initial: Values): { release: () => void } {
  const released = useRef(false);
  const dirty = useCallback((): boolean => {
    if (released.current) return false;
    const values = form.getFieldsValue(true) as Values;
    return Object.keys({ ...initial, ...values }).some((key) => !sameValue(values[key], initial[key]));
  }, [form, initial]);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && dirty(),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void confirm({ title: message('save.unsaved'), ok: '离开', danger: true }).then((leave) =>
      leave ? blocker.proceed() : blocker.reset(),
    );
  }, [blocker]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (dirty()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty]);
  return {
    release: () => {
      released.current = true;
    },
  };
}
