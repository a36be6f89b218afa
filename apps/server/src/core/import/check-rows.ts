import { type CellError, clearMark, type ImportMode } from '@tongda/contract/core/register/import';
import { mapInSlices } from '../run/slices';
import { isWrong } from './cells';
import {
  type Fault,
  type ImportColumn,
  type ImportDefinition,
  type ImportWorld,
  type Known,
  keyOf,
  type RecordParts,
} from './definition';
import type { ImportRow } from './sheet';

/** A checked line: what will be done with it, or why it cannot be imported. */
export interface CheckedRow<V> {
  row: number;
  /** name of the record as it was written */
  name: string;
  /** same: a record that may not be changed, described as it is */
  action: 'add' | 'update' | 'same' | 'none';
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
  judge: Awaited<ReturnType<NonNullable<ImportDefinition<V>['judge']>>> | null;
}

/** Checks every line against the rules of the form, the company's data and the other lines; writes nothing. */
export function checkRows<V extends Record<string, unknown>>(input: CheckInput<V>): Promise<Array<CheckedRow<V>>> {
  const { definition, columns, letters, mode, world, line, judge } = input;
  const { key } = definition;
  const byField = new Map(columns.map((c) => [c.field, c]));
  const keys = new Map<string, number>();
  const used = new Map<string, number>();
  return mapInSlices(recordsOf(input), (lines): CheckedRow<V> => {
    const { row, cells } = lines[0];
    const faults = lines.flatMap(({ row: at, broken = [] }) =>
      broken.map(({ field, msg }): Fault => ({ field, row: at, msg })),
    );
    const value = keyOf(definition, cells);
    const twin = keys.get(value);
    if (value && twin !== undefined) faults.push({ field: key.field, msg: `与第${twin}行${key.label}重复` });
    else keys.set(value, row);
    const known = world.known.get(value) ?? null;
    faults.push(...modeFaults(definition, known, mode));
    const beyond = line?.({ row, cells, known });
    faults.push(...(beyond?.faults ?? []));
    const fields = fieldsOf(input, byField, lines, value, known, faults);
    const same = beyond?.fixed !== undefined && isAsKnown(definition, fields, known);
    if (beyond?.fixed && !same) faults.push(beyond.fixed);
    if (fields) faults.push(...takenFaults(world, fields, known, row, used));
    if (fields && judge && faults.length === 0 && !same) faults.push(...judge({ row, fields, known }));
    const errors = faults
      .map(({ field, msg, row: at = row }) => ({
        row: at,
        column: letters[cellOf(field, letters)] ?? letters[key.field] ?? 'A',
        label: byField.get(field)?.label ?? definition.labels[field] ?? field,
        value: writtenText(
          lines.find((line) => line.row === at),
          field,
        ),
        msg,
      }))
      .sort((x, y) => x.row - y.row || x.column.length - y.column.length || (x.column < y.column ? -1 : 1));
    const ok = errors.length === 0 && fields !== null;
    return {
      row,
      name: cells[key.field] ?? '',
      action: !ok ? 'none' : same ? 'same' : known ? 'update' : 'add',
      fields: ok ? fields : null,
      extra: beyond?.extra,
      known,
      errors,
    };
  });
}

/** Whether a line would change nothing in its record. */
function isAsKnown<V extends Record<string, unknown>>(
  { labels, parts }: ImportDefinition<V>,
  fields: V | null,
  known: Known<V> | null,
): boolean {
  const words = (of: V) => JSON.stringify([...Object.keys(labels), parts?.field ?? ''].map((field) => of[field] ?? ''));
  return fields !== null && known !== null && words(fields) === words(known.fields);
}

/** What is written in a cell, also when it is no valid value. */
const writtenText = (line: ImportRow<string> | undefined, field: string): string =>
  line?.broken?.find((cell) => cell.field === field)?.shown ?? line?.cells[field] ?? '';

/** A finding about a whole list stands at the list's first column. */
const cellOf = (field: string, letters: Partial<Record<string, string>>): string =>
  field in letters ? field : (Object.keys(letters).find((name) => name.startsWith(`${field}.`)) ?? field);

type Lines = readonly [ImportRow<string>, ...ImportRow<string>[]];

/** The lines of each record: one, or with `parts` all that have its key. */
function recordsOf<V extends Record<string, unknown>>({ definition, rows }: CheckInput<V>): Lines[] {
  if (!definition.parts || definition.parts.one) return rows.map((line) => [line]);
  const records: Array<[ImportRow<string>, ...ImportRow<string>[]]> = [];
  const byKey = new Map<string, [ImportRow<string>, ...ImportRow<string>[]]>();
  for (const line of rows) {
    const key = keyOf(definition, line.cells);
    const known = key === '' ? undefined : byKey.get(key);
    if (known) known.push(line);
    else {
      const fresh: [ImportRow<string>, ...ImportRow<string>[]] = [line];
      records.push(fresh);
      byKey.set(key, fresh);
    }
  }
  return records;
}

/** Faults of a record that takes several lines: cells of its further lines that differ from the first line. */
function contradictingCells([first, ...more]: Lines, { field: list }: RecordParts): Fault[] {
  return more.flatMap(({ row, cells }) =>
    Object.entries(cells).flatMap(([field, text]): Fault[] =>
      text && !field.startsWith(`${list}.`) && text !== (first.cells[field] ?? '')
        ? [{ field, row, msg: `与第${first.row}行不一致，同一单的各行应相同或留空` }]
        : [],
    ),
  );
}

/** One element a line; null when no line has any. */
function elementsOf<V extends Record<string, unknown>>(
  { columns, world }: CheckInput<V>,
  lines: Lines,
  { field: list }: RecordParts,
  faults: Fault[],
): Array<Record<string, unknown>> | null {
  const own = columns.filter(({ field }) => field.startsWith(`${list}.`));
  if (lines.every(({ cells }) => own.every(({ field }) => !cells[field]))) return null;
  return lines.map(({ row, cells }) => {
    const element: Record<string, unknown> = {};
    for (const { field, as } of own) {
      const text = cells[field];
      // the list is written anew: what was emptied is what was left out
      if (!text || text === clearMark) continue;
      const value = as?.(text, world.refs, cells) ?? text;
      if (isWrong(value)) faults.push({ field, row, msg: value.fault });
      else element[field.slice(list.length + 1)] = value;
    }
    return element;
  });
}

/** What a record has beside its row, with what the cells say of it. */
function besideOf<V extends Record<string, unknown>>(
  { columns, world, definition }: CheckInput<V>,
  cells: ImportRow<string>['cells'],
  kept: unknown,
  faults: Fault[],
): Record<string, unknown> {
  // the object beside a record, as its definition's `read` gave it
  const beside = structuredClone(kept) as Record<string, unknown>;
  for (const { field, as } of columns) {
    const [list, ...path] = field.split('.');
    const text = cells[field];
    const last = path.pop();
    if (list !== definition.parts?.field || !last || !text) continue;
    const value = text === clearMark ? undefined : (as?.(text, world.refs, cells) ?? text);
    if (isWrong(value)) faults.push({ field, msg: value.fault });
    else valueAtPath(beside, path)[last] = value;
  }
  return beside;
}

function valueAtPath(value: Record<string, unknown>, path: readonly string[]): Record<string, unknown> {
  return path.reduce((at, name) => {
    const inner = at[name];
    // parts are plain objects of JSON
    if (typeof inner === 'object' && inner !== null) return inner as Record<string, unknown>;
    const made: Record<string, unknown> = {};
    at[name] = made;
    return made;
  }, value);
}

/** Which cell a finding of the schema is about. */
function placeOf(path: readonly PropertyKey[], lines: Lines, parts: RecordParts | undefined): Omit<Fault, 'msg'> {
  const [field, at, inner] = path;
  if (parts?.one && field === parts.field) return { field: path.map(String).join('.') };
  if (parts && field === parts.field && typeof at === 'number' && inner !== undefined)
    return { field: `${parts.field}.${String(inner)}`, row: lines[at]?.row };
  return { field: String(field) };
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
  input: CheckInput<V>,
  byField: ReadonlyMap<string, ImportColumn>,
  lines: Lines,
  key: string,
  known: Known<V> | null,
  faults: Fault[],
): V | null {
  const { definition, world, columns } = input;
  const { schema, cross, defaults, derive, parts } = definition;
  const { cells } = lines[0];
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
    const value = byField.get(field)?.as?.(text, world.refs, cells) ?? text;
    if (isWrong(value)) faults.push({ field, msg: value.fault });
    else given[field] = value;
  }
  if (!definition.key.of) given[definition.key.field] = key;
  if (parts?.one) given[parts.field] = besideOf(input, cells, given[parts.field] ?? parts.one.blank, faults);
  else if (parts) {
    faults.push(...contradictingCells(lines, parts));
    const list = elementsOf(input, lines, parts, faults);
    if (list) given[parts.field] = list;
  }
  derive?.(given, cells, world.refs, known?.fields ?? null);
  const spot = ({ field, row = lines[0].row }: Omit<Fault, 'msg'>): string => `${row} ${field}`;
  const told = new Set(faults.map(spot));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      const place = placeOf(issue.path, lines, parts);
      if (!told.has(spot(place))) faults.push({ ...place, msg: sentenceOf(issue.message, byField.get(place.field)) });
      told.add(spot(place));
    }
    return null;
  }
  for (const { path, msg } of cross?.(parsed.data) ?? [])
    if (!told.has(spot({ field: path }))) faults.push({ field: path, msg });
  return parsed.data;
}

/** A rule that has no sentence of its own for a blank cell answers with the type that it expected. */
const sentenceOf = (msg: string, column: ImportColumn | undefined): string =>
  msg.startsWith(typeWord) && column ? `请填写${column.label}` : msg;
/** how zod's sentences about types begin, in the language of the product */
const typeWord = '无效输入';

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
