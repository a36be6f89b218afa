/** Rounds half up to so many decimals; what is missing stays null. */
export function roundTo(value: number, decimals: number): number;
export function roundTo(value: number | null | undefined, decimals: number): number | null;
export function roundTo(value: number | null | undefined, decimals: number): number | null {
  return value === null || value === undefined ? null : Math.round(value * 10 ** decimals) / 10 ** decimals;
}

/** Part of a whole in %, with one decimal unless told otherwise; null when either is missing or the whole is nothing. */
export const percentOf = (
  part: number | null | undefined,
  whole: number | null | undefined,
  decimals = 1,
): number | null => (part === null || part === undefined || !whole ? null : roundTo((100 * part) / whole, decimals));
