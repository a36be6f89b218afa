import {
  type CustomerRow,
  customerColumns,
  customerDetail,
  customerDuplicates,
  customerRegister,
  customerSetStatus,
} from '@tongda/contract/resources/customer/calls';
import { enableStatus } from '@tongda/contract/resources/enums';
import { storePage } from '@tongda/contract/resources/store/calls';
import { href, routes } from '@tongda/contract/shell/routes';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { DueDate } from '../../../kit/detail/due-date';
import { Duplicates } from '../../../kit/list/duplicates';
import { RegisterListPage } from '../../../kit/list/register-page';
import { EnableDot, useEnableAction } from '../../../kit/show/enable-dot';
import { TempClasses } from '../../../kit/show/temp-class';
import type { Cells } from '../../../kit/table/types';
import { useCustomerLinks } from './links';

const status = { call: customerSetStatus, field: 'status', options: enableStatus.options };

/** 客户管理: the register of shippers and consignees. */
export function CustomerListPage() {
  const links = useCustomerLinks();
  const enableAction = useEnableAction(customerSetStatus, '停用后不能再选择该客户，已有的门店和订单不变。');
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
      choices="部门"
      toolbar={<Duplicates of={customerDuplicates} noun="客户" page={links.details} />}
      status={status}
      before={(row) => [{ label: '详情', to: links.details(row.id) }]}
      between={(row, { changed }) => [
        { label: '门店', can: storePage, to: href(routes.storeList, 'resources', { customerId: row.id }) },
        enableAction(row, changed),
      ]}
      emptyText="逐家新增，或用模板一次导入多家"
    />
  );
}
