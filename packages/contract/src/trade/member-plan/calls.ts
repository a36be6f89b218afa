import { z } from 'zod';
import { planQuotas, type QuotaKey, quotaWords } from '../../base/allowance/quota';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { dateOnly, dateTime, id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { changeHisCall, version } from '../../core/register/pieces';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { memberPlanSale } from '../member/enums';
import { memberMonths } from '../member/order-state';

/** 套餐与价格: what memberships the provider sells, what they give, and what they cost; kept by its staff. */
const base = '/api/base/memberPlan' as const;
const read = { menu: menus.memberPlan.id } as const;

/** Level of the row that says what a company without a plan has. */
export const baseLevel = 0;

const most = z
  .number('额度应为数字')
  .int('额度应为整数')
  .min(0, '额度不能为负')
  .max(1_000_000_000, '额度过大')
  .nullable()
  .optional();
const benefit = z.object({
  name: z.string('请输入权益名称').trim().min(1, '请输入权益名称').max(20, '权益名称最多20个字符'),
  valueText: z.string('请输入权益说明').trim().min(1, '请输入权益说明').max(30, '权益说明最多30个字符'),
});
export type PlanBenefit = z.output<typeof benefit>;
const fields = z.object({
  name: z.string('请输入套餐名称').trim().min(2, '套餐名称至少2个字符').max(20, '套餐名称最多20个字符'),
  /** a higher one replaces a lower one; 0 is the base, which nobody adds */
  level: z.number('请输入级别').int('级别应为整数').min(baseLevel, '级别应为1~99').max(99, '级别应为1~99'),
  /** a number, null = no limit, absent = the plan changes nothing of it */
  quotas: z.strictObject({ accounts: most, smsPerMonth: most, exportRows: most }).default({}),
  /** what is described beside the quotas and bounds nothing */
  benefits: z
    .array(benefit)
    .max(20, '最多20项权益')
    .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, '权益名称不能重复')
    .default([]),
  /** models that it covers; empty = all */
  models: z.array(z.string().trim().min(1).max(30, '型号最多30个字符')).max(100, '最多100个型号').default([]),
});
export type PlanFields = z.output<typeof fields>;
export const planLabels: Readonly<Record<keyof PlanFields, string>> = {
  name: '套餐名称',
  level: '级别',
  quotas: '额度',
  benefits: '权益说明',
  models: '适用型号',
};

const planRow = z.object({
  id,
  name: z.string(),
  level: z.number(),
  /** what a company without a plan has: neither sold nor priced */
  isBase: z.boolean(),
  quotas: planQuotas,
  /** the quotas in words: 50个, 不限, or what their absence means */
  accounts: z.string(),
  smsPerMonth: z.string(),
  exportRows: z.string(),
  benefits: z.array(benefit),
  models: z.array(z.string()),
  status: z.number(),
  /** lowest price of a month of a terminal today, in fen; null = nothing is sold today */
  monthFen: z.number().nullable(),
  /** first day of prices that wait for it; null = none do */
  nextFrom: z.string().nullable(),
  /** terminals and companies for which it holds today, and orders of it that wait for payment or review */
  deviceCount: z.number(),
  clientCount: z.number(),
  openOrders: z.number(),
  version: z.number(),
  updateUser: z.string(),
  updateTime: dateTime,
});
export type PlanRow = z.infer<typeof planRow>;

export const planColumns = columns<PlanRow>()([
  { value: 'name', label: '套餐', width: 120, fixed: 'left', noEdit: true },
  { value: 'status', label: '状态', width: 76, dict: 'memberPlanSale' },
  { value: 'level', label: '级别', width: 56, align: 'right' },
  { value: 'monthFen', label: '价格(元/台·月)', width: 118, align: 'right' },
  { value: 'nextFrom', label: '待生效价格', width: 104 },
  { value: 'accounts', label: '企业账号', width: 96 },
  { value: 'smsPerMonth', label: '报警短信', width: 104 },
  { value: 'exportRows', label: '单次导出', width: 96 },
  { value: 'models', label: '适用型号', width: 150 },
  { value: 'clientCount', label: '生效企业', width: 76, align: 'right' },
  { value: 'deviceCount', label: '生效设备', width: 76, align: 'right' },
  { value: 'openOrders', label: '处理中订单', width: 86, align: 'right' },
  { value: 'updateUser', label: '更新人', width: 84 },
  { value: 'updateTime', label: '更新时间', width: 140 },
]);
export const planFilters = filterSet({
  keyword: by.text('套餐', { max: 20, columns: ['name'], main: true, width: 190 }),
  status: by.code('状态', memberPlanSale, { width: 130 }),
});
export const planPage = endpoint({
  path: `${base}/page`,
  access: read,
  title: '套餐列表',
  input: pageQuery.extend(planFilters.schema.shape),
  output: pageOf(planRow),
});
export const planAdd = endpoint({
  path: `${base}/add`,
  access: button('memberPlan', 'add'),
  title: '新增套餐',
  input: fields.extend({ level: fields.shape.level.min(1, '级别应为1~99') }),
  output: z.object({ id }),
});
export const planUpdate = endpoint({
  path: `${base}/update`,
  access: button('memberPlan', 'edit'),
  title: '编辑套餐',
  input: fields.extend({ id, version }),
  output: z.object({ id, version: z.number() }),
});
export const planEnable = endpoint({
  path: `${base}/enable`,
  access: button('memberPlan', 'enable'),
  title: '上架、停售套餐',
  input: z.object({ id, version, status: z.literal(memberPlanSale.codes) }),
  output: z.object({ id, version: z.number() }),
});
export const planChangeHis = changeHisCall(base, read, '套餐');
/** Models that there are, for choosing which ones a plan covers. */
export const planModels = endpoint({
  path: `${base}/models`,
  access: read,
  title: '设备型号选项',
  output: z.array(z.string()),
});

const fen = (what: string) =>
  z
    .number(`请输入${what}`)
    .int(`${what}最多两位小数`)
    .min(1, `${what}至少0.01元`)
    .max(100_000_000, `${what}最多1000000元`);
const price = z
  .object({
    /** null: every model without a price of its own */
    model: z.string().trim().min(1, '请选择型号').max(30, '型号最多30个字符').nullable().default(null),
    months: z.literal(memberMonths, '请选择时长'),
    unitPriceFen: fen('售价'),
    /** without promotion */
    listPriceFen: fen('原价'),
    promoText: z.string().trim().max(20, '优惠说明最多20个字符').default(''),
  })
  .refine((one) => one.listPriceFen >= one.unitPriceFen, { path: ['listPriceFen'], message: '原价不能低于售价' });
export type PlanPrice = z.output<typeof price>;
export const priceKey = ({ model, months }: Pick<PlanPrice, 'model' | 'months'>): string => `${months} ${model ?? ''}`;

const storedPrice = z.object({
  model: z.string().nullable(),
  months: z.literal(memberMonths),
  unitPriceFen: z.number(),
  listPriceFen: z.number(),
  promoText: z.string(),
  /** both days belong to it; `to` null = until further notice */
  from: z.string(),
  to: z.string().nullable(),
});
export type StoredPrice = z.infer<typeof storedPrice>;
/** Every price that a plan has, had or will have. */
export const planPrices = endpoint({
  path: `${base}/prices`,
  access: read,
  title: '套餐价格',
  input: z.object({ id }),
  output: z.object({ today: z.string(), version: z.number(), prices: z.array(storedPrice) }),
});
/** The whole price list of a plan from a day on, until the next one that already waits. What was ordered keeps its price. */
export const planSavePrices = endpoint({
  path: `${base}/savePrices`,
  access: button('memberPlan', 'price'),
  title: '调整套餐价格',
  input: z.object({
    id,
    version,
    from: dateOnly,
    prices: z
      .array(price)
      .min(1, '至少一条价格；不再销售请停售')
      .max(200, '最多200条价格')
      .refine((list) => new Set(list.map(priceKey)).size === list.length, '同一型号、同一时长只能有一条价格'),
  }),
  output: z.object({ version: z.number() }),
});
/** Takes a price list back that has not begun: the one before it goes on. */
export const planDropPrices = endpoint({
  path: `${base}/dropPrices`,
  access: button('memberPlan', 'price'),
  title: '撤销待生效的套餐价格',
  input: z.object({ id, version, from: dateOnly }),
  output: z.object({ version: z.number() }),
});

/** A stored quota as staff read it: 50个, 不限, or what its absence means. */
export const storedQuotaWords = ({ quotas, isBase }: Pick<PlanRow, 'quotas' | 'isBase'>, key: QuotaKey): string => {
  const of = quotas[key];
  return of === undefined ? (isBase ? '系统默认' : '按基础额度') : quotaWords(key, of);
};
