import { type RuleRow, ruleAssign, ruleDetail } from '@tongda/contract/rules/alarm-rule/calls';
import { ruleScope } from '@tongda/contract/rules/alarm-rule/codes';
import { useState } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { AtField } from '../../../kit/dialog/act-bar';
import { FormDialog } from '../../../kit/dialog/form';
import { ErrorState, Loading } from '../../../kit/show/states';
import { VehiclePicker } from '../../base/vehicle-picker/door';

/** 分配车辆: the rule is for exactly the chosen vehicles from now on. */
export function AssignDialog({ rule, done, close }: { rule: RuleRow; done: () => void; close: () => void }) {
  const detail = useAsk(ruleDetail, { id: rule.id }, { own: 'assign' });
  const [chosen, setChosen] = useState<string[] | null>(null);
  const known = detail.data?.scope === ruleScope.vehicles ? detail.data.targetIds : [];
  const vehicleIds = chosen ?? known;
  return (
    <FormDialog
      endpoint={ruleAssign}
      input={detail.data ? { id: rule.id, version: detail.data.version, vehicleIds } : null}
      ready={vehicleIds.length > 0}
      touched={chosen !== null}
      fresh={() => detail.refetch({ throwOnError: true })}
      told={`${rule.name} 已分配给 ${vehicleIds.length} 辆车`}
      done={done}
      close={close}
      title={`分配车辆：${rule.name}`}
      width={520}
    >
      {detail.error ? <ErrorState error={detail.error} retry={() => void detail.refetch()} /> : null}
      {detail.isLoading ? <Loading /> : null}
      {detail.data ? (
        <div className="td-stack">
          <AtField name="vehicleIds">
            <VehiclePicker
              multiple
              max={500}
              value={vehicleIds}
              onChange={setChosen}
              label="适用车辆"
              style={{ width: '100%' }}
            />
          </AtField>
          <span className="td-cap">
            保存后规则只适用于所选的 {vehicleIds.length} 辆车（现在：{rule.targets}），两秒内生效
          </span>
        </div>
      ) : null}
    </FormDialog>
  );
}
