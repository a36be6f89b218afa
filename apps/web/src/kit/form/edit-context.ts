import type { FormInstance } from 'antd';
import { createContext, useContext } from 'react';
import type { z } from 'zod';
import type { Values } from './edit-schema';

/** What a field tells its form: for the list of changes, for the link from an error, for clearing. */
export interface FieldMeta {
  name: string;
  label: string;
  group: string;
  /** how a value reads in the list of changes */
  show: (value: unknown) => string;
}

export interface EditScope {
  form: FormInstance<Values>;
  schema: z.ZodType;
  initial: Values;
  /** Registers a field; returns its removal. */
  register: (meta: FieldMeta) => () => void;
  /** `<field> <id>` → how a choice reads that the form knows by its id only (a draft, a copy) */
  names: Readonly<Record<string, string>>;
  /** form values as the endpoint wants them */
  input: () => Values;
}
export const EditContext = createContext<EditScope | null>(null);
export const GroupContext = createContext('');

/** The form around a field; throws outside of an EditPage. */
export function useEditScope(): EditScope {
  const scope = useContext(EditContext);
  if (!scope) throw new Error('a field needs an EditPage around it');
  return scope;
}
