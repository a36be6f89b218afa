import { z } from 'zod';
import type { Column } from '../../core/columns';
import { dayMs } from '../../core/durations';
import type { Dot } from './dots';

/** A number of a report, in the unit that its label names; null = nothing is known (a zero is a zero). */
export const figure = z.number().nullable();

/**
 * How a figure adds up in the foot: over all rows of the filter, or as a quotient of two other columns (`times` turns its unit, for example
 * hours a stop into minutes; `mean`: the foot of a column of single figures is their mean, and says so). `distinct`: how many different values another column has. `own`: the report's `totals()` says it.
 */
export type Total =
  | 'sum'
  | 'max'
  | 'min'
  | 'own'
  | { distinct: string }
  | { of: string; per: string; times?: number; mean?: true };

/** Whether the foot of a column is the mean of its figures, which has to be told from a sum. */
export const isMean = (total: Total | undefined): boolean =>
  typeof total === 'object' && 'mean' in total && total.mean === true;

/** What a filter's value may decide about a column: asked for with the parsed filters. */
type ByFilter<T> = T | ((asked: Asked) => T);
/** Filters as they were asked for; a report knows the types of its own. */
export type Asked = Readonly<Record<string, unknown>> & { readonly startTime: string; readonly endTime: string };

interface Look {
  /** px at the small table size */
  width?: number;
  /** px where the window is wide: names are read whole there */
  wide?: number;
  fixed?: 'left';
  /** hidden until the user ticks it */
  hidden?: boolean;
  sortable?: boolean;
  /** shown for these filters only */
  when?: (asked: Asked) => boolean;
  /** `text`: the field with the state of the row's episode: struck through where that was withdrawn (report.md K2: kept, struck through) */
  goneBy?: string;
  /** a click on the figure opens the report's detail, or the trajectory of the row's time */
  drill?: 'detail' | 'track';
}

/** One column of a report: its cell on the screen, in the sheet, in the API document and its type in `rows()` come from this value. */
export interface ReportColumn<T extends z.ZodType = z.ZodType> extends Look {
  kind: 'plate' | 'fleet' | 'remark' | 'text' | 'figure' | 'time' | 'words' | 'address' | 'days';
  label: ByFilter<string>;
  schema: T;
  decimals?: ByFilter<number>;
  total?: Total;
  /** its label where it stands without its table, above it or in a message; the label of the column unless said */
  alone?: ByFilter<string>;
  /** how the figure is counted, where it stands above the table */
  hint?: ByFilter<string>;
  /** `words`: the Chinese word of a code */
  words?: Readonly<Record<string | number, string>>;
  /** `words`: codes that have a coloured dot before their word */
  dots?: Readonly<Record<string | number, Dot>>;
  /** `address`: the fields that hold longitude and latitude (WGS-84) */
  at?: readonly [lng: string, lat: string];
  /** colour: `limit` red where the row's `over` names the column, `rate` by the bands of rates, `bad` red above zero */
  tone?: 'limit' | 'rate' | 'bad';
}
export type ColumnMap = Readonly<Record<string, ReportColumn>>;

/** The plate that the vehicle carried at the row's time; brings `vehicleId` and `vehicleColor` along. Filled by the kit from `vehicleId`. */
export const plateColumn = (label = '车牌号') =>
  ({ kind: 'plate', label, schema: z.string(), width: 106, fixed: 'left', sortable: true }) as const;
/** Filled by the kit from `vehicleId`. */
export const fleetColumn = (look: Look = {}) =>
  ({ kind: 'fleet', label: '所属车队', schema: z.string(), width: 96, ...look }) as const;
/** Filled by the kit from `vehicleId`. */
export const remarkColumn = (look: Look = {}) =>
  ({ kind: 'remark', label: '车辆备注', schema: z.string(), width: 90, hidden: true, ...look }) as const;

export const textColumn = (label: string, width: number, look: Look = {}) =>
  ({ kind: 'text', label, schema: z.string(), width, ...look }) as const;

interface FigureLook extends Look {
  decimals?: ByFilter<number>;
  total?: Total;
  alone?: ByFilter<string>;
  hint?: ByFilter<string>;
  tone?: ReportColumn['tone'];
}
/** A number; its unit belongs into the label: `总停车时长(h)`. */
export const numberColumn = (label: ByFilter<string>, width: number, look: FigureLook = {}) =>
  ({ kind: 'figure', label, schema: figure, width, sortable: true, decimals: 0, ...look }) as const;

/** A moment: `timestamptz` in SQL, epoch ms or `Date` in rows made by the kernel, `YYYY-MM-DD HH:mm:ss` of the company's zone on the wire. */
export const timeColumn = (label: string, look: Look = {}) =>
  ({ kind: 'time', label, schema: z.string().nullable(), width: 118, sortable: true, ...look }) as const;

/** A code that reads as a word. */
export const wordsColumn = <const W extends Readonly<Record<string | number, string>>>(
  label: string,
  width: number,
  of: W,
  look: Look & Pick<ReportColumn, 'dots'> = {},
) => ({ kind: 'words', label, schema: z.union([z.string(), z.number()]), width, words: of, ...look }) as const;

/** Chinese address of the position that two other fields hold (WGS-84); filled by the kit. */
export const addressColumn = (label: string, width: number, at: readonly [string, string], look: Look = {}) =>
  ({ kind: 'address', label, schema: z.string(), width, at, ...look }) as const;

/**
 * A column a day of the range, in shades of its height, each day a way to its trajectory. The row's field holds the days in their order;
 * `pending` beside it the places of those that still run or wait for late data.
 */
export const daysColumn = (look: Pick<FigureLook, 'decimals' | 'total'> = {}) =>
  ({ kind: 'days', label: '每日', schema: z.array(figure), width: 60, ...look }) as const;

const noonMs = (wire: string): number => Date.parse(`${wire.slice(0, 10)}T12:00:00Z`);

type Range = Pick<Asked, 'startTime' | 'endTime'>;

/** Number of days of a range, both ends included; 0 when it is none. For a range that nobody has checked yet: the days of 10,000 years are 3.7 million. */
export const dayCountOf = ({ startTime, endTime }: Range): number =>
  Math.max(0, Math.round((noonMs(endTime) - noonMs(startTime)) / dayMs) + 1) || 0;

/** Days `YYYY-MM-DD` of a range, both ends included. */
export function daysOf(range: Range): string[] {
  const first = noonMs(range.startTime);
  return Array.from({ length: dayCountOf(range) }, (_, i) => new Date(first + i * dayMs).toISOString().slice(0, 10));
}

/** The value of a setting that may depend on the filters, for what was asked. */
export const resolveByFilter = <T>(value: ByFilter<T>, asked: Asked): T =>
  // a value of a column is never a function
  typeof value === 'function' ? (value as (asked: Asked) => T)(asked) : value;

const rightAligned = new Set<ReportColumn['kind']>(['figure', 'days']);

/** What some columns are called for what was found: `of` are the columns that need a name, those without one are left out. */
interface NamedColumns {
  of: readonly string[];
  names: Readonly<Record<string, string>>;
}

/** The columns of table, column dialog and sheet for what was asked; days become `d1`, `d2` …. */
export function tableColumns(
  columns: ColumnMap,
  asked: Asked,
  named?: NamedColumns,
): ReadonlyArray<Column<Record<string, unknown>>> {
  const known = (name: string): string | undefined => (named?.of.includes(name) ? named.names[name] : undefined);
  return Object.entries(columns)
    .filter(([name]) => !named?.of.includes(name) || known(name) !== undefined)
    .filter(([, column]) => column.when?.(asked) ?? true)
    .flatMap(([value, column]): Array<Column<Record<string, unknown>>> => {
      const { kind, width = 96, wide, fixed, sortable } = column;
      const name = known(value);
      const hidden = name === undefined ? column.hidden : undefined;
      const look = {
        width,
        ...(wide ? { wide } : {}),
        fixed,
        hidden,
        sortable,
        align: rightAligned.has(kind) ? ('right' as const) : undefined,
      };
      if (kind === 'days')
        return daysOf(asked).map((day, i, days) => ({
          ...look,
          value: `d${i + 1}`,
          label: day.slice(5),
          sortable: false,
          // the newest day is what one looks for
          ...(i === days.length - 1 ? { opensAt: true } : {}),
        }));
      return [{ ...look, value, label: name ?? resolveByFilter(column.label, asked), noEdit: kind === 'plate' }];
    });
}
