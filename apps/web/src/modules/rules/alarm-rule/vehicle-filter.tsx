import { useFilterDraft } from '../../../kit/list/filter/bar';
import { VehiclePicker } from '../../base/vehicle-picker/door';

/** One vehicle as a filter of a list; queries at once. */
export function VehicleFilter({ name, label, width }: { name: string; label: string; width: number }) {
  const { values, put } = useFilterDraft();
  const value = values[name];
  return (
    <div className="kit-list-filter-one" style={{ width }}>
      <VehiclePicker
        label={label}
        value={typeof value === 'string' ? value : null}
        placeholder={`${label}：车牌 / 备注`}
        style={{ width: '100%' }}
        onChange={(id) => put({ [name]: id }, true)}
      />
    </div>
  );
}
