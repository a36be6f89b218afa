/** Days before its end from which a service ends soon. */
export const feeSoonDays = 30;
/** Days within which the voucher of a transfer has to come. */
export const voucherDays = 7;
export const renewLimits = { devices: 200, years: 5 } as const;

const lastOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/**
 * New end of a service that is paid on a day for a number of years: they begin at the old end, or with the payment when that is over. 29
 * February becomes 28 where the year has none. Days are `YYYY-MM-DD`.
 */
export function renewedEnd(end: string | null, paidOn: string, years: number): string {
  const from = end !== null && end > paidOn ? end : paidOn;
  const [year = 0, month = 1, day = 1] = from.split('-').map(Number);
  const to = Math.min(day, lastOf(year + years, month));
  return `${String(year + years)}-${String(month).padStart(2, '0')}-${String(to).padStart(2, '0')}`;
}

/** Percent of the price to be paid for so many years: of the discounts that hold, the greatest. */
export const percentOf = (discounts: ReadonlyArray<{ minYears: number; percent: number }>, years: number): number =>
  discounts.filter(({ minYears }) => years >= minYears).reduce((best, { percent }) => Math.min(best, percent), 100);

/** What a line costs, in fen, and how much of it the discount took. */
export function lineAmount(
  unitFen: number,
  years: number,
  percent: number,
): { amountFen: number; discountFen: number } {
  const full = unitFen * years;
  const amountFen = Math.round((full * percent) / 100);
  return { amountFen, discountFen: full - amountFen };
}
