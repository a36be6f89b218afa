import {
  type MemberDevice,
  memberDeviceColumns,
  memberDeviceExport,
  memberDeviceFilters,
  memberSummary,
  queryMemberDevice,
} from '@tongda/contract/trade/member/device';
import { memberEffectiveStatus } from '@tongda/contract/trade/member/enums';
import { createOrder, memberSaveDraft } from '@tongda/contract/trade/member/order';
import { Button, Segmented } from 'antd';
import { Crown, ReceiptText, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { toast } from '../../../kit/dialog/notify';
import { ExportButton } from '../../../kit/files/export-button';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { encodeValue } from '../../../kit/list/url';
import { useList } from '../../../kit/list/use-rows';
import { mayPurchase } from '../../../kit/session/purchase';
import { none } from '../../../kit/show/format';
import { PlateLink } from '../../../kit/show/plate/link';
import { StateDot } from '../../../kit/show/state-dot';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import type { Cells } from '../../../kit/table/types';
import { DaysLeft } from '../parts/days-left';
import { StatCards } from '../parts/stat-cards';
import { CanBuy, useVisiting } from '../parts/visitor';
import { memberLinks } from './links';
import { MemberFaq, PlanCompare } from './plan-compare';
import { QuotaBand } from './quota-band';
import { monthsOf, usePlans } from './use-plans';
import './styles.css';

export const effectiveTones = { [memberEffectiveStatus.effective]: 'green', [memberEffectiveStatus.expired]: 'red' };

const cells: Cells<MemberDevice> = {
  plateNo: (row) => <PlateLink id={row.vehicleId} plateNo={row.plateNo} colour={row.vehicleColor} />,
  planName: (row) => row.planName || '未开通',
  remainDays: (row) => <DaysLeft days={row.remainDays} />,
  memberEffectiveStatus: (row) => (
    <StateDot of={memberEffectiveStatus} tones={effectiveTones} code={row.memberEffectiveStatus} />
  ),
};

/** 会员中心: the company's terminals with their memberships, or (`?view=plan`) the plans on sale. */
export function MemberPage() {
  const [params, setParams] = useSearchParams();
  const plans = params.get('view') === 'plan';
  const view = (
    <Segmented
      value={plans ? 'plan' : 'device'}
      options={[
        { value: 'device', label: '我的设备' },
        { value: 'plan', label: '套餐与价格' },
      ]}
      onChange={(value) => setParams(value === 'plan' ? { view: 'plan' } : {}, { replace: true })}
    />
  );
  const summary = useAsk(memberSummary, undefined);
  const data = summary.data;
  const status = (code: number) => memberLinks.devices({ effectiveStatus: encodeValue(code) });
  return (
    <div className="trade-member-page">
      {summary.error ? (
        <ErrorState error={summary.error} retry={() => void summary.refetch()} />
      ) : (
        <QuotaBand of={data} />
      )}
      <StatCards
        label="会员概况"
        cards={[
          {
            label: '生效设备',
            value: data && `${data.effective} / ${data.total}`,
            to: status(memberEffectiveStatus.effective),
          },
          { label: '最近到期', value: data && (data.nearestEnd ?? none), to: memberLinks.home },
          { label: '30天内到期', value: data?.soon, to: memberLinks.devices({ expire: 'soon' }), tone: 'amber' },
          { label: '已过期', value: data?.expired, to: status(memberEffectiveStatus.expired), tone: 'red' },
        ]}
      />
      {plans ? <Plans view={view} /> : <Devices view={view} models={data?.models ?? []} />}
    </div>
  );
}

/** 购买: leads to the purchase, or to an order that waits and must be settled first. */
function useBuy(): (planId?: string) => Promise<void> {
  const navigate = useNavigate();
  return async (planId) => {
    if (await mayPurchase()) await navigate(memberLinks.buy(planId));
  };
}

function Words() {
  const buy = useBuy();
  const navigate = useNavigate();
  return (
    <>
      <CanBuy do={createOrder}>
        <Button type="primary" icon={<Crown />} onClick={() => void buy()}>
          购买会员
        </Button>
      </CanBuy>
      <Button icon={<ReceiptText />} onClick={() => void navigate(memberLinks.history)}>
        我的订单
      </Button>
    </>
  );
}

function Plans({ view }: { view: ReactNode }) {
  const { data, base, error, refetch } = usePlans();
  const buy = useBuy();
  return (
    <section className="trade-member-plans">
      <div className="kit-list-tools">
        <div className="kit-list-tools-left">
          {view}
          <Words />
        </div>
      </div>
      {error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Loading /> : null}
      {data?.length === 0 ? <Empty title="服务商还没有上架会员套餐" text="上架后在这里比较和购买" /> : null}
      {data && data.length > 0 ? (
        <div className="trade-member-columns">
          <PlanCompare plans={data} base={base} buy={(planId) => void buy(planId)} />
          <MemberFaq />
        </div>
      ) : null}
    </section>
  );
}

const toOptions = (texts: readonly string[]) => texts.map((text) => ({ code: text, name: text }));

function Devices({ view, models }: { view: ReactNode; models: string[] }) {
  const list = useList<MemberDevice>(queryMemberDevice);
  const navigate = useNavigate();
  const plans = usePlans();
  const visiting = useVisiting();
  const saveDraft = useAct(memberSaveDraft, { done: () => navigate(memberLinks.step(1)) });
  /** The chosen terminals as a draft of the wizard, with the plan that most of them have. */
  const renew = async (rows: MemberDevice[]): Promise<void> => {
    if (!(await mayPurchase())) return;
    const plan = plans.data?.find(({ planName }) => planName === rows[0]?.planName) ?? plans.data?.[0];
    if (!plan) return toast('warning', '服务商还没有上架会员套餐');
    const months = monthsOf(plan);
    const usual = months.find((one) => one === 12) ?? months[0];
    if (usual === undefined) return toast('warning', `${plan.planName}暂不销售`);
    await saveDraft.run({
      planId: plan.id,
      items: rows.map((row) => ({ deviceId: row.id, months: usual })),
    });
  };
  return (
    <ListPage
      list={list}
      columns={memberDeviceColumns}
      cells={cells}
      filters={<RegisterFilters of={memberDeviceFilters.table} choices={{ model: toOptions(models) }} />}
      toolbar={
        <>
          {view}
          <Words />
          <ExportButton of={memberDeviceExport} />
        </>
      }
      batch={(rows) => (
        <CanBuy do={memberSaveDraft}>
          <Button icon={<RefreshCw />} loading={saveDraft.busy} onClick={() => void renew(rows)}>
            开通 / 续费
          </Button>
        </CanBuy>
      )}
      rowActions={(row) =>
        visiting
          ? []
          : [{ label: row.endDate === null ? '开通' : '续费', can: memberSaveDraft, run: () => renew([row]) }]
      }
      empty={<Empty title="没有设备" text="设备入库后可以开通会员" />}
    />
  );
}
