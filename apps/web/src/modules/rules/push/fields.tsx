import type { PushChoices } from '@tongda/contract/rules/push/calls';
import { pushLevel, quietMode } from '@tongda/contract/rules/push/enums';
import { alarmKindOptions, templateVariables } from '@tongda/contract/rules/push/fields';
import { Form, TimePicker } from 'antd';
import dayjs from 'dayjs';
import { useEditScope } from '../../../kit/form/edit-context';
import { EditField, FieldGroup } from '../../../kit/form/edit-field';
import {
  EnumField,
  NumberField,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
} from '../../../kit/form/input/fields';
import { spanWords, TimeSpans } from '../parts/time-spans';
import { VehicleScope } from '../parts/vehicle-scope';
import { EscalationField } from './escalation-field';
import { WhoFields } from './who-fields';

const weekdays = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'].map((name, i) => ({ code: i + 1, name }));
const repeats = [0, 5, 10, 30, 60].map((code) => ({ code, name: code === 0 ? '不重复' : `每${code}分钟` }));
const passLevels = [
  { code: 3, name: '严重' },
  { code: 2, name: '一般和严重' },
];

/** The groups of the form of a push setting: what, to whom, when, and what when nobody reacts. */
export function PushFields({ choices, robots }: { choices: PushChoices | undefined; robots: () => void }) {
  return (
    <>
      <FieldGroup title="基本信息">
        <TextField name="name" label="推送名称" span={6} placeholder="如 冷链质量部" />
        <SwitchField name="enabled" label="启用" />
      </FieldGroup>
      <FieldGroup title="推送什么" hint="符合全部条件的报警">
        <SelectField
          name="kinds"
          label="报警类型"
          options={alarmKindOptions}
          multiple
          span={6}
          placeholder="全部报警类型"
        />
        <EnumField name="minLevel" label="最低级别" of={pushLevel} segmented span={6} />
        <VehicleScope label="适用车辆" groups />
      </FieldGroup>
      <FieldGroup title="推送给谁" hint="用户只收到自己看得到的车辆的报警">
        <WhoFields choices={choices} robots={robots} />
      </FieldGroup>
      <FieldGroup title="何时推送" hint="按公司时间，结束早于开始为跨夜">
        <SelectField name="period.weekdays" label="星期" options={weekdays} multiple span={6} placeholder="每天" />
        <EditField name="period.spans" label="推送时段" span={6} show={spanWords}>
          <TimeSpans />
        </EditField>
        <WallField name="quietFrom" label="免打扰开始" />
        <WallField name="quietTo" label="免打扰结束" />
        <QuietFields />
        <SelectField name="repeatMin" label="报警未结束时重复" options={repeats} />
        <RepeatTimes />
        <SwitchField name="notifyEnd" label="恢复通知" help="告知收到过报警的人" />
      </FieldGroup>
      <FieldGroup title="无人处理时" hint="未处理、未判误报即视为无人处理">
        <EscalationField choices={choices} />
      </FieldGroup>
      <FieldGroup title="内容" hint="空白使用默认内容">
        <Template />
        <TextAreaField name="remark" label="备注" rows={1} span={12} />
      </FieldGroup>
    </>
  );
}

const wall = 'HH:mm';
/** A time of day, HH:mm. */
function WallField({ name, label }: { name: string; label: string }) {
  return (
    <EditField
      name={name}
      label={label}
      verb="选择"
      getValueProps={(value) => ({ value: value ? dayjs(`2000-01-01 ${String(value)}`) : null })}
      normalize={(value) => (dayjs.isDayjs(value) ? value.format(wall) : null)}
    >
      <TimePicker format={wall} minuteStep={5} needConfirm={false} placeholder="不设置" />
    </EditField>
  );
}

function QuietFields() {
  const { form } = useEditScope();
  const from: unknown = Form.useWatch('quietFrom', form);
  const to: unknown = Form.useWatch('quietTo', form);
  const off = !from && !to;
  return (
    <>
      <EnumField name="quietMode" label="免打扰时" of={quietMode} disabled={off} />
      <SelectField name="quietPassLevel" label="免打扰时仍立即发送" options={passLevels} disabled={off} />
    </>
  );
}

function RepeatTimes() {
  const { form } = useEditScope();
  const every: unknown = Form.useWatch('repeatMin', form);
  return <NumberField name="maxTimes" label="最多次数" unit="次" disabled={!every} help="含第一次" />;
}

/** The text with its variables; a click puts one at its end. */
function Template() {
  const { form } = useEditScope();
  const put = (name: string): void => {
    const text = String(form.getFieldValue('template') ?? '');
    form.setFieldValue('template', `${text}{${name}}`);
  };
  return (
    <TextAreaField
      name="template"
      label="内容模板"
      span={12}
      rows={2}
      placeholder="【{kind}·{level}】{plateNo} {subject} {value}，{limit}，{time}起，位置：{address}"
      help={
        <span className="rules-push-variables">
          {Object.entries(templateVariables).map(([name, meaning]) => (
            <button key={name} type="button" className="td-plain" title={meaning} onClick={() => put(name)}>
              {`{${name}}`}
            </button>
          ))}
        </span>
      }
    />
  );
}
