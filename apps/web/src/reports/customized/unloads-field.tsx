import { Button, DatePicker, Input, InputNumber } from 'antd';
import dayjs from 'dayjs';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { EditField } from '../../kit/form/edit-field';
import { RemoteSelect } from '../../kit/form/input/remote-select';
import { searchSites } from './places';

/** An unloading point on the form. */
export interface UnloadRow {
  /** of this row while it is edited */
  key: string;
  placeId: string | undefined;
  name: string;
  planArriveTime: string;
  pieces: number | null;
  contact: string;
}

let made = 0;
export const blankUnloading = (): UnloadRow => ({
  key: `unload${++made}`,
  placeId: undefined,
  name: '',
  planArriveTime: '',
  pieces: null,
  contact: '',
});

const most = 30;
const wire = 'YYYY-MM-DD HH:mm:ss';
const headings = { placeId: '站点', planArriveTime: '计划到达', pieces: '件数', contact: '联系人' } as const;
const wayText = (value: unknown): string =>
  // the value of the field `stops` of this form
  ((value ?? []) as UnloadRow[]).map(({ name }) => name || '未选择').join(' → ') || '--';

/** 卸货点: where a shipment is unloaded, in order, with the planned arrivals. */
export const UnloadsField = () => (
  <EditField name="stops" label="卸货点" span={12} verb="选择" show={wayText} cells={headings}>
    <UnloadsTable />
  </EditField>
);

interface TableProps {
  value?: UnloadRow[];
  onChange?: (rows: UnloadRow[]) => void;
  id?: string;
}

function UnloadsTable({ value = [], onChange, id }: TableProps) {
  const put = (at: number, more: Partial<UnloadRow>): void =>
    onChange?.(value.map((row, i) => (i === at ? { ...row, ...more } : row)));
  const swap = (at: number, to: number): void =>
    onChange?.(value.map((row, i) => (i === at ? (value[to] ?? row) : i === to ? (value[at] ?? row) : row)));
  return (
    <div className="reports-customized-unloads" id={id}>
      <table>
        <thead>
          <tr>
            <th>序</th>
            <th>站点</th>
            <th>计划到达</th>
            <th>件数</th>
            <th>联系人、电话</th>
            <th aria-label="操作" />
          </tr>
        </thead>
        <tbody>
          {value.map((row, i) => (
            <UnloadLine
              key={row.key}
              row={row}
              at={i}
              count={value.length}
              put={(more) => put(i, more)}
              move={(by) => swap(i, i + by)}
              remove={() => onChange?.(value.filter((_, k) => k !== i))}
            />
          ))}
        </tbody>
      </table>
      <Button icon={<Plus />} disabled={value.length >= most} onClick={() => onChange?.([...value, blankUnloading()])}>
        添加卸货点
      </Button>
    </div>
  );
}

interface LineProps {
  row: UnloadRow;
  /** its position in the list, from 0 */
  at: number;
  count: number;
  put: (more: Partial<UnloadRow>) => void;
  move: (by: -1 | 1) => void;
  remove: () => void;
}

function UnloadLine({ row, at, count, put, move, remove }: LineProps) {
  const name = `第${at + 1}个卸货点`;
  return (
    <tr>
      <td className="no">{at + 1}</td>
      <td>
        <RemoteSelect
          label={`${name}站点`}
          search={searchSites}
          value={row.placeId}
          known={row.placeId ? { id: row.placeId, name: row.name } : null}
          placeholder="搜索站点、区域"
          onChange={(placeId, found) => put({ placeId, name: found?.name ?? '' })}
        />
      </td>
      <td>
        <DatePicker
          aria-label={`${name}计划到达`}
          showTime={{ format: 'HH:mm' }}
          format="YYYY-MM-DD HH:mm"
          value={row.planArriveTime === '' ? null : dayjs(row.planArriveTime)}
          onChange={(time) => put({ planArriveTime: time?.format(wire) ?? '' })}
        />
      </td>
      <td>
        <InputNumber
          aria-label={`${name}件数`}
          controls={false}
          min={0}
          precision={0}
          value={row.pieces}
          onChange={(pieces) => put({ pieces })}
        />
      </td>
      <td>
        <Input
          aria-label={`${name}联系人`}
          maxLength={50}
          value={row.contact}
          onChange={(event) => put({ contact: event.target.value })}
        />
      </td>
      <td className="words">
        <Button
          type="text"
          icon={<ArrowUp />}
          aria-label={`${name}上移`}
          disabled={at === 0}
          onClick={() => move(-1)}
        />
        <Button
          type="text"
          icon={<ArrowDown />}
          aria-label={`${name}下移`}
          disabled={at === count - 1}
          onClick={() => move(1)}
        />
        <Button type="text" icon={<Trash2 />} aria-label={`删除${name}`} disabled={count <= 1} onClick={remove} />
      </td>
    </tr>
  );
}
