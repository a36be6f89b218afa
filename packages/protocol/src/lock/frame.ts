import { ByteReader, ByteWriter } from '../bytes';

/**
 * What a Bluetooth lock on a box door and the platform say to each other through the terminal of the vehicle: transparent data (0x8900 down, 0x0900 up) of
 * this type. Every message begins with its kind and the lock's MAC.
 */
export const lockType = 0xf6;

/** How a lock answers. */
export const lockResult = { done: 0, refused: 1, unreachable: 2 } as const;
/** State of a lock in its answers. */
export const lockState = { closed: 1, open: 2, faulty: 4 } as const;

const kind = { open: 0x01, setCode: 0x02, answer: 0x81, event: 0x82 } as const;
const MAC_BYTES = 6;

/** What the platform asks of a lock: to open now, or to open once to whoever types a code within some minutes. `serial` comes back in the answer. */
export type LockAsk = { mac: string; serial: number } & (
  | { what: 'open' }
  | { what: 'setCode'; code: string; minutes: number }
);

/** What a lock tells: the answer to `serial`, or that somebody opened or closed it. */
export type LockTold = { mac: string; state: number; batteryPct: number } & (
  | { what: 'answer'; serial: number; result: number }
  /** `way` as in lockWay of the contract (1 bluetooth, 2 remote, 3 code, 4 card); `serial` of the code that was typed, else 0; `at` epoch ms */
  | { what: 'event'; isOpen: boolean; way: number; serial: number; at: number }
);

const macBytes = (mac: string): Uint8Array => {
  const bytes = mac.split(':').map((pair) => Number.parseInt(pair, 16));
  if (bytes.length !== MAC_BYTES || bytes.some((byte) => !(byte >= 0 && byte <= 0xff)))
    throw new RangeError(`no MAC: ${mac}`);
  return Uint8Array.from(bytes);
};
const readMac = (r: ByteReader): string =>
  Array.from({ length: MAC_BYTES }, () => r.u8().toString(16).padStart(2, '0').toUpperCase()).join(':');

/** Bytes of what the platform asks. Throws RangeError for a MAC, a code or minutes that do not fit. */
export function encodeLockAsk(ask: LockAsk): Uint8Array {
  const head = new ByteWriter(32).u8(ask.what === 'open' ? kind.open : kind.setCode).bytes(macBytes(ask.mac));
  head.u32(ask.serial);
  if (ask.what === 'open') return head.result();
  if (!/^\d{6,8}$/u.test(ask.code)) throw new RangeError('a code has 6 to 8 digits');
  const digits = Uint8Array.from(ask.code, (digit) => digit.charCodeAt(0));
  return head.u16(ask.minutes).u8(digits.length).bytes(digits).result();
}

/** What the platform asks; null for bytes that are no such message. */
export function decodeLockAsk(data: Uint8Array): LockAsk | null {
  return attempt(data, (r) => {
    const asked = r.u8();
    if (asked !== kind.open && asked !== kind.setCode) return null;
    const base = { mac: readMac(r), serial: r.u32() };
    if (asked === kind.open) return { ...base, what: 'open' };
    const minutes = r.u16();
    const code = String.fromCharCode(...r.bytes(r.u8()));
    return { ...base, what: 'setCode', code, minutes };
  });
}

/** Bytes of what a lock tells. */
export function encodeLockTold(told: LockTold): Uint8Array {
  const out = new ByteWriter(32).u8(told.what === 'answer' ? kind.answer : kind.event).bytes(macBytes(told.mac));
  out.u8(told.state).u8(told.batteryPct).u32(told.serial);
  if (told.what === 'answer') return out.u8(told.result).result();
  return out
    .u8(told.isOpen ? 1 : 0)
    .u8(told.way)
    .u32(Math.floor(told.at / 1000))
    .result();
}

/** What a lock tells; null for bytes that are no such message. */
export function decodeLockTold(data: Uint8Array): LockTold | null {
  return attempt(data, (r) => {
    const what = r.u8();
    if (what !== kind.answer && what !== kind.event) return null;
    const base = { mac: readMac(r), state: r.u8(), batteryPct: r.u8(), serial: r.u32() };
    if (what === kind.answer) return { ...base, what: 'answer', result: r.u8() };
    return { ...base, what: 'event', isOpen: r.u8() === 1, way: r.u8(), at: r.u32() * 1000 };
  });
}

/** What `read` makes of all of the data; null when there is too little or too much of it. */
function attempt<T>(data: Uint8Array, read: (r: ByteReader) => T | null): T | null {
  try {
    const r = new ByteReader(data);
    const found = read(r);
    return r.remaining === 0 ? found : null;
  } catch {
    // too short
    return null;
  }
}
