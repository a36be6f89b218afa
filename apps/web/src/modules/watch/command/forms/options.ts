/** Options of a choice among codes with their words. */
export const optionsOf = (words: Readonly<Record<number, string>>): Array<{ value: number; label: string }> =>
  Object.entries(words).map(([code, label]) => ({ value: Number(code), label }));
