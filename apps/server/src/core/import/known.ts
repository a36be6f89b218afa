import type { Known } from './definition';

/**
 * A stored record as a line that updates it starts from: of `row` the fields called `names`, whose columns go by the names of the form. What an
 * old row breaks of today's rules is told when the line is checked.
 */
export function knownRecord<V extends Record<string, unknown>>(
  row: { id: string; version: number },
  names: readonly string[],
): Known<V> {
  const values: Readonly<Record<string, unknown>> = { ...row };
  // the columns of the row have the types of the form, its old values may break today's rules
  const fields = Object.fromEntries(names.map((name) => [name, values[name]])) as V;
  return { id: row.id, version: row.version, visible: true, fields };
}

/** A record of the company that the caller may not see; its line is refused before anything looks at the fields. */
export const hiddenRecord = <V extends Record<string, unknown>>(id: string): Known<V> => ({
  id,
  version: 0,
  visible: false,
  // nobody reads them
  fields: {} as V,
});
