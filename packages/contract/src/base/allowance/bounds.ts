import { z } from 'zod';
import { dayMs } from '../../core/durations';
import { wallMs, wallText } from '../../core/wall-time';
import {
  isMore,
  type Most,
  type PlanQuotas,
  type QuotaKey,
  type Quotas,
  quotaKeys,
  quotaWords,
  raisedBy,
} from './quota';

/** A time for which a terminal of a company has a plan: both days belong to it, on the company's own calendar. */
export interface PlanPeriod {
  planId: string;
  start: string;
  end: string;
}
export interface Plan {
  id: string;
  name: string;
  level: number;
  quotas: PlanQuotas;
}
/** A plan that a company has, with the last day of it. */
export interface HeldPlan extends Plan {
  until: string;
}

const dayAfter = (day: string): string => wallText(wallMs(`${day} 00:00:00`) + dayMs).slice(0, 10);

/** The plans that hold on a day, the highest first, each with the last day until which it holds without a gap. */
export function plansHeld(plans: readonly Plan[], periods: readonly PlanPeriod[], day: string): HeldPlan[] {
  const byStart = [...periods].sort((a, b) => (a.start < b.start ? -1 : 1));
  return plans
    .flatMap((plan) => {
      let until = '';
      for (const { planId, start, end } of byStart) {
        if (planId !== plan.id || end < day) continue;
        const follows = until === '' ? start <= day : start <= dayAfter(until);
        if (follows && end > until) until = end;
      }
      return until === '' ? [] : [{ ...plan, until }];
    })
    .sort((a, b) => b.level - a.level);
}

/** What bounds a company, and by what: what everybody has, its contract with the provider, or a plan. */
export const boundShape = z.object({
  /** null = no limit */
  most: z.number().nullable(),
  by: z.enum(['base', 'contract', 'plan']),
  /** of the plan that gives it */
  planName: z.string().nullable(),
  /** the company has a plan, whether or not it raises this */
  hasPlan: z.boolean(),
  /** a plan on sale gives more */
  more: z.boolean(),
});
export type Bound = z.output<typeof boundShape>;
export type Allowance = { plan: HeldPlan | null } & Record<QuotaKey, Bound>;

interface AllowanceParts {
  /** what a company without a plan has */
  base: Quotas;
  /** accounts by the company's contract, in place of those that everybody has; null = the contract says nothing */
  accountLimit: number | null;
  /** as `plansHeld` answers them */
  held: readonly HeldPlan[];
  onSale: readonly PlanQuotas[];
}

/**
 * What a company may: of accounts what its contract says in place of the base, of the others the base; or what a plan gives, where that is more. A plan never takes away, a
 * contract may (docs/decisions/134).
 */
export function allowanceOf({ base, accountLimit, held, onSale }: AllowanceParts): Allowance {
  const own: Quotas = { ...base, accounts: accountLimit ?? base.accounts };
  const bound = (key: QuotaKey): Bound => {
    const [best] = [...held].sort((a, b) => compare(raisedBy(own, b.quotas)[key], raisedBy(own, a.quotas)[key]));
    const most = best ? raisedBy(own, best.quotas)[key] : own[key];
    const more = onSale.some((quotas) => isMore(most, raisedBy(own, quotas)[key]));
    const rest = { hasPlan: best !== undefined, more };
    if (best && isMore(own[key], most)) return { most, by: 'plan', planName: best.name, ...rest };
    const byContract = key === 'accounts' && accountLimit !== null;
    return { most, by: byContract ? 'contract' : 'base', planName: null, ...rest };
  };
  return {
    plan: held[0] ?? null,
    accounts: bound('accounts'),
    smsPerMonth: bound('smsPerMonth'),
    exportRows: bound('exportRows'),
  };
}

const compare = (a: Most, b: Most): number => (isMore(a, b) ? -1 : isMore(b, a) ? 1 : 0);

/** Where a bound comes from: 当前会员“标准版”, 合同约定, 未开通会员, 基础额度 (a plan that does not raise it); '' when there is no plan that gives more. */
export const sourceWords = ({ by, planName, hasPlan, more }: Bound): string => {
  if (by === 'plan') return `当前会员“${planName ?? ''}”`;
  if (by === 'contract') return '合同约定';
  if (!more) return '';
  return hasPlan ? '基础额度' : '未开通会员';
};
const helpWords = ({ hasPlan, more }: Bound): string => {
  if (!more) return '联系服务商增加';
  return hasPlan ? '升级会员' : '购买会员';
};

/** 账号数量已达上限：当前会员“标准版”最多20个（已有20个），请删除不用的账号或升级会员 */
export function accountRefusal(
  bound: Bound & { most: number },
  { used, more }: { used: number; more: number },
): string {
  const wish = more === 1 ? '' : `，本次新增${more}个`;
  return `账号数量已达上限：${sourceWords(bound)}最多${quotaWords('accounts', bound.most)}（已有${used}个${wish}），请删除不用的账号或${helpWords(bound)}`;
}
/** 短信余额不足：当前会员“标准版”每月20条（本月已用19条），次月1日恢复，可升级会员 */
export const smsRefusal = (bound: Bound & { most: number }, used: number): string =>
  `短信余额不足：${sourceWords(bound)}${quotaWords('smsPerMonth', bound.most)}（本月已用${used}条），次月1日恢复，可${helpWords(bound)}`;
/** 当前会员“标准版”单次最多导出5万行（本次63210行），请缩小查询范围或升级会员 */
export const exportRefusal = (bound: Bound & { most: number }, rows: number): string =>
  `${sourceWords(bound)}单次最多导出${quotaWords('exportRows', bound.most)}（本次${rows}行），请缩小查询范围或${helpWords(bound)}`;

/** A bound with how much of it is used; null = nothing is counted (each export stands alone). */
export const quotaUseShape = boundShape.extend({ key: z.enum(quotaKeys), used: z.number().nullable() });
export type QuotaUse = z.output<typeof quotaUseShape>;
