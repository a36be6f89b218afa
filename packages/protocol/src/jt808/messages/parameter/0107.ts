import { type ByteReader, ByteWriter, fromHex, toHex } from '../../../bytes';
import { encodeText, readSizedText, readText, writeSizedText } from '../../../text';
import type { HeaderVersion } from '../../header';

/** What a terminal is (0x0107, JT/T 808-2013 8.15, 2019 8.18), its answer to 0x8107. */
export interface Properties {
  /** Bit 0 passenger cars, 1 dangerous goods, 2 lorries, 3 taxis, 6 has a hard disk, 7 in several parts (2019: 8 trailers). */
  terminalType: number;
  maker: string;
  model: string;
  terminalId: string;
  /** Number of the SIM card, 20 digits. */
  iccid: string;
  hardwareVersion: string;
  firmwareVersion: string;
  /** Bit 0 GPS, 1 Beidou, 2 GLONASS, 3 Galileo. */
  gnssBits: number;
  /** Bit 0 GPRS, 1 CDMA, 2 TD-SCDMA, 3 WCDMA, 4 CDMA2000, 5 TD-LTE, 7 other. */
  networkBits: number;
  /** Bytes of the field of the maker: 5 by both editions, 11 in some terminals of 2019. */
  makerBytes: number;
}

/** Widths of model and terminal id, in bytes. */
const widths = { '2013': { model: 20, id: 7 }, '2019': { model: 30, id: 30 } };
const MAKER = 5;
const MAKER_WIDE = 11;

/**
 * Decodes properties. In 2019 the maker has 5 bytes, or 11 when only then the body ends behind the last field. Throws RangeError when it ends inside a
 * field.
 */
export function decodeProperties(r: ByteReader, version: HeaderVersion): Properties {
  const data = r.ahead;
  const wide = version === '2019' && !endsWell(data, MAKER) && endsWell(data, MAKER_WIDE);
  const makerBytes = wide ? MAKER_WIDE : MAKER;
  return {
    terminalType: r.u16('terminalType'),
    maker: readText(r, 'maker', makerBytes),
    model: readText(r, 'model', widths[version].model),
    terminalId: readText(r, 'terminalId', widths[version].id),
    iccid: toHex(r.bytes(10, 'iccid', 'digits')),
    hardwareVersion: readSizedText(r, 'hardwareVersion'),
    firmwareVersion: readSizedText(r, 'firmwareVersion'),
    gnssBits: r.u8('gnssBits'),
    networkBits: r.u8('networkBits'),
    makerBytes,
  };
}

/** Whether a body of 2019 ends behind its last field when the maker has so many bytes. */
function endsWell(data: Uint8Array, makerBytes: number): boolean {
  const hardwareAt = 2 + makerBytes + widths['2019'].model + widths['2019'].id + 10;
  const firmwareAt = hardwareAt + 1 + (data[hardwareAt] ?? 0);
  return firmwareAt + 1 + (data[firmwareAt] ?? 0) + 2 === data.length;
}

/** Body of properties. Throws RangeError when the SIM card's number has not 20 digits or a version has more than 255 bytes. */
export function encodeProperties(m: Properties, version: HeaderVersion): Uint8Array {
  if (m.iccid.length !== 20) throw new RangeError(`not 20 digits: ${m.iccid}`);
  const w = new ByteWriter(128)
    .u16(m.terminalType)
    .padded(encodeText(m.maker), version === '2019' ? m.makerBytes : MAKER)
    .padded(encodeText(m.model), widths[version].model)
    .padded(encodeText(m.terminalId), widths[version].id)
    .bytes(fromHex(m.iccid));
  writeSizedText(writeSizedText(w, m.hardwareVersion), m.firmwareVersion);
  return w.u8(m.gnssBits).u8(m.networkBits).result();
}
