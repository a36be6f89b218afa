import { useQuery } from '@tanstack/react-query';
import { type RuleRow, ruleAssign, ruleDetail } from '@tongda/contract/rules/alarm-rule/calls';
import { ruleScope } from '@tongda/contract/rules/alarm-rule/codes';
import { Modal } from 'antd';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { reportError, toast } from '../../../kit/dialog/notify';
import { ErrorState, Loading } from '../../../kit/show/states';
import { VehiclePicker } from '../../resources/vehicle/door';

/** 分配车辆: the rule is for exactly the chosen vehicles from now on. */
export function AssignDialog({ rule, done, close }: { rule: RuleRow; done: () => void; close: () => void }) {
  const detail = useQuery({
    queryKey: [ruleDetail.path, 'assign', rule.id],
    queryFn: ({ signal }) => call(ruleDetail, { id: rule.id }, { signal, quiet: true }),
    gcTime: 0,
  });
  const [chosen, setChosen] = useState<string[] | null>(null);
  const [busy, setBusy] = useState(false);
  const known = detail.data?.scope === ruleScope.vehicles ? detail.data.targetIds : [];
  const vehicleIds = chosen ?? known;
  const save = async (): Promise<void> => {
    if (!detail.data) return;
    setBusy(true);
    try {
      await call(ruleAssign, { id: rule.id, version: detail.data.version, vehicleIds });
      toast('success', `${rule.name} 已分配给 ${vehicleIds.length} 辆车`);
      done();
      close();
    } catch (error) {
      reportError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={`分配车辆：${rule.name}`}
      width={520}
      okText="保存"
      cancelText="取消"
      confirmLoading={busy}
      okButtonProps={{ disabled: vehicleIds.length === 0 }}
      onOk={() => void save()}
      onCancel={close}
    >
      {detail.error ? <ErrorState error={detail.error} retry={() => void detail.refetch()} /> : null}
      {detail.isLoading ? <Loading /> : null}
      {detail.data ? (
        <div className="td-stack">
          <VehiclePicker
            multiple
            max={500}
            value={vehicleIds}
            onChange={setChosen}
            label="适用车辆"
            style={{ width: '100%' }}
          />
          <span className="td-cap">
            保存后规则只适用于所选的 {vehicleIds.length} 辆车（现在：{rule.targets}），两秒内生效
          </span>
        </div>
      ) : null}
    </Modal>
  );
}
