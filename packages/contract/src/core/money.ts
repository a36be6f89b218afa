/** Integer fen in a sentence of a message or a refusal: `1,980.00 元`. */
export const yuanWords = (fen: number): string =>
  `${(fen / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })} 元`;
