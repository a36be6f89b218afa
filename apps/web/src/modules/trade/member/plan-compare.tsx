import { type Quotas, quotaKeys, quotaLabels, quotaWords } from '@tongda/contract/base/allowance/quota';
import { createOrder } from '@tongda/contract/trade/member/order';
import type { MemberPlan } from '@tongda/contract/trade/member/plan';
import { Button } from 'antd';
import { Panel } from '../../../kit/detail/panel';
import { none } from '../../../kit/show/format';
import { formatYuan } from '../../../kit/show/money';
import { CanBuy } from '../parts/visitor';
import { lowestMonthFen } from './use-plans';
import './styles.css';

interface PlanCompareProps {
  plans: readonly MemberPlan[];
  /** what a company without a plan may */
  base: Quotas | undefined;
  /** buys one; where nothing is bought here, what a plan costs stands elsewhere on the page */
  buy?: (planId: string) => void;
  /** the plan that is chosen: its column stands out */
  chosen?: string;
}

/** What plans give, with what each costs from: first what the product bounds by them, then the provider's own words; every plan lists these by the same codes. */
export function PlanCompare({ plans, base: general, buy, chosen }: PlanCompareProps) {
  // what nobody is bounded in is no reason to buy
  const bounded = quotaKeys.filter(
    (key) => general && [general, ...plans.map(({ quotas }) => quotas)].some((of) => of[key] !== null),
  );
  // a column of nothing would say that a company without a plan has nothing
  const base = bounded.length > 0 ? general : undefined;
  const rows = new Map(plans.flatMap((plan) => plan.benefits.map(({ code, name }) => [code, name] as const)));
  return (
    <table className="trade-member-compare">
      <caption className="td-sr">套餐对比</caption>
      <thead>
        <tr>
          <th scope="col">权益</th>
          {base ? (
            <th scope="col">
              <b>未开通</b>
              {buy ? <span className="trade-member-price">基础额度</span> : null}
            </th>
          ) : null}
          {plans.map((plan) => (
            <th key={plan.id} scope="col" data-chosen={plan.id === chosen}>
              <b>{plan.planName}</b>
              {buy ? <Price plan={plan} /> : null}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bounded.map((key) => (
          <tr key={key}>
            <th scope="row">{quotaLabels[key]}</th>
            {base ? <td>{quotaWords(key, base[key])}</td> : null}
            {plans.map((plan) => (
              <td key={plan.id} data-chosen={plan.id === chosen}>
                {quotaWords(key, plan.quotas[key])}
              </td>
            ))}
          </tr>
        ))}
        {[...rows].map(([code, name]) => (
          <tr key={code}>
            <th scope="row">{name}</th>
            {base ? <td>{none}</td> : null}
            {plans.map((plan) => (
              <td key={plan.id} data-chosen={plan.id === chosen}>
                {plan.benefits.find((benefit) => benefit.code === code)?.valueText ?? none}
              </td>
            ))}
          </tr>
        ))}
        <tr>
          <th scope="row">适用型号</th>
          {base ? <td>{none}</td> : null}
          {plans.map((plan) => (
            <td key={plan.id} data-chosen={plan.id === chosen}>
              {plan.models.length === 0 ? '全部型号' : plan.models.join('、')}
            </td>
          ))}
        </tr>
        <tr>
          <th scope="row">生效设备</th>
          {base ? <td>{none}</td> : null}
          {plans.map((plan) => (
            <td key={plan.id} data-chosen={plan.id === chosen}>
              {plan.effectiveCount} 台
            </td>
          ))}
        </tr>
        {buy ? (
          <tr>
            <th scope="row">
              <span className="td-sr">购买</span>
            </th>
            {base ? <td /> : null}
            {plans.map((plan) => (
              <td key={plan.id}>
                <CanBuy do={createOrder}>
                  <Button disabled={plan.prices.length === 0} onClick={() => buy(plan.id)}>
                    购买{plan.planName}
                  </Button>
                </CanBuy>
              </td>
            ))}
          </tr>
        ) : null}
      </tbody>
    </table>
  );
}

export function Price({ plan }: { plan: MemberPlan }) {
  const fen = lowestMonthFen(plan);
  return (
    <span className="trade-member-price">
      {fen === null ? (
        '暂不销售'
      ) : (
        <>
          <b>{formatYuan(fen)}</b> 元/台·月起
        </>
      )}
    </span>
  );
}

const answers: ReadonlyArray<[question: string, answer: string]> = [
  [
    '企业额度怎样算',
    '账号、报警短信和单次导出按企业计算：任一设备的会员生效期间，企业享有其中最高的额度，不同套餐不相加；合同另有约定的，取较高的。到期或退款后回到开通前的额度，已有账号和数据不受影响。',
  ],
  ['会员从哪天开始', '审核通过当天生效；设备已有会员的，从原会员到期的次日起接续，不会重叠。'],
  [
    '车辆停运期间会员会顺延吗',
    '不会。平台暂不办理停报，会员按日期计算，停运、拆下终端或离线都不影响到期日。长期停运的，可联系服务商按未使用天数退款，恢复运营后再购买。',
  ],
  [
    '怎样付款',
    '对公转账：提交订单后按页面账户汇款，附言填订单号，7天内上传凭证。服务商开通线上支付后，也可用微信或支付宝扫码，30分钟内付款。逾期订单自动取消。',
  ],
  ['多久审核', '上传凭证后3个工作日内完成，结果发到消息中心；被驳回的可以更换凭证重新提交。'],
  ['可以退款吗', '可联系服务商申请，按未使用天数计算；已开发票的须先作废发票。'],
];

/** 常见问题 of memberships. */
export function MemberFaq() {
  return (
    <Panel title="常见问题">
      <dl className="trade-member-faq">
        {answers.map(([question, answer]) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
