import { routePlanStatus } from '@tongda/contract/ground/place/enums';
import {
  type PlanRow,
  planAdd,
  planCancel,
  planColumns,
  planDetail,
  planRegister,
  planSend,
  planStrategies,
  planToRoute,
} from '@tongda/contract/ground/route-plan/calls';
import { Button } from 'antd';
import { Ban } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../../kit/call/api';
import { useAsk } from '../../../kit/call/use-ask';
import { useRowAct } from '../../../kit/call/use-row-act';
import { RegisterListPage } from '../../../kit/list/register-page';
import { Can } from '../../../kit/session/can';
import { none } from '../../../kit/show/format';
import { StateDot } from '../../../kit/show/state-dot';
import type { Cells } from '../../../kit/table/types';
import { planLinks } from './links';
import { Rate } from './rate';
import { RouteDialog } from './route-dialog';
import { ReadReceipt, SendDialog, SendResult } from './send-plan';
import './styles.css';

const tones = {
  [routePlanStatus.draft]: 'amber',
  [routePlanStatus.sent]: 'blue',
  [routePlanStatus.running]: 'green',
  [routePlanStatus.done]: 'violet',
  [routePlanStatus.void]: 'grey',
};
const cells: Cells<PlanRow> = {
  planNo: (row) => (
    <Link className="kit-table-word" to={planLinks.details(row.id)}>
      {row.planNo}
    </Link>
  ),
  status: (row) => <StateDot of={routePlanStatus} tones={tones} code={row.status} />,
  sendStatus: (row) => <SendResult status={row.sendStatus} />,
  driverReadTime: (row) => <ReadReceipt {...row} />,
  deviationRate: (row) => <Rate value={row.deviationRate} />,
  deviationCount: (row) =>
    row.deviationCount ? (
      <span className="ground-route-plan-late">{row.deviationCount}</span>
    ) : (
      (row.deviationCount ?? none)
    ),
  lateCount: (row) => (row.lateCount > 0 ? <span className="ground-route-plan-late">{row.lateCount}</span> : '0'),
};
const isEditable = (row: PlanRow): boolean => row.status === routePlanStatus.draft;
const isSendable = (row: PlanRow): boolean => isEditable(row) || row.status === routePlanStatus.sent;
const hasBegun = (row: PlanRow): boolean =>
  row.status === routePlanStatus.running || row.status === routePlanStatus.done;

const withoutStrategy = planColumns.filter(({ value }) => value !== 'strategy');

/** 线路规划: which stops in which order, when, with which vehicle. */
export function PlanListPage() {
  const cancelPlan = useCancelPlan();
  const [routing, setRouting] = useState<PlanRow | null>(null);
  const [sending, setSending] = useState<PlanRow | null>(null);
  const { data: strategies } = useAsk(planStrategies, undefined);
  return (
    <RegisterListPage<PlanRow>
      of={planRegister}
      columns={strategies?.shown ? planColumns : withoutStrategy}
      cells={cells}
      nameOf={(row) => row.planName}
      add={planLinks.add}
      edit={(row) => planLinks.edit(row.id)}
      fixed={(row) => (isEditable(row) ? undefined : `${routePlanStatus.label(row.status)}的规划不能修改`)}
      stale={[planDetail]}
      batch={({ keys, nameOf, run, changed }) => (
        <Can do={planCancel}>
          <Button
            icon={<Ban />}
            onClick={() =>
              void run({
                title: `作废 ${keys.length} 个线路规划`,
                ids: keys,
                nameOf,
                done: changed,
                step: (ids) => call(planCancel, { ids }),
              })
            }
          >
            作废
          </Button>
        </Can>
      )}
      before={(row) => [{ label: '详情', to: planLinks.details(row.id) }]}
      between={(row, { changed }) => [
        ...(hasBegun(row) ? [{ label: '对比', to: planLinks.compare(row.id) }] : []),
        ...(isSendable(row)
          ? [
              {
                label: isEditable(row) ? '下发' : '重新下发',
                can: planSend,
                run: () => setSending(row),
              },
            ]
          : []),
        ...(row.status !== routePlanStatus.void && row.routeId === null
          ? [{ label: '转为线路', can: planToRoute, run: () => setRouting(row) }]
          : []),
        ...(isSendable(row) || row.status === routePlanStatus.running
          ? [{ label: '作废', can: planCancel, run: () => cancelPlan(row, changed) }]
          : []),
        { label: '复制', to: planLinks.copy(row.id), can: planAdd },
      ]}
      emptyText="选择途经点和时间窗，由系统排出顺序和时刻"
    >
      {({ changed }) => (
        <>
          {routing ? <RouteDialog plan={routing} done={changed} close={() => setRouting(null)} /> : null}
          {sending ? <SendDialog plan={sending} done={changed} close={() => setSending(null)} /> : null}
        </>
      )}
    </RegisterListPage>
  );
}

const useCancelPlan = () =>
  useRowAct(({ id }: PlanRow) => call(planCancel, { ids: [id] }), {
    sure: ({ planName, status }) => ({
      title: `确定作废“${planName}”？`,
      content:
        status !== routePlanStatus.draft
          ? '作废后不能再修改，并向车辆终端发送作废通知，司机端显示已作废；可以复制。'
          : '作废后不能再修改，可以复制。',
      ok: '作废',
    }),
    told: ({ planName }) => `“${planName}”已作废`,
  });
