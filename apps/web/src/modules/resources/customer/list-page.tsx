import {
  type CustomerRow,
  customerColumns,
  customerDetail,
  customerRegister,
  customerSetStatus,
} from '@tongda/contract/resources/customer/calls';
import { customerType, enableStatus, gradeLevel } from '@tongda/contract/resources/enums';
import { storePage } from '@tongda/contract/resources/store/calls';
import { href, routes } from '@tongda/contract/shell/routes';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { DueDate } from '../../../kit/detail/due-date';
import { FilterEnum, FilterSelect, FilterText, FilterTree } from '../../../kit/list/filters';
import { RegisterListPage } from '../../../kit/list/register-page';
import type { Cells } from '../../../kit/list/table-types';
import { EnableDot, enableAction } from '../../../kit/show/enable-dot';
import { TempClasses } from '../../../kit/show/temp-class';
import { loadOrgs } from '../../base/org/door';
import { useCustomerLinks } from './links';

const status = { call: customerSetStatus, field: 'status', options: enableStatus.options };
const expiry = [
  { code: 'soon', name: '30天内到期' },
  { code: 'expired', name: '已过期' },
];

/** 客户管理: shippers and consignees. */
export function CustomerListPage() {
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
  return (
    <RegisterListPage<CustomerRow>
      of={customerRegister}
      columns={customerColumns}
      cells={cells}
      nameOf={(row) => row.name}
      add={links.add}
      edit={(row) => links.edit(row.id)}
      stale={[customerDetail]}
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
      choices="组织"
      status={status}
      before={(row) => [{ label: '查看', to: links.details(row.id) }]}
      between={(row, { changed }) => [
        { label: '门店', can: storePage, to: href(routes.storeList, 'resources', { customerId: row.id }) },
        enableAction(customerSetStatus, row, '停用后不能再选择该客户，已有的门店和订单不变。', changed),
      ]}
      emptyText="逐家新增，或用模板一次导入多家"
    />
  );
}
