import type { ImportColumn } from './definition';

/** Builds the columns of an import from the labels of its form: field, example, note, and what else the column says. */
export const columnsOfForm =
  <F extends string>(labels: Readonly<Record<F, string>>) =>
  (field: F, example: string | number, note: string, more: Partial<ImportColumn> = {}): ImportColumn => ({
    field,
    label: labels[field],
    example,
    note,
    ...more,
  });

/** The labels of an enumeration, for the drop-down of a column. */
export const optionNames = ({ options }: { options: ReadonlyArray<{ name: string }> }): string[] =>
  options.map(({ name }) => name);

/** Why records are in use, by id; `describe` answers null for a record that nothing uses. */
export const usesById = <T extends { id: string }>(
  rows: readonly T[],
  describe: (row: T) => string | null,
): Map<string, string> =>
  new Map(
    rows.flatMap((row): Array<[string, string]> => {
      const use = describe(row);
      return use === null ? [] : [[row.id, use]];
    }),
  );
