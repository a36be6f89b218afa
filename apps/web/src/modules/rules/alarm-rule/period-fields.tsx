import { EditField, FieldGroup } from '../../../kit/form/edit-field';
import { DateField, SelectField, SwitchField } from '../../../kit/form/input/fields';
import { spanWords, TimeSpans } from '../parts/time-spans';

const weekdays = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'].map((name, i) => ({ code: i + 1, name }));
const usualDay = { from: '06:00', to: '22:00' };

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
      <EditField name="period.spans" label="时段" span={12} show={spanWords}>
        <TimeSpans first={usualDay} />
      </EditField>
    </FieldGroup>
  );
}
