import type { Column } from '@tongda/contract/core/columns';
import { Table, type TableColumnType } from 'antd';
import { type CSSProperties, type ReactNode, useEffect, useMemo } from 'react';
import { useLocation } from 'react-router';
import { useDictLabels } from '../call/dict';
import { formatNumber, isWireTime, none, shortTime } from '../show/format';
import { usePhone } from '../show/hooks/use-phone';
import { useSize } from '../show/hooks/use-size';
import { Nothing } from '../show/nothing';
import { dottedPlate } from '../show/plate/chip';
import { useActionsPlace } from './actions-place';
import { DataCards } from './cards';
import { fittedWidths, isFirm, wishedWidth } from './fitted-widths';
import { inSight, RowActions, RowsAreOld } from './row-actions';
import { isRowClick } from './row-click';
import { rowHeight } from './row-height';
import type { DataTableProps, RowAction, Totals } from './types';
import { opensAtClass, useKeptScroll } from './use-kept-scroll';
import './dense.css';

/** Room for three words of two characters; longer words widen the column. */
const actionsWidth = 122;
const headHeight = 32;
/** The column of ticks. */
const tickWidth = 34;
/** More rows than this are drawn only where they are in sight. */
const drawnAtMost = 500;
const totalsHeight = 34;
/** The bar under a table that is wider than its room. */
const scrollBarHeight = 10;
/** Rows of which the words are measured. */
const measuredRows = 60;

/** The dense table of every list: 32 px rows, fixed ends, sorting after the title, sticky totals. It fills its parent's height; on a phone its rows are cards. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, totals, loading, stale } = props;
  const [box, size] = useSize<HTMLDivElement>();
  const labels = useDictLabels(columns.flatMap(({ dict }) => (dict ? [dict] : [])));
  // What scrolls must be reachable with the keyboard, also when no row holds anything to focus.
  const shape = loading ? 'loading' : props.rows.length === 0 ? 'empty' : 'rows';
  useEffect(() => {
    if (shape === 'loading') return;
    box.current?.querySelector('.ant-table-content, .ant-table-body')?.setAttribute('tabindex', '0');
    // antd repeats the titles in a hidden row to measure them: their controls must not take the focus.
    box.current?.querySelector('.ant-table-measure-row')?.setAttribute('inert', '');
  }, [shape, box]);
  const { pathname, search } = useLocation();
  useKeptScroll(box, {
    selector: '.ant-table-body',
    address: pathname + search,
    ready: shape === 'rows',
    opensAt: columns.find(({ opensAt }) => opensAt)?.label,
  });
  const bodyHeight = size.height - headHeight - (totals ? totalsHeight : 0);
  useActionsPlace(box, props.rowActions !== undefined && shape !== 'empty', actionsWidth);
  const phone = usePhone();
  const old = <T extends ReactNode>(drawn: T) => <RowsAreOld value={Boolean(stale)}>{drawn}</RowsAreOld>;
  if (phone && !loading)
    return (
      <div className="kit-table" ref={box} data-stale={stale} aria-busy={stale}>
        {old(<DataCards {...props} cell={(row, field) => cellOf(props, labels, row, field)} />)}
      </div>
    );
  return (
    <div
      className="kit-table"
      ref={box}
      data-stale={stale}
      data-totals={totals !== undefined}
      aria-busy={loading || stale}
      // a variable of CSS is not among React's properties
      style={{ '--td-body': `${bodyHeight}px` } as CSSProperties}
    >
      {loading ? (
        <Skeleton columns={columns} />
      ) : (
        old(<Grid {...props} labels={labels} width={size.width} bodyHeight={bodyHeight} />)
      )}
    </div>
  );
}

interface GridProps<Row> extends DataTableProps<Row> {
  labels: Labels;
  /** px of the table and of its body */
  width: number;
  bodyHeight: number;
}

/** The table itself, in the component of antd. */
function Grid<Row extends object>(props: GridProps<Row>) {
  const { rows, columns, select, rowActions, totals, setSort, bodyHeight } = props;
  const [drawn, width] = useTableColumns(props);
  useRoom(props, width > props.width ? scrollBarHeight : 0);
  return (
    <Table<Row>
      rowKey={props.rowKey}
      columns={drawn}
      dataSource={rows}
      pagination={false}
      showSorterTooltip={false}
      tableLayout="fixed"
      virtual={rows.length > drawnAtMost}
      scroll={{ x: width, y: rows.length > 0 ? Math.max(bodyHeight, 96) : undefined }}
      rowSelection={
        select && {
          selectedRowKeys: props.selectedKeys,
          preserveSelectedRowKeys: true,
          columnWidth: tickWidth,
          onChange: select,
          getTitleCheckboxProps: () => ({ 'aria-label': '选择本页全部' }),
          getCheckboxProps: (row) => ({
            disabled: props.untickable?.(row) ?? false,
            'aria-label': `选择${nameOf(row, columns)}`,
          }),
          fixed: true,
        }
      }
      onRow={
        props.onRow &&
        ((row) => ({
          onClick: ({ currentTarget, target }) => {
            if (isRowClick(currentTarget, target)) props.onRow?.(row);
          },
          className: 'kit-table-row-click',
        }))
      }
      onChange={(_page, _filters, sorter) => {
        const one = Array.isArray(sorter) ? sorter[0] : sorter;
        setSort?.(
          one?.order && one.columnKey ? `${String(one.columnKey)} ${one.order === 'ascend' ? 'asc' : 'desc'}` : null,
        );
      }}
      locale={{ emptyText: props.empty }}
      summary={
        totals && rows.length > 0 ? () => totalsRow(columns, totals, Boolean(select), Boolean(rowActions)) : undefined
      }
    />
  );
}

/** What a row is called by who hears it: the text of its first column. */
function nameOf<Row extends object>(row: Row, [first]: ReadonlyArray<{ value: string }>): string {
  const name: unknown = first && Reflect.get(row, first.value);
  return typeof name === 'string' && name !== '' ? name : '这一行';
}

/** Tells the list how many rows there is room for. */
function useRoom<Row>(
  { rows, bodyHeight, onRoom }: Pick<GridProps<Row>, 'rows' | 'bodyHeight' | 'onRoom'>,
  bar: number,
): void {
  const room = rows.length > 0 ? Math.floor((bodyHeight - bar) / rowHeight(window.innerHeight)) : 0;
  useEffect(() => {
    if (room > 0) onRoom?.(room);
  }, [room, onRoom]);
}

/** The columns as antd draws them, fitted to the width of the table, and the px that they take with ticks and actions. */
function useTableColumns<Row extends object>(props: GridProps<Row>): [Array<TableColumnType<Row>>, number] {
  const { rows, columns, cells, sort, select, rowActions, labels, width } = props;
  const wordsWidth = rowActions
    ? Math.max(actionsWidth, ...rows.slice(0, measuredRows).map((row) => widthOf(rowActions(row))))
    : 0;
  const beside = (select ? tickWidth : 0) + wordsWidth;
  const widths = useMemo(
    () =>
      fittedWidths(
        columns.map((column) => wishedWidth(column, width - beside)),
        width - beside,
        new Set(columns.flatMap((column, i) => (isFirm(column, width - beside) ? [i] : []))),
      ),
    [columns, width, beside],
  );
  const drawn = useMemo(() => {
    const list: Array<TableColumnType<Row>> = columns.map((column, i) => ({
      ...tableColumn(column, cells?.[column.value], sort ?? null, labels, decimalsOf(rows, column.value)),
      width: widths[i],
    }));
    if (rowActions) list.push(actionsColumn(rowActions, wordsWidth));
    return list;
  }, [columns, widths, rows, cells, sort, labels, rowActions, wordsWidth]);
  return [drawn, widths.reduce((sum, column) => sum + column, beside)];
}

/** A cell of a card as the table would draw it. */
function cellOf<Row extends object>(
  { rows, columns, cells }: DataTableProps<Row>,
  labels: Labels,
  row: Row,
  field: Extract<keyof Row, string>,
): ReactNode {
  const dict = columns.find(({ value }) => value === field)?.dict;
  const own = cells?.[field]?.(row);
  return own === undefined || own === none
    ? plainCell(own ?? plainOf(row, field), dict, labels, decimalsOf(rows, field))
    : own;
}

type Labels = ReturnType<typeof useDictLabels>;

function tableColumn<Row extends object>(
  column: Column<Row>,
  draw: ((row: Row) => ReactNode) | undefined,
  sort: string | null,
  labels: Labels,
  decimals: number,
): TableColumnType<Row> {
  const [sortKey, direction] = sort?.split(' ') ?? [];
  return {
    key: column.value,
    title: column.label,
    width: column.width,
    align: column.align,
    fixed: column.fixed === 'left' ? 'start' : column.fixed === 'right' ? 'end' : undefined,
    sorter: column.sortable,
    sortOrder: column.sortable && sortKey === column.value ? (direction === 'desc' ? 'descend' : 'ascend') : null,
    ellipsis: { showTitle: false },
    className: column.opensAt ? opensAtClass : undefined,
    render: (_value: unknown, row: Row) => {
      const own = draw?.(row);
      return own === undefined || own === none
        ? plainCell(own ?? plainOf(row, column.value), column.dict, labels, decimals)
        : own;
    },
  };
}

/** Decimals that the numbers of a column need, two at most: figures under each other have the same. */
function decimalsOf<Row>(rows: readonly Row[], value: Extract<keyof Row, string>): number {
  return rows.reduce((most, row) => {
    const figure = row[value];
    if (typeof figure !== 'number' || Number.isInteger(figure)) return most;
    return Math.max(most, Number.isInteger(Math.round(figure * 1000) / 100) ? 1 : 2);
  }, 0);
}

/** The value of a cell; a plate is written as on the truck. */
function plainOf<Row extends object>(row: Row, field: Extract<keyof Row, string>): unknown {
  const value = row[field];
  return field === 'plateNo' && typeof value === 'string' ? dottedPlate(value) : value;
}

/** How a value reads when the page says nothing: words for codes, short times with the full one on hover, `--` for nothing. */
function plainCell(value: unknown, dict: string | undefined, labels: Labels, decimals: number): ReactNode {
  if (value === null || value === undefined || value === '' || value === none) return <Nothing />;
  if (dict) return dictWords(value, dict, labels);
  if (isWireTime(value)) return <span title={value}>{shortTime(value)}</span>;
  if (typeof value === 'number') return formatNumber(value, decimals);
  if (typeof value === 'boolean') return value ? '是' : '否';
  const text = Array.isArray(value) ? value.join('、') : String(value);
  return text === '' ? <Nothing /> : <span title={text}>{text}</span>;
}

/** Words of one code or of several, cut with the whole on hover. */
function dictWords(value: unknown, dict: string, labels: Labels): ReactNode {
  const text = [value]
    .flat()
    // a column with a dictionary holds its codes
    .map((code) => labels(dict, code as string | number))
    .join('、');
  return text === '' ? <Nothing /> : <span title={text}>{text}</span>;
}

/** The words of a row as the table draws them: three, or two and 更多. */
function widthOf(actions: readonly RowAction[]): number {
  const direct = inSight(actions).map(({ label }) => label);
  const shown = direct.length < actions.length ? [...direct, '更多'] : direct;
  return shown.reduce((sum, label) => sum + label.length * 13, 0) + (shown.length - 1) * 10 + 24;
}

function actionsColumn<Row extends object>(rowActions: (row: Row) => RowAction[], width: number): TableColumnType<Row> {
  return {
    key: 'td-actions',
    title: '操作',
    width,
    fixed: 'end',
    className: 'td-actions',
    render: (_value: unknown, row: Row) => <RowActions actions={rowActions(row)} />,
  };
}

function totalsRow<Row>(
  columns: ReadonlyArray<Column<Row>>,
  totals: Totals<Row>,
  selectable: boolean,
  actions: boolean,
) {
  const before = selectable ? 1 : 0;
  // the label takes the room of the columns behind it that have no sum
  const bare = columns.findIndex(
    ({ value, fixed }, i) => i > 0 && (totals.values[value] !== undefined || fixed !== columns[0]?.fixed),
  );
  const span = bare === -1 ? columns.length : bare;
  return (
    <Table.Summary fixed="bottom">
      <Table.Summary.Row>
        {selectable ? <Table.Summary.Cell index={0} /> : null}
        <Table.Summary.Cell index={before} colSpan={span}>
          <span className="kit-table-totals-label">{totals.label}</span>
        </Table.Summary.Cell>
        {columns.slice(span).map((column, i) => (
          <Table.Summary.Cell key={column.value} index={i + span + before} align={column.align}>
            {totals.values[column.value]}
          </Table.Summary.Cell>
        ))}
        {actions ? <Table.Summary.Cell index={columns.length + before} /> : null}
      </Table.Summary.Row>
    </Table.Summary>
  );
}

/** Grey bars in the shape of the table while the first rows are on their way. */
function Skeleton<Row>({ columns }: { columns: ReadonlyArray<Column<Row>> }) {
  const bars = columns.slice(0, 10);
  return (
    <div className="kit-table-skeleton" aria-hidden="true">
      {Array.from({ length: 15 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity
        <div key={row} className="kit-table-skeleton-row">
          {bars.map(({ value, width }, i) => (
            <span key={value} style={{ width: width * (0.45 + ((row * 7 + i * 5) % 5) / 10) }} />
          ))}
        </div>
      ))}
    </div>
  );
}
