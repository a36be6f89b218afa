/** Days before the end of a service from which it counts as ending soon. */
export const feeSoonDays = 30;
/** Days within which the voucher of a bank transfer must be uploaded. */
export const voucherDays = 7;
/** Minutes within which an order that is paid online must be paid. */
export const payMinutes = 30;
export const renewLimits = { devices: 200, years: 5 } as const;

const lastDayOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/**
 * The new end of a service that is paid on `paidOn` for a number of years: they are counted from the old end, or from the payment when the
 * service has ended already. 29 February becomes 28 in years without one. Days are `YYYY-MM-DD`.
 */
export function renewedEnd(end: string | null, paidOn: string, years: number): string {
  const from = end !== null && end > paidOn ? end : paidOn;
  const [year = 0, month = 1, day = 1] = from.split('-').map(Number);
  const to = Math.min(day, lastDayOf(year + years, month));
  return `${String(year + years)}-${String(month).padStart(2, '0')}-${String(to).padStart(2, '0')}`;
}

/** Percent of the price to be paid for so many years, after the greatest of the discounts that apply. */
export const discountPercent = (
  discounts: ReadonlyArray<{ minYears: number; percent: number }>,
  years: number,
): number =>
  discounts.filter(({ minYears }) => years >= minYears).reduce((best, { percent }) => Math.min(best, percent), 100);

/** The amount of a line in fen, and how much the discount saved. */
export function lineAmount(
  unitFen: number,
  years: number,
  percent: number,
): { amountFen: number; discountFen: number } {
  const full = unitFen * years;
  const amountFen = Math.round((full * percent) / 100);
  return { amountFen, discountFen: full - amountFen };
}
