import { type WaybillDetail, waybillLabels } from '@tongda/contract/transport/waybill/shapes';
import { InputNumber } from 'antd';
import { useCallback } from 'react';
import { EditField } from '../../../../kit/form/edit-field';
import { none, num, range } from '../../../../kit/show/format';
import { useLoadCheck } from './use-load-check';
import '../../parts/table.css';

type Zones = WaybillDetail['zoneTemps'];

/** 温区: what lies in the parts of the box, what they reach, and what each is set to where there are several. */
export function ZoneField({ waybill }: { waybill: WaybillDetail }) {
  const show = useCallback(
    (value: unknown) =>
      Array.isArray(value) && value.length > 0
        ? (value as Zones).map(({ no, tempC }) => `${no}号 ${num(tempC, 1)} ℃`).join('、')
        : none,
    [],
  );
  return (
    <EditField name="zoneTemps" label={waybillLabels.zoneTemps} span={12} show={show}>
      <ZoneTable waybill={waybill} />
    </EditField>
  );
}

interface TableProps {
  waybill: WaybillDetail;
  value?: Zones;
  onChange?: (zones: Zones) => void;
}

function ZoneTable({ waybill, value = [], onChange }: TableProps) {
  const { data } = useLoadCheck(waybill);
  const parts = data?.compartments ?? [];
  const several = parts.length > 1;
  const set = (no: number, tempC: number | null): void => {
    const others = value.filter((one) => one.no !== no);
    onChange?.(tempC === null ? others : [...others, { no, tempC }].sort((a, b) => a.no - b.no));
  };
  return (
    <table className="transport-parts-table" aria-label="温区">
      <thead>
        <tr>
          <th>温区</th>
          <th>可达温度 ℃</th>
          <th className="num">订单</th>
          <th className="num">体积 m³</th>
          <th className="num">货物要求 ℃</th>
          <th className="num">设定温度 ℃</th>
        </tr>
      </thead>
      <tbody>
        {waybill.legs.length === 0 ? (
          <tr>
            <td colSpan={6} className="td-cap">
              配载后按温区列出货物和建议温度
            </td>
          </tr>
        ) : null}
        {parts.map((part) => (
          <tr key={part.no}>
            <td>{part.name}</td>
            <td>{part.tempMin === null && part.tempMax === null ? '不制冷' : range(part.tempMin, part.tempMax)}</td>
            <td className="num">{num(part.orders)}</td>
            <td className="num">{num(part.volumeM3, 3)}</td>
            <td className="num">{part.setTemp === null ? none : num(part.setTemp, 1)}</td>
            <td className="num">
              {several && part.tempMin !== null ? (
                <InputNumber
                  aria-label={`${part.name}设定温度`}
                  value={value.find(({ no }) => no === part.no)?.tempC ?? null}
                  precision={1}
                  min={part.tempMin}
                  max={part.tempMax ?? undefined}
                  controls={false}
                  placeholder={part.setTemp === null ? '不制冷' : `建议 ${num(part.setTemp, 1)}`}
                  onChange={(tempC) => set(part.no, tempC)}
                />
              ) : (
                <span className="td-cap">{several ? none : '同整车设定'}</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
