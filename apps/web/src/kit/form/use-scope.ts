import type { FormInstance } from 'antd';
import { useMemo, useRef } from 'react';
import type { z } from 'zod';
import type { EditScope, FieldMeta } from './edit-context';
import { normaliseValues, type Values } from './edit-schema';

interface ScopeParts {
  form: FormInstance<Values>;
  schema: z.ZodType;
  initial: Values;
  fields: Map<string, FieldMeta>;
  names?: Readonly<Record<string, string>>;
  /** adds what the form does not show */
  finish: (values: Values) => Values;
}

const noNames = {};

/** What the fields know of their form; stable while the form lives. */
export function useFormScope({ form, schema, initial, fields, names = noNames, finish }: ScopeParts): EditScope {
  const latest = useRef(finish);
  latest.current = finish;
  return useMemo(
    () => ({
      form,
      schema,
      initial,
      names,
      register: (meta: FieldMeta) => {
        fields.set(meta.name, meta);
        return () => void fields.delete(meta.name);
      },
      input: () => latest.current(normaliseValues(schema, form.getFieldsValue(true), [...fields.keys()])),
    }),
    [form, schema, initial, fields, names],
  );
}
