import type { InstructParam } from '@tongda/contract/watch/command/edition';
import { instructParamType } from '@tongda/contract/watch/command/edition-enums';
import { Button, Checkbox, Input, InputNumber, Select } from 'antd';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import './styles.css';

const types = instructParamType.options.map(({ code, name }) => ({ value: code, label: name }));
const empty: InstructParam = {
  key: '',
  name: '',
  type: instructParamType.int,
  length: 4,
  fallback: '',
  min: null,
  max: null,
  options: [],
  required: true,
};

/** Options as somebody types them: `1=开启，0=关闭`. */
const optionsIn = (typed: string): InstructParam['options'] =>
  typed
    .split(/[,，;；\n]+/u)
    .map((part) => part.split(/[=＝]/u))
    .flatMap(([code = '', name = '']) =>
      code.trim() === '' ? [] : [{ code: Number(code.trim()), name: name.trim() || code.trim() }],
    );
const optionsWords = (options: InstructParam['options']): string =>
  options.map(({ code, name }) => `${Number.isNaN(code) ? '' : code}=${name}`).join('，');

/** The parameters of a command as a control: one line each, in the order of their bytes. */
export function ParamsInput({
  value = [],
  onChange,
  id,
}: {
  value?: InstructParam[];
  onChange?: (params: InstructParam[]) => void;
  id?: string;
}) {
  const put = (at: number, more: Partial<InstructParam>): void =>
    onChange?.(value.map((param, i) => (i === at ? { ...param, ...more } : param)));
  return (
    <div className="watch-command-params" id={id}>
      {value.length > 0 ? (
        <div className="watch-command-param" aria-hidden="true">
          <span>键</span>
          <span>名称</span>
          <span>类型</span>
          <span>长度</span>
          <span>范围或选项</span>
          <span>默认值</span>
          <span>必填</span>
          <span />
        </div>
      ) : null}
      {value.map((param, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line may have no key yet
        <div className="watch-command-param" key={i}>
          <Input
            aria-label={`参数${i + 1}的键`}
            maxLength={20}
            value={param.key}
            onChange={(e) => put(i, { key: e.target.value })}
          />
          <Input
            aria-label={`参数${i + 1}的名称`}
            maxLength={20}
            value={param.name}
            onChange={(e) => put(i, { name: e.target.value })}
          />
          <Select
            aria-label={`参数${i + 1}的类型`}
            value={param.type}
            options={types}
            onChange={(type) => put(i, { type })}
          />
          <InputNumber
            aria-label={`参数${i + 1}的长度`}
            controls={false}
            min={0}
            max={255}
            value={param.length}
            onChange={(length) => put(i, { length: length ?? 0 })}
          />
          <Range param={param} no={i + 1} put={(more) => put(i, more)} />
          <Input
            aria-label={`参数${i + 1}的默认值`}
            maxLength={100}
            value={param.fallback}
            onChange={(e) => put(i, { fallback: e.target.value })}
          />
          <Checkbox
            aria-label={`参数${i + 1}必填`}
            checked={param.required}
            onChange={(e) => put(i, { required: e.target.checked })}
          />
          <Button
            type="text"
            icon={<Trash2 />}
            aria-label={`删除参数${i + 1}`}
            onClick={() => onChange?.(value.filter((_, at) => at !== i))}
          />
        </div>
      ))}
      <Button icon={<Plus />} onClick={() => onChange?.([...value, empty])}>
        添加参数
      </Button>
    </div>
  );
}

interface OptionsProps {
  options: InstructParam['options'];
  label: string;
  onChange: (options: InstructParam['options']) => void;
}

/** The options of a choice as text. What is typed stays as it is typed, as long as it says what the line holds: lines move up when one before them is deleted. */
function Options({ options, label, onChange }: OptionsProps) {
  const [typed, setTyped] = useState('');
  const said = JSON.stringify(optionsIn(typed)) === JSON.stringify(options);
  return (
    <Input
      aria-label={label}
      placeholder="1=开启，0=关闭"
      value={said ? typed : optionsWords(options)}
      onChange={(e) => {
        setTyped(e.target.value);
        onChange(optionsIn(e.target.value));
      }}
    />
  );
}

/** Bounds of a number, or the options of a choice; nothing for texts and bytes. */
function Range({ param, no, put }: { param: InstructParam; no: number; put: (more: Partial<InstructParam>) => void }) {
  if (param.type === instructParamType.enum)
    return <Options options={param.options} label={`参数${no}的选项`} onChange={(options) => put({ options })} />;
  if (param.type !== instructParamType.int) return <span className="td-cap">不限</span>;
  return (
    <span className="watch-command-range">
      <InputNumber
        aria-label={`参数${no}的最小值`}
        controls={false}
        placeholder="最小"
        value={param.min}
        onChange={(min) => put({ min })}
      />
      <InputNumber
        aria-label={`参数${no}的最大值`}
        controls={false}
        placeholder="最大"
        value={param.max}
        onChange={(max) => put({ max })}
      />
    </span>
  );
}
