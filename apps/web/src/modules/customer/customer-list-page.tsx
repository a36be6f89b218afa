import {
  type CustomerRow,
  customerAdd,
  customerChangeHis,
  customerColumns,
  customerDel,
  customerDetail,
  customerExport,
  customerImports,
  customerPage,
  customerSetStatus,
  customerUpdate,
} from '@tongda/contract/customer/customer';
import { customerType, enableStatus, gradeLevel } from '@tongda/contract/enums/resource';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useBatch } from '../../kit/batch-run';
import type { Cells } from '../../kit/data-table';
import { DueDate } from '../../kit/due-date';
import { EnableDot, enableAction } from '../../kit/enable-dot';
import { FilterEnum, FilterSelect, FilterText, FilterTree } from '../../kit/filters';
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
import { TempClasses } from '../../kit/temp-class';
import { useList } from '../../kit/use-list';
import { loadOrgs } from '../org/pick';
import { useCustomerLinks } from './links';

const stale = [customerDetail, customerChangeHis];
const status = { call: customerSetStatus, field: 'status', options: enableStatus.options };
const expiry = [
  { code: 'soon', name: '30天内到期' },
  { code: 'expired', name: '已过期' },
];

/** 客户管理: shippers and consignees. */
export function CustomerListPage() {
  const list = useList<CustomerRow>(customerPage);
  const links = useCustomerLinks();
  const cells = useMemo(
    (): Cells<CustomerRow> => ({
      name: (row) => <Link to={links.details(row.id)}>{row.name}</Link>,
      status: (row) => <EnableDot status={row.status} />,
      temperatureType: (row) =>
        row.temperatureType === null ? undefined : <TempClasses codes={[row.temperatureType]} />,
      contractEnd: (row) => <DueDate date={row.contractEnd} />,
    }),
    [links],
  );
  const changed = useChanged(list, stale);
  const batch = useBatch();
  const history = useHistoryDrawer(customerChangeHis);
  const toolbar = (
    <RegisterToolbar
      add={links.add}
      create={customerAdd}
      imports={customerImports}
      choices="组织"
      exports={customerExport}
      done={changed}
    />
  );
  return (
    <>
      <ListPage
        list={list}
        columns={customerColumns}
        cells={cells}
        filters={
          <>
            <FilterText name="name" label="客户名称、简称或编码" main width={220} />
            <FilterEnum name="customerType" label="类型" of={customerType} width={140} />
            <FilterEnum name="level" label="等级" of={gradeLevel} width={110} />
            <FilterText name="area" label="区域" width={150} />
            <FilterText name="salesman" label="业务员" width={150} />
            <FilterEnum name="status" label="状态" of={enableStatus} width={120} />
            <FilterTree name="orgId" label="组织" load={loadOrgs} width={180} />
            <FilterSelect name="expire" label="合同" options={expiry} width={150} />
          </>
        }
        toolbar={toolbar}
        batch={(rows, keys) => (
          <RegisterBatch
            noun="客户"
            unit="家"
            keys={keys}
            nameOf={nameIn(rows)}
            run={batch.start}
            done={changed}
            del={customerDel}
            status={status}
          />
        )}
        rowActions={(row) => [
          { label: '查看', to: links.details(row.id) },
          { label: '编辑', to: links.edit(row.id), can: customerUpdate },
          enableAction(customerSetStatus, row, '停用后不能再选择该客户，已有的门店和订单不变。', changed),
          { label: '变更记录', run: () => history.open(row) },
          { label: '删除', danger: true, can: customerDel, run: () => removeOne(customerDel, row, changed) },
        ]}
        empty={<Empty title="暂无客户" text="逐家新增，或用模板一次导入多家" action={toolbar} />}
      />
      {batch.dialog}
      {history.drawer}
    </>
  );
}
