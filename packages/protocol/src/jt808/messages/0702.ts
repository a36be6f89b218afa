import { ByteReader, ByteWriter, toBcd, toHex } from '../../bytes';
import { decodeText, encodeText } from '../../text';
import type { HeaderVersion } from '../header';
import { decodeTime, encodeTime } from '../time';

/** Outcome of reading a driver's card. */
export const cardResult = { ok: 0, notAuthenticated: 1, locked: 2, removed: 3, checksum: 4 } as const;

/**
 * Driver identity (0x0702, JT/T 808-2013 8.18 and 2019 8.19): a card was put into the terminal or taken out of it. The layout of 2011 has
 * neither a direction nor a time and is refused.
 */
export interface DriverCard {
  inserted: boolean;
  /** Epoch ms; null when the date is impossible. */
  time: number | null;
  /** What reading gave, {@link cardResult}; null when the card was taken out and nothing is said of it. */
  result: number | null;
  /** The card's contents: empty when it could not be read. */
  name: string;
  /** Number of the certificate of qualification. */
  certificateNo: string;
  authority: string;
  /** YYYY-MM-DD; null when none or impossible. */
  validUntil: string | null;
  /** 2019 only (some terminals with a 2013 header send it too), else empty. */
  idCard: string;
}

const into = 1;
const out = 2;
const noDate = '00000000';

/**
 * Throws RangeError when a field is cut off, and when the direction is neither in nor out. Whether an ID card follows is told by what is left,
 * not by the header; bytes behind it (provinces have fields of their own there) are no part of the standard.
 */
export function decodeDriverCard(data: Uint8Array): DriverCard {
  const r = new ByteReader(data);
  const direction = r.u8();
  if (direction !== into && direction !== out) throw new RangeError(`card neither in nor out: ${direction}`);
  const card: DriverCard = {
    inserted: direction === into,
    time: decodeTime(r.bytes(6), 0),
    result: null,
    name: '',
    certificateNo: '',
    authority: '',
    validUntil: null,
    idCard: '',
  };
  // a card that was taken out needs no more
  if (direction === out && r.remaining === 0) return card;
  card.result = r.u8();
  if (card.result !== cardResult.ok || (direction === out && r.remaining === 0)) return card;
  card.name = decodeText(r.bytes(r.u8()));
  card.certificateNo = decodeText(r.bytes(20));
  card.authority = decodeText(r.bytes(r.u8()));
  card.validUntil = dateOf(toHex(r.bytes(4)));
  if (r.remaining >= 20) card.idCard = decodeText(r.bytes(20));
  return card;
}

function dateOf(digits: string): string | null {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(digits) ?? [];
  if (!year || !month || !day) return null;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const text = `${year}-${month}-${day}`;
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text ? text : null;
}

/** Throws RangeError without a time, and when name or authority take more than 255 bytes. */
export function encodeDriverCard(m: DriverCard, version: HeaderVersion): Uint8Array {
  if (m.time === null) throw new RangeError('a card event needs a time');
  const w = new ByteWriter(96).u8(m.inserted ? into : out).bytes(encodeTime(m.time));
  if (m.result === null) return w.result();
  w.u8(m.result);
  if (m.result !== cardResult.ok) return w.result();
  const name = encodeText(m.name);
  const authority = encodeText(m.authority);
  if (name.length > 255 || authority.length > 255) throw new RangeError('name or authority too long');
  w.u8(name.length).bytes(name).padded(encodeText(m.certificateNo), 20).u8(authority.length).bytes(authority);
  w.bytes(toBcd(m.validUntil?.replaceAll('-', '') ?? noDate, 4));
  if (version === '2019' || m.idCard !== '') w.padded(encodeText(m.idCard), 20);
  return w.result();
}
