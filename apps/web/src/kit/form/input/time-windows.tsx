import type { TimeWindow } from '@tongda/contract/core/field/time-window';
import { Button, Select } from 'antd';
import { Plus, Trash2 } from 'lucide-react';
import './time-windows.css';
import { ClockRange } from './clock-range';
import { moreChosen } from './more-chosen';

const days = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'].map((label, i) => ({ value: i + 1, label }));
const whole = [1, 2, 3, 4, 5, 6, 7];
const most = 3;

/** Hours of a week as a control: up to three windows, an end before the start lies on the next day. */
export function TimeWindows({
  value = [],
  onChange,
  id,
}: {
  value?: TimeWindow[];
  onChange?: (windows: TimeWindow[]) => void;
  id?: string;
}) {
  const put = (at: number, more: Partial<TimeWindow>): void =>
    onChange?.(value.map((window, i) => (i === at ? { ...window, ...more } : window)));
  return (
    <div className="kit-form-input-windows" id={id}>
      {value.map((window, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: windows have no identity of their own
        <div key={i}>
          <Select<number[]>
            mode="multiple"
            aria-label={`第${i + 1}个时间窗的星期`}
            maxTagCount="responsive"
            maxTagPlaceholder={moreChosen}
            placeholder="星期"
            value={window.days}
            options={days}
            onChange={(chosen) => put(i, { days: [...chosen].sort((a, b) => a - b) })}
          />
          <ClockRange
            label={`第${i + 1}个时间窗`}
            minuteStep={5}
            value={[window.from, window.to]}
            onChange={([from, to]) => put(i, { from, to })}
          />
          <Button
            type="text"
            icon={<Trash2 />}
            aria-label={`删除第${i + 1}个时间窗`}
            onClick={() => onChange?.(value.filter((_, at) => at !== i))}
          />
        </div>
      ))}
      {value.length < most ? (
        <Button icon={<Plus />} onClick={() => onChange?.([...value, { days: whole, from: '14:00', to: '18:00' }])}>
          添加时间窗
        </Button>
      ) : null}
    </div>
  );
}
