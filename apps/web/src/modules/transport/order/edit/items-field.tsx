import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { totalOf } from '@tongda/contract/transport/order/split';
import { Button, Checkbox, DatePicker, Input, InputNumber, Select, Tooltip } from 'antd';
import dayjs from 'dayjs';
import { Copy, Plus, Trash2 } from 'lucide-react';
import { useCallback, useState } from 'react';
import { EditField } from '../../../../kit/form/edit-field';
import { formatNumber, none } from '../../../../kit/show/format';
import { CargoInput } from './cargo-input';
import { faultsOf, type ItemDraft, type ItemFaults, newItem } from './form';

const headings = {
  cargoName: '品名',
  temperatureType: '温层',
  packUnit: '包装单位',
  pieces: '件数',
  weightKg: '重量',
  volumeM3: '体积',
  spec: '规格',
  batchNo: '批号',
  expireOn: '到期日',
};

/** 货物明细: a line for each kind of goods, with sums. */
export function ItemsField() {
  const show = useCallback(
    (value: unknown) =>
      Array.isArray(value)
        ? // the field holds what its table put there
          (value as ItemDraft[])
            .map((item) => `${item.cargoName || none} ${formatNumber(item.pieces)}${item.packUnit}`)
            .join('；')
        : none,
    [],
  );
  return (
    <EditField name="items" label="货物明细" span={12} show={show} cells={headings}>
      <ItemsTable />
    </EditField>
  );
}

/** Value and change come from the form. */
function ItemsTable({ value = [], onChange }: { value?: ItemDraft[]; onChange?: (items: ItemDraft[]) => void }) {
  const [batches, setBatches] = useState(() => value.some((item) => item.spec || item.batchNo || item.expireOn));
  const change = (key: string, set: Partial<ItemDraft>): void =>
    onChange?.(value.map((item) => (item.key === key ? { ...item, ...set } : item)));
  const add = (like?: ItemDraft): void => {
    const next = newItem(value.at(-1)?.temperatureType);
    onChange?.([...value, like ? { ...like, key: next.key, itemId: null } : next]);
  };
  const totals = totalOf(
    value.map(({ pieces, weightKg, volumeM3 }) => ({
      pieces: pieces ?? 0,
      weightKg: weightKg ?? 0,
      volumeM3: volumeM3 ?? 0,
    })),
  );
  return (
    <div className="transport-order-items">
      <table>
        <thead>
          <tr>
            <th className="no">行</th>
            <th>品名</th>
            <th className="temp">温层</th>
            <th className="unit">包装</th>
            <th className="num">件数</th>
            <th className="num">重量(kg)</th>
            <th className="num">体积(m³)</th>
            {batches ? (
              <>
                <th className="batch">规格</th>
                <th className="batch">批号</th>
                <th className="day">到期日</th>
              </>
            ) : null}
            <th className="words">操作</th>
          </tr>
        </thead>
        <tbody>
          {value.map((item, i) => (
            <ItemLine
              key={item.key}
              item={item}
              no={i + 1}
              batches={batches}
              faults={isUntouched(item) ? {} : faultsOf(item)}
              change={(set) => change(item.key, set)}
              copy={() => add(item)}
              remove={value.length > 1 ? () => onChange?.(value.filter(({ key }) => key !== item.key)) : null}
            />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={4}>
              <Button size="small" type="link" icon={<Plus />} onClick={() => add()}>
                添加一行
              </Button>
              <Checkbox checked={batches} onChange={(event) => setBatches(event.target.checked)}>
                规格与批次
              </Checkbox>
            </td>
            <td className="num">{formatNumber(totals.pieces)}</td>
            <td className="num">{formatNumber(totals.weightKg, 2)}</td>
            <td className="num">{formatNumber(totals.volumeM3, 3)}</td>
            <td colSpan={batches ? 4 : 1} />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** Whether something was typed into a line; a new one is not red before. */
const isUntouched = (item: ItemDraft): boolean =>
  item.cargoName === '' && item.pieces === null && item.weightKg === null && item.volumeM3 === null;

interface LineProps {
  item: ItemDraft;
  no: number;
  /** whether specification, batch and expiry have columns */
  batches: boolean;
  faults: ItemFaults;
  change: (set: Partial<ItemDraft>) => void;
  copy: () => void;
  remove: (() => void) | null;
}

function ItemLine({ item, no, batches, faults, change, copy, remove }: LineProps) {
  const bad = (cell: keyof ItemDraft) => (faults[cell] ? ('error' as const) : undefined);
  const name = (cell: string): string => `第${no}行${cell}`;
  // what was typed stays: the box must not round a number or lift it to a bound, the check says what is wrong with it
  const amount = (cell: 'pieces' | 'weightKg' | 'volumeM3', label: string) => (
    <td className="num">
      <Tooltip title={faults[cell]}>
        <InputNumber
          aria-label={name(label)}
          value={item[cell]}
          controls={false}
          status={bad(cell)}
          onChange={(value) => change({ [cell]: value })}
        />
      </Tooltip>
    </td>
  );
  return (
    <tr>
      <td className="no">{no}</td>
      <td>
        <Tooltip title={faults.cargoName}>
          <CargoInput label={name('品名')} item={item} bad={bad('cargoName')} change={change} />
        </Tooltip>
      </td>
      <td className="temp">
        <Select
          aria-label={name('温层')}
          value={item.temperatureType}
          status={bad('temperatureType')}
          options={temperatureType.options.map(({ code, name: label }) => ({ value: code, label }))}
          onChange={(value: number) => change({ temperatureType: value })}
        />
      </td>
      <td className="unit">
        <Input
          aria-label={name('包装单位')}
          value={item.packUnit}
          maxLength={10}
          status={bad('packUnit')}
          onChange={(event) => change({ packUnit: event.target.value })}
        />
      </td>
      {amount('pieces', '件数')}
      {amount('weightKg', '重量')}
      {amount('volumeM3', '体积')}
      {batches ? <BatchCells item={item} name={name} change={change} /> : null}
      <td className="words">
        <Button type="text" size="small" icon={<Copy />} aria-label={`复制第${no}行`} onClick={copy} />
        <Button
          type="text"
          size="small"
          icon={<Trash2 />}
          aria-label={`删除第${no}行`}
          disabled={remove === null}
          onClick={() => remove?.()}
        />
      </td>
    </tr>
  );
}

/** Specification, batch and day of expiry of a line. */
function BatchCells(props: {
  item: ItemDraft;
  name: (cell: string) => string;
  change: (set: Partial<ItemDraft>) => void;
}) {
  const { item, name, change } = props;
  return (
    <>
      <td className="batch">
        <Input
          aria-label={name('规格')}
          value={item.spec ?? ''}
          maxLength={50}
          onChange={(event) => change({ spec: event.target.value || null })}
        />
      </td>
      <td className="batch">
        <Input
          aria-label={name('批号')}
          value={item.batchNo ?? ''}
          maxLength={30}
          onChange={(event) => change({ batchNo: event.target.value || null })}
        />
      </td>
      <td className="day">
        <DatePicker
          aria-label={name('到期日')}
          value={item.expireOn ? dayjs(item.expireOn) : null}
          format="YYYY-MM-DD"
          placeholder=""
          onChange={(day) => change({ expireOn: day ? day.format('YYYY-MM-DD') : null })}
        />
      </td>
    </>
  );
}
