import {
  deviceFeeFilters,
  type FeeRow,
  feeColumns,
  feeDetail,
  feeExport,
  feePage,
  feeSaveReminder,
  feeSummary,
  renewPage,
  renewSaveDraft,
} from '@tongda/contract/trade/device-fee/calls';
import { renewLimits } from '@tongda/contract/trade/device-fee/renewal';
import { feeStatus } from '@tongda/contract/trade/member/enums';
import { Button, Segmented } from 'antd';
import { BellRing, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { toast } from '../../../kit/dialog/notify';
import { ExportButton } from '../../../kit/files/export-button';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { useList } from '../../../kit/list/use-rows';
import { Can } from '../../../kit/session/can';
import { none } from '../../../kit/show/format';
import { PlateLink } from '../../../kit/show/plate/link';
import { StateDot } from '../../../kit/show/state-dot';
import { Empty } from '../../../kit/show/states';
import type { Cells } from '../../../kit/table/types';
import { DaysLeft } from '../parts/days-left';
import { StatCards } from '../parts/stat-cards';
import { CanBuy, useVisiting } from '../parts/visitor';
import { feeLinks } from './links';
import { OrderList } from './order-list';
import { ReminderDialog } from './reminder-dialog';
import './styles.css';

export const feeTones = {
  [feeStatus.normal]: 'green',
  [feeStatus.soon]: 'amber',
  [feeStatus.expired]: 'red',
  [feeStatus.grace]: 'amber',
  [feeStatus.stopped]: 'red',
};

const cells: Cells<FeeRow> = {
  terminalNo: (row) => <Link to={feeLinks.device(row.id)}>{row.terminalNo}</Link>,
  plateNo: (row) => <PlateLink id={row.vehicleId} plateNo={row.plateNo} colour={row.vehicleColor} />,
  remainDays: (row) => <DaysLeft days={row.remainDays} />,
  feeStatus: (row) => <StateDot of={feeStatus} tones={feeTones} code={row.feeStatus} />,
  // paid by the year, so the year is part of it
  lastRenewTime: (row) => row.lastRenewTime?.slice(0, 16) ?? none,
  remind: (row) => (row.remind ? '开' : '关'),
};

/** 设备费用: services of terminals, or the renewals (`?view=order`). */
export function FeeListPage() {
  const [params, setParams] = useSearchParams();
  const orders = params.get('view') === 'order';
  const summary = useAsk(feeSummary, undefined);
  const data = summary.data;
  const view = (
    <Segmented
      value={orders ? 'order' : 'device'}
      options={[
        { value: 'device', label: '设备列表' },
        { value: 'order', label: '续费订单' },
      ]}
      onChange={(value) => setParams(value === 'order' ? { view: 'order' } : {}, { replace: true })}
    />
  );
  return (
    <div className="trade-device-fee-page">
      <StatCards
        label="设备费用统计"
        cards={[
          { label: '总设备', value: data?.total, to: feeLinks.list },
          { label: '正常', value: data?.normal, to: feeLinks.status([feeStatus.normal]) },
          { label: '30天内到期', value: data?.soon, to: feeLinks.status([feeStatus.soon]), tone: 'amber' },
          {
            label: '已到期/停机',
            value: data?.over,
            to: feeLinks.status([feeStatus.expired, feeStatus.grace, feeStatus.stopped]),
            tone: 'red',
          },
          { label: '待付款订单', value: data?.ordersToPay, to: feeLinks.ordersToPay, tone: 'amber' },
        ]}
      />
      {orders ? (
        <OrderList view={view} mayConfirm={data?.mayConfirm ?? false} />
      ) : (
        <Devices view={view} models={data?.models ?? []} packages={data?.packages ?? []} />
      )}
    </div>
  );
}

const toOptions = (texts: readonly string[]) => texts.map((text) => ({ code: text, name: text }));

function Devices({ view, models, packages }: { view: ReactNode; models: string[]; packages: string[] }) {
  const list = useList<FeeRow>(feePage);
  const navigate = useNavigate();
  const visiting = useVisiting();
  const [reminding, setReminding] = useState(false);
  const saveDraft = useAct(renewSaveDraft, {
    stale: [renewPage],
    done: () => navigate(feeLinks.step(1)),
  });
  const renew = (rows: FeeRow[]): void => {
    const free = rows.filter((row) => row.openOrderNo === null);
    if (free.length === 0) toast('warning', '所选设备都已在待付款订单中');
    else if (free.length > renewLimits.devices) toast('warning', `一次最多续费${renewLimits.devices}台设备`);
    else void saveDraft.run({ items: free.map((row) => ({ deviceId: row.id, years: 1 })) });
  };
  return (
    <>
      <ListPage
        list={list}
        columns={feeColumns}
        cells={cells}
        filters={
          <RegisterFilters
            of={deviceFeeFilters.table}
            choices={{ model: toOptions(models), packageName: toOptions(packages) }}
          />
        }
        toolbar={
          <>
            {view}
            <CanBuy do={renewSaveDraft}>
              <Button type="primary" icon={<RefreshCw />} onClick={() => void navigate(feeLinks.step(1))}>
                续费
              </Button>
            </CanBuy>
            <Can do={feeSaveReminder}>
              <Button icon={<BellRing />} onClick={() => setReminding(true)}>
                提醒设置
              </Button>
            </Can>
            <ExportButton of={feeExport} />
          </>
        }
        batch={(rows) => (
          <CanBuy do={renewSaveDraft}>
            <Button icon={<RefreshCw />} loading={saveDraft.busy} onClick={() => renew(rows)}>
              批量续费
            </Button>
          </CanBuy>
        )}
        rowActions={(row) => [
          { label: '详情', to: feeLinks.device(row.id), can: feeDetail },
          ...(row.openOrderNo !== null
            ? [
                {
                  label: '待付款订单',
                  to: feeLinks.order(row.openOrderNo),
                  can: feeDetail,
                  why: row.openOrderVisible ? undefined : `订单${row.openOrderNo}由其他人提交，您不能查看`,
                },
              ]
            : visiting
              ? []
              : [{ label: '续费', can: renewSaveDraft, run: () => renew([row]) }]),
        ]}
        empty={<Empty title="没有设备" text="设备入库并安装后，在这里查看服务到期和续费" />}
      />
      {reminding ? <ReminderDialog close={() => setReminding(false)} /> : null}
    </>
  );
}
