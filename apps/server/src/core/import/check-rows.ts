import { type CellError, clearMark, type ImportMode } from '@tongda/contract/core/import';
import { isWrong } from './cells';
import {
  type Cells,
  type Fault,
  type ImportColumn,
  type ImportDefinition,
  type ImportWorld,
  type Known,
  keyOf,
} from './definition';
import type { ImportRow } from './sheet';

/** A line that was checked: what to do with it, or why not. */
export interface CheckedRow<V> {
  row: number;
  /** what the line is about, as it was written */
  name: string;
  action: 'add' | 'update' | 'none';
  fields: V | null;
  extra: unknown;
  known: Known<V> | null;
  errors: CellError[];
}

export interface CheckInput<V extends Record<string, unknown>> {
  definition: ImportDefinition<V>;
  columns: ReadonlyArray<ImportColumn>;
  rows: ReadonlyArray<ImportRow<string>>;
  letters: Partial<Record<string, string>>;
  mode: ImportMode;
  world: ImportWorld<V>;
  line: Awaited<ReturnType<NonNullable<ImportDefinition<V>['lines']>>> | null;
}

/** Checks every line against the rules of the form, the company's data and the other lines; writes nothing. */
export function checkRows<V extends Record<string, unknown>>(input: CheckInput<V>): Array<CheckedRow<V>> {
  const { definition, columns, letters, mode, world, line } = input;
  const { key } = definition;
  const byField = new Map(columns.map((c) => [c.field, c]));
  const keys = new Map<string, number>();
  const used = new Map<string, number>();
  return input.rows.map(({ row, cells }) => {
    const faults: Fault[] = [];
    const value = keyOf(definition, cells);
    const twin = keys.get(value);
    if (value && twin !== undefined) faults.push({ field: key.field, msg: `与第${twin}行${key.label}重复` });
    else keys.set(value, row);
    const known = world.known.get(value) ?? null;
    faults.push(...modeFaults(definition, known, mode));
    const beyond = line?.({ row, cells, known });
    faults.push(...(beyond?.faults ?? []));
    const fields = fieldsOf(input, byField, cells, value, known, faults);
    if (fields) faults.push(...takenFaults(world, fields, known, row, used));
    const errors = faults
      .map(({ field, msg }) => ({
        row,
        column: letters[field] ?? '',
        label: byField.get(field)?.label ?? definition.labels[field] ?? field,
        value: cells[field] ?? '',
        msg,
      }))
      .sort((x, y) => x.column.length - y.column.length || (x.column < y.column ? -1 : 1));
    const ok = errors.length === 0 && fields !== null;
    return {
      row,
      name: cells[key.field] ?? '',
      action: ok ? (known ? 'update' : 'add') : 'none',
      fields: ok ? fields : null,
      extra: beyond?.extra,
      known,
      errors,
    };
  });
}

function modeFaults<V extends Record<string, unknown>>(
  { key }: ImportDefinition<V>,
  known: Known<V> | null,
  mode: ImportMode,
): Fault[] {
  const fault = (msg: string): Fault[] => [{ field: key.field, msg: `${key.label}${msg}` }];
  if (known && !known.visible) return fault('已存在，但不在您的权限范围内');
  if (known && mode === 'add') return fault('已存在');
  if (!known && mode === 'update') return fault('不存在，无法更新');
  return [];
}

/** The record that the line describes: an update keeps what blank cells leave out, and empties what 清空 says. */
function fieldsOf<V extends Record<string, unknown>>(
  { definition, world, columns }: CheckInput<V>,
  byField: ReadonlyMap<string, ImportColumn>,
  cells: Cells,
  key: string,
  known: Known<V> | null,
  faults: Fault[],
): V | null {
  const { schema, cross, defaults, derive } = definition;
  const fresh = { ...defaults?.(key) };
  const given: Record<string, unknown> = known ? { ...known.fields } : { ...fresh };
  const shape = new Set(Object.keys(definition.labels));
  for (const { field } of columns) {
    const text = cells[field];
    if (!text || !shape.has(field)) continue;
    if (text === clearMark) {
      const column = byField.get(field);
      if (column?.required || column?.solid) faults.push({ field, msg: `${column.label}必填，不能清空` });
      // undefined, not null: the schema's own default then stands (0, 1, [], '')
      else given[field] = fresh[field];
      continue;
    }
    const value = byField.get(field)?.as?.(text, world.refs) ?? text;
    if (isWrong(value)) faults.push({ field, msg: value.fault });
    else given[field] = value;
  }
  if (!definition.key.of) given[definition.key.field] = key;
  derive?.(given, cells);
  const told = new Set(faults.map((f) => f.field));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      const field = String(issue.path[0]);
      if (!told.has(field)) faults.push({ field, msg: issue.message });
      told.add(field);
    }
    return null;
  }
  for (const { path, msg } of cross?.(parsed.data) ?? []) if (!told.has(path)) faults.push({ field: path, msg });
  return parsed.data;
}

/** Values that only one record may have: not another record's, not another line's. */
function takenFaults<V extends Record<string, unknown>>(
  { taken = {} }: ImportWorld<V>,
  fields: V,
  known: Known<V> | null,
  row: number,
  used: Map<string, number>,
): Fault[] {
  return Object.entries(taken).flatMap(([field, owners]): Fault[] => {
    const value = fields[field];
    if (typeof value !== 'string' || value === '') return [];
    const owner = owners.get(value);
    if (owner !== undefined && owner !== known?.id) return [{ field, msg: '已被其他记录使用' }];
    const twin = used.get(`${field} ${value}`);
    if (twin !== undefined) return [{ field, msg: `与第${twin}行重复` }];
    used.set(`${field} ${value}`, row);
    return [];
  });
}
