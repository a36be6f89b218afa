import { type ByteReader, ByteWriter, toBcd, toHex } from '../../../bytes';
import { encodeText, readSizedText, readText, writeSizedText } from '../../../text';
import type { HeaderVersion } from '../../header';
import { encodeTime } from '../../time';
import { readTime } from '../../time-range';

/** Result codes of reading a driver's card. */
export const cardResult = { ok: 0, notAuthenticated: 1, locked: 2, removed: 3, checksum: 4 } as const;

/** Driver identity (0x0702, JT/T 808-2013 8.48, 2019 8.47): a card was put into the terminal or taken out of it. */
export interface DriverCard {
  inserted: boolean;
  /** Epoch ms; null when the date is impossible or the layout has none. */
  time: number | null;
  /** The layout of 2011: who drives, with neither a direction nor a time nor a result. Its card counts as inserted and read. */
  timeless?: true;
  /** One of {@link cardResult}; null when the card was taken out and no result was sent. */
  result: number | null;
  /** Driver's name. This and the following fields are empty when the card could not be read. */
  name: string;
  /** Number of the certificate of qualification. */
  certificateNo: string;
  /** Authority that issued the certificate. */
  authority: string;
  /** YYYY-MM-DD; null when there is none or the date does not exist. */
  validUntil: string | null;
  /** Number of the identity card: 2019, and some terminals with a 2013 header; else empty. */
  idCard: string;
}

/** Codes of the direction. */
const cardIn = 1;
const cardOut = 2;
/** Date of a card without one, BCD[4]. */
const noDate = '00000000';

/** Widths of the layout of 2011, in bytes. */
const idCardBytes = 20;
const certificateBytes2011 = 40;

/**
 * Decodes a driver identity. Throws RangeError when a field is cut off. What has neither direction in front is read by the layout of 2011, which begins
 * with the length of a name (never 1 or 2 bytes), and refused with a RangeError when it does not end where that ends. An identity card number is read when 20
 * bytes are left for it, whatever the header's edition. Bytes behind it are ignored: they are extensions of single provinces.
 */
export function decodeDriverCard(r: ByteReader): DriverCard {
  const other = r.attempt();
  const direction = r.u8('direction');
  if (direction !== cardIn && direction !== cardOut) return decodeDriver2011(other);
  const card: DriverCard = {
    inserted: direction === cardIn,
    time: readTime(r, 'time'),
    result: null,
    name: '',
    certificateNo: '',
    authority: '',
    validUntil: null,
    idCard: '',
  };
  // a terminal need not say more of a card that was taken out
  if (direction === cardOut && r.remaining === 0) return card;
  card.result = r.u8('result');
  if (card.result !== cardResult.ok || (direction === cardOut && r.remaining === 0)) return card;
  card.name = readSizedText(r, 'name');
  card.certificateNo = readText(r, 'certificateNo', 20);
  card.authority = readSizedText(r, 'authority');
  card.validUntil = dateOf(toHex(r.bytes(4, 'validUntil', 'digits')));
  if (r.remaining >= 20) card.idCard = readText(r, 'idCard', 20);
  return card;
}

function decodeDriver2011(r: ByteReader): DriverCard {
  const name = readSizedText(r, 'name');
  const idCard = readText(r, 'idCard', idCardBytes);
  const certificateNo = readText(r, 'certificateNo', certificateBytes2011);
  const authority = readSizedText(r, 'authority');
  if (r.remaining > 0) throw new RangeError(`card neither in nor out, ${r.remaining} bytes too many for 2011`);
  const card = { inserted: true, time: null, result: cardResult.ok, name, certificateNo, authority };
  return { ...card, timeless: true, validUntil: null, idCard };
}

/** YYYY-MM-DD of eight digits; null when the date does not exist. */
function dateOf(digits: string): string | null {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(digits) ?? [];
  if (!year || !month || !day) return null;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const text = `${year}-${month}-${day}`;
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text ? text : null;
}

/** Body of a driver identity. Throws RangeError without a time, and when name or authority take more than 255 bytes. */
export function encodeDriverCard(m: DriverCard, version: HeaderVersion): Uint8Array {
  if (m.timeless) return encodeDriver2011(m);
  if (m.time === null) throw new RangeError('a card event needs a time');
  const w = new ByteWriter(96).u8(m.inserted ? cardIn : cardOut).bytes(encodeTime(m.time));
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

const encodeDriver2011 = (m: DriverCard): Uint8Array =>
  writeSizedText(
    writeSizedText(new ByteWriter(96), m.name)
      .padded(encodeText(m.idCard), idCardBytes)
      .padded(encodeText(m.certificateNo), certificateBytes2011),
    m.authority,
  ).result();
