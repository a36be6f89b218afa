import { type ByteReader, toHex } from '../../../bytes';
import { decodeText } from '../../../text';

/** Values of a diagnostic socket that a reader says as text; null: it said nothing of it. */
export interface ObdText {
  voltageV: number | null;
  rpm: number | null;
  speedKmh: number | null;
  loadPct: number | null;
  coolantC: number | null;
  /** since the reader was mounted, L */
  fuelUsedL: number | null;
}

/** Reads `$OBD-RT,12.3,0,20,…` (0x0900 of type 0x41 and item 0xE6, in no standard, as Traccar's frames show it); null for another text. */
export function readObdText(data: Uint8Array): ObdText | null {
  const [head, ...fields] = decodeText(data).trim().split(',');
  if (head !== '$OBD-RT') return null;
  const at = (i: number): number | null => {
    const text = fields[i]?.trim() ?? '';
    return /^-?\d+(\.\d+)?$/u.test(text) ? Number(text) : null;
  };
  return { voltageV: at(0), rpm: at(1), speedKmh: at(2), loadPct: at(4), coolantC: at(5), fuelUsedL: at(11) };
}

/** Codes of faults in a vehicle's control units. */
export interface ObdFaults {
  /** YYMMDDhhmmss in the terminal's time */
  time: string;
  /** `P0171`, in their order */
  codes: string[];
}

/** What a block of 0x0900 of type 0xF0 is about. */
const FAULTS = 2;
/** Fault and its state before the text of each code. */
const codeHead = 8;

/**
 * Reads the faults of 0x0900 of type 0xF0 (in no standard, as Traccar reads it): BCD[6] time, BYTE stored, BYTE kind of vehicle, BYTE what it is about, then
 * WORD units, each DWORD unit, WORD codes, each {DWORD, DWORD state, WORD length, text}; a position follows. Null for blocks about something else.
 * Throws RangeError when it ends inside a field.
 */
export function readObdFaults(r: ByteReader): ObdFaults | null {
  const time = toHex(r.bytes(6));
  r.bytes(2);
  if (r.u8() !== FAULTS) return null;
  const codes: string[] = [];
  for (let units = r.u16(); units > 0; units--) {
    r.u32();
    for (let left = r.u16(); left > 0; left--) {
      r.bytes(codeHead);
      codes.push(decodeText(r.bytes(r.u16())).replaceAll('\0', '').trim());
    }
  }
  return { time, codes };
}
