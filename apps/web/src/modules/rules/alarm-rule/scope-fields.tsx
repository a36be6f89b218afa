import { fleetOptions } from '@tongda/contract/resources/fleet/calls';
import { ruleScope } from '@tongda/contract/rules/alarm-rule/codes';
import { Form, Segmented, Select } from 'antd';
import { useAsk } from '../../../kit/call/use-ask';
import { useEditScope } from '../../../kit/form/edit-context';
import { EditField, FieldGroup } from '../../../kit/form/edit-field';
import { byPinyin } from '../../../kit/form/input/by-pinyin';
import { TreeField } from '../../../kit/form/input/fields';
import { moreChosen } from '../../../kit/form/input/more-chosen';
import { loadOrgs } from '../../base/org/door';
import { VehiclePicker } from '../../base/vehicle-picker/door';

/** In the order of how many vehicles they mean; short, so that four stand side by side. */
const scopes = [
  { value: ruleScope.company, label: '全部' },
  { value: ruleScope.orgs, label: '部门' },
  { value: ruleScope.fleets, label: '车队' },
  { value: ruleScope.vehicles, label: '车辆' },
];
const scopeWord = (value: unknown): string => ruleScope.label(Number(value));
// the fields that use it are lists of ids
const countText = (unit: string) => (value: unknown) => `${(value as string[] | undefined)?.length ?? 0} ${unit}`;

/** Whom the rule is for. */
export function ScopeFields() {
  const { form } = useEditScope();
  const scope = Number(Form.useWatch('scope', form) ?? ruleScope.company);
  return (
    <FieldGroup title="适用对象" hint="范围更小的规则优先：车辆 > 车队 > 部门 > 全部">
      <EditField name="scope" label="适用对象" span={6} verb="选择" show={scopeWord}>
        <ScopeChoice />
      </EditField>
      {scope === ruleScope.vehicles ? (
        <EditField name="targetIds" label="车辆" span={6} verb="选择" show={countText('辆')}>
          <VehiclePicker multiple max={500} />
        </EditField>
      ) : null}
      {scope === ruleScope.fleets ? (
        <EditField name="targetIds" label="车队" span={6} verb="选择" show={countText('个车队')}>
          <FleetsSelect />
        </EditField>
      ) : null}
      {scope === ruleScope.orgs ? (
        <TreeField name="targetIds" label="部门" span={6} load={loadOrgs} multiple help="包括其下级部门" />
      ) : null}
      {scope === ruleScope.vehicles ? null : (
        <EditField name="excludeIds" label="排除车辆" span={6} verb="选择" show={countText('辆')}>
          <VehiclePicker multiple max={500} placeholder="不排除" />
        </EditField>
      )}
    </FieldGroup>
  );
}

/** Another scope begins without targets: ids of vehicles are no fleets. */
function ScopeChoice({ value, onChange, id }: { value?: number; onChange?: (scope: number) => void; id?: string }) {
  const { form } = useEditScope();
  return (
    <Segmented<number>
      id={id}
      block
      value={value}
      options={scopes}
      onChange={(scope) => {
        form.setFieldsValue({ targetIds: [], ...(scope === ruleScope.vehicles ? { excludeIds: [] } : {}) });
        onChange?.(scope);
      }}
    />
  );
}

function FleetsSelect({ value, onChange, id }: { value?: string[]; onChange?: (ids: string[]) => void; id?: string }) {
  const fleets = useAsk(fleetOptions, {}, { staleTime: 30_000 });
  return (
    <Select<string[]>
      id={id}
      mode="multiple"
      value={value ?? []}
      loading={fleets.isLoading}
      maxTagCount="responsive"
      maxTagPlaceholder={moreChosen}
      placeholder="请选择车队"
      allowClear
      showSearch={byPinyin}
      options={(fleets.data ?? []).map((fleet) => ({ value: fleet.id, label: fleet.name }))}
      onChange={(ids) => onChange?.(ids)}
    />
  );
}
