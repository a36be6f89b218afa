import {
  type DriverFilters,
  type DriverRow,
  driverAdd,
  driverBind,
  driverColumns,
  driverCounts,
  driverDetail,
  driverDuplicates,
  driverRegister,
  driverSetStatus,
} from '@tongda/contract/resources/driver/calls';
import { driverStatus } from '@tongda/contract/resources/enums';
import { useMemo, useState } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { Duplicates } from '../../../kit/list/duplicates';
import { type StateChange, useSetOne } from '../../../kit/list/register';
import { RegisterListPage } from '../../../kit/list/register-page';
import { StatusTabs } from '../../../kit/list/status-tabs';
import type { List } from '../../../kit/list/use-rows';
import type { RowAction } from '../../../kit/table/types';
import { BindDialog } from './bind-dialog';
import { driverCells } from './cells';
import { useDriverLinks } from './links';

const status = { call: driverSetStatus, field: 'status', options: driverStatus.options };

/** 司机管理: the register of drivers with their documents. */
export function DriverListPage() {
  const links = useDriverLinks();
  const setOne = useSetOne(driverSetStatus);
  const cells = useMemo(() => driverCells(links.details), [links]);
  const [binding, setBinding] = useState<DriverRow | null>(null);
  return (
    <RegisterListPage<DriverRow>
      of={driverRegister}
      columns={driverColumns}
      cells={cells}
      nameOf={(row) => row.name}
      add={links.add}
      edit={(row) => links.edit(row.id)}
      stale={[driverCounts, driverDetail]}
      tabs={({ list }) => <Tabs list={list} />}
      choices="部门、车队和承运商"
      toolbar={<Duplicates of={driverDuplicates} noun="司机" page={links.details} />}
      status={status}
      before={(row) => [{ label: '详情', to: links.details(row.id) }]}
      between={(row, { changed }) => [
        { label: '绑定车辆', can: driverBind, run: () => setBinding(row) },
        ...statusActions(row, (change) => setOne(change, changed)),
        { label: '复制', to: links.copy(row.id), can: driverAdd },
      ]}
      emptyText="逐名新增，或用模板一次导入多名"
    >
      {({ changed }) =>
        binding ? <BindDialog driver={binding} done={changed} close={() => setBinding(null)} /> : null
      }
    </RegisterListPage>
  );
}

function statusActions(row: DriverRow, set: (change: StateChange) => Promise<void>): RowAction[] {
  const to = (label: string, code: number, ask?: string): RowAction => ({
    label,
    can: driverSetStatus,
    run: () => set({ id: row.id, name: row.name, field: 'status', code, state: driverStatus.label(code), ask }),
  });
  const leave = to('离职', driverStatus.left, '离职后自动解绑驾驶的车辆，历史记录保留。');
  if (row.status === driverStatus.employed) return [to('停用', driverStatus.disabled), leave];
  return [to('恢复在职', driverStatus.employed), ...(row.status === driverStatus.disabled ? [leave] : [])];
}

function Tabs({ list }: { list: List<DriverRow> }) {
  const { tab: _tab, ...filters } = list.filters;
  // filters come from the address as the user left them: the server checks them
  const { data } = useAsk(driverCounts, filters as Partial<DriverFilters>, { keep: true });
  return (
    <StatusTabs
      list={list}
      name="tab"
      items={[
        { name: '全部', count: data?.all },
        { code: 'employed', name: '在职', count: data?.employed },
        { code: 'disabled', name: '停用', count: data?.disabled },
        { code: 'left', name: '离职', count: data?.left },
        { code: 'soon', name: '证件将到期', count: data?.soon },
        { code: 'expired', name: '证件已过期', count: data?.expired },
      ]}
    />
  );
}
