import type { Column } from '@tongda/contract/core/columns';
import { codes } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { ApiError, transport } from '../call/api-error';
import { usePhone } from '../show/hooks/use-phone';
import { Empty, ErrorState, StaleBar } from '../show/states';
import { StripInLine } from '../strip/line';
import { ColumnDialog } from '../table/column-dialog';
import { useColumnSetting } from '../table/column-setting';
import { DataTable } from '../table/dense';
import type { Cells, RowAction, Totals } from '../table/types';
import { ListContext } from './context';
import { NothingUnderTab, seeksUnderTab, type TabWish } from './elsewhere';
import { FilterBar } from './filter/bar';
import { Pager } from './pager';
import { ListTools } from './tools';
import type { List } from './use-rows';
import './page.css';

interface ListPageProps<Row extends object> {
  list: List<Row>;
  columns: ReadonlyArray<Column<Row>>;
  /** own drawing of cells by column */
  cells?: Cells<Row>;
  /** <StatusTabs/> above the filters */
  tabs?: ReactNode;
  /** filter controls; absent = no filter row */
  filters?: ReactNode;
  /** 新增 导入 导出 …; present turns selection on only together with `batch` */
  toolbar?: ReactNode;
  /** words for the chosen rows (批量…); present = rows can be ticked */
  batch?: (rows: Row[], keys: string[]) => ReactNode;
  /** rows that may not be ticked; their own words say why */
  untickable?: (row: Row) => boolean;
  rowActions?: (row: Row) => RowAction[];
  /** opens a row that was clicked beside its words; one of its words does the same, for who has no mouse */
  onRow?: (row: Row) => void;
  totals?: Totals<Row>;
  /** slot between toolbar and table: figures, a chart, a map of the same rows */
  above?: ReactNode;
  /** why the list is empty and what to do next; the words for it stand in the toolbar above */
  empty?: ReactNode;
}

/**
 * The page of a list: status tabs, filters, toolbar, table, pager, in this order. A page that needs anything else composes the
 * exported parts itself; this component grows no prop for it.
 */
export function ListPage<Row extends object>(props: ListPageProps<Row>) {
  const { list, columns, batch } = props;
  const { setting, shown, save } = useColumnSetting(list.endpoint.path, columns);
  const [choosing, setChoosing] = useState(false);
  const [full, setFull] = useState(false);
  const [tabs, tellTabs] = useState<readonly TabWish[]>([]);
  const phone = usePhone();
  const keys = list.selectedKeys.map(String);
  const scope = useMemo(
    () => ({
      filters: list.filters,
      sort: list.sort,
      total: list.total,
      selectedKeys: list.selectedKeys.map(String),
      // fields of a row are names
      fields: shown.map(({ value }) => value as string),
      refresh: list.refresh,
      clearSelection: () => list.select([], []),
      tellTabs,
    }),
    [list, shown],
  );
  return (
    <ListContext.Provider value={scope}>
      <section className="kit-list" data-full={full}>
        {props.tabs}
        {props.filters ? (
          <FilterBar filters={list.filters} query={list.query} reset={list.reset} busy={list.isFetching}>
            {props.filters}
          </FilterBar>
        ) : null}
        <div className="kit-list-tools">
          <div className="kit-list-tools-left">
            {refused(list) ? null : props.toolbar}
            {batch && keys.length > 0 ? (
              <>
                <i className="kit-list-tools-sep" />
                {batch(list.selectedRows, keys)}
                <span className="kit-list-tools-chosen">
                  已选 <b>{keys.length}</b> 条
                  <button type="button" className="td-plain kit-table-word" onClick={scope.clearSelection}>
                    清除
                  </button>
                </span>
              </>
            ) : null}
          </div>
          <ListTools
            updatedAt={list.updatedAt}
            asOf={list.answer?.asOf}
            shown={shown.length}
            all={columns.length}
            busy={list.isFetching}
            full={full}
            choose={() => setChoosing(true)}
            refresh={list.refresh}
            toggleFull={() => setFull(!full)}
          />
        </div>
        {props.above}
        <Body {...props} shown={shown} tabWishes={tabs} />
        <Pager
          page={list.page}
          size={list.size}
          sizes={list.sizes}
          total={list.answer && list.total}
          change={list.setPage}
          scope={phone ? null : <StripInLine />}
        />
        {choosing ? (
          <ColumnDialog
            columns={columns}
            setting={setting}
            save={(next) => void save(next)}
            close={() => setChoosing(false)}
          />
        ) : null}
      </section>
    </ListContext.Provider>
  );
}

interface BodyProps<Row extends object> extends ListPageProps<Row> {
  shown: Array<Column<Row>>;
  tabWishes: readonly TabWish[];
}

/** The list is not the caller's to see: what could be done in it is not offered beside that. */
const refused = <Row extends object>({ error, rows }: List<Row>): boolean =>
  error instanceof ApiError && error.code === codes.forbidden && rows.length === 0;

/** Table, or what stands in its place. Rows that are shown stay while a later query fails; the failure is told above them. */
function Body<Row extends object>(props: BodyProps<Row>) {
  const { list, empty, tabWishes } = props;
  if (list.error && list.rows.length === 0) {
    // what a table says whose query took longer than a minute
    if (list.error instanceof ApiError && list.error.code === transport.timeout)
      return <Empty title={message('query.slow')} action={<Button onClick={list.refresh}>重试</Button>} />;
    return <ErrorState error={list.error} retry={list.refresh} right={list.endpoint.title} />;
  }
  if (!list.asked) return <Empty title={list.prompt ?? message('query.prompt')} />;
  const nothing = seeksUnderTab(list, tabWishes) ? (
    <NothingUnderTab list={list} tabs={tabWishes} />
  ) : list.filtered ? (
    <Empty title="没有符合条件的数据" text="请放宽筛选条件" action={<Button onClick={list.reset}>重置条件</Button>} />
  ) : (
    (empty ?? <Empty />)
  );
  return (
    <>
      {list.error ? <StaleBar error={list.error} retry={list.refresh} /> : null}
      <DataTable<Row>
        rows={list.rows}
        rowKey={list.rowKey}
        columns={props.shown}
        cells={props.cells}
        sort={list.sort}
        setSort={list.setSort}
        selectedKeys={list.selectedKeys}
        select={props.batch && list.select}
        untickable={props.untickable}
        rowActions={props.rowActions}
        onRow={props.onRow}
        totals={props.totals}
        loading={list.isLoading}
        stale={list.isFetching}
        empty={nothing}
        onRoom={list.roomFor}
      />
    </>
  );
}
