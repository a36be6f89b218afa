import { num } from './format';

/** Integer fen as yuan with two decimals: `1,980.00`. */
export const yuan = (fen: number): string => num(fen / 100, 2);
