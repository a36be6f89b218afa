/** One table column: the same definition drives the table, the display-fields dialog and the exported sheet. */
export interface Column<Row> {
  /** Field of the row. */
  value: Extract<keyof Row, string>;
  label: string;
  /** px at the small table size. */
  width: number;
  /** px where the window is wide: names that a narrow one cuts are read whole there. */
  wide?: number;
  fixed?: 'left' | 'right';
  sortable?: boolean;
  align?: 'left' | 'right' | 'center';
  /** Type code of the dictionary that turns the value into a label. */
  dict?: string;
  /** Always shown: ticked and disabled in the display-fields dialog. */
  noEdit?: boolean;
  /** Hidden until the user ticks it. */
  hidden?: boolean;
  /** A table that is wider than its room opens scrolled as far as this column needs to be seen whole. */
  opensAt?: true;
}

/** Typed list of columns: `columns<VehicleRow>()([...])`. */
export const columns =
  <Row>() =>
  <const C extends ReadonlyArray<Column<Row>>>(list: C): ReadonlyArray<Column<Row>> =>
    list;
