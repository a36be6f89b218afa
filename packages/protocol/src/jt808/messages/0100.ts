import { ByteReader, ByteWriter } from '../../bytes';
import { decodeText, encodeText } from '../../text';
import type { HeaderVersion } from '../header';

/** Registration. Nothing in it is an identity: makers fill these fields as they like. */
export interface Register {
  /** GB/T 2260: first two digits, and the last four. */
  province: number;
  city: number;
  maker: string;
  model: string;
  terminalId: string;
  /** JT/T 415: 1 blue 2 yellow 3 black 4 white 5 green 9 other, 0 no plate yet (the plate is then a VIN). */
  plateColor: number;
  plate: string;
  layout: RegisterLayout;
}

export type RegisterLayout = '2011' | '2013' | '2019';

const WIDTHS: Record<RegisterLayout, { maker: number; model: number; terminalId: number }> = {
  '2011': { maker: 5, model: 8, terminalId: 7 },
  '2013': { maker: 5, model: 20, terminalId: 7 },
  '2019': { maker: 11, model: 30, terminalId: 30 },
};

export function decodeRegister(data: Uint8Array, version: HeaderVersion): Register {
  const layout = layoutOf(data, version);
  const width = WIDTHS[layout];
  const r = new ByteReader(data);
  return {
    province: r.u16(),
    city: r.u16(),
    maker: decodeText(r.bytes(width.maker)),
    model: decodeText(r.bytes(width.model)),
    terminalId: decodeText(r.bytes(width.terminalId)),
    plateColor: r.u8(),
    plate: decodeText(r.rest()),
    layout,
  };
}

/**
 * The header does not tell 2011 from 2013. A body of 37 bytes or more is 2013, unless the place of its plate colour holds none while the place
 * of 2011 does (a plate of 12 bytes or more).
 */
function layoutOf(data: Uint8Array, version: HeaderVersion): RegisterLayout {
  if (version === '2019' && data.length >= 76) return '2019';
  if (data.length < 37) return '2011';
  return !isPlateColor(data[36]) && isPlateColor(data[24]) ? '2011' : '2013';
}

const isPlateColor = (b = 0xff): boolean => b <= 9 || (b >= 91 && b <= 94);

/** Pads behind, as terminals do; 2019 pads in front by its text, and every reader takes both. */
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
