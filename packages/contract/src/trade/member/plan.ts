import { z } from 'zod';
import type { Quotas } from '../../base/allowance/quota';
import { endpoint } from '../../core/endpoint';
import { id } from '../../core/page';
import { menus } from '../../shell/menus';
import { memberMonths } from './order-state';

export const memberBase = '/api/base/member' as const;
export const memberRead = { menu: menus.member.id } as const;

export const months = z.literal(memberMonths, '请选择购买时长');

const most = z.number().nullable();
/** What a company may with a plan, or without one; null = no limit. */
const quotas = z.object({ accounts: most, smsPerMonth: most, exportRows: most }) satisfies z.ZodType<Quotas>;

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
  /** what the product counts and bounds; what everybody has is within it */
  quotas,
  /** what is described beside it, in the provider's words */
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
  /** `base`: what a company without a plan has */
  output: z.object({ plans: z.array(plan), base: quotas }),
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
