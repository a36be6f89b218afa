import type { FormInstance } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { Values } from './edit-schema';
import { sameValue } from './use-dirty-guard';

/**
 * The values that a form began with, made of `loaded`. When that is another one, as it was loaded anew, fields that the user did not change take
 * the new values, what he typed stays, and his changes are counted against the new ones.
 */
export function useInitial<L>(form: FormInstance<Values>, loaded: L, toForm: (loaded: L) => Values): Values {
  const [initial, setInitial] = useState(() => toForm(loaded));
  const before = useRef({ loaded, initial });
  const make = useRef(toForm);
  make.current = toForm;
  useEffect(() => {
    const was = before.current;
    if (was.loaded === loaded) return;
    const is = make.current(loaded);
    before.current = { loaded, initial: is };
    // both sides of the merge are values of this form
    form.setFieldsValue(mergeTyped(form.getFieldsValue(true), was.initial, is) as Values);
    setInitial(is);
  }, [form, loaded]);
  return initial;
}

/** What the user changed stays; everything else becomes what it is now. Groups of fields are looked at one by one, lists as a whole. */
export function mergeTyped(typed: unknown, was: unknown, is: unknown): unknown {
  if (sameValue(typed, was)) return is;
  if (!isGroup(typed) || !isGroup(was) || !isGroup(is)) return typed;
  const names = Object.keys({ ...is, ...typed });
  return Object.fromEntries(names.map((name) => [name, mergeTyped(typed[name], was[name], is[name])]));
}

const isGroup = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
