import { Button } from 'antd';
import { Plus, Trash2 } from 'lucide-react';
import { ClockRange } from '../../../kit/form/input/clock-range';
import './time-spans.css';

export interface TimeSpan {
  /** HH:mm */
  from: string;
  to: string;
}

/** The spans in words, `06:00–22:00、23:00–05:00`, or 全天 when there are none. */
export const spanWords = (spans: unknown): string =>
  // the field holds the spans that its control puts there
  ((spans ?? []) as TimeSpan[]).map(({ from, to }) => `${from}–${to}`).join('、') || '全天';

interface TimeSpansProps {
  value?: TimeSpan[];
  onChange?: (spans: TimeSpan[]) => void;
  id?: string;
  max?: number;
  /** what a new span begins with */
  first?: TimeSpan;
}
const usualHours: TimeSpan = { from: '08:00', to: '20:00' };

/** Spans of a day; one that ends before it begins goes over midnight. Empty = the whole day. */
export function TimeSpans({ value = [], onChange, id, max = 6, first = usualHours }: TimeSpansProps) {
  return (
    <div className="rules-parts-spans" id={id}>
      {value.map(({ from, to }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: spans have no identity of their own and never move
        <span key={i} className="rules-parts-span">
          <ClockRange
            label={`时段${i + 1}`}
            minuteStep={5}
            needConfirm={false}
            value={[from, to]}
            onChange={([a, b]) => onChange?.(value.map((span, at) => (at === i ? { from: a, to: b } : span)))}
          />
          <Button
            type="text"
            aria-label={`删除时段${i + 1}`}
            icon={<Trash2 />}
            onClick={() => onChange?.(value.filter((_, at) => at !== i))}
          />
        </span>
      ))}
      {value.length === 0 ? <span className="td-cap">全天</span> : null}
      <Button icon={<Plus />} disabled={value.length >= max} onClick={() => onChange?.([...value, first])}>
        添加时段
      </Button>
    </div>
  );
}
