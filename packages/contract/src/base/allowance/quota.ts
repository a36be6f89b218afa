import { z } from 'zod';

/** What a membership plan bounds, by the names under which `member_plan.quotas` keeps it: accounts, parts of text messages a month, rows of one export. */
export const quotaKeys = ['accounts', 'smsPerMonth', 'exportRows'] as const;
export type QuotaKey = (typeof quotaKeys)[number];

/** The most there may be of something; null = no limit. */
export type Most = number | null;
export type Quotas = Record<QuotaKey, Most>;

const most = z.number().int().min(0).max(1_000_000_000).nullable().optional();
/** The quotas of a plan as they are stored: a number, null = no limit, absent = the plan changes nothing of it. */
export const planQuotas = z.strictObject({ accounts: most, smsPerMonth: most, exportRows: most });
export type PlanQuotas = z.output<typeof planQuotas>;

/** Whether the second allows more than the first. */
export const isMore = (than: Most, one: Most): boolean => than !== null && (one === null || one > than);

/** What holds for the company of a plan: what everybody has, or more. */
export const raisedBy = (base: Quotas, plan: PlanQuotas): Quotas => {
  const raise = (key: QuotaKey): Most => {
    const given = plan[key];
    return given !== undefined && isMore(base[key], given) ? given : base[key];
  };
  return { accounts: raise('accounts'), smsPerMonth: raise('smsPerMonth'), exportRows: raise('exportRows') };
};

export const quotaLabels: Readonly<Record<QuotaKey, string>> = {
  accounts: '企业账号',
  smsPerMonth: '报警短信',
  exportRows: '单次导出',
};

/** 5万行; 12345行. */
const rowWords = (rows: number): string => (rows >= 10_000 && rows % 1000 === 0 ? `${rows / 10_000}万行` : `${rows}行`);
const inWords: Readonly<Record<QuotaKey, (n: number) => string>> = {
  accounts: (n) => `${n}个`,
  smsPerMonth: (n) => `每月${n}条`,
  exportRows: rowWords,
};
/** 50个; 每月100条; 5万行; 不限. */
export const quotaWords = (key: QuotaKey, of: Most): string => (of === null ? '不限' : inWords[key](of));
