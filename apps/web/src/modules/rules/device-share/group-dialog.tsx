import { type ShareVehicle, shareInDetail } from '@tongda/contract/rules/device-share/calls';
import { href, routes } from '@tongda/contract/shell/routes';
import { addGroupVehicle, showGroup } from '@tongda/contract/watch/vehicle-group/calls';
import { Select } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { AtField } from '../../../kit/dialog/act-bar';
import { ActDialog } from '../../../kit/dialog/form';

/** 放入分组: puts a vehicle that the company is lent into one of the user's own groups, in which it stays while it is lent. */
export function GroupDialog({ vehicle, close }: { vehicle: ShareVehicle; close: () => void }) {
  const { data: groups, isLoading } = useAsk(showGroup, undefined);
  const [chosen, setChosen] = useState<string | null>(null);
  const { vehicleId, plateNo } = vehicle;
  const group = groups?.find(({ id }) => id === chosen);
  const act = useAct(addGroupVehicle, {
    told: group ? `${plateNo} 已放入“${group.name}”` : null,
    stale: [showGroup, shareInDetail],
  });
  const isIn = (of: { vehicles: Array<{ vehicleId: string }> }): boolean =>
    of.vehicles.some((one) => one.vehicleId === vehicleId);
  return (
    <ActDialog
      act={act}
      input={{ groupId: group?.id ?? '', add: [vehicleId] }}
      ready={group !== undefined}
      close={close}
      width={400}
      title={`${plateNo} 放入分组`}
    >
      <AtField name="groupId">
        <Select
          aria-label="车辆分组"
          style={{ width: '100%' }}
          placeholder="选择我的分组"
          loading={isLoading}
          value={chosen}
          onChange={setChosen}
          options={groups?.map((of) => ({
            value: of.id,
            label: isIn(of) ? `${of.name}（已在其中）` : of.name,
            disabled: isIn(of),
          }))}
          notFoundContent="还没有分组"
        />
      </AtField>
      <p className="td-cap">
        共享结束后自动离开分组；分组在
        <Link to={href(routes.userGrouping, 'community')}>车辆分组设置</Link>中维护
      </p>
    </ActDialog>
  );
}
