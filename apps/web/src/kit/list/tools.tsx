import { Button, Tooltip } from 'antd';
import { Columns3, Maximize, Minimize, RotateCw } from 'lucide-react';
import { wireTime } from '../show/format';

interface ToolsProps {
  /** epoch ms of the rows shown */
  updatedAt: number;
  /** wire time of what the rows were made of, where the server says it: an answer may have been kept for a while */
  asOf: string | undefined;
  shown: number;
  all: number;
  busy: boolean;
  full: boolean;
  choose: () => void;
  refresh: () => void;
  toggleFull: () => void;
}
/** Right end of a list's toolbar: how fresh, which fields, refresh, full screen. */
export function ListTools({ updatedAt, asOf, shown, all, busy, full, choose, refresh, toggleFull }: ToolsProps) {
  return (
    <div className="kit-list-tools-right">
      <Freshness updatedAt={updatedAt} asOf={asOf} />
      <Button type="text" icon={<Columns3 />} data-guide="fields" onClick={choose}>
        字段设置 <span className="td-cap">{`${shown}/${all}`}</span>
      </Button>
      <Tooltip title="刷新">
        <Button
          type="text"
          aria-label="刷新"
          icon={<RotateCw className={busy ? 'kit-list-spin' : undefined} />}
          onClick={refresh}
        />
      </Tooltip>
      <Tooltip title={full ? '退出全屏' : '全屏'}>
        <Button
          type="text"
          aria-label={full ? '退出全屏' : '全屏'}
          icon={full ? <Minimize /> : <Maximize />}
          onClick={toggleFull}
        />
      </Tooltip>
    </div>
  );
}

function Freshness({ updatedAt, asOf }: Pick<ToolsProps, 'updatedAt' | 'asOf'>) {
  if (asOf)
    return (
      <span className="td-cap" title="一分钟内相同的查询不重新计算">
        数据截至 {asOf.slice(11)}
      </span>
    );
  return updatedAt > 0 ? <span className="td-cap">更新于 {wireTime(updatedAt).slice(11)}</span> : null;
}
