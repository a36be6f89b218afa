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

/** 分区: compartments of a multi-zone box, what their thermometers start from, and which wires sit in them. */
export function ZonesField({ loaded }: { loaded: VehicleDetail | null }) {
  const links = useVehicleLinks();
  const wires = (loaded?.probes ?? []).filter(({ kind }) => isZoned(kind));
  // the field holds nothing else
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
  lower === null && upper === null ? name || none : `${name || none} ${lower ?? ''}~${upper ?? ''}℃`;

interface ZonesProps {
  wires: Wire[];
  value?: ZoneInput[];
  onChange?: (zones: ZoneInput[]) => void;
  id?: string;
}
function Zones({ wires, value = [], onChange, id }: ZonesProps) {
  const mayMove = useCan(probeSave);
  const put = (at: number, change: Partial<ZoneInput>): void =>
    onChange?.(value.map((zone, i) => (i === at ? { ...zone, ...change } : zone)));
  const bound = (at: number, key: 'lower' | 'upper') => (
    <InputNumber
      aria-label={`第${at + 1}个分区的${headings[key]}`}
      value={value[at]?.[key]}
      precision={1}
      controls={false}
      suffix="℃"
      onChange={(n) => put(at, { [key]: n })}
    />
  );
  /** Wires that this row may have: those of no other one. */
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
              // biome-ignore lint/suspicious/noArrayIndexKey: compartments are told apart by their place
              <tr key={at}>
                <td>
                  <Input
                    aria-label={`第${at + 1}个分区的分区名`}
                    value={zone.name}
                    maxLength={10}
                    placeholder="如 冷冻区"
                    onChange={(event) => put(at, { name: event.target.value })}
                  />
                </td>
                <td className="bound">{bound(at, 'lower')}</td>
                <td className="bound">{bound(at, 'upper')}</td>
                <td>
                  <Select<string[]>
                    aria-label={`第${at + 1}个分区的探头`}
                    mode="multiple"
                    value={zone.probes}
                    disabled={!mayMove || wires.length === 0}
                    placeholder={wires.length === 0 ? '还没有配置探头' : '选择探头'}
                    options={free(at).map((wire) => ({ value: wireKey(wire), label: labelOfWire(wire) }))}
                    onChange={(probes) => put(at, { probes })}
                  />
                </td>
                <td className="act">
                  <Button
                    type="text"
                    icon={<Trash2 />}
                    aria-label={`删除第${at + 1}个分区`}
                    onClick={() => onChange?.(value.filter((_, i) => i !== at))}
                  />
                </td>
              </tr>
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
