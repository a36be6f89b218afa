const usualDigits = 12;

const isNumber = (text: string): boolean => /^\d+$/u.test(text);

/** Without the zeros in front that make a number longer than twelve digits; what is no number stays as it is. */
function cut(text: string): string {
  if (!isNumber(text)) return text;
  let from = 0;
  while (text.length - from > usualDigits && text[from] === '0') from++;
  return text.slice(from);
}

/**
 * A terminal's number in the one form in which it is kept and shown: twelve digits, as the head of a frame of 2013 carries it. Terminals of 2019 pad it to 20,
 * people leave the zero in front of a phone number out; `00000000014400260074` and `14400260074` are both `014400260074`, so that all stand alike in every
 * list. A number that has more than twelve digits without its zeros stands without them; what is no number stays as it is.
 */
export const terminalForm = (text: string): string => (isNumber(text) ? cut(text.padStart(usualDigits, '0')) : text);

/** What is typed to find terminals, which may be a part of a number: only zeros are left out that no number has in its form. */
export const terminalSearch = (text: string): string => cut(text);
