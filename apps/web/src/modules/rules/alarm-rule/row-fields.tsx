import { type SupplierType, supplierType } from '@tongda/contract/resources/vehicle/enums';
import {
  type Bounds,
  type BoundsPreset,
  boundsWord,
  keepsEvidence,
  type RoadLimit,
  roadClasses,
  type SafetyType,
  safetyLevels,
  safetyTypesOf,
  suppliersOf,
} from '@tongda/contract/rules/alarm-rule/field';
import { Button, Checkbox, InputNumber, Select } from 'antd';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type KnownPlace, PlacesSelect } from '../../ground/place/door';

interface Control<T> {
  value?: T;
  onChange?: (value: T) => void;
  id?: string;
}

interface BoundsTableProps extends Control<Bounds[]> {
  noun: string;
  unit: string;
  channels: number;
  min: number;
  max: number;
  places: number;
  presets: readonly BoundsPreset[];
  /** words for a row that is not there: what holds then */
  none: string;
}

/** Bounds of each channel; an empty side has none. */
export function BoundsTable({
  value = [],
  onChange,
  id,
  noun,
  unit,
  channels,
  min,
  max,
  places,
  presets,
  none,
}: BoundsTableProps) {
  const free = Array.from({ length: channels }, (_, i) => i + 1).filter(
    (no) => !value.some((row) => row.channel === no),
  );
  const put = (at: number, more: Partial<Bounds>): void =>
    onChange?.(value.map((row, i) => (i === at ? { ...row, ...more } : row)));
  const bound = (row: Bounds, at: number, side: 'lower' | 'upper', word: string) => (
    <InputNumber<number>
      aria-label={`${noun}${row.channel}${word}`}
      value={row[side]}
      min={min}
      max={max}
      precision={places}
      controls={false}
      suffix={unit}
      placeholder="不限"
      onChange={(n) => put(at, { [side]: n })}
    />
  );
  const fill = ({ lower, upper }: BoundsPreset): void =>
    onChange?.((value.length > 0 ? value : [{ channel: 1 }]).map(({ channel }) => ({ channel, lower, upper })));
  return (
    <div className="rules-alarm-rule-rows" id={id}>
      {presets.length > 0 ? (
        <span className="rules-alarm-rule-presets">
          <span className="td-cap">按温区填写</span>
          {presets.map((preset) => (
            <Button key={preset.name} size="small" title={boundsWord(preset, unit)} onClick={() => fill(preset)}>
              {preset.name}
            </Button>
          ))}
        </span>
      ) : null}
      {value.map((row, i) => (
        <div key={row.channel} className="rules-alarm-rule-row">
          <Select<number>
            aria-label={noun}
            value={row.channel}
            options={[row.channel, ...free].sort((a, b) => a - b).map((no) => ({ value: no, label: `${noun}${no}` }))}
            onChange={(channel) => put(i, { channel })}
          />
          {bound(row, i, 'lower', '下限')}
          <span className="td-cap">至</span>
          {bound(row, i, 'upper', '上限')}
          <Button
            type="text"
            aria-label={`删除${noun}${row.channel}`}
            icon={<Trash2 />}
            onClick={() => onChange?.(value.filter((_, at) => at !== i))}
          />
        </div>
      ))}
      {value.length === 0 ? <span className="td-cap">{none}</span> : null}
      <Button
        icon={<Plus />}
        disabled={free.length === 0}
        onClick={() => onChange?.([...value, { channel: free[0] ?? 1, lower: null, upper: null }])}
      >
        添加{noun}
      </Button>
    </div>
  );
}

/** Limits by class of road, each with the lines or areas that are of that class. */
export function RoadsTable({
  value = [],
  onChange,
  id,
  known,
}: Control<RoadLimit[]> & { known: readonly KnownPlace[] }) {
  const put = (at: number, more: Partial<RoadLimit>): void =>
    onChange?.(value.map((row, i) => (i === at ? { ...row, ...more } : row)));
  return (
    <div className="rules-alarm-rule-rows" id={id}>
      {value.map((row, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity of their own and never move
        <div key={i} className="rules-alarm-rule-row wide">
          <Select<number>
            aria-label="道路类型"
            value={row.road}
            options={roadClasses.map(({ code, name }) => ({ value: code, label: name }))}
            onChange={(road) => put(i, { road })}
          />
          <PlacesSelect
            kinds={['line', 'region']}
            known={known}
            label="线路或区域"
            placeholder="线路或区域"
            value={row.placeIds}
            onChange={(placeIds) => put(i, { placeIds })}
          />
          <InputNumber<number>
            aria-label="道路限速"
            value={row.limitKmh}
            min={10}
            max={160}
            precision={0}
            controls={false}
            suffix="km/h"
            onChange={(n) => put(i, { limitKmh: n ?? 0 })}
          />
          <Button
            type="text"
            aria-label="删除道路限速"
            icon={<Trash2 />}
            onClick={() => onChange?.(value.filter((_, at) => at !== i))}
          />
        </div>
      ))}
      <Button
        icon={<Plus />}
        disabled={value.length >= 8}
        onClick={() => onChange?.([...value, { road: 1, placeIds: [], limitKmh: 80 }])}
      >
        添加道路限速
      </Button>
    </div>
  );
}

const firstKmh = 50;

/** What a camera keeps of an alarm; `scale` parts of the stored value are one of the shown unit. */
const evidence = [
  { field: 'photos', word: '照片', unit: '张', min: 1, max: 10, scale: 1 },
  { field: 'photoPause', word: '照片间隔', unit: '秒', min: 0.1, max: 0.5, scale: 10 },
  { field: 'videoS', word: '录像', unit: '秒', min: 0, max: 60, scale: 1 },
] as const;
const scaled = (value: number | null | undefined, scale: number): number | null =>
  value == null ? null : value / scale;

/**
 * Active-safety alarms that count, each from a speed and with a level of its own. The kinds of devices (supplierType) decide which rows there are: a rule that
 * exists shows those of its own alarms, a new one all.
 */
export function SafetyTable({ value = [], onChange, id }: Control<SafetyType[]>) {
  const [chosen, setChosen] = useState<SupplierType[] | null>(null);
  const suppliers = chosen ?? (value.length === 0 ? supplierType.codes : suppliersOf(value));
  const types = safetyTypesOf(suppliers);
  const show = (next: SupplierType[]): void => {
    setChosen(next);
    const left = safetyTypesOf(next);
    onChange?.(value.filter(({ type }) => left.some(({ code }) => code === type)));
  };
  const fresh = (type: number): SafetyType => ({ type, minKmh: firstKmh, level: 0 });
  /** What is ticked or unticked leaves the rows in sight as they are. */
  const change = (next: SafetyType[]): void => {
    setChosen([...suppliers]);
    onChange?.(next);
  };
  const toggle = (type: number, on: boolean): void =>
    change(on ? [...value, fresh(type)] : value.filter((row) => row.type !== type));
  const rowOf = (code: number) => value.find(({ type }) => type === code);
  const put = (type: number, more: Partial<SafetyType>): void =>
    onChange?.(value.map((one) => (one.type === type ? { ...one, ...more } : one)));
  const all = types.length > 0 && value.length === types.length;
  return (
    <div className="rules-alarm-rule-suppliers" id={id}>
      <fieldset aria-label="设备类型">
        <span className="td-cap">设备类型</span>
        <Checkbox.Group<SupplierType>
          value={[...suppliers]}
          options={supplierType.options.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={show}
        />
      </fieldset>
      <table className="rules-alarm-rule-table rules-alarm-rule-safety">
        <thead>
          <tr>
            <th>
              <Checkbox
                checked={all}
                indeterminate={!all && value.length > 0}
                onChange={() => change(all ? [] : types.map(({ code }) => rowOf(code) ?? fresh(code)))}
              >
                全选
              </Checkbox>
            </th>
            <th>速度门限</th>
            <th>级别</th>
            <th>照片</th>
            <th>照片间隔</th>
            <th>录像</th>
          </tr>
        </thead>
        <tbody>
          {types.map((of) => (
            <SafetyRow
              key={of.code}
              of={of}
              row={rowOf(of.code)}
              toggle={(on) => toggle(of.code, on)}
              put={(more) => put(of.code, more)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface SafetyRowProps {
  of: { code: number; name: string };
  /** undefined: the rule has no such alarm */
  row: SafetyType | undefined;
  toggle: (on: boolean) => void;
  put: (more: Partial<SafetyType>) => void;
}

function SafetyRow({ of: { code, name }, row, toggle, put }: SafetyRowProps) {
  return (
    <tr>
      <td>
        <Checkbox checked={row !== undefined} onChange={(event) => toggle(event.target.checked)}>
          {name}
        </Checkbox>
      </td>
      <td>
        <InputNumber<number>
          aria-label={`${name}速度门限`}
          value={row?.minKmh ?? null}
          disabled={!row}
          min={0}
          max={160}
          precision={0}
          controls={false}
          suffix={row ? 'km/h' : null}
          placeholder="未启用"
          onChange={(n) => put({ minKmh: n ?? 0 })}
        />
      </td>
      <td>
        <Select<number>
          aria-label={`${name}级别`}
          value={row ? (row.level ?? 0) : undefined}
          disabled={!row}
          placeholder="--"
          options={safetyLevels.map((level) => ({ value: level.code, label: level.name }))}
          onChange={(level) => put({ level })}
        />
      </td>
      {evidence.map((one) => (
        <td key={one.field}>
          {keepsEvidence(code) ? (
            <InputNumber<number>
              aria-label={`${name}${one.word}`}
              value={scaled(row?.[one.field], one.scale)}
              disabled={!row}
              min={one.min}
              max={one.max}
              step={1 / one.scale}
              precision={one.scale === 1 ? 0 : 1}
              controls={false}
              suffix={row ? one.unit : null}
              placeholder={row ? '不变' : '--'}
              onChange={(n) => put({ [one.field]: n === null ? null : Math.round(n * one.scale) })}
            />
          ) : (
            <span className="td-cap">--</span>
          )}
        </td>
      ))}
    </tr>
  );
}
