import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { AtField } from '../../../../kit/dialog/act-bar';

export interface Span {
  from: string | null;
  to: string | null;
}
export const noSpan: Span = { from: null, to: null };

const wire = 'YYYY-MM-DD HH:mm:ss';

/** 起止时间 of what a terminal is asked for. */
export function SpanField({ value, put, extra }: { value: Span; put: (span: Span) => void; extra?: string }) {
  const { from, to } = value;
  return (
    <AtField name="from" label="起止时间" extra={extra}>
      <DatePicker.RangePicker
        showTime
        style={{ width: '100%' }}
        allowEmpty={[true, true]}
        value={[from === null ? null : dayjs(from), to === null ? null : dayjs(to)]}
        onChange={(range) => put({ from: range?.[0]?.format(wire) ?? null, to: range?.[1]?.format(wire) ?? null })}
      />
    </AtField>
  );
}
