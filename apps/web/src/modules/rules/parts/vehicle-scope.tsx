import { commonScopes, pushScope } from '@tongda/contract/rules/push/enums';
import { Form, Segmented } from 'antd';
import { useEffect, useState } from 'react';
import type { DictItem } from '../../../kit/call/dict-cache';
import { useEditScope } from '../../../kit/form/edit-context';
import { EditField } from '../../../kit/form/edit-field';
import { SelectField, TreeField } from '../../../kit/form/input/fields';
import { loadOrgs } from '../../base/org/door';
import { loadFleets } from '../../base/reference/door';
import { VehiclePicker } from '../../base/vehicle-picker/door';
import { useVehicleGroups } from '../../base/vehicles-by/door';

const choicesOf = (options: ReadonlyArray<{ code: number; name: string }>) =>
  options.map(({ code, name }) => ({ value: code, label: name }));
const allScopes = choicesOf(pushScope.options);
const withoutGroups = choicesOf(commonScopes);
// the fields that use it are lists of ids
const countText = (unit: string) => (value: unknown) => `${(value as string[] | undefined)?.length ?? 0}${unit}`;
const scopeWord = (value: unknown): string => pushScope.label(Number(value));

/** Whose vehicles something is about: all, or those of departments, fleets, some by name, with `groups` those of the user's own groups. */
export function VehicleScope({ label, groups = false }: { label: string; groups?: boolean }) {
  const { form } = useEditScope();
  const scope = Number(Form.useWatch('scope', form) ?? pushScope.company);
  const own = useVehicleGroups().groups;
  const [fleets, setFleets] = useState<DictItem[]>([]);
  useEffect(() => {
    loadFleets().then(setFleets, () => undefined);
  }, []);
  return (
    <>
      <EditField name="scope" label={label} span={groups ? 12 : 6} verb="选择" show={scopeWord}>
        <ScopeChoice scopes={groups ? allScopes : withoutGroups} />
      </EditField>
      {scope === pushScope.orgs ? (
        <TreeField name="targetIds" label="部门" span={6} load={loadOrgs} multiple help="包括下级部门" />
      ) : null}
      {scope === pushScope.fleets ? (
        <SelectField name="targetIds" label="车队" span={6} options={fleets} multiple />
      ) : null}
      {scope === pushScope.groups ? (
        <SelectField
          name="targetIds"
          label="我的分组"
          span={6}
          options={own.map(({ id, name, vehicles }) => ({ code: id, name: `${name}（${vehicles.length}辆）` }))}
          multiple
          help="以后加入分组的车辆也适用；在“车辆分组”中维护"
        />
      ) : null}
      {scope === pushScope.vehicles ? (
        <EditField name="targetIds" label="车辆" span={6} verb="选择" show={countText('辆')}>
          <VehiclePicker multiple max={500} />
        </EditField>
      ) : null}
    </>
  );
}

/** Another scope begins without targets: ids of vehicles are no fleets. */
interface ChoiceProps {
  scopes: typeof allScopes;
  value?: number;
  onChange?: (scope: number) => void;
  id?: string;
}
function ScopeChoice({ scopes, value, onChange, id }: ChoiceProps) {
  const { form } = useEditScope();
  return (
    <Segmented<number>
      id={id}
      block
      value={value ?? 1}
      options={scopes}
      onChange={(scope) => {
        form.setFieldsValue({ targetIds: [] });
        onChange?.(scope);
      }}
    />
  );
}
