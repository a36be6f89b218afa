import { pinyinMatch } from '@tongda/contract/core/pinyin';
import { type FleetRow, fleetAssign, fleetAssignable } from '@tongda/contract/resources/fleet/calls';
import { Transfer } from 'antd';
import { useState } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { FormDialog } from '../../../kit/dialog/form';
import { ErrorState, Loading } from '../../../kit/show/states';

/** 分配车辆: all vehicles on the left, the fleet's vehicles on the right. */
export function AssignDialog(props: { fleet: Pick<FleetRow, 'id' | 'name'>; done: () => void; close: () => void }) {
  const { fleet, done, close } = props;
  const [chosen, setChosen] = useState<string[] | null>(null);
  const all = useAsk(fleetAssignable, { id: fleet.id }, { own: 'assign' });
  const vehicles = all.data ?? [];
  const value = chosen ?? vehicles.filter((v) => v.fleetId === fleet.id).map((v) => v.id);
  const moving = vehicles.filter((v) => value.includes(v.id) && v.fleetId && v.fleetId !== fleet.id);
  const [first] = moving;
  const which =
    moving.length === 1 ? `${first?.plateNo} 已在“${first?.fleetName}”车队` : `有 ${moving.length} 辆车已在其他车队`;
  return (
    <FormDialog
      endpoint={fleetAssign}
      input={{ id: fleet.id, vehicleIds: value }}
      ready={all.data !== undefined}
      touched={chosen !== null}
      sure={first ? { title: `${which}，是否移动？`, ok: '移动' } : undefined}
      told={({ added, removed }) => (added + removed === 0 ? '没有变化' : `移入 ${added} 辆，移出 ${removed} 辆`)}
      done={done}
      close={close}
      title={`${fleet.name} 分配车辆`}
      width={720}
    >
      {all.error ? <ErrorState error={all.error} retry={() => void all.refetch()} /> : null}
      {all.isLoading ? <Loading /> : null}
      {all.data ? (
        <Transfer
          styles={{ section: { flex: '1 1 0', height: 420 } }}
          showSearch
          pagination={{ pageSize: 100, simple: true }}
          titles={['可选车辆', '本车队']}
          locale={{
            searchPlaceholder: '车牌 / 备注 / 车队',
            itemUnit: '辆',
            itemsUnit: '辆',
            notFoundContent: '没有车辆',
          }}
          dataSource={vehicles.map((v) => ({
            key: v.id,
            title: v.plateNo,
            description: [v.remarkNo, v.fleetName].filter(Boolean).join(' '),
          }))}
          filterOption={(text, item) => pinyinMatch(`${item.title} ${item.description}`, text)}
          targetKeys={value}
          onChange={(keys) => setChosen(keys.map(String))}
          render={(item) => (
            <span title={item.description}>
              {item.title} <span className="td-cap">{item.description}</span>
            </span>
          )}
        />
      ) : null}
    </FormDialog>
  );
}
