import { pushScope } from '@tongda/contract/rules/push/enums';
import { Form, Segmented } from 'antd';
import { useEffect, useState } from 'react';
import type { DictItem } from '../../../kit/call/dict-cache';
import { useEditScope } from '../../../kit/form/edit-context';
import { EditField } from '../../../kit/form/edit-field';
import { SelectField, TreeField } from '../../../kit/form/input/fields';
import { loadOrgs } from '../../base/org/door';
import { loadFleets } from '../../base/reference/door';
import { VehiclePicker } from '../../base/vehicle-picker/door';

// the control takes any number, not only these codes
const scopes = pushScope.options.map(({ code, name }) => ({ value: code as number, label: name }));
// the fields that use it are lists of ids
const countText = (unit: string) => (value: unknown) => `${(value as string[] | undefined)?.length ?? 0}${unit}`;
const scopeWord = (value: unknown): string => pushScope.label(Number(value));

/** Whose vehicles something is about: all, or those of departments, fleets, or some by name. */
export function VehicleScope({ label }: { label: string }) {
  const { form } = useEditScope();
  const scope = Number(Form.useWatch('scope', form) ?? pushScope.company);
  const [fleets, setFleets] = useState<DictItem[]>([]);
  useEffect(() => {
    loadFleets().then(setFleets, () => undefined);
  }, []);
  return (
    <>
      <EditField name="scope" label={label} span={6} verb="选择" show={scopeWord}>
        <ScopeChoice />
      </EditField>
      {scope === pushScope.orgs ? (
        <TreeField name="targetIds" label="部门" span={6} load={loadOrgs} multiple help="包括下级部门" />
      ) : null}
      {scope === pushScope.fleets ? (
        <SelectField name="targetIds" label="车队" span={6} options={fleets} multiple />
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
function ScopeChoice({ value, onChange, id }: { value?: number; onChange?: (scope: number) => void; id?: string }) {
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
