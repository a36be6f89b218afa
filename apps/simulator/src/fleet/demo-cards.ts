/** Cards of the demo company: the seeder writes them into the database, and readers in trucks read those of stores. Plain data. */

/** Number of cards. */
export const demoCards = 40;
/** Index of the first store's card. The next {@link storeCards} belong to the first stores of Shanghai, the last ones to managers. */
export const firstStoreCard = 30;
/** Number of stores with a card. */
export const storeCards = 7;

/** Number of the card at an index. */
export const cardNoOf = (index: number): string => `0A${(0x1b2c00 + index * 197).toString(16).toUpperCase()}`;

/** Number of the card that hangs in the n-th store of Shanghai (from 0); null: it has none. */
export const storeCardOf = (store: number): string | null =>
  store >= 0 && store < storeCards ? cardNoOf(firstStoreCard + store) : null;
