/** Text on the wire is GBK; padding is zero bytes. Some makers send UTF-8, which is recognised where it cannot be anything else. */
const gbk = new TextDecoder('gbk');
const utf8 = new TextDecoder('utf-8', { fatal: true });
let gbkCodes: Map<string, number> | undefined;

/** GBK has no encoder in the platform: its table is the decoder turned round, built at first use (about 24,000 characters). */
function codes(): Map<string, number> {
  if (gbkCodes) return gbkCodes;
  const table = new Map<string, number>();
  const pair = new Uint8Array(2);
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      pair[0] = lead;
      pair[1] = trail;
      const char = gbk.decode(pair);
      if ([...char].length === 1 && char !== '\ufffd' && !table.has(char)) table.set(char, (lead << 8) | trail);
    }
  }
  gbkCodes = table;
  return table;
}

/** GBK bytes; characters that GBK lacks become a question mark. */
export function encodeText(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const char of text) {
    const point = char.codePointAt(0) ?? 0;
    const code = point < 0x80 ? point : (codes().get(char) ?? 0x3f);
    if (code > 0xff) bytes.push(code >> 8);
    bytes.push(code & 0xff);
  }
  return Uint8Array.from(bytes);
}

/** Text without its zero padding on either side; wrong bytes become the replacement character. */
export function decodeText(data: Uint8Array): string {
  let from = 0;
  let to = data.length;
  while (from < to && data[from] === 0) from++;
  while (to > from && data[to - 1] === 0) to--;
  const bytes = data.subarray(from, to);
  if (bytes.length <= 256 && isAscii(bytes)) return String.fromCharCode(...bytes);
  return decodeUtf8(bytes) ?? gbk.decode(bytes);
}

function isAscii(data: Uint8Array): boolean {
  for (const b of data) if (b > 0x7f) return false;
  return true;
}

/** UTF-8 only when every character beyond ASCII is a Chinese one: "鲁" in GBK is also valid UTF-8, but not of that kind. */
function decodeUtf8(data: Uint8Array): string | null {
  try {
    const text = utf8.decode(data);
    for (const char of text) {
      const point = char.codePointAt(0) ?? 0;
      if (point > 0x7f && point < 0x2e80) return null;
    }
    return text;
  } catch {
    return null;
  }
}
