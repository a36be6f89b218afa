import { fieldWord, type FieldGroup as GroupName, type RuleField } from '@tongda/contract/rules/alarm-rule/field';
import type { RuleKind } from '@tongda/contract/rules/alarm-rule/kind';
import { fieldsOf } from '@tongda/contract/rules/alarm-rule/words';
import { Form, InputNumber, TimePicker } from 'antd';
import dayjs from 'dayjs';
import { useCallback, useMemo } from 'react';
import { useEditScope } from '../../../kit/form/edit-context';
import { EditField, FieldGroup } from '../../../kit/form/edit-field';
import { SelectField, SwitchField } from '../../../kit/form/input/fields';
import { none } from '../../../kit/show/format';
import { type KnownPlace, PlacesSelect } from '../../ground/place/door';
import { BoundsTable, RoadsTable, SafetyTable } from './row-fields';

const groups: ReadonlyArray<readonly [GroupName, string | undefined]> = [
  ['触发条件', undefined],
  ['级别划分', '偏差更小为提示'],
  ['豁免', '豁免的时间会单独列出'],
  ['终端参数', '在列表中“下发终端”时写入'],
];

/** The parameters of a kind, drawn from their declaration in the contract. */
export function ParamFields({ kind, known }: { kind: RuleKind; known: readonly KnownPlace[] }) {
  const { form } = useEditScope();
  // the field `params`, parameters by name
  const params = (Form.useWatch('params', form) ?? {}) as Record<string, unknown>;
  const fields = fieldsOf(kind).filter(([, field]) => !field.when || field.when(params));
  return groups.map(([group, hint]) => {
    const mine = fields.filter(([, field]) => field.group === group);
    if (mine.length === 0) return null;
    return (
      <FieldGroup key={group} title={group} hint={hint}>
        {mine.map(([name, field]) => (
          <ParamField key={name} name={`params.${name}`} field={field} known={known} />
        ))}
      </FieldGroup>
    );
  });
}

interface ParamFieldProps {
  name: string;
  field: RuleField;
  known: readonly KnownPlace[];
}

function ParamField({ name, field, known }: ParamFieldProps) {
  const { control, label, help } = field;
  const names = useMemo(() => new Map(known.map((place) => [place.id, place.name])), [known]);
  const show = useCallback((value: unknown) => fieldWord(field, value, names) || none, [field, names]);
  switch (control.is) {
    case 'number':
      return <Amount name={name} field={field} control={control} show={show} />;
    case 'switch':
      return <SwitchField name={name} label={label} help={help} />;
    case 'one':
      return (
        <SelectField
          name={name}
          label={label}
          help={help}
          options={control.options}
          span={control.options.length > 4 ? 12 : control.options.length > 2 ? 6 : 3}
          segmented
        />
      );
    case 'many':
      return (
        <SelectField
          name={name}
          label={label}
          options={control.options}
          multiple
          span={6}
          placeholder={help ?? '可多选'}
        />
      );
    case 'clock':
      return <Clock name={name} field={field} show={show} />;
    case 'places':
      return (
        <EditField name={name} label={label} help={help} span={6} verb="选择" show={show}>
          <PlacesSelect kinds={control.kinds} known={known} />
        </EditField>
      );
    case 'bounds':
      return (
        <EditField name={name} label={label} span={12} show={show}>
          <BoundsTable {...control} none={help ?? '请至少添加一路'} />
        </EditField>
      );
    case 'roads':
      return (
        <EditField name={name} label={label} help={help} span={12} show={show}>
          <RoadsTable known={known} />
        </EditField>
      );
    case 'safety':
      return (
        <EditField name={name} label={label} help={help} span={12} verb="选择" show={show}>
          <SafetyTable />
        </EditField>
      );
  }
}

/** 10 instead of 10.0; what is being typed stays as it is. */
const plainNumber = (
  value: string | number | undefined,
  { userTyping, input }: { userTyping: boolean; input: string },
) => (userTyping ? input : value === undefined || value === '' ? '' : String(Number(value)));

/** What an empty field switches off, as its placeholder. */
const emptyFieldHint = ({ schema, group, empty }: RuleField): string | undefined => {
  if (!schema.safeParse(null).success) return undefined;
  if (empty) return empty;
  return group === '终端参数' ? '不改变' : '不判断';
};

interface AmountProps {
  name: string;
  field: RuleField;
  control: Extract<RuleField['control'], { is: 'number' }>;
  show: (value: unknown) => string;
}

/** A number in the unit that people think in, kept in the one that the calculation uses. */
function Amount({ name, field, control, show }: AmountProps) {
  const { unit, min, max, places, scale } = control;
  const shown = useCallback((value: unknown) => ({ value: typeof value === 'number' ? value / scale : null }), [scale]);
  const kept = useCallback(
    (value: unknown) => (typeof value === 'number' ? Math.round(value * scale * 1000) / 1000 : null),
    [scale],
  );
  return (
    <EditField name={name} label={field.label} help={field.help} show={show} getValueProps={shown} normalize={kept}>
      <InputNumber
        suffix={unit}
        precision={places}
        min={min}
        max={max}
        controls={false}
        formatter={plainNumber}
        placeholder={emptyFieldHint(field) ?? `${min}–${max}`}
      />
    </EditField>
  );
}

const wall = 'HH:mm';
const toPicker = (value: unknown) => ({
  value: typeof value === 'string' && value ? dayjs(`2000-01-01 ${value}`) : null,
});
const fromPicker = (value: unknown): unknown => (dayjs.isDayjs(value) ? value.format(wall) : null);

function Clock({ name, field, show }: Omit<AmountProps, 'control'>) {
  return (
    <EditField
      name={name}
      label={field.label}
      help={field.help}
      verb="选择"
      show={show}
      getValueProps={toPicker}
      normalize={fromPicker}
    >
      <TimePicker format={wall} minuteStep={5} needConfirm={false} placeholder={emptyFieldHint(field)} />
    </EditField>
  );
}
