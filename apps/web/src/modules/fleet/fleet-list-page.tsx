import { enableStatus } from '@tongda/contract/enums/resource';
import {
  type FleetRow,
  fleetAdd,
  fleetAssign,
  fleetChangeHis,
  fleetColumns,
  fleetDel,
  fleetDetail,
  fleetExport,
  fleetImports,
  fleetPage,
  fleetSetStatus,
  fleetUpdate,
} from '@tongda/contract/fleet/fleet';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useBatch } from '../../kit/batch-run';
import type { Cells } from '../../kit/data-table';
import { EnableDot, enableAction } from '../../kit/enable-dot';
import { FilterEnum, FilterText, FilterTree } from '../../kit/filters';
import { ListPage } from '../../kit/list-page';
import {
  nameIn,
  RegisterBatch,
  RegisterToolbar,
  removeOne,
  useChanged,
  useHistoryDrawer,
} from '../../kit/register-list';
import { Empty } from '../../kit/states';
import { useList } from '../../kit/use-list';
import { loadOrgs } from '../org/pick';
import { AssignDialog } from './assign-dialog';
import { useFleetLinks } from './links';

const stale = [fleetDetail, fleetChangeHis];
const status = { call: fleetSetStatus, field: 'status', options: enableStatus.options };

/** 车队管理: the working units that vehicles and drivers belong to. */
export function FleetListPage() {
  const list = useList<FleetRow>(fleetPage);
  const links = useFleetLinks();
  const cells = useMemo(
    (): Cells<FleetRow> => ({
      name: (row) => <Link to={links.details(row.id)}>{row.name}</Link>,
      status: (row) => <EnableDot status={row.status} />,
    }),
    [links],
  );
  const changed = useChanged(list, stale);
  const batch = useBatch();
  const history = useHistoryDrawer(fleetChangeHis);
  const [assigning, setAssigning] = useState<FleetRow | null>(null);
  const toolbar = (
    <RegisterToolbar
      add={links.add}
      create={fleetAdd}
      imports={fleetImports}
      choices="组织"
      exports={fleetExport}
      done={changed}
    />
  );
  return (
    <>
      <ListPage
        list={list}
        columns={fleetColumns}
        cells={cells}
        filters={
          <>
            <FilterText name="name" label="车队名称或编码" main width={200} />
            <FilterTree name="orgId" label="组织" load={loadOrgs} width={190} />
            <FilterText name="leaderName" label="负责人" width={160} />
            <FilterEnum name="status" label="状态" of={enableStatus} width={130} />
          </>
        }
        toolbar={toolbar}
        batch={(rows, keys) => (
          <RegisterBatch
            noun="车队"
            unit="个"
            keys={keys}
            nameOf={nameIn(rows)}
            run={batch.start}
            done={changed}
            del={fleetDel}
            status={status}
          />
        )}
        rowActions={(row) => [
          { label: '查看', to: links.details(row.id) },
          { label: '编辑', to: links.edit(row.id), can: fleetUpdate },
          { label: '分配车辆', can: fleetAssign, run: () => setAssigning(row) },
          enableAction(fleetSetStatus, row, '停用后不能再选择该车队，已有的车辆和司机不变。', changed),
          { label: '变更记录', run: () => history.open(row) },
          { label: '删除', danger: true, can: fleetDel, run: () => removeOne(fleetDel, row, changed) },
        ]}
        empty={<Empty title="暂无车队" text="新增车队后把车辆分配进来" action={toolbar} />}
      />
      {batch.dialog}
      {history.drawer}
      {assigning ? <AssignDialog fleet={assigning} done={changed} close={() => setAssigning(null)} /> : null}
    </>
  );
}
