import { InputNumber } from 'antd';
import { type ComponentProps, Fragment, type ReactNode } from 'react';
import './lines-table.css';

type Tone = 'good' | 'warn' | 'bad';

export interface LinesColumn<L> {
  key: string;
  /** what stands in the head */
  label?: ReactNode;
  /** name of the column for screen readers, where its head shows nothing */
  spoken?: string;
  /** a number: stands at the right, digits under digits */
  num?: boolean;
  /** `wrap`: long words break into lines; `short`: they end in dots */
  look?: 'wrap' | 'short';
  cell: (line: L, at: number) => ReactNode;
  tone?: (line: L, at: number) => Tone | undefined;
  /** shown when the mouse rests on the cell */
  title?: (line: L, at: number) => string | undefined;
}

/** Columns of a table; a false one is left out, so that conditions can be written in place. */
export type LinesColumns<L> = ReadonlyArray<LinesColumn<L> | false | null>;

interface CountColumn<L> extends Pick<LinesColumn<L>, 'key' | 'label'> {
  value: (line: L, at: number) => number | null;
  put: (line: L, value: number | null, at: number) => void;
  /** name of the box for screen readers, with the line in it */
  name: (line: L) => string;
  min?: number | ((line: L) => number | undefined);
  max?: number | ((line: L) => number | undefined);
  /** places after the point, 0 unless told */
  decimals?: number;
  widthPx?: number;
  /** draws the box red */
  wrong?: (line: L, at: number) => boolean;
  disabled?: (line: L) => boolean;
  placeholder?: (line: L) => string | undefined;
  /** stands in place of the box, where there is nothing to count */
  instead?: (line: L) => ReactNode;
}

const limitOf = <L,>(limit: CountColumn<L>['min'], line: L): number | undefined =>
  typeof limit === 'function' ? limit(line) : limit;

/** A column in which a number of every line is typed. */
export function countColumn<L>({ key, label, instead, ...of }: CountColumn<L>): LinesColumn<L> {
  const box = (line: L, at: number): ReactNode => (
    <InputNumber
      aria-label={of.name(line)}
      value={of.value(line, at)}
      status={of.wrong?.(line, at) ? 'error' : undefined}
      min={limitOf(of.min, line)}
      max={limitOf(of.max, line)}
      precision={of.decimals ?? 0}
      controls={false}
      disabled={of.disabled?.(line)}
      placeholder={of.placeholder?.(line)}
      style={of.widthPx === undefined ? undefined : { width: of.widthPx }}
      onChange={(value) => of.put(line, value, at)}
    />
  );
  return { key, label, num: true, cell: (line, at) => instead?.(line) ?? box(line, at) };
}

interface LinesTableProps<L> {
  lines: readonly L[];
  keyOf: (line: L) => string | number;
  columns: LinesColumns<L>;
  /** name of the table for screen readers */
  label?: string;
  /** attributes of a line: a title, what can be dragged */
  row?: (line: L, at: number) => ComponentProps<'tr'> & { 'data-held'?: boolean };
  /** rows over a line, as the heading of a group */
  above?: (line: L, at: number) => ReactNode;
  /** rows below a line, that belong to it */
  below?: (line: L, at: number) => ReactNode;
  /** sentence in place of the lines when there are none */
  empty?: ReactNode;
  /** rows of sums */
  foot?: ReactNode;
}

const lookClass = { wrap: 'kit-work-lines-wrap', short: 'kit-work-lines-short' } as const;
const cellClass = ({ num, look }: Pick<LinesColumn<never>, 'num' | 'look'>): string | undefined =>
  num ? 'num' : look && lookClass[look];

/** The lines of an order, a waybill or a receipt, all at once: to look at, to tick, to count. Long lists are a `DataTable`. */
export function LinesTable<L>({ lines, keyOf, label, row, above, below, empty, foot, ...props }: LinesTableProps<L>) {
  const columns = props.columns.filter((column) => column !== false && column !== null);
  return (
    <table className="kit-work-lines" aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.key} className={column.num ? 'num' : undefined} aria-label={column.spoken}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, at) => (
          <Fragment key={keyOf(line)}>
            {above?.(line, at)}
            <tr {...row?.(line, at)}>
              {columns.map((column) => (
                <td
                  key={column.key}
                  className={cellClass(column)}
                  data-tone={column.tone?.(line, at)}
                  title={column.title?.(line, at)}
                >
                  {column.cell(line, at)}
                </td>
              ))}
            </tr>
            {below?.(line, at)}
          </Fragment>
        ))}
        {lines.length === 0 && empty ? (
          <tr>
            <td colSpan={columns.length} className="td-cap">
              {empty}
            </td>
          </tr>
        ) : null}
      </tbody>
      {foot ? <tfoot>{foot}</tfoot> : null}
    </table>
  );
}
