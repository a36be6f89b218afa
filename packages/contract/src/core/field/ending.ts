/**
 * A text without the same character at its end, however often it stands there (`/` of an address, the zero bytes of a terminal's texts). A regular expression
 * for it costs the square of the text's length.
 */
export function withoutEnding(text: string, char: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === char) end--;
  return text.slice(0, end);
}
