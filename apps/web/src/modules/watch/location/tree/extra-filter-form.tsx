import { Button, Checkbox, Radio } from 'antd';
import { type ExtraFilters, noExtraFilters } from '../monitor/model';

const zones = [
  { value: null, label: '不限' },
  { value: 3, label: '冷冻' },
  { value: 2, label: '冷藏' },
  { value: 1, label: '常温' },
];
const switches = [
  ['tempOut', '温度超限'],
  ['doorOpen', '车门开着'],
  ['lowFuel', '油量低于 20%'],
  ['offlineDay', '离线超过 24 小时'],
] as const;

/** The funnel of the tree: temperature class and what needs a look. */
export function ExtraFilterForm({ value, onChange }: { value: ExtraFilters; onChange: (value: ExtraFilters) => void }) {
  return (
    <div className="watch-location-extra">
      <div className="td-cap">温区</div>
      <Radio.Group
        optionType="button"
        options={zones.map((z) => ({ value: z.value ?? 0, label: z.label }))}
        value={value.temperatureType ?? 0}
        onChange={(event) =>
          onChange({ ...value, temperatureType: event.target.value === 0 ? null : Number(event.target.value) })
        }
      />
      <div className="td-cap">只看</div>
      {switches.map(([key, label]) => (
        <Checkbox
          key={key}
          checked={value[key]}
          onChange={(event) => onChange({ ...value, [key]: event.target.checked })}
        >
          {label}
        </Checkbox>
      ))}
      <Button size="small" onClick={() => onChange(noExtraFilters)}>
        重置
      </Button>
    </div>
  );
}
