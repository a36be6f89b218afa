import { message } from '@tongda/contract/core/messages';
import { Pagination } from 'antd';
import type { ReactNode } from 'react';
import { none } from '../show/format';
import './pager.css';

interface PagerProps {
  page: number;
  size: number;
  sizes: readonly number[];
  /** undefined: nobody knows yet, and it is not said that there are none */
  total: number | undefined;
  change: (page: number, size: number) => void;
  /** what the list covers (数据范围：…), on the left */
  scope?: ReactNode;
}

/** 共 n 条, pages, sizes; the jumper only when there is more than one page. */
export function Pager({ page, size, sizes, total, change, scope }: PagerProps) {
  return (
    <div className="kit-list-pager">
      <div className="kit-list-pager-scope">{scope}</div>
      <Pagination
        current={page}
        pageSize={size}
        total={total ?? 0}
        pageSizeOptions={[...sizes]}
        showSizeChanger={{ options: sizes.map((value) => ({ value, label: `${value} 条/页` })) }}
        showQuickJumper={(total ?? 0) > size}
        showTotal={(n) => message('table.total', { n: total === undefined ? none : n })}
        onChange={change}
      />
    </div>
  );
}
