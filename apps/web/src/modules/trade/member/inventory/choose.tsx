import { useQueryClient } from '@tanstack/react-query';
import { type MemberWish, memberDraft, memberPreview, memberSaveDraft } from '@tongda/contract/trade/member/order';
import { memberLimits } from '@tongda/contract/trade/member/order-state';
import type { MemberPlan } from '@tongda/contract/trade/member/plan';
import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAct } from '../../../../kit/call/use-act';
import { askKey, useAsk } from '../../../../kit/call/use-ask';
import { toast } from '../../../../kit/dialog/notify';
import { formatYuan } from '../../../../kit/show/money';
import { WorkBar } from '../../../../kit/work/bar';
import { DeviceCart } from '../device-cart';
import { DeviceChoice } from '../device-choice';
import { memberLinks } from '../links';
import { monthsOf, monthWords } from '../use-plans';

interface InventoryChooseProps {
  plans: readonly MemberPlan[];
  start: { planId: string | null; items: readonly MemberWish[] };
  /** plan and months from the address, as chosen on the page before */
  wanted: { planId: string | null; months: string | null };
}

type Months = MemberWish['months'];
/** The term that was asked for, or the longest where the plan does not sell it. */
function termOf(plan: MemberPlan | undefined, asked: number): Months | undefined {
  const sold = plan ? monthsOf(plan) : [];
  return sold.find((one) => one === asked) ?? sold.at(-1);
}
/** The term of most terminals of a draft; 0 for an empty one. */
function usualTerm(items: readonly MemberWish[]): number {
  const counts = new Map<number, number>();
  for (const { months } of items) counts.set(months, (counts.get(months) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
}
const allFor = (chosen: ReadonlyMap<string, Months>, term: Months): Map<string, Months> =>
  new Map([...chosen.keys()].map((id) => [id, term]));

/** What is about to be bought: the plan, its terms, the months of each terminal, and how they change. */
function usePurchase({ plans, start, wanted }: InventoryChooseProps) {
  const [planId, setPlanId] = useState(wanted.planId ?? start.planId ?? plans[0]?.id ?? '');
  const plan = plans.find(({ id }) => id === planId) ?? plans[0];
  const [asked, setAsked] = useState<number>(() => Number(wanted.months) || usualTerm(start.items) || 12);
  const months = termOf(plan, asked);
  const [chosen, setChosen] = useState(() => {
    const items = new Map(start.items.map((item) => [item.deviceId, item.months]));
    // a term chosen on the page before holds for what was ticked earlier too
    const term = wanted.months === null ? undefined : termOf(plan, Number(wanted.months));
    return term === undefined ? items : allFor(items, term);
  });
  return {
    plan,
    sold: plan ? monthsOf(plan) : [],
    months,
    chosen,
    /** The term of what is ticked next, and of all that is ticked. */
    chooseTerm: (term: Months): void => {
      setAsked(term);
      const others = [...chosen.values()].filter((had) => had !== term).length;
      if (others === 0) return;
      setChosen(allFor(chosen, term));
      toast('success', `已选设备中的${others}台已改为${monthWords(term)}`);
    },
    /** Another plan; terminals whose term it does not sell get the one that is chosen. */
    choosePlan: (id: string): void => {
      setPlanId(id);
      const next = plans.find((one) => one.id === id);
      const term = termOf(next, asked);
      if (!next || term === undefined) return;
      const terms = monthsOf(next);
      setChosen(new Map([...chosen].map(([device, had]) => [device, terms.includes(had) ? had : term])));
    },
    /** Adds terminals that are not chosen yet, up to the limit of an order. */
    add: (ids: readonly string[]): void => {
      if (months === undefined) {
        toast('warning', `${plan?.planName}暂不销售`);
        return;
      }
      const map = new Map(chosen);
      for (const id of ids) if (!map.has(id) && map.size < memberLimits.devices) map.set(id, months);
      if (ids.some((id) => !map.has(id))) toast('warning', `一次最多购买${memberLimits.devices}台设备`);
      setChosen(map);
    },
    remove: (ids: readonly string[]): void => setChosen(new Map([...chosen].filter(([id]) => !ids.includes(id)))),
    /** Another term for some of what is ticked. */
    put: (ids: readonly string[], of: Months): void =>
      setChosen(new Map([...chosen].map(([id, had]) => [id, ids.includes(id) ? of : had]))),
    clear: (): void => setChosen(new Map()),
  };
}

/** Step 1: the plan, the terminals, the months of each; the server says what they cost. */
export function InventoryChoose(props: InventoryChooseProps) {
  const { plans } = props;
  const navigate = useNavigate();
  const client = useQueryClient();
  const { plan, sold, months, chosen, chooseTerm, choosePlan, add, remove, put, clear } = usePurchase(props);
  const items = [...chosen].map(([deviceId, of]) => ({ deviceId, months: of }));
  const price = useAsk(
    memberPreview,
    { planId: plan?.id ?? '', items },
    { when: items.length > 0 && plan !== undefined, keep: true, retry: false },
  );
  const next = useAct(memberSaveDraft, {
    done: async (_, draft) => {
      // the next step reads the draft, which is put into the cache here
      client.setQueryData(askKey(memberDraft, undefined), draft);
      // who comes back finds the draft, and not what the page before had wanted of it
      await navigate(memberLinks.step(1), { replace: true });
      return navigate(memberLinks.step(2));
    },
  });
  if (!plan) return null;
  const lines = price.isError ? [] : (price.data?.lines.filter(({ deviceId }) => chosen.has(deviceId)) ?? []);
  return (
    <>
      <div className="trade-member-choose">
        <div className="trade-member-choose-main">
          <div className="trade-member-months">
            <Segmented
              aria-label="套餐"
              value={plan.id}
              options={plans.map(({ id, planName }) => ({ value: id, label: planName }))}
              onChange={choosePlan}
            />
            <Segmented<Months>
              aria-label="购买时长"
              value={months}
              options={sold.map((one) => ({ value: one, label: monthWords(one) }))}
              onChange={chooseTerm}
            />
          </div>
          <DeviceChoice plan={plan} months={months ?? 12} chosen={chosen} add={add} remove={remove} />
        </div>
        <DeviceCart lines={lines} count={chosen.size} sold={sold} put={put} remove={remove} clear={clear} />
      </div>
      <WorkBar
        note={
          <span>
            已选 {chosen.size} 台
            {price.data && chosen.size > 0 && !price.isError ? `，应付 ${formatYuan(price.data.payFen)} 元` : ''}
            {price.error && chosen.size > 0 ? (
              <span className="trade-parts-wizard-error">{price.error.message}</span>
            ) : null}
          </span>
        }
      >
        <Button onClick={() => void navigate(memberLinks.home)}>取消</Button>
        <Button
          type="primary"
          disabled={chosen.size === 0 || price.isError || price.isPending}
          loading={next.busy}
          onClick={() => void next.run({ planId: plan.id, items })}
        >
          下一步
        </Button>
      </WorkBar>
    </>
  );
}
