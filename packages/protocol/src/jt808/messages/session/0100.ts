import { type ByteReader, ByteWriter } from '../../../bytes';
import { encodeText, readText } from '../../../text';
import type { HeaderVersion } from '../../header';

/** Registration of a terminal (0x0100, JT/T 808-2013 8.5, 2019 8.8). None of its fields identifies the terminal: makers fill them as they like. */
export interface Register {
  /** First two digits of the GB/T 2260 code. */
  province: number;
  /** Last four digits of the GB/T 2260 code. */
  city: number;
  maker: string;
  model: string;
  terminalId: string;
  /** JT/T 415: 1 blue 2 yellow 3 black 4 white 5 green 9 other, 0 no plate yet (the plate is then a VIN). */
  plateColor: number;
  plate: string;
  layout: RegisterLayout;
}

/** Edition of the standard whose widths the body has. */
export type RegisterLayout = '2011' | '2013' | '2019';

/** Widths of the text fields in bytes. */
const WIDTHS: Record<RegisterLayout, { maker: number; model: number; terminalId: number }> = {
  '2011': { maker: 5, model: 8, terminalId: 7 },
  '2013': { maker: 5, model: 20, terminalId: 7 },
  '2019': { maker: 11, model: 30, terminalId: 30 },
};

/** Decodes a registration of any of the three editions. Throws RangeError when the body ends too early. */
export function decodeRegister(r: ByteReader, version: HeaderVersion): Register {
  const layout = detectLayout(r.ahead, version);
  const width = WIDTHS[layout];
  return {
    province: r.u16('province'),
    city: r.u16('city'),
    maker: readText(r, 'maker', width.maker),
    model: readText(r, 'model', width.model),
    terminalId: readText(r, 'terminalId', width.terminalId),
    plateColor: r.u8('plateColor'),
    plate: readText(r, 'plate', r.remaining),
    layout,
  };
}

/**
 * Finds out the edition, since the header does not tell 2011 from 2013. A body shorter than the 37 fixed bytes of 2013 is 2011. A longer one is 2013,
 * unless the byte where 2013 has its plate colour is no colour and the byte where 2011 has it is one (a 2011 body with a plate of 12 bytes or more).
 */
function detectLayout(data: Uint8Array, version: HeaderVersion): RegisterLayout {
  if (version === '2019' && data.length >= 76) return '2019';
  if (data.length < 37) return '2011';
  return !isPlateColor(data[36]) && isPlateColor(data[24]) ? '2011' : '2013';
}

const isPlateColor = (b = 0xff): boolean => b <= 9 || (b >= 91 && b <= 94);

/** Body of a registration. Texts are padded behind, as terminals do; the text of 2019 asks for padding in front, and every reader accepts both. */
export function encodeRegister(m: Register): Uint8Array {
  const width = WIDTHS[m.layout];
  return new ByteWriter(96)
    .u16(m.province)
    .u16(m.city)
    .padded(encodeText(m.maker), width.maker)
    .padded(encodeText(m.model), width.model)
    .padded(encodeText(m.terminalId), width.terminalId)
    .u8(m.plateColor)
    .bytes(encodeText(m.plate))
    .result();
}
