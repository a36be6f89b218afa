import { useQueryClient } from '@tanstack/react-query';
import { orgOptions } from '@tongda/contract/base/org/calls';
import {
  addGroup,
  addGroupVehicle,
  delGroup,
  groupVehicles,
  saveGroupSort,
  showGroup,
  updateGroupName,
  type VehicleGroup,
} from '@tongda/contract/watch/vehicle-group/calls';
import { Button } from 'antd';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { askKey, useAsk } from '../../../kit/call/use-ask';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { WorkFrame } from '../../../kit/work/frame';
import type { GroupableVehicle } from './grouping-model';
import { GroupList } from './list';
import { NameDialog } from './name-dialog';
import { VehicleColumn, VehicleShuttle } from './vehicle-shuttle';
import './styles.css';

const ungroupedKey = 'none';

/** 车辆分组设置: the user's own groups at the left, the vehicles of the chosen one at the right. */
export function UserGroupingPage() {
  const groups = useAsk(showGroup, undefined);
  const vehicles = useAsk(groupVehicles, {});
  const orgs = useAsk(orgOptions, undefined);
  const error = groups.error ?? vehicles.error;
  return (
    <WorkFrame head={{ title: '车辆分组设置', meta: '分组只对您自己可见，一辆车可以在多个分组中' }}>
      {error ? (
        <ErrorState
          error={error}
          retry={() => {
            void groups.refetch();
            void vehicles.refetch();
          }}
        />
      ) : groups.data && vehicles.data ? (
        <Grouping groups={groups.data} vehicles={vehicles.data} orgs={orgs.data ?? []} />
      ) : (
        <Loading />
      )}
    </WorkFrame>
  );
}

interface GroupingProps {
  groups: VehicleGroup[];
  vehicles: GroupableVehicle[];
  orgs: Parameters<typeof VehicleColumn>[0]['orgs'];
}
type Naming = { group: VehicleGroup | null };

function Grouping({ groups, vehicles, orgs }: GroupingProps) {
  const [params, setParams] = useSearchParams();
  const [naming, setNaming] = useState<Naming | null>(null);
  const { put, order, fill, remove } = useChanges();
  const asked = params.get('group');
  const chosen = groups.find(({ id }) => id === asked) ?? (asked === ungroupedKey ? null : (groups[0] ?? null));
  const choose = (id: string | null): void => setParams({ group: id ?? ungroupedKey }, { replace: true });
  // the deed of the naming dialog's act
  const add = async (name: string): Promise<void> => choose((await call(addGroup, { name })).id);
  const ungrouped = vehicles.filter(({ groupIds }) => groupIds.length === 0);
  const inside = new Set(chosen?.vehicles.map(({ vehicleId }) => vehicleId));
  return (
    <div className="watch-vehicle-group-editor">
      <GroupList
        groups={groups}
        chosen={chosen?.id ?? null}
        ungrouped={ungrouped.length}
        choose={choose}
        add={() => setNaming({ group: null })}
        rename={(group) => setNaming({ group })}
        remove={(group) => void remove.run(group)}
        order={(next) => {
          put(next);
          void order.run({ groupIds: next.map(({ id }) => id) });
        }}
      />
      {chosen ? (
        <VehicleShuttle
          key={chosen.id}
          vehicles={vehicles}
          inside={inside}
          orgs={orgs}
          busy={fill.busy}
          change={(next) =>
            void fill.run({
              groupId: chosen.id,
              add: [...next].filter((id) => !inside.has(id)),
              remove: [...inside].filter((id) => !next.has(id)),
            })
          }
        />
      ) : groups.length === 0 && asked !== ungroupedKey ? (
        <Empty
          title="还没有分组"
          text="把常看的车放在一起，便于查找"
          action={
            <Button type="primary" icon={<Plus />} onClick={() => setNaming({ group: null })}>
              新增分组
            </Button>
          }
        />
      ) : (
        <VehicleColumn title="未分组的车辆" vehicles={ungrouped} orgs={orgs} none="所有车辆都已分组" />
      )}
      {naming ? (
        <NameDialog
          title={naming.group ? '重命名分组' : '新增分组'}
          initial={naming.group?.name ?? ''}
          send={(name) => (naming.group ? call(updateGroupName, { id: naming.group.id, name }) : add(name))}
          told={naming.group ? '名称已修改' : '分组已新增'}
          stale={shown}
          close={() => setNaming(null)}
        />
      ) : null}
    </div>
  );
}

/** What the page shows of the groups: asked again after each change, and after a failure, as what is shown may be out of date. */
const shown = [showGroup, groupVehicles];

/** The changes that are made without a form. */
function useChanges() {
  const client = useQueryClient();
  const again = {
    stale: shown,
    failed: () => {
      for (const { path } of shown) void client.invalidateQueries({ queryKey: [path] });
      return false;
    },
  };
  const remove = useAct(({ id }: VehicleGroup) => call(delGroup, { id }), {
    ...again,
    sure: ({ name }) => ({
      title: `删除分组“${name}”？`,
      content: '只删除分组，车辆不受影响。',
      ok: '删除',
      danger: true,
    }),
    told: '分组已删除',
  });
  return {
    /** what is dragged stays where it was dropped while the server is told */
    put: (groups: VehicleGroup[]) => client.setQueryData(askKey(showGroup, undefined), groups),
    order: useAct(saveGroupSort, again),
    fill: useAct(addGroupVehicle, { ...again, told: '分组车辆已更新' }),
    remove,
  };
}
