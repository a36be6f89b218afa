import type { Column } from '@tongda/contract/core/columns';
import type { Endpoint } from '@tongda/contract/core/endpoint';
import type { Key, ReactNode } from 'react';

/** One word at the end of a row. Left out when the user may not call `can`; `why` disables it and says why. */
export interface RowAction {
  label: string;
  run?: () => void | Promise<void>;
  to?: string;
  can?: Pick<Endpoint, 'access'>;
  danger?: boolean;
  why?: string;
}
/** How a page draws the cells of some columns itself, by the field of the row. */
export type Cells<Row> = Partial<Record<Extract<keyof Row, string>, (row: Row) => ReactNode>>;
/** The line of sums under a table. */
export interface Totals<Row> {
  label: string;
  values: Partial<Record<Extract<keyof Row, string>, ReactNode>>;
}

/** What a table, or its cards on a phone, is given. */
export interface DataTableProps<Row> {
  rows: readonly Row[];
  rowKey: Extract<keyof Row, string>;
  /** shown columns in their order */
  columns: ReadonlyArray<Column<Row>>;
  /** own drawing of a cell; the default draws numbers, times, dictionary words and `--` */
  cells?: Cells<Row>;
  sort?: string | null;
  setSort?: (sort: string | null) => void;
  selectedKeys?: Key[];
  select?: (keys: Key[], rows: Row[]) => void;
  /** rows that may not be ticked; the row says why */
  untickable?: (row: Row) => boolean;
  rowActions?: (row: Row) => RowAction[];
  totals?: Totals<Row>;
  /** first load: a skeleton */
  loading?: boolean;
  /** old rows shown while new ones come */
  stale?: boolean;
  empty?: ReactNode;
  /** told how many rows there is room for, whenever that changes */
  onRoom?: (rows: number) => void;
  onRow?: (row: Row) => void;
}
