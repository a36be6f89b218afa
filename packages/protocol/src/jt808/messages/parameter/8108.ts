import { type ByteReader, ByteWriter } from '../../../bytes';
import { encodeText, readSizedText, readText, writeSizedText } from '../../../text';

/** Whose firmware is upgraded; T/JSATL 12 adds its cameras and the tyre pressure system. */
export const upgradeKind = {
  terminal: 0,
  cardReader: 12,
  beidou: 52,
  adas: 0x64,
  dsm: 0x65,
  tyres: 0x66,
  blindSpot: 0x67,
} as const;

/** New firmware for a terminal (0x8108, JT/T 808-2013 8.16), in many packages. The terminal tells with 0x0108 what became of it. */
export interface UpgradePackage {
  /** One of {@link upgradeKind}. */
  kind: number;
  /** 5 bytes. */
  maker: string;
  version: string;
  data: Uint8Array;
}

/** What became of an upgrade (0x0108, JT/T 808-2013 8.17). */
export interface UpgradeResult {
  /** One of {@link upgradeKind}. */
  kind: number;
  /** 0 done, 1 failed, 2 cancelled; T/JSATL 12 adds 16 to 19. */
  result: number;
}

/** Decodes firmware. Throws RangeError when the body ends inside a field. */
export function decodeUpgradePackage(r: ByteReader): UpgradePackage {
  return {
    kind: r.u8('kind'),
    maker: readText(r, 'maker', 5),
    version: readSizedText(r, 'version'),
    data: r.bytes(r.u32('dataLength'), 'data'),
  };
}

/** Body of firmware. Throws RangeError when the version has more than 255 bytes. */
export function encodeUpgradePackage(m: UpgradePackage): Uint8Array {
  const w = new ByteWriter(64 + m.data.length).u8(m.kind).padded(encodeText(m.maker), 5);
  return writeSizedText(w, m.version).u32(m.data.length).bytes(m.data).result();
}

/** Decodes a result. Throws RangeError when the body ends too early. */
export function decodeUpgradeResult(r: ByteReader): UpgradeResult {
  return { kind: r.u8('kind'), result: r.u8('result') };
}

/** Body of a result, 2 bytes. */
export const encodeUpgradeResult = (m: UpgradeResult): Uint8Array => new ByteWriter(2).u8(m.kind).u8(m.result).result();
