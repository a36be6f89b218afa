/** Cards of the demo company: the seeder writes them, readers in trucks read those of stores. Plain data. */

export const demoCards = 40;
/** Cards from here on are those of stores, for the first stores of Shanghai; the last ones those of managers. */
export const firstStoreCard = 30;
export const storeCards = 7;

/** Number of the n-th card. */
export const cardNoOf = (index: number): string => `0A${(0x1b2c00 + index * 197).toString(16).toUpperCase()}`;

/** Number of the card that hangs in the n-th store of Shanghai; null: it has none. */
export const storeCardOf = (store: number): string | null =>
  store >= 0 && store < storeCards ? cardNoOf(firstStoreCard + store) : null;
