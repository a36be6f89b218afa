/** Decimals of a base that count: bases are made whole by this factor, so that shares are exact. */
const baseScale = 1_000_000;

/**
 * Divides `total` whole units (fen, 0.01 kg, 0.001 m³, pieces) in proportion to `bases` by largest remainder: the sum is exact and no share is
 * off by a unit or more. Ties go to the earlier one; bases that are all 0 count as equal. Source: transport.md 4.1.
 * `allocateUnits(10000, [1, 1, 1])` is `[3334, 3333, 3333]`. Throws RangeError on a total that is not whole, on a negative base and on no base at all.
 */
export function allocateUnits(total: number, bases: readonly number[]): number[] {
  if (!Number.isSafeInteger(total)) throw new RangeError(`not a whole number of units: ${total}`);
  if (bases.length === 0 || bases.some((base) => !(base >= 0 && Number.isFinite(base))))
    throw new RangeError(`cannot divide by these bases: ${bases.join(', ')}`);
  if (total < 0) return allocateUnits(-total, bases).map((share) => 0 - share);
  const given = bases.map((base) => BigInt(Math.round(base * baseScale)));
  const whole = given.some((base) => base > 0n) ? given : given.map(() => 1n);
  const sum = whole.reduce((a, b) => a + b, 0n);
  const products = whole.map((base) => BigInt(total) * base);
  const shares = products.map((product) => Number(product / sum));
  const rest = total - shares.reduce((a, b) => a + b, 0);
  const byRemainder = products
    .map((product, index) => ({ index, remainder: product % sum }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  for (const { index } of byRemainder.slice(0, rest)) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}

/** `allocateUnits` for a quantity with `decimals` decimal places: kg 2, m³ 3, yuan 2. */
export function allocateDecimal(total: number, bases: readonly number[], decimals: number): number[] {
  const factor = 10 ** decimals;
  return allocateUnits(Math.round(total * factor), bases).map((units) => units / factor);
}

/** Decimal places of the trade's quantities (transport.md 0). */
export const kgDecimals = 2;
export const m3Decimals = 3;
export const yuanDecimals = 2;
