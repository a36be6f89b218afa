import { memberMonths } from '@tongda/contract/trade/member/order-state';
import { type MemberPlan, queryMemberPrice } from '@tongda/contract/trade/member/plan';
import { useAsk } from '../../../kit/call/use-ask';

/** Plans on sale with their prices of today; `base`: what a company without one may. */
export function usePlans() {
  const { data, error, refetch } = useAsk(queryMemberPrice, undefined);
  return { data: data?.plans, base: data?.base, error, refetch };
}

/** The lowest price of a plan for a month of a terminal, in fen; null = not for sale. */
export function lowestMonthFen({ prices }: Pick<MemberPlan, 'prices'>): number | null {
  const monthly = prices.map((price) => Math.ceil(price.unitPriceFen / price.months));
  return monthly.length === 0 ? null : Math.min(...monthly);
}

/** Months for which a plan has a price. */
export const monthsOf = ({ prices }: Pick<MemberPlan, 'prices'>): Array<(typeof memberMonths)[number]> =>
  memberMonths.filter((months) => prices.some((price) => price.months === months));

/** 12个月 as 1年. */
export const monthWords = (months: number): string => (months % 12 === 0 ? `${months / 12}年` : `${months}个月`);
