import { formatNumber } from './format';

/** Integer fen as yuan with two decimals: `1,980.00`. */
export const formatYuan = (fen: number): string => formatNumber(fen / 100, 2);
