import { useQuery } from '@tanstack/react-query';
import { auditKind, auditStage, memberPayType } from '@tongda/contract/enums/member';
import { type AuditRow, auditColumns, auditCount, auditExport, auditPage } from '@tongda/contract/member/audit';
import { Link } from 'react-router';
import { call } from '../../kit/api';
import type { Cells } from '../../kit/data-table';
import { DueDate } from '../../kit/due-date';
import { ExportButton } from '../../kit/export-button';
import { FilterEnum, FilterRange, FilterText } from '../../kit/filters';
import { ListPage } from '../../kit/list-page';
import { yuan } from '../../kit/money';
import { StateDot } from '../../kit/state-dot';
import { Empty } from '../../kit/states';
import { StatusTabs } from '../../kit/status-tabs';
import { useList } from '../../kit/use-list';
import { auditLinks } from './links';
import { stageTones, useAudit } from './use-audit';

const cells: Cells<AuditRow> = {
  orderNo: (row) => <Link to={auditLinks.detail(row.kind, row.orderNo)}>{row.orderNo}</Link>,
  amountFen: (row) => yuan(row.amountFen),
  reviewDue: (row) => <DueDate date={row.reviewDue} always />,
  stage: (row) => <StateDot of={auditStage} tones={stageTones} code={row.stage} />,
};

/** 订单审核: orders of memberships and renewals of all companies, by where they stand. */
export function OrderAuditListPage() {
  const list = useList<AuditRow>(auditPage, { rowKey: 'key' });
  const { actions, dialog } = useAudit();
  const counts = useQuery({
    queryKey: [auditCount.path],
    queryFn: ({ signal }) => call(auditCount, undefined, { signal, quiet: true }),
  });
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
                count: counts.data?.find(({ stage }) => stage === code)?.count ?? 0,
              })),
            ]}
          />
        }
        filters={
          <>
            <FilterText name="client" label="企业" main width={190} />
            <FilterText name="orderNo" label="订单号" width={190} />
            <FilterEnum name="kind" label="类型" of={auditKind} width={130} />
            <FilterEnum name="payType" label="支付方式" of={memberPayType} width={180} />
            <FilterRange names={['from', 'to']} label="下单时间" />
          </>
        }
        toolbar={<ExportButton of={auditExport} />}
        rowActions={(row) => [{ label: '查看', to: auditLinks.detail(row.kind, row.orderNo) }, ...actions(row)]}
        empty={<Empty title="没有订单" text="企业提交会员或续费订单后在这里审核" />}
      />
      {dialog}
    </>
  );
}
