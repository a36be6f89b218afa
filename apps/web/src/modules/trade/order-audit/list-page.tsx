import {
  type AuditRow,
  auditColumns,
  auditCount,
  auditExport,
  auditFilters,
  auditKindWords,
  auditPage,
} from '@tongda/contract/trade/member/audit';
import { auditStage } from '@tongda/contract/trade/member/enums';
import { invoiceStatus } from '@tongda/contract/transport/enums';
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
import { invoiceTones } from '../parts/money-tones';
import { auditLinks } from './links';
import { stageTones, useAudit } from './use-audit';

const cells: Cells<AuditRow> = {
  orderNo: (row) => <Link to={auditLinks.detail(row)}>{row.orderNo}</Link>,
  kind: auditKindWords,
  amountFen: (row) => formatYuan(row.amountFen),
  reviewDue: (row) => <DueDate date={row.reviewDue} always />,
  invoiceStatus: (row) => <StateDot of={invoiceStatus} tones={invoiceTones} code={row.invoiceStatus} />,
  stage: (row) => <StateDot of={auditStage} tones={stageTones} code={row.stage} />,
};

/** 订单审核: orders of all companies, by where they stand. */
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
        rowActions={(row) => [{ label: '详情', to: auditLinks.detail(row) }, ...actions(row)]}
        empty={<Empty title="没有订单" text="企业提交会员、续费或设备、软件等订单后在这里审核和开票" />}
      />
      {dialog}
    </>
  );
}
