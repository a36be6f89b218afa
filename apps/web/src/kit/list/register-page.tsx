import type { Column } from '@tongda/contract/core/columns';
import type { Endpoint } from '@tongda/contract/core/endpoint';
import type { FilterTable } from '@tongda/contract/core/register/filters';
import type { ImportCalls } from '@tongda/contract/core/register/import';
import type { BatchLine } from '@tongda/contract/core/register/pieces';
import { type RecycleCalls, recycleWords } from '@tongda/contract/core/register/recycle';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { DictItem } from '../call/dict-cache';
import type { RowStep } from '../call/use-row-act';
import type { ChangeHisEndpoint } from '../detail/change-history';
import { Empty } from '../show/states';
import type { Cells, RowAction } from '../table/types';
import { type BatchJob, useBatch } from './batch-run';
import { RegisterFilters } from './filter/declared';
import { ListPage } from './page';
import { RecycleBin } from './recycle-bin';
import { RegisterBatch, RegisterToolbar, useChanged, useHistoryDrawer, useRemoveOne } from './register';
import { type List, type PageEndpoint, useList } from './use-rows';

type IdsEndpoint = Endpoint<z.ZodType, z.ZodType<BatchLine[]>>;

/** What `registerCalls` of the contract makes; a register without an import leaves it out. */
interface Calls<Row> {
  noun: string;
  unit: string;
  /** what the filter bar is drawn from; absent where the page draws its own (`filters`) */
  filters?: FilterTable;
  page: PageEndpoint<Row>;
  add: Endpoint;
  update: Endpoint;
  del: IdsEndpoint;
  exports: Parameters<typeof RegisterToolbar>[0]['exports'];
  changeHis: ChangeHisEndpoint;
  imports?: ImportCalls;
  recycle?: RecycleCalls;
}

/** What words, dialogs and tabs of a page get to work with. */
export interface RegisterPart<Row> {
  list: List<Row>;
  /** rows, counts and what else shows the records are asked for again */
  changed: () => void;
}
export interface RegisterBatchPart<Row> extends RegisterPart<Row> {
  keys: string[];
  nameOf: (id: string) => string;
  run: (job: BatchJob) => Promise<void>;
}

interface RegisterListPageProps<Row extends { id: string }> {
  of: Calls<Row>;
  columns: ReadonlyArray<Column<Row>>;
  cells?: Cells<Row>;
  /** what a record is called in sentences */
  nameOf: (row: Row) => string;
  /** address of the form of a new record, or what opens it */
  add: string | (() => void);
  edit: (row: Row) => string | (() => void);
  /** why a record cannot be changed; absent = it can */
  fixed?: (row: Row) => string | undefined;
  /** calls beside the list that show the same records */
  stale: ReadonlyArray<Pick<Endpoint, 'path'>>;
  tabs?: (part: RegisterPart<Row>) => ReactNode;
  /** the filter bar of a page that draws its own; absent: drawn from the filters of the register */
  filters?: ReactNode;
  /** what the drop-downs of the import template offer */
  choices?: string;
  /** exports and words beside 新增 导入 导出 */
  toolbar?: ReactNode;
  exportLabel?: string;
  /** the words 改为… for the ticked records */
  status?: { call: IdsEndpoint; field: string; options: readonly DictItem[] };
  /** further words for the ticked records */
  batch?: (part: RegisterBatchPart<Row>) => ReactNode;
  /** words of a row before 编辑 (查看), and between 编辑 and 变更记录 */
  before?: (row: Row) => RowAction[];
  between?: (row: Row, part: RegisterPart<Row>) => RowAction[];
  /** why a record cannot be deleted; absent = it can be tried */
  keep?: (row: Row) => string | undefined;
  /** 删除 of one record where the register has a call of its own for it */
  remove?: { can: Endpoint; run: RowStep<Row> };
  /** what to do when there is nothing yet */
  emptyText: string;
  /** dialogs and drawers that the words open */
  children?: (part: RegisterPart<Row> & Pick<RegisterBatchPart<Row>, 'run'>) => ReactNode;
}

/** The list page of a register: 新增 导入 导出, ticked records, 编辑 … 变更记录 删除 of a row. What a register has beyond that it says itself. */
export function RegisterListPage<Row extends { id: string }>(props: RegisterListPageProps<Row>) {
  const { of, nameOf } = props;
  const list = useList<Row>(of.page);
  const changed = useChanged(list, [of.changeHis, ...props.stale]);
  const batch = useBatch();
  const history = useHistoryDrawer(of.changeHis);
  const afterwards = of.recycle ? recycleWords : undefined;
  const removeOne = useRemoveOne(of.del, afterwards);
  const part = { list, changed };
  const named = (row: Row) => ({ id: row.id, name: nameOf(row) });
  const toolbar = (
    <RegisterToolbar
      add={props.add}
      create={of.add}
      imports={of.imports}
      choices={props.choices}
      exports={of.exports}
      exportLabel={props.exportLabel}
      done={changed}
    >
      {props.toolbar}
      {of.recycle ? <RecycleBin of={of.recycle} done={changed} /> : null}
    </RegisterToolbar>
  );
  const rowActions = (row: Row): RowAction[] => {
    const edit = props.edit(row);
    return [
      ...(props.before?.(row) ?? []),
      {
        label: '编辑',
        can: of.update,
        why: props.fixed?.(row),
        ...(typeof edit === 'string' ? { to: edit } : { run: edit }),
      },
      ...(props.between?.(row, part) ?? []),
      { label: '变更记录', run: () => history.open(named(row)) },
      {
        label: '删除',
        danger: true,
        can: props.remove?.can ?? of.del,
        why: props.keep?.(row),
        run: () => (props.remove ? props.remove.run(row, changed) : removeOne(named(row), changed)),
      },
    ];
  };
  return (
    <>
      <ListPage
        list={list}
        columns={props.columns}
        cells={props.cells}
        tabs={props.tabs?.(part)}
        filters={props.filters ?? (of.filters ? <RegisterFilters of={of.filters} /> : undefined)}
        toolbar={toolbar}
        batch={(rows, keys) => {
          const names = new Map(rows.map((row) => [row.id, nameOf(row)]));
          const nameOfId = (id: string): string => names.get(id) ?? id;
          return (
            <RegisterBatch
              noun={of.noun}
              unit={of.unit}
              keys={keys}
              nameOf={nameOfId}
              run={batch.start}
              done={changed}
              del={of.del}
              afterwards={afterwards}
              status={props.status}
            >
              {props.batch?.({ ...part, keys, nameOf: nameOfId, run: batch.start })}
            </RegisterBatch>
          );
        }}
        rowActions={rowActions}
        empty={<Empty title={`暂无${of.noun}`} text={props.emptyText} />}
      />
      {batch.dialog}
      {history.drawer}
      {props.children?.({ ...part, run: batch.start })}
    </>
  );
}
