import type { Column } from '@tongda/contract/core/columns';
import type { Endpoint, Input } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import { pagerSchemes } from '@tongda/contract/core/page';
import { Input as TextInput } from 'antd';
import { Search } from 'lucide-react';
import { type Key, type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { useAsk } from '../call/use-ask';
import { Empty, ErrorState } from '../show/states';
import { DataTable } from '../table/dense';
import type { Cells, RowAction } from '../table/types';
import { Pager } from './pager';
import type { Paged } from './use-rows';
import './inner.css';

interface InnerListProps<Row extends object> {
  of: Endpoint<z.ZodType, z.ZodType<Paged<Row>>>;
  columns: ReadonlyArray<Column<Row>>;
  /** sent with every request: whose list it is, and filters that the page keeps itself */
  fixed: Readonly<Record<string, unknown>>;
  rowKey?: Extract<keyof Row, string>;
  cells?: Cells<Row>;
  /** placeholder of the search box, sent as `keyword`; absent = no box */
  search?: string;
  /** controls beside the search box */
  tools?: ReactNode;
  /** words for ticked rows; present = rows can be ticked */
  batch?: (keys: string[], clear: () => void) => ReactNode;
  rowActions?: (row: Row) => RowAction[];
  empty?: string;
}

/** A list inside another page (members of a department, grants of a user): its state is its own and not in the address (pager scheme D). */
export function InnerList<Row extends object>(props: InnerListProps<Row>) {
  // rows with another key say so
  const { of, columns, fixed, batch, rowKey = 'id' as Extract<keyof Row, string> } = props;
  const [size, setSize] = useState<number>(pagerSchemes.D.size);
  const [page, setPage] = useState(1);
  const [sort, setSort] = useState<string | null>(null);
  const [keyword, setKeyword] = useState('');
  const [keys, setKeys] = useState<Key[]>([]);
  const input = { ...fixed, page, size, ...(keyword ? { keyword } : {}), ...(sort ? { sort } : {}) };
  // filters are as the user left them: the server checks them
  const answer = useAsk(of, input as Input<typeof of>, { keep: true });
  const clear = (): void => setKeys([]);
  if (answer.error) return <ErrorState error={answer.error} retry={() => void answer.refetch()} right={of.title} />;
  return (
    <div className="kit-list-inner">
      {props.search || props.tools || batch ? (
        <div className="kit-list-inner-tools">
          {props.search ? (
            <TextInput
              aria-label={props.search}
              placeholder={props.search}
              prefix={<Search className="td-ico td-mute" />}
              allowClear
              style={{ width: 200 }}
              onChange={(event) => {
                setKeyword(event.target.value.trim());
                setPage(1);
              }}
            />
          ) : null}
          {props.tools}
          {batch && keys.length > 0 ? (
            <>
              <i className="kit-list-tools-sep" />
              {batch(keys.map(String), clear)}
              <span className="kit-list-tools-chosen">
                已选 <b>{keys.length}</b> 条
                <button type="button" className="td-plain kit-table-word" onClick={clear}>
                  清除
                </button>
              </span>
            </>
          ) : null}
        </div>
      ) : null}
      <DataTable<Row>
        rows={answer.data?.list ?? []}
        rowKey={rowKey}
        columns={columns.filter((column) => !column.hidden)}
        cells={props.cells}
        sort={sort}
        setSort={setSort}
        selectedKeys={keys}
        select={batch && ((next) => setKeys(next))}
        rowActions={props.rowActions}
        loading={answer.isLoading}
        stale={answer.isFetching && !answer.isLoading}
        empty={<Empty title={keyword ? '没有符合条件的数据' : (props.empty ?? message('table.empty'))} />}
      />
      <Pager
        page={page}
        size={size}
        sizes={pagerSchemes.D.sizePage}
        total={answer.data?.total}
        change={(next, nextSize) => {
          setPage(nextSize === size ? next : 1);
          setSize(nextSize);
        }}
      />
    </div>
  );
}
