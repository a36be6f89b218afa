import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { id } from '../../core/page';
import { menus } from '../../shell/menus';
import { memberMonths } from './order-state';

export const memberBase = '/api/base/member' as const;
export const memberRead = { menu: menus.member.id } as const;

export const months = z.literal(memberMonths, '请选择购买时长');

const price = z.object({
  /** model of terminal; null: the price of every model without one of its own */
  model: z.string().nullable(),
  months,
  unitPriceFen: z.number(),
  listPriceFen: z.number(),
  promoText: z.string(),
});
const plan = z.object({
  id,
  planName: z.string(),
  level: z.number(),
  benefits: z.array(z.object({ code: z.string(), name: z.string(), valueText: z.string() })),
  /** models it covers; empty = all */
  models: z.array(z.string()),
  /** what it costs today */
  prices: z.array(price),
  /** terminals of the company for which it holds today */
  effectiveCount: z.number(),
});
export type MemberPlan = z.infer<typeof plan>;

export const queryMemberPrice = endpoint({
  method: 'GET',
  path: `${memberBase}/queryMemberPrice`,
  access: memberRead,
  title: '会员套餐与价格',
  output: z.object({ plans: z.array(plan) }),
});
export const queryNonPurchasableModel = endpoint({
  method: 'GET',
  path: `${memberBase}/queryNonPurchasableModel`,
  access: memberRead,
  title: '套餐不支持的设备型号',
  input: z.object({ planId: id }),
  output: z.array(z.object({ model: z.string(), deviceCount: z.number() })),
});

/** The price of a plan for a model and a time: the model's own before the one for all; undefined = not for sale. */
export function priceFor(
  of: Pick<MemberPlan, 'models' | 'prices'>,
  model: string,
  count: number,
): MemberPlan['prices'][number] | undefined {
  if (of.models.length > 0 && !of.models.includes(model)) return undefined;
  const found = of.prices.filter((one) => one.months === count);
  return found.find((one) => one.model === model) ?? found.find((one) => one.model === null);
}
