import type { Column } from '@tongda/contract/core/columns';
import { useEffect, useMemo, useState } from 'react';
import { z } from 'zod';
import { fetchPref, localPref, savePref } from '../session/prefs';

/** How one column of a table is shown; the array's order is the order on the page. */
const field = z.object({
  value: z.string(),
  width: z.number().optional(),
  show: z.boolean(),
  fixed: z.enum(['left', 'right']).nullish(),
});
export type FieldSetting = z.infer<typeof field>;
const settings = z.array(field);

/** The setting that the definition itself describes. */
export const defaultSetting = <Row>(columns: ReadonlyArray<Column<Row>>): FieldSetting[] =>
  columns.map(({ value, fixed, hidden }) => ({ value, show: !hidden, fixed: fixed ?? null }));

/**
 * Fits a stored setting to the columns of today: removed columns are ignored, new ones appear at their default place,
 * `noEdit` ones are always shown.
 */
export function fitSetting<Row>(columns: ReadonlyArray<Column<Row>>, stored: readonly FieldSetting[]): FieldSetting[] {
  // fields of a row are names
  const known = new Set(columns.map(({ value }) => value as string));
  const fitted = stored.filter(({ value }) => known.has(value));
  defaultSetting(columns).forEach((fresh, i, all) => {
    if (fitted.some(({ value }) => value === fresh.value)) return;
    const before = all[i - 1]?.value;
    const at = before === undefined ? 0 : fitted.findIndex(({ value }) => value === before) + 1;
    fitted.splice(at, 0, fresh);
  });
  // fields of a row are names
  const always = new Set(columns.filter(({ noEdit }) => noEdit).map(({ value }) => value as string));
  return fitted.map((entry) => (always.has(entry.value) ? { ...entry, show: true } : entry));
}

/** The columns that a setting shows, in its order: left-pinned first, right-pinned last. */
export function shownColumns<Row>(
  columns: ReadonlyArray<Column<Row>>,
  setting: readonly FieldSetting[],
): Array<Column<Row>> {
  // fields of a row are names
  const byValue = new Map(columns.map((column) => [column.value as string, column]));
  const shown = setting.flatMap((entry) => {
    const column = byValue.get(entry.value);
    if (!column || !entry.show) return [];
    // a width that somebody chose is kept in a wide window too
    const chosen =
      entry.width === undefined || entry.width === column.width ? {} : { width: entry.width, wide: entry.width };
    return [{ ...column, ...chosen, fixed: entry.fixed ?? undefined }];
  });
  const rank = { left: 0, middle: 1, right: 2 };
  return shown.sort((a, b) => rank[a.fixed ?? 'middle'] - rank[b.fixed ?? 'middle']);
}

const page = 'list';
/** Preference key of a table, from the path of its call: `/api/base/manage/vehicle/page` → `table.base.manage.vehicle.page`. */
export const tableKey = (path: string): string =>
  `table.${path.replace(/^\/api\//u, '').replaceAll('/', '.')}`.slice(-64);

/** Shown columns of a table: the local copy at once, the server's once per page; `save` keeps both. */
export function useColumnSetting<Row>(path: string, columns: ReadonlyArray<Column<Row>>) {
  const key = tableKey(path);
  const [stored, setStored] = useState<FieldSetting[] | null>(() => localPref(page, key, settings));
  useEffect(() => {
    let gone = false;
    void fetchPref(page, key, settings).then((found) => {
      if (!gone && found) setStored(found);
    });
    return () => {
      gone = true;
    };
  }, [key]);
  const setting = useMemo(() => fitSetting(columns, stored ?? defaultSetting(columns)), [columns, stored]);
  const shown = useMemo(() => shownColumns(columns, setting), [columns, setting]);
  const save = (next: FieldSetting[]): Promise<void> => {
    setStored(next);
    return savePref(page, key, next);
  };
  return { setting, shown, save };
}
