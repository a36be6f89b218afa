import { useQuery } from '@tanstack/react-query';
import { licenceClass } from '@tongda/contract/base/org/enums';
import {
  type DriverFilters,
  type DriverRow,
  driverAdd,
  driverBind,
  driverColumns,
  driverCounts,
  driverDetail,
  driverRegister,
  driverSetStatus,
} from '@tongda/contract/resources/driver/calls';
import { driverStatus } from '@tongda/contract/resources/enums';
import { useMemo, useState } from 'react';
import { call } from '../../../kit/call/api';
import { FilterEnum, FilterRemote, FilterSelect, FilterText, FilterTree } from '../../../kit/list/filters';
import { setOne } from '../../../kit/list/register';
import { RegisterListPage } from '../../../kit/list/register-page';
import { StatusTabs } from '../../../kit/list/status-tabs';
import type { RowAction } from '../../../kit/list/table-types';
import type { List } from '../../../kit/list/use-list';
import { loadOrgs } from '../../base/org/door';
import { loadCarriers, loadFleets } from '../../base/reference/door';
import { BindDialog } from './bind-dialog';
import { driverCells } from './cells';
import { useDriverLinks } from './links';

const status = { call: driverSetStatus, field: 'status', options: driverStatus.options };

/** 司机管理: who drives, with which licences, and until when they hold. */
export function DriverListPage() {
  const links = useDriverLinks();
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
      filters={<Filters />}
      choices="组织、车队和承运商"
      status={status}
      before={(row) => [{ label: '查看', to: links.details(row.id) }]}
      between={(row, { changed }) => [
        { label: '绑定车辆', can: driverBind, run: () => setBinding(row) },
        ...statusActions(row, changed),
        { label: '复制新增', to: links.copy(row.id), can: driverAdd },
      ]}
      emptyText="逐名新增，或用模板一次导入多名"
    >
      {({ changed }) =>
        binding ? <BindDialog driver={binding} done={changed} close={() => setBinding(null)} /> : null
      }
    </RegisterListPage>
  );
}

function statusActions(row: DriverRow, done: () => void): RowAction[] {
  const to = (label: string, code: number, ask?: string): RowAction => ({
    label,
    can: driverSetStatus,
    run: () => setOne(driverSetStatus, row, { field: 'status', code, name: driverStatus.label(code), ask }, done),
  });
  const leave = to('离职', driverStatus.left, '离职后自动解绑驾驶的车辆，历史记录保留。');
  if (row.status === driverStatus.employed) return [to('停用', driverStatus.disabled), leave];
  return [to('恢复在职', driverStatus.employed), ...(row.status === driverStatus.disabled ? [leave] : [])];
}

function Tabs({ list }: { list: List<DriverRow> }) {
  const { tab: _tab, ...filters } = list.filters;
  const { data } = useQuery({
    queryKey: [driverCounts.path, filters],
    queryFn: ({ signal }) => call(driverCounts, filters as Partial<DriverFilters>, { signal, quiet: true }),
    placeholderData: (old) => old,
  });
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

const drives = [
  { code: 1, name: '有' },
  { code: 0, name: '无' },
];

const invited = [
  { code: 1, name: '已开通' },
  { code: 0, name: '未开通' },
];

function Filters() {
  return (
    <>
      <FilterText name="name" label="姓名" main width={170} />
      <FilterText name="phone" label="手机号" width={180} />
      <FilterRemote name="fleetId" label="车队" load={loadFleets} width={170} />
      <FilterTree name="orgId" label="组织" load={loadOrgs} width={180} />
      <FilterEnum name="licenseClass" label="准驾" of={licenceClass} width={120} />
      <FilterSelect name="hasVehicle" label="驾驶车辆" options={drives} width={140} />
      <FilterSelect name="hasAccount" label="司机端" options={invited} width={140} />
      <FilterRemote name="carrierId" label="承运商" load={loadCarriers} width={180} />
    </>
  );
}
