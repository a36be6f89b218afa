import { dayMs } from '../../core/durations';
import { keysOf } from '../../core/keys';
import { auditStatus, paymentStatus } from '../../transport/enums';
import { memberEffectiveStatus, memberPayType, memberStatus, purchaseCheck } from './enums';

/** Groups of the nine statuses, for tabs and filters. */
export const memberGroups = {
  toPay: [memberStatus.toPay, memberStatus.toPayOffline],
  toReview: [memberStatus.toReview, memberStatus.toReviewOffline],
  passed: [memberStatus.passed],
  failed: [memberStatus.failed],
  refunded: [memberStatus.refunded],
  cancelled: [memberStatus.cancelled, memberStatus.timedOut],
} as const;
export type MemberGroup = keyof typeof memberGroups;
/** The groups as tabs and the heads of exports call them. */
export const memberGroupNames: Readonly<Record<MemberGroup, string>> = {
  toPay: '待付款',
  toReview: '待审核',
  passed: '已通过',
  failed: '未通过',
  refunded: '已退款',
  cancelled: '已取消',
};
const isInGroup =
  (group: MemberGroup) =>
  (status: number): boolean =>
    memberGroups[group].some((code) => code === status);
export const waitsForPayment = isInGroup('toPay');
export const waitsForReview = isInGroup('toReview');

/** Steps of an order: for each the statuses in which it is possible, with the status that follows (member.md section 2). */
const steps = {
  /** paid online */
  pay: { [memberStatus.toPay]: memberStatus.toReview },
  /** vouchers of a bank transfer; after a rejection better ones */
  voucher: {
    [memberStatus.toPayOffline]: memberStatus.toReviewOffline,
    [memberStatus.failed]: memberStatus.toReviewOffline,
  },
  approve: {
    [memberStatus.toReview]: memberStatus.passed,
    [memberStatus.toReviewOffline]: memberStatus.passed,
  },
  reject: {
    [memberStatus.toReview]: memberStatus.failed,
    [memberStatus.toReviewOffline]: memberStatus.failed,
  },
  refund: { [memberStatus.failed]: memberStatus.refunded, [memberStatus.passed]: memberStatus.refunded },
  close: { [memberStatus.toPay]: memberStatus.cancelled, [memberStatus.toPayOffline]: memberStatus.cancelled },
  expire: { [memberStatus.toPay]: memberStatus.timedOut, [memberStatus.toPayOffline]: memberStatus.timedOut },
} as const satisfies Record<string, Readonly<Record<number, number>>>;
export type MemberStep = keyof typeof steps;
export const memberSteps = keysOf(steps);

interface Order {
  status: number;
  payType: number;
}

/** The status after a step, or null when the order cannot take it. Vouchers exist for transfers only; a rejected transfer has nothing to refund. */
export function nextMemberStatus({ status, payType }: Order, step: MemberStep): number | null {
  if (step === 'voucher' && payType !== memberPayType.offline) return null;
  if (step === 'refund' && status === memberStatus.failed && payType === memberPayType.offline) return null;
  const next: Readonly<Record<number, number>> = steps[step];
  return next[status] ?? null;
}

/** The states of review and payment that belong to a status; an undefined payment stays as it was. */
export function memberFacts(status: number): { audit: number; payment?: number } {
  if (waitsForPayment(status)) return { audit: auditStatus.pending, payment: paymentStatus.toCollect };
  if (status === memberStatus.toReview) return { audit: auditStatus.pending, payment: paymentStatus.collected };
  if (waitsForReview(status)) return { audit: auditStatus.pending };
  if (status === memberStatus.passed) return { audit: auditStatus.passed, payment: paymentStatus.collected };
  if (status === memberStatus.failed) return { audit: auditStatus.rejected };
  if (status === memberStatus.refunded) return { audit: auditStatus.passed, payment: paymentStatus.refunded };
  return { audit: auditStatus.cancelled };
}

/** Months that are sold. */
export const memberMonths = [1, 3, 6, 12, 24, 36] as const;
/** Terminals in one order at most; how long an unpaid order lives; pictures of a transfer. */
export const memberLimits = { devices: 500, onlineMinutes: 30, offlineDays: 7, vouchers: 5 } as const;

const dayOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** `YYYY-MM-DD` so many months later; 31 January and a month is the last day of February. */
function addMonths(day: string, months: number): string {
  const at = new Date(dayOf(day));
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months + 1, 0)).getUTCDate();
  return dayText(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, Math.min(at.getUTCDate(), last)));
}

/** The period of a membership bought today: it begins after the one that the terminal has, and its last day is the day before the same day so many months later. */
export function memberPeriod(today: string, currentEnd: string | null, months: number): { start: string; end: string } {
  const start = currentEnd !== null && currentEnd >= today ? dayText(dayOf(currentEnd) + dayMs) : today;
  return { start, end: dayText(dayOf(addMonths(start, months)) - dayMs) };
}

/** Whether a membership holds on a day; null = the terminal never had one. */
export function effectiveOn(today: string, period: { start: string; end: string } | null): number {
  if (period === null || today < period.start) return memberEffectiveStatus.notYet;
  return today <= period.end ? memberEffectiveStatus.effective : memberEffectiveStatus.expired;
}

/** The unused part of an amount in fen when a period ends early on `lastDay`: in proportion to its days, rounded to the fen. */
export function unusedFen(amountFen: number, period: { start: string; end: string }, lastDay: string): number {
  const daysTo = (day: string): number => (dayOf(day) - dayOf(period.start)) / dayMs + 1;
  const days = daysTo(period.end);
  const used = Math.min(days, Math.max(0, daysTo(lastDay)));
  return Math.round((amountFen * (days - used)) / days);
}

/** The day on which a review is due: so many working days (Monday to Friday) after the submission. */
export function reviewDue(submittedOn: string, workingDays: number): string {
  let at = dayOf(submittedOn);
  for (let left = workingDays; left > 0; ) {
    at += dayMs;
    const weekday = new Date(at).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left--;
  }
  return dayText(at);
}

/** What the statuses of a company's open orders mean before a purchase: 1 = one awaits payment, 2 = one awaits review, 0 = go on. */
export function purchaseResult(statuses: readonly number[]): 0 | 1 | 2 {
  if (statuses.some(waitsForPayment)) return purchaseCheck.toPay;
  return statuses.some(waitsForReview) ? purchaseCheck.toReview : 0;
}
