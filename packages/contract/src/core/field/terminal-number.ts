const usualDigits = 12;

/**
 * A terminal's number in the one form in which it is kept and shown. Terminals of 2019 pad it to 20 digits, those of 2013 to 12; what is longer
 * than 12 only by leading zeros is cut to 12, so that both stand alike in every list: `00000000014400260074` is `014400260074`.
 */
export const terminalForm = (digits: string): string => {
  let from = 0;
  while (digits.length - from > usualDigits && digits[from] === '0') from++;
  return digits.slice(from);
};
