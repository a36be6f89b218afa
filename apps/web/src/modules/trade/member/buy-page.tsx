import type { Quotas } from '@tongda/contract/base/allowance/quota';
import { memberSummary } from '@tongda/contract/trade/member/device';
import { type MemberPlan, priceFor, queryNonPurchasableModel } from '@tongda/contract/trade/member/plan';
import { Alert, Button, Segmented } from 'antd';
import { useNavigate, useSearchParams } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { Panel } from '../../../kit/detail/panel';
import { none } from '../../../kit/show/format';
import { formatYuan } from '../../../kit/show/money';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { WorkBar } from '../../../kit/work/bar';
import { WorkFrame } from '../../../kit/work/frame';
import { memberLinks } from './links';
import { PlanCompare, Price } from './plan-compare';
import { useWaitingOrder, WaitingNote } from './purchase-gate';
import { monthsOf, monthWords, usePlans } from './use-plans';
import '../parts/wizard.css';
import './styles.css';

/** 选择套餐: chooses plan and months, which are kept in the address; the price is fixed when the order is placed. While an order waits the plans can be read. */
export function MemberBuyPage() {
  const { data, base, error, refetch } = usePlans();
  const { waiting, error: unsure } = useWaitingOrder();
  // the note of an order that waits stands over the plans: they come together
  const ready = waiting !== undefined || unsure !== null;
  return (
    <WorkFrame head={{ title: '选择会员套餐', back: memberLinks.home }}>
      {waiting && (data || error) ? <WaitingNote waiting={waiting} /> : null}
      {error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {(!data || !ready) && !error ? <Loading /> : null}
      {data?.length === 0 ? <Empty title="服务商还没有上架会员套餐" text="请联系服务商" /> : null}
      {data && data.length > 0 && ready ? <Choice plans={data} base={base} mayBuy={waiting === null} /> : null}
    </WorkFrame>
  );
}

function Choice({ plans, base, mayBuy }: { plans: MemberPlan[]; base: Quotas | undefined; mayBuy: boolean }) {
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const plan = plans.find(({ id }) => id === params.get('planId')) ?? plans[0];
  if (!plan) return null;
  const sold = monthsOf(plan);
  const months = sold.find((one) => String(one) === params.get('months')) ?? sold.find((one) => one === 12) ?? sold[0];
  const put = (next: Record<string, string>): void =>
    setParams({ planId: plan.id, ...(months ? { months: String(months) } : {}), ...next }, { replace: true });
  return (
    <>
      <div className="trade-parts-wizard-body trade-member-buy">
        <div className="trade-member-cards" role="radiogroup" aria-label="套餐">
          {plans.map((one) => (
            <label key={one.id} className="trade-member-card" data-chosen={one.id === plan.id}>
              <input
                type="radio"
                name="plan"
                checked={one.id === plan.id}
                onChange={() => put({ planId: one.id })}
                aria-label={one.planName}
              />
              <b>{one.planName}</b>
              <Price plan={one} />
              <span className="td-cap">
                {one.models.length === 0 ? '适用全部型号' : `适用 ${one.models.join('、')}`}
              </span>
            </label>
          ))}
        </div>
        {months === undefined ? (
          <Alert type="warning" showIcon title={`${plan.planName}暂不销售，请选择其他套餐`} />
        ) : (
          <div className="trade-member-months">
            <span className="td-cap">购买时长</span>
            <Segmented
              value={months}
              options={sold.map((one) => ({ value: one, label: monthWords(one) }))}
              onChange={(value) => put({ months: String(value) })}
            />
          </div>
        )}
        <div className="trade-member-columns">
          <PlanCompare plans={plans} base={base} chosen={plan.id} />
          {months === undefined ? null : <Estimate plan={plan} months={months} />}
        </div>
      </div>
      <WorkBar note={<span className="td-cap">价格以提交订单时为准；已有会员的设备从到期次日起接续</span>}>
        <Button onClick={() => void navigate(memberLinks.home)}>取消</Button>
        <Button
          type="primary"
          disabled={months === undefined || !mayBuy}
          onClick={() => void navigate(memberLinks.step(1, { planId: plan.id, months }))}
        >
          下一步
        </Button>
      </WorkBar>
    </>
  );
}

/** What one terminal of each of the company's models costs, and which models the plan is not for. */
function Estimate({ plan, months }: { plan: MemberPlan; months: number }) {
  const summary = useAsk(memberSummary, undefined);
  const beside = useAsk(queryNonPurchasableModel, { planId: plan.id });
  const models = summary.data?.models ?? [];
  return (
    <Panel title={`${plan.planName} ${monthWords(months)}的价格`} extra="每台">
      <dl className="trade-member-estimate">
        {models.map((model) => {
          const price = priceFor(plan, model, months);
          return (
            <div key={model}>
              <dt>{model}</dt>
              <dd>
                {price ? (
                  <>
                    {price.listPriceFen > price.unitPriceFen ? <s>{formatYuan(price.listPriceFen)}</s> : null}
                    <b>{formatYuan(price.unitPriceFen)}</b> 元
                    {price.promoText ? <span className="kit-detail-tag">{price.promoText}</span> : null}
                  </>
                ) : (
                  none
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      {beside.data && beside.data.length > 0 ? (
        <p className="td-cap">
          不支持：
          {beside.data.map(({ model, deviceCount }) => `${model || '未登记型号'}（${deviceCount}台）`).join('、')}
        </p>
      ) : null}
    </Panel>
  );
}
