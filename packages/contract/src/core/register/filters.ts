import { z } from 'zod';
import { withCodeWords } from '../code-words';
import type { Endpoint } from '../endpoint';
import type { WireCode } from '../enum';
import { keysOf } from '../keys';
import { dateTime, id } from '../page';
import { filterCode, filterDay, filterExpire, filterText } from './pieces';

/** Registers whose records a filter may point at; an export's head says the name that the record has there. */
export type NamedTable =
  | 'org'
  | 'fleet'
  | 'carrier'
  | 'driver'
  | 'customer'
  | 'device_model'
  | 'place'
  | 'app_user'
  | 'role'
  | 'transport_route';

interface Shared<S extends z.ZodType> {
  /** what the filter bar and the head of an export call it */
  label: string;
  /** what a request may say */
  schema: S;
  /**
   * SQL columns that it looks into: of the register's own table, or of a joined one by its alias (`v.plate_no`). Absent: the field's name
   * in snake case.
   */
  columns?: readonly string[];
  /** px of its control */
  width?: number;
  /** false: not drawn in the filter bar, because tabs or links of the page set it */
  bar?: false;
  /** the server's module says in SQL what it means (`own` of `registerRows`) */
  own?: true;
}
interface Option {
  code: WireCode;
  name: string;
}
/** Part of a text, in any of the columns. */
interface TextFilter<S extends z.ZodType> extends Shared<S> {
  kind: 'text';
  /** the list's first search: its label, or `hint`, stands inside the box */
  main?: true;
  /** what the control is called instead of `label`: a longer sentence, which would not fit in the head of an export (单号，可粘贴多个) */
  hint?: string;
  /** a province or a city, chosen from the tree of divisions */
  area?: true;
}
/** One of fixed options. `inside`: the column is an array that contains it. `many`: the request says a list of codes, of which one holds. */
interface ChoiceFilter<S extends z.ZodType> extends Shared<S> {
  kind: 'choice';
  options: readonly Option[];
  inside?: true;
  many?: true;
}
/** An option that stands for a record. Calls that answer sites call its id `placeId`. */
type RecordOption = { id: string; name: string } | { placeId: string; name: string };
/** A record of another register; `from` answers the options. Without it the filter has no control: a link of another page sets it. */
interface RecordFilter<S extends z.ZodType> extends Shared<S> {
  kind: 'record';
  table: NamedTable;
  from?: Endpoint<z.ZodType, z.ZodType<RecordOption[]>>;
}
interface Node {
  id: string;
  name: string;
  children: Node[];
}
/** A department and all below it; `from` answers the tree. */
interface OrgFilter<S extends z.ZodType> extends Shared<S> {
  kind: 'org';
  table: 'org';
  from: Endpoint<z.ZodType, z.ZodType<Node[]>>;
}
/** Documents by the days they end on: within 30 days, or before today. */
interface EndsFilter<S extends z.ZodType> extends Shared<S> {
  kind: 'ends';
  options: readonly Option[];
}
/**
 * A range of days (`days`) or of moments (`times`, which links of other pages may set to the second), both ends included. The request says the
 * last one in the field `until`. The control of both is one of days.
 */
interface RangeFilter<S extends z.ZodType> extends Shared<S> {
  kind: 'days' | 'times';
  until: string;
  /** days of the longest range that the control accepts */
  maxDays?: number;
}
/** What a list can be narrowed by, written once: the request's schema, the SQL, the words of an export's head and the control come from it. */
export type Filter<S extends z.ZodType = z.ZodType> =
  | TextFilter<S>
  | ChoiceFilter<S>
  | RecordFilter<S>
  | OrgFilter<S>
  | EndsFilter<S>
  | RangeFilter<S>;

type More = Pick<Shared<z.ZodType>, 'columns' | 'width' | 'bar'>;

/** The kinds of filters. */
export const by = {
  text: (
    label: string,
    {
      max,
      form,
      ...more
    }: More &
      Pick<TextFilter<z.ZodType>, 'main' | 'hint' | 'area'> & {
        max?: number;
        /** brings what was typed into the form in which it is stored */
        form?: (text: string) => string;
      } = {},
  ) => ({
    kind: 'text' as const,
    label,
    schema: filterText(max, form),
    ...more,
  }),
  /** One code of an enumeration whose codes are numbers. */
  code: <const C extends readonly number[]>(
    label: string,
    of: { codes: C; options: readonly Option[] },
    more: More & { inside?: true } = {},
  ) => ({ kind: 'choice' as const, label, schema: filterCode(of.codes), options: of.options, ...more }),
  /** Any of several codes; the request says one code or a list of them. */
  codes: <const C extends readonly number[]>(
    label: string,
    of: { codes: C; options: readonly Option[] },
    more: More = {},
  ) => ({
    kind: 'choice' as const,
    label,
    schema: z
      .union([z.coerce.number(), z.array(z.coerce.number())])
      .transform((given) => [given].flat())
      .pipe(z.array(z.literal(of.codes)))
      .optional(),
    options: of.options,
    many: true as const,
    ...more,
  }),
  /** One letter or word of an enumeration whose codes are texts. */
  word: <const C extends readonly string[]>(
    label: string,
    of: { codes: C; options: readonly Option[] },
    more: More = {},
  ) => ({ kind: 'choice' as const, label, schema: z.literal(of.codes).optional(), options: of.options, ...more }),
  /** One key of a record of words (`{ onTime: '正常', late: '已晚到' }`), offered in their order. */
  key: <const K extends string>(label: string, words: Readonly<Record<K, string>>, more: More = {}) => ({
    kind: 'choice' as const,
    label,
    schema: z.literal(keysOf(words)).optional(),
    options: keysOf(words).map((code) => ({ code, name: words[code] })),
    ...more,
  }),
  /** 1 and 0 of the request in words: whether something is there. */
  either: (label: string, yes: string, no: string, more: More = {}) => ({
    kind: 'choice' as const,
    label,
    schema: filterCode([0, 1]),
    options: [
      { code: 1, name: yes },
      { code: 0, name: no },
    ],
    ...more,
  }),
  /** 有 or 无: `yes` and `no` of the request. */
  has: (label: string, more: More = {}) => ({
    kind: 'choice' as const,
    label,
    schema: z.literal(['yes', 'no']).optional(),
    options: [
      { code: 'yes', name: '有' },
      { code: 'no', name: '无' },
    ],
    ...more,
  }),
  /** The only choice is `yes`, which the control and the head call `yes` (逾期：已逾期). */
  only: (label: string, yes: string, more: More = {}) => ({
    kind: 'choice' as const,
    label,
    schema: z.literal(['yes']).optional(),
    options: [{ code: 'yes', name: yes }],
    ...more,
  }),
  record: (label: string, table: NamedTable, from: NonNullable<RecordFilter<z.ZodType>['from']>, more: More = {}) => ({
    kind: 'record' as const,
    label,
    schema: id.optional(),
    table,
    from,
    ...more,
  }),
  /** A record that only links of other pages name. */
  linked: (label: string, table: NamedTable, more: More = {}) => ({
    kind: 'record' as const,
    label,
    schema: id.optional(),
    table,
    bar: false as const,
    ...more,
  }),
  org: (label: string, from: OrgFilter<z.ZodType>['from'], more: More = {}) => ({
    kind: 'org' as const,
    label,
    schema: id.optional(),
    table: 'org' as const,
    from,
    ...more,
  }),
  ends: (label: string, columns: readonly string[], more: More = {}) => ({
    kind: 'ends' as const,
    label,
    schema: filterExpire,
    options: [
      { code: 'soon', name: '30天内到期' },
      { code: 'expired', name: '已过期' },
    ],
    columns,
    ...more,
  }),
  days: <const U extends string>(label: string, until: U, more: More = {}) => ({
    kind: 'days' as const,
    label,
    schema: filterDay,
    until,
    ...more,
  }),
  times: <const U extends string>(label: string, until: U, more: More & { maxDays?: number } = {}) => ({
    kind: 'times' as const,
    label,
    schema: dateTime.optional(),
    until,
    ...more,
  }),
  /** A filter whose meaning in SQL the server's module says itself. */
  own: <const F extends Filter>(filter: F) => ({ ...filter, own: true as const }),
};

export type FilterTable = Readonly<Record<string, Filter>>;
type Shape<T extends FilterTable> = { [K in keyof T]: T[K]['schema'] } & {
  [K in keyof T as T[K] extends { until: infer U extends string } ? U : never]: T[K]['schema'];
};
/** The filters of a register with the schema of what a request may say of them. */
export interface FilterSet<T extends FilterTable> {
  table: T;
  schema: z.ZodObject<Shape<T>>;
}

/** Declares the filters of a register in the order in which bar and export name them. */
export function filterSet<const T extends FilterTable>(table: T): FilterSet<T> {
  const fields: Array<[string, z.ZodType]> = Object.entries(table).flatMap(([name, filter]) => [
    [name, 'options' in filter ? withCodeWords(filter.schema, filter.options) : filter.schema],
    ...('until' in filter ? [[filter.until, filter.schema] satisfies [string, z.ZodType]] : []),
  ]);
  // the entries are those of `Shape<T>`: `Object.fromEntries` forgets their names
  return { table, schema: z.object(Object.fromEntries(fields)) as unknown as z.ZodObject<Shape<T>> };
}
