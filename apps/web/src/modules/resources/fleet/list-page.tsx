import { enableStatus } from '@tongda/contract/resources/enums';
import {
  type FleetRow,
  fleetAssign,
  fleetColumns,
  fleetDetail,
  fleetRegister,
  fleetSetStatus,
} from '@tongda/contract/resources/fleet/calls';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { RegisterListPage } from '../../../kit/list/register-page';
import { EnableDot, useEnableAction } from '../../../kit/show/enable-dot';
import type { Cells } from '../../../kit/table/types';
import { AssignDialog } from './assign-dialog';
import { useFleetLinks } from './links';

const status = { call: fleetSetStatus, field: 'status', options: enableStatus.options };

/** 车队管理: the register of fleets. */
export function FleetListPage() {
  const links = useFleetLinks();
  const enableAction = useEnableAction(fleetSetStatus, '停用后不能再选择该车队，已有的车辆和司机不变。');
  const cells = useMemo(
    (): Cells<FleetRow> => ({
      name: (row) => <Link to={links.details(row.id)}>{row.name}</Link>,
      status: (row) => <EnableDot status={row.status} />,
    }),
    [links],
  );
  const [assigning, setAssigning] = useState<FleetRow | null>(null);
  return (
    <RegisterListPage<FleetRow>
      of={fleetRegister}
      columns={fleetColumns}
      cells={cells}
      nameOf={(row) => row.name}
      add={links.add}
      edit={(row) => links.edit(row.id)}
      stale={[fleetDetail]}
      choices="部门"
      status={status}
      before={(row) => [{ label: '详情', to: links.details(row.id) }]}
      between={(row, { changed }) => [
        { label: '分配车辆', can: fleetAssign, run: () => setAssigning(row) },
        enableAction(row, changed),
      ]}
      emptyText="新增车队后把车辆分配进来"
    >
      {({ changed }) =>
        assigning ? <AssignDialog fleet={assigning} done={changed} close={() => setAssigning(null)} /> : null
      }
    </RegisterListPage>
  );
}
