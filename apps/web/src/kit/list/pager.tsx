import { message } from '@tongda/contract/core/messages';
import { Pagination } from 'antd';
import type { ReactNode } from 'react';
import './pager.css';

interface PagerProps {
  page: number;
  size: number;
  sizes: readonly number[];
  total: number;
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
        total={total}
        pageSizeOptions={[...sizes]}
        showSizeChanger={{ options: sizes.map((value) => ({ value, label: `${value} 条/页` })) }}
        showQuickJumper={total > size}
        showTotal={(n) => message('table.total', { n })}
        onChange={change}
      />
    </div>
  );
}
