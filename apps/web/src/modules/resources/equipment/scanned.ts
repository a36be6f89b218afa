/** What the code on a recorder says. */
export interface ScannedRecorder {
  deviceNo: string;
  /** number in the header of its frames; null: the code does not say it */
  terminalNo: string | null;
}

const deviceNoText = /^[A-Za-z0-9-]{1,30}$/u;
const terminalNoText = /^\d{5,20}$/u;
/** Names under which makers write the two into the address of a code. */
const deviceNames = ['sn', 'deviceNo', 'no'];
const terminalNames = ['terminalNo', 'phone', 'sim'];

/**
 * Reads what a scanner typed: the number alone, the number and that of the frames behind a comma, semicolon, bar or blank, or an address with
 * them as `sn` and `phone`. Null for anything else.
 */
export function readScanned(text: string): ScannedRecorder | null {
  const [first = '', second = ''] = /^https?:\/\//iu.test(text.trim())
    ? partsOfAddress(text.trim())
    : text.trim().split(/[\s,;|，；]+/u);
  if (!deviceNoText.test(first)) return null;
  return { deviceNo: first, terminalNo: terminalNoText.test(second) ? second : null };
}

function partsOfAddress(text: string): string[] {
  if (!URL.canParse(text)) return [];
  const { searchParams, pathname } = new URL(text);
  const named = (names: readonly string[]): string | null =>
    names.map((name) => searchParams.get(name)).find((value) => value !== null && value !== '') ?? null;
  return [named(deviceNames) ?? pathname.split('/').at(-1) ?? '', named(terminalNames) ?? ''];
}
