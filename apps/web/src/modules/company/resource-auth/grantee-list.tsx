import { type GranteeRow, granteeFilterSet } from '@tongda/contract/company/resource-auth/calls';
import { granteeColumns } from '@tongda/contract/company/resource-auth/columns';
import { Button } from 'antd';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { ExportButton } from '../../../kit/files/export-button';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { useList } from '../../../kit/list/use-rows';
import { Can } from '../../../kit/session/can';
import { Empty } from '../../../kit/show/states';
import type { GrantFamilyPage } from './families';
import { grantLinks } from './links';

const options = { rowKey: 'key' } as const;

/** 按被授权方: departments and users with the number of their grants. */
export function GranteeList({ of, view }: { of: GrantFamilyPage; view: ReactNode }) {
  const list = useList<GranteeRow>(of.calls.grantees, options);
  const links = grantLinks(of.family);
  const navigate = useNavigate();
  return (
    <ListPage
      list={list}
      columns={granteeColumns}
      cells={{
        granteeName: (row) => <Link to={links.detail(row.granteeType, row.granteeId)}>{row.granteeName}</Link>,
        active: (row) => <Link to={links.of(row.granteeType, row.granteeId)}>{row.active}</Link>,
        soon: (row) => <span className={row.soon > 0 ? 'company-resource-auth-soon' : undefined}>{row.soon}</span>,
      }}
      filters={<RegisterFilters of={granteeFilterSet.table} />}
      toolbar={
        <>
          {view}
          <Can do={of.calls.save}>
            <Button type="primary" icon={<Plus />} onClick={() => void navigate(links.add)}>
              新增授权
            </Button>
          </Can>
          <ExportButton of={of.calls.granteesExport} />
        </>
      }
      rowActions={(row) => [
        { label: '详情', to: links.detail(row.granteeType, row.granteeId) },
        { label: '授权记录', to: links.of(row.granteeType, row.granteeId) },
      ]}
      empty={<Empty title="还没有授权" />}
    />
  );
}
