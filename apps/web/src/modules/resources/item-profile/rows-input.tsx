import { keysOf } from '@tongda/contract/core/keys';
import { type ItemRow, itemForm, itemLayout } from '@tongda/contract/resources/item-profile/calls';
import { itemChannels } from '@tongda/contract/resources/item-profile/channels';
import { Button, Input, InputNumber, Select } from 'antd';
import { ChevronDown, ChevronRight, Copy, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { byPinyin } from '../../../kit/form/input/by-pinyin';
import { HexInput, HexListInput } from './hex-input';

const empty: ItemRow = {
  item: 0xe1,
  layout: itemLayout.fixed,
  part: null,
  length: 2,
  at: 0,
  form: itemForm.u16,
  bit: null,
  bits: 1,
  factor: 1,
  plus: 0,
  none: [],
  absent: [],
  low: null,
  high: null,
  is: null,
  to: 'extVoltageV',
  no: 1,
  noAt: null,
  meaning: '',
  unit: '',
};
const layouts = itemLayout.options.map(({ code, name }) => ({ value: code, label: name }));
const forms = itemForm.options.map(({ code, name }) => ({ value: code, label: name }));
const onlyExplained = '';
const channels: ReadonlyArray<{ value: string; label: string }> = [
  ...keysOf(itemChannels).map((name) => ({
    value: name,
    label: `${itemChannels[name].label}${itemChannels[name].unit ? ` ${itemChannels[name].unit}` : ''}`,
  })),
  { value: onlyExplained, label: '仅说明' },
];
const heads = [
  '',
  '数据项',
  '结构',
  '子项',
  '长度',
  '起始字节',
  '取值',
  '系数',
  '偏移',
  '通道',
  '路号',
  '含义',
  '',
  '',
];

interface Props {
  value?: ItemRow[];
  onChange?: (rows: ItemRow[]) => void;
  id?: string;
}

/** The values of a profile as a control: a line each, what is seldom needed below it. */
export function RowsInput({ value = [], onChange, id }: Props) {
  const [open, setOpen] = useState<number | null>(null);
  const put = (at: number, more: Partial<ItemRow>): void =>
    onChange?.(value.map((row, i) => (i === at ? { ...row, ...more } : row)));
  return (
    <div className="resources-item-profile-rows" id={id}>
      {value.length > 0 ? (
        <div className="resources-item-profile-row" aria-hidden="true">
          {heads.map((head, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the headings never change
            <span key={i}>{head}</span>
          ))}
        </div>
      ) : null}
      {value.map((row, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing of its own that names it
        <div key={i}>
          <div className="resources-item-profile-row">
            <Button
              type="text"
              size="small"
              icon={open === i ? <ChevronDown /> : <ChevronRight />}
              aria-label={`第${i + 1}行更多`}
              aria-expanded={open === i}
              onClick={() => setOpen(open === i ? null : i)}
            />
            <Line row={row} no={i + 1} put={(more) => put(i, more)} />
            <Button
              type="text"
              size="small"
              icon={<Copy />}
              aria-label={`复制第${i + 1}行`}
              onClick={() => onChange?.([...value.slice(0, i + 1), row, ...value.slice(i + 1)])}
            />
            <Button
              type="text"
              size="small"
              icon={<Trash2 />}
              aria-label={`删除第${i + 1}行`}
              onClick={() => {
                setOpen(null);
                onChange?.(value.filter((_, at) => at !== i));
              }}
            />
          </div>
          {open === i ? <More row={row} no={i + 1} put={(more) => put(i, more)} /> : null}
        </div>
      ))}
      <Button icon={<Plus />} onClick={() => onChange?.([...value, value.at(-1) ?? empty])}>
        添加一行
      </Button>
    </div>
  );
}

interface LineProps {
  row: ItemRow;
  /** from 1 */
  no: number;
  put: (more: Partial<ItemRow>) => void;
}

const isParted = ({ layout }: ItemRow): boolean => layout !== itemLayout.fixed && layout !== itemLayout.list;
const partDigits = ({ layout }: ItemRow): number =>
  layout === itemLayout.byteIdFirst || layout === itemLayout.commaText
    ? 2
    : layout === itemLayout.maskWords || layout === itemLayout.maskTags
      ? 1
      : layout === itemLayout.wordIdNested
        ? 8
        : 4;

function Line({ row, no, put }: LineProps) {
  const number = (name: 'length' | 'at' | 'no', label: string, max: number, min = 0) => (
    <InputNumber
      aria-label={`第${no}行的${label}`}
      controls={false}
      min={min}
      max={max}
      precision={0}
      value={row[name]}
      onChange={(value) => put({ [name]: value ?? min })}
    />
  );
  const most = row.to === null ? 1 : itemChannels[row.to].most;
  return (
    <>
      <HexInput value={row.item} label={`第${no}行的数据项`} onChange={(item) => put({ item: item ?? 0 })} />
      <Select
        aria-label={`第${no}行的结构`}
        value={row.layout}
        options={layouts}
        popupMatchSelectWidth={false}
        onChange={(layout) => put({ layout, ...(isParted({ ...row, layout }) ? {} : { part: null }) })}
      />
      <HexInput
        value={row.part}
        digits={partDigits(row)}
        disabled={!isParted(row)}
        label={`第${no}行的子项`}
        onChange={(part) => put({ part })}
      />
      {number('length', '长度', 255)}
      {number('at', '起始字节', 254)}
      <Select
        aria-label={`第${no}行的取值`}
        value={row.form}
        options={forms}
        popupMatchSelectWidth={false}
        onChange={(form) => put({ form })}
      />
      <InputNumber
        aria-label={`第${no}行的系数`}
        controls={false}
        value={row.factor}
        onChange={(factor) => put({ factor: factor ?? 1 })}
      />
      <InputNumber
        aria-label={`第${no}行的偏移`}
        controls={false}
        value={row.plus}
        onChange={(plus) => put({ plus: plus ?? 0 })}
      />
      <Select
        aria-label={`第${no}行的通道`}
        value={row.to ?? onlyExplained}
        options={[...channels]}
        showSearch={byPinyin}
        popupMatchSelectWidth={false}
        onChange={(name) => put({ to: keysOf(itemChannels).find((known) => known === name) ?? null, no: 1 })}
      />
      {most > 1 ? number('no', '路号', most, 1) : <span />}
      <Input
        aria-label={`第${no}行的含义`}
        maxLength={30}
        value={row.meaning}
        onChange={(e) => put({ meaning: e.target.value })}
      />
    </>
  );
}

/** What few values need: bits, words for nothing, bounds, the state that means on, where the channel's number stands. */
function More({ row, no, put }: LineProps) {
  const figure = (name: 'bit' | 'low' | 'high' | 'is' | 'noAt', label: string, whole = true) => (
    <div>
      <span>{label}</span>
      <InputNumber
        aria-label={`第${no}行的${label}`}
        controls={false}
        {...(whole ? { precision: 0, min: 0 } : {})}
        value={row[name]}
        onChange={(value) => put({ [name]: value })}
      />
    </div>
  );
  const isFlag = row.to !== null && itemChannels[row.to].kind === 'flag';
  return (
    <div className="resources-item-profile-more">
      {figure('bit', '起始位')}
      <div>
        <span>位数</span>
        <InputNumber
          aria-label={`第${no}行的位数`}
          controls={false}
          min={1}
          max={32}
          precision={0}
          disabled={row.bit === null}
          value={row.bits}
          onChange={(bits) => put({ bits: bits ?? 1 })}
        />
      </div>
      {isFlag ? (
        figure('is', '等于此值为开')
      ) : (
        <>
          <div>
            <span>无效值(hex)</span>
            <HexListInput value={row.none} label={`第${no}行的无效值`} onChange={(none) => put({ none })} />
          </div>
          {figure('low', '最小值', false)}
          {figure('high', '最大值', false)}
        </>
      )}
      <div>
        <span>未接值(hex)</span>
        <HexListInput value={row.absent} label={`第${no}行的未接值`} onChange={(absent) => put({ absent })} />
      </div>
      {row.layout === itemLayout.list ? figure('noAt', '路号所在字节') : null}
      {row.to === null ? (
        <div>
          <span>单位</span>
          <Input
            aria-label={`第${no}行的单位`}
            maxLength={10}
            value={row.unit}
            onChange={(e) => put({ unit: e.target.value })}
          />
        </div>
      ) : null}
    </div>
  );
}
