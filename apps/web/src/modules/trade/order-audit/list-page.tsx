import {
  type AuditRow,
  auditColumns,
  auditCount,
  auditExport,
  auditFilters,
  auditPage,
} from '@tongda/contract/trade/member/audit';
import { auditStage } from '@tongda/contract/trade/member/enums';
import { Link } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { DueDate } from '../../../kit/detail/due-date';
import { ExportButton } from '../../../kit/files/export-button';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { StatusTabs } from '../../../kit/list/status-tabs';
import { useList } from '../../../kit/list/use-rows';
import { formatYuan } from '../../../kit/show/money';
import { StateDot } from '../../../kit/show/state-dot';
import { Empty } from '../../../kit/show/states';
import type { Cells } from '../../../kit/table/types';
import { auditLinks } from './links';
import { stageTones, useAudit } from './use-audit';

const cells: Cells<AuditRow> = {
  orderNo: (row) => <Link to={auditLinks.detail(row.kind, row.orderNo)}>{row.orderNo}</Link>,
  amountFen: (row) => formatYuan(row.amountFen),
  reviewDue: (row) => <DueDate date={row.reviewDue} always />,
  stage: (row) => <StateDot of={auditStage} tones={stageTones} code={row.stage} />,
};

/** 订单审核: orders of memberships and renewals of all companies, by where they stand. */
export function OrderAuditListPage() {
  const list = useList<AuditRow>(auditPage, { rowKey: 'key' });
  const { actions, dialog } = useAudit();
  const counts = useAsk(auditCount, undefined);
  const total = counts.data?.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <ListPage
        list={list}
        columns={auditColumns}
        cells={cells}
        tabs={
          <StatusTabs
            list={list}
            name="stage"
            items={[
              { name: '全部', count: total },
              ...auditStage.options.map(({ code, name }) => ({
                code,
                name,
                count: counts.data && (counts.data.find(({ stage }) => stage === code)?.count ?? 0),
              })),
            ]}
          />
        }
        filters={<RegisterFilters of={auditFilters.table} />}
        toolbar={<ExportButton of={auditExport} />}
        rowActions={(row) => [{ label: '详情', to: auditLinks.detail(row.kind, row.orderNo) }, ...actions(row)]}
        empty={<Empty title="没有订单" text="企业提交会员或续费订单后在这里审核" />}
      />
      {dialog}
    </>
  );
}
