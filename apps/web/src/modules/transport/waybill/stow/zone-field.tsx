import { type WaybillDetail, waybillLabels } from '@tongda/contract/transport/waybill/shapes';
import { useCallback } from 'react';
import { EditField } from '../../../../kit/form/edit-field';
import { formatNumber, formatRange, none } from '../../../../kit/show/format';
import { countColumn, LinesTable } from '../../../../kit/work/lines-table';
import { useLoadCheck } from './use-load-check';

type Zones = WaybillDetail['zoneTemps'];

/** 温区: for each compartment of the box its orders, the temperatures that it reaches, and its set temperature where there are several compartments. */
export function ZoneField({ waybill }: { waybill: WaybillDetail }) {
  const show = useCallback(
    (value: unknown) =>
      Array.isArray(value) && value.length > 0
        ? // the field holds what its table put there
          (value as Zones).map(({ no, tempC }) => `${no}号 ${formatNumber(tempC, 1)} ℃`).join('、')
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
    <LinesTable
      label="温区"
      lines={parts}
      keyOf={(part) => part.no}
      empty={waybill.legs.length === 0 ? '配载后按温区列出货物和建议温度' : null}
      columns={[
        { key: 'name', label: '温区', cell: (part) => part.name },
        {
          key: 'reach',
          label: '可达温度(℃)',
          cell: (part) =>
            part.tempMin === null && part.tempMax === null ? '不制冷' : formatRange(part.tempMin, part.tempMax),
        },
        { key: 'orders', label: '订单', num: true, cell: (part) => formatNumber(part.orders) },
        { key: 'volume', label: '体积(m³)', num: true, cell: (part) => formatNumber(part.volumeM3, 3) },
        {
          key: 'wanted',
          label: '货物要求(℃)',
          num: true,
          cell: (part) => (part.setTemp === null ? none : formatNumber(part.setTemp, 1)),
        },
        countColumn<(typeof parts)[number]>({
          key: 'setTemp',
          label: '设定温度(℃)',
          name: (part) => `${part.name}设定温度`,
          value: (part) => value.find(({ no }) => no === part.no)?.tempC ?? null,
          put: (part, tempC) => set(part.no, tempC),
          min: (part) => part.tempMin ?? undefined,
          max: (part) => part.tempMax ?? undefined,
          decimals: 1,
          placeholder: (part) => (part.setTemp === null ? '不制冷' : `建议 ${formatNumber(part.setTemp, 1)}`),
          instead: (part) =>
            several && part.tempMin !== null ? null : <span className="td-cap">{several ? none : '同整车设定'}</span>,
        }),
      ]}
    />
  );
}
