import { DatePicker, Input, InputNumber, Segmented, Select, Switch, TreeSelect } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useCallback } from 'react';
import { useDict } from '../../call/dict';
import type { DictItem } from '../../call/dict-cache';
import { formatNumber, none } from '../../show/format';
import { useEditScope } from '../edit-context';
import { EditField, type FieldProps } from '../edit-field';
import { maxLengthOf } from '../edit-schema';
import { byPinyin } from './by-pinyin';
import { moreChosen } from './more-chosen';
import { type TreeItem, type TreeOption, treeSearch, useTreeOptions } from './tree-options';

/** One line of text. The longest length comes from the rule. */
export function TextField(props: FieldProps & { placeholder?: string; suffix?: ReactNode; upper?: boolean }) {
  const { placeholder, suffix, upper, ...field } = props;
  const { schema } = useEditScope();
  return (
    <EditField
      {...field}
      normalize={upper ? (value) => (typeof value === 'string' ? value.toUpperCase() : value) : undefined}
    >
      <Input
        placeholder={placeholder}
        suffix={suffix}
        maxLength={maxLengthOf(schema, field.name)}
        disabled={field.disabled}
        allowClear
      />
    </EditField>
  );
}

/** Several lines of text, with the count of characters. */
export function TextAreaField(props: FieldProps & { placeholder?: string; rows?: number }) {
  const { placeholder, rows = 2, ...field } = props;
  const { schema } = useEditScope();
  const maxLength = maxLengthOf(schema, field.name);
  return (
    <EditField span={6} {...field}>
      <Input.TextArea
        placeholder={placeholder}
        autoSize={{ minRows: rows, maxRows: 6 }}
        maxLength={maxLength}
        showCount={maxLength !== undefined}
        disabled={field.disabled}
      />
    </EditField>
  );
}

/** A number with its unit behind it. It stays as it was typed: bounds and decimals are the schema's, which says so in a sentence. */
export function NumberField(props: FieldProps & { unit?: string; decimals?: number; step?: number }) {
  const { unit: said, decimals = 0, step, ...field } = props;
  // labels shared with tables carry their unit: 卸货时长(分钟)
  const unit = said !== undefined && field.label.endsWith(`(${said})`) ? undefined : said;
  const show = useCallback(
    (value: unknown) =>
      typeof value === 'number' ? `${formatNumber(value, decimals)}${unit ? ` ${unit}` : ''}` : none,
    [decimals, unit],
  );
  return (
    <EditField {...field} show={show}>
      <InputNumber suffix={unit} step={step} controls={false} disabled={field.disabled} />
    </EditField>
  );
}

type Code = string | number;
type ChoiceProps = FieldProps & {
  options: readonly DictItem[];
  /** all choices in sight; for two to four short ones */
  segmented?: boolean;
  multiple?: boolean;
  placeholder?: string;
};

/** Choice among fixed options, found by pinyin initials too. */
export function SelectField(props: ChoiceProps) {
  const { options, segmented, multiple, placeholder, ...field } = props;
  const show = useCallback(
    (value: unknown) => {
      const name = (code: unknown): string => options.find((option) => option.code === code)?.name ?? String(code);
      if (value === undefined || value === null || value === '') return none;
      return Array.isArray(value) ? value.map(name).join('、') || none : name(value);
    },
    [options],
  );
  // options of a form carry codes that are texts or numbers
  const choices = options.map((option) => ({ value: option.code as Code, label: option.name }));
  return (
    <EditField {...field} verb="选择" show={show}>
      {segmented ? (
        <Segmented<Code> block options={choices} disabled={field.disabled} />
      ) : (
        <Select<Code | Code[]>
          mode={multiple ? 'multiple' : undefined}
          maxTagCount="responsive"
          maxTagPlaceholder={moreChosen}
          placeholder={placeholder ?? '请选择'}
          allowClear
          disabled={field.disabled}
          showSearch={byPinyin}
          options={choices}
        />
      )}
    </EditField>
  );
}

/** Choice among the values of an enumeration of the contract. */
export function EnumField(props: Omit<ChoiceProps, 'options'> & { of: { options: readonly DictItem[] } }) {
  const { of, ...rest } = props;
  return <SelectField {...rest} options={of.options} />;
}

/**
 * Choice among the entries of a dictionary: the product's or the company's own.
 * @public part of the kit before the first page needs it
 */
export function DictField(props: Omit<ChoiceProps, 'options'> & { code: string }) {
  const { code, ...rest } = props;
  return <SelectField {...rest} options={useDict(code)} />;
}

/** Yes or no. `codes` gives the wire values when they are not booleans. */
export function SwitchField(
  props: FieldProps & { codes?: readonly [off: Code, on: Code]; words?: readonly [off: string, on: string] },
) {
  const { codes, words = ['否', '是'], ...field } = props;
  const isOn = useCallback((value: unknown): boolean => (codes ? value === codes[1] : value === true), [codes]);
  const show = useCallback((value: unknown) => (isOn(value) ? words[1] : words[0]), [isOn, words]);
  return (
    <EditField
      {...field}
      show={show}
      getValueProps={(value) => ({ checked: isOn(value) })}
      normalize={(checked) => (codes ? codes[checked ? 1 : 0] : checked)}
    >
      <Switch checkedChildren={words[1]} unCheckedChildren={words[0]} disabled={field.disabled} />
    </EditField>
  );
}

/** What may be typed into a box of a day or a moment; the first is how it is shown. Nobody plans by seconds, and a narrow box would cut them. */
const dayForms = ['YYYY-MM-DD', 'YYYY/M/D', 'YYYY-M-D', 'YYYYMMDD'];
const momentForms = ['YYYY-MM-DD HH:mm', 'YYYY-MM-DD HH:mm:ss', 'YYYY-M-D H:mm', 'YYYY/M/D H:mm', 'YYYYMMDD HHmm'];

/** A day (`YYYY-MM-DD`) or, with `time`, a moment (`YYYY-MM-DD HH:mm:ss`) of the wire. */
export function DateField(props: FieldProps & { time?: boolean; min?: string; max?: string }) {
  const { time = false, min, max, ...field } = props;
  const format = time ? 'YYYY-MM-DD HH:mm:ss' : 'YYYY-MM-DD';
  return (
    <EditField
      {...field}
      verb="选择"
      getValueProps={(value) => ({ value: value ? dayjs(String(value)) : null })}
      // dayjs knows its own
      normalize={(value) => (dayjs.isDayjs(value) ? (value as Dayjs).format(format) : null)}
    >
      <DatePicker
        format={time ? momentForms : dayForms}
        showTime={time ? { format: 'HH:mm' } : false}
        disabled={field.disabled}
        minDate={min ? dayjs(min) : undefined}
        maxDate={max ? dayjs(max) : undefined}
      />
    </EditField>
  );
}

/** Choice of a node of a tree (organisation, fleet). `load` must be stable. */
export function TreeField(props: FieldProps & { load: () => Promise<TreeItem[]>; multiple?: boolean }) {
  const { load, multiple, ...field } = props;
  const tree = useTreeOptions(load);
  const show = useCallback(
    (value: unknown) =>
      value
        ? [value]
            .flat()
            .map((id) => titleOf(tree, String(id)))
            .join('、')
        : none,
    [tree],
  );
  return (
    <EditField {...field} verb="选择" show={show}>
      <TreeSelect
        suffixIcon={<ChevronDown className="td-ico td-mute" />}
        treeData={tree}
        treeDefaultExpandAll
        multiple={multiple}
        allowClear
        showSearch={treeSearch}
        placeholder="请选择"
        disabled={field.disabled}
      />
    </EditField>
  );
}

function titleOf(tree: readonly TreeOption[], id: string): string {
  for (const node of tree) {
    if (node.value === id) return node.title;
    const inside = titleOf(node.children ?? [], id);
    if (inside !== id) return inside;
  }
  return id;
}
