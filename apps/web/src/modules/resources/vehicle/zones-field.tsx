import { noBreak, rangeText } from '@tongda/contract/core/figure';
import type { VehicleDetail } from '@tongda/contract/resources/vehicle/calls';
import { probeKinds, probeSave, type Zone } from '@tongda/contract/resources/vehicle/probe';
import { isZoned, wireKey, type ZoneInput, zoneMax, zonesLabel } from '@tongda/contract/resources/vehicle/zone';
import { Button, Input, InputNumber, Select } from 'antd';
import { Plus, Trash2 } from 'lucide-react';
import { useCallback } from 'react';
import { Link } from 'react-router';
import { EditField } from '../../../kit/form/edit-field';
import { useCan } from '../../../kit/session/can';
import { none } from '../../../kit/show/format';
import { useVehicleLinks } from './links';

type Wire = VehicleDetail['probes'][number];
const headings = { name: '分区名', lower: '下限', upper: '上限', probes: '探头' };
const labelOfWire = ({ kind, channel, name }: Wire): string => `${probeKinds[kind].label}${channel} ${name}`;

/** 分区: the compartments of a multi-zone box, the limits that their thermometers start from, and their wires. */
export function ZonesField({ loaded }: { loaded: VehicleDetail | null }) {
  const links = useVehicleLinks();
  const wires = (loaded?.probes ?? []).filter(({ kind }) => isZoned(kind));
  // `zones` is set from the loaded vehicle and by `Zones` below, both with this type
  const show = useCallback((value: unknown) => ((value ?? []) as Zone[]).map(describeZone).join('、') || none, []);
  return (
    <EditField
      name="zones"
      label={zonesLabel}
      span={12}
      show={show}
      cells={headings}
      help={
        loaded === null ? (
          '多温车按隔断填写；探头在保存后到“探头设置”中配置'
        ) : (
          <>
            多温车按隔断填写；探头的名称、通道和自己的上下限在<Link to={links.probe(loaded.id)}>探头设置</Link>
            中填写，新选分区的探头从分区上下限开始
          </>
        )
      }
    >
      <Zones wires={wires} />
    </EditField>
  );
}

const describeZone = ({ name, lower, upper }: Zone): string =>
  lower === null && upper === null ? name || none : noBreak(`${name || none} ${rangeText(lower, upper, '℃')}`);

interface ZonesProps {
  wires: Wire[];
  value?: ZoneInput[];
  onChange?: (zones: ZoneInput[]) => void;
  id?: string;
}
function Zones({ wires, value = [], onChange, id }: ZonesProps) {
  const put = (at: number, change: Partial<ZoneInput>): void =>
    onChange?.(value.map((zone, i) => (i === at ? { ...zone, ...change } : zone)));
  /** Wires that a compartment may have: those that no other compartment has. */
  const free = (at: number) =>
    wires.filter((wire) => !value.some((zone, i) => i !== at && zone.probes.includes(wireKey(wire))));
  return (
    <div className="resources-vehicle-zones" id={id}>
      {value.length > 0 ? (
        <table>
          <thead>
            <tr>
              <th className="name">{headings.name}</th>
              <th className="bound">{headings.lower}</th>
              <th className="bound">{headings.upper}</th>
              <th>{headings.probes}</th>
              <th className="act" aria-label="操作" />
            </tr>
          </thead>
          <tbody>
            {value.map((zone, at) => (
              <ZoneLine
                // biome-ignore lint/suspicious/noArrayIndexKey: compartments are told apart by their place
                key={at}
                zone={zone}
                noun={`第${at + 1}个分区`}
                wires={wires.length === 0 ? null : free(at)}
                put={(change) => put(at, change)}
                remove={() => onChange?.(value.filter((_, i) => i !== at))}
              />
            ))}
          </tbody>
        </table>
      ) : null}
      {value.length < zoneMax ? (
        <Button
          type="dashed"
          icon={<Plus />}
          onClick={() => onChange?.([...value, { name: '', lower: null, upper: null, probes: [] }])}
        >
          添加分区
        </Button>
      ) : null}
    </div>
  );
}

interface ZoneLineProps {
  zone: ZoneInput;
  /** `第1个分区`, for the labels of the fields */
  noun: string;
  /** wires to choose from; null: the vehicle has none */
  wires: Wire[] | null;
  put: (change: Partial<ZoneInput>) => void;
  remove: () => void;
}
function ZoneLine({ zone, noun, wires, put, remove }: ZoneLineProps) {
  const mayMove = useCan(probeSave);
  const bound = (key: 'lower' | 'upper') => (
    <InputNumber
      aria-label={`${noun}的${headings[key]}`}
      value={zone[key]}
      precision={1}
      controls={false}
      suffix="℃"
      onChange={(n) => put({ [key]: n })}
    />
  );
  return (
    <tr>
      <td>
        <Input
          aria-label={`${noun}的分区名`}
          value={zone.name}
          maxLength={10}
          placeholder="如 冷冻区"
          onChange={(event) => put({ name: event.target.value })}
        />
      </td>
      <td className="bound">{bound('lower')}</td>
      <td className="bound">{bound('upper')}</td>
      <td>
        <Select<string[]>
          aria-label={`${noun}的探头`}
          mode="multiple"
          value={zone.probes}
          disabled={!mayMove || wires === null}
          placeholder={wires === null ? '还没有配置探头' : '选择探头'}
          options={wires?.map((wire) => ({ value: wireKey(wire), label: labelOfWire(wire) }))}
          onChange={(probes) => put({ probes })}
        />
      </td>
      <td className="act">
        <Button type="text" icon={<Trash2 />} aria-label={`删除${noun}`} onClick={remove} />
      </td>
    </tr>
  );
}
