import type { Column } from '@tongda/contract/core/columns';
import { fieldGet, fieldSave } from '@tongda/contract/prefs/prefs';
import { useEffect, useMemo, useState } from 'react';
import { z } from 'zod';
import { call } from './api';
import { localPref } from './prefs';
import { useSession } from './session';

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
  const known = new Set(columns.map(({ value }) => value as string));
  const fitted = stored.filter(({ value }) => known.has(value));
  defaultSetting(columns).forEach((fresh, i, all) => {
    if (fitted.some(({ value }) => value === fresh.value)) return;
    const before = all[i - 1]?.value;
    const at = before === undefined ? 0 : fitted.findIndex(({ value }) => value === before) + 1;
    fitted.splice(at, 0, fresh);
  });
  const always = new Set(columns.filter(({ noEdit }) => noEdit).map(({ value }) => value as string));
  return fitted.map((entry) => (always.has(entry.value) ? { ...entry, show: true } : entry));
}

/** The columns that a setting shows, in its order: left-pinned first, right-pinned last. */
export function shownColumns<Row>(
  columns: ReadonlyArray<Column<Row>>,
  setting: readonly FieldSetting[],
): Array<Column<Row>> {
  const byValue = new Map(columns.map((column) => [column.value as string, column]));
  const shown = setting.flatMap((entry) => {
    const column = byValue.get(entry.value);
    if (!column || !entry.show) return [];
    return [{ ...column, width: entry.width ?? column.width, fixed: entry.fixed ?? undefined }];
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
  const [stored, setStored] = useState<FieldSetting[] | null>(() => localPref(`${page}.${key}`, settings));
  useEffect(() => {
    let gone = false;
    call(fieldGet, { page, key }, { quiet: true }).then(
      (json) => {
        const parsed = settings.safeParse(json === null ? null : JSON.parse(json));
        if (!gone && parsed.success) setStored(parsed.data);
      },
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [key]);
  const setting = useMemo(() => fitSetting(columns, stored ?? defaultSetting(columns)), [columns, stored]);
  const shown = useMemo(() => shownColumns(columns, setting), [columns, setting]);
  const save = async (next: FieldSetting[]): Promise<void> => {
    setStored(next);
    const user = useSession.getState().user?.id ?? '0';
    localStorage.setItem(`td.pref.${user}.${page}.${key}`, JSON.stringify(next));
    await call(fieldSave, { page, key, fields: next }, { quiet: true }).catch(() => undefined);
  };
  return { setting, shown, save };
}
