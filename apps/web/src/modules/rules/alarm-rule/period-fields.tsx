import { Button, TimePicker } from 'antd';
import dayjs from 'dayjs';
import { Plus, Trash2 } from 'lucide-react';
import { EditField, FieldGroup } from '../../../kit/form/edit-field';
import { DateField, SelectField, SwitchField } from '../../../kit/form/input/fields';

const weekdays = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'].map((name, i) => ({ code: i + 1, name }));
interface Span {
  from: string;
  to: string;
}
const spansWord = (value: unknown): string =>
  // the field `period.spans`
  ((value ?? []) as Span[]).map(({ from, to }) => `${from}-${to}`).join('、') || '全天';

/** When the rule holds, company time. */
export function PeriodFields() {
  return (
    <FieldGroup title="生效时段" hint="空白为始终生效；结束早于开始为跨夜">
      <SelectField name="period.weekdays" label="星期" options={weekdays} multiple span={6} placeholder="每天" />
      <SwitchField
        name="period.inTransit"
        label="仅在途"
        span={6}
        help="驶离运单的第一个途经点后、到达最后一个之前；没有运单的车辆不判断"
      />
      <DateField name="validFrom" label="生效日期" />
      <DateField name="validUntil" label="失效日期" />
      <EditField name="period.spans" label="时段" span={12} show={spansWord}>
        <Spans />
      </EditField>
    </FieldGroup>
  );
}

const wall = 'HH:mm';
/** A day is needed to hold a time of day. */
const clockOf = (text: string) => dayjs(`2000-01-01 ${text}`);
const maxSpans = 6;

function Spans({ value = [], onChange, id }: { value?: Span[]; onChange?: (spans: Span[]) => void; id?: string }) {
  return (
    <div className="rules-alarm-rule-spans" id={id}>
      {value.map(({ from, to }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: spans have no identity of their own and never move
        <span key={i} className="rules-alarm-rule-span">
          <TimePicker.RangePicker
            aria-label={`时段${i + 1}`}
            format={wall}
            minuteStep={5}
            order={false}
            needConfirm={false}
            allowClear={false}
            value={[clockOf(from), clockOf(to)]}
            onChange={(chosen) => {
              const [a, b] = chosen ?? [];
              if (a && b)
                onChange?.(value.map((span, at) => (at === i ? { from: a.format(wall), to: b.format(wall) } : span)));
            }}
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
      <Button
        icon={<Plus />}
        disabled={value.length >= maxSpans}
        onClick={() => onChange?.([...value, { from: '06:00', to: '22:00' }])}
      >
        添加时段
      </Button>
    </div>
  );
}
