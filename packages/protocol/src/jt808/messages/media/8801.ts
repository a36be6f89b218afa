import { type ByteReader, ByteWriter } from '../../../bytes';

/** Order to a camera (0x8801, JT/T 808-2013 8.54). The terminal answers with 0x0805 and sends the photos as 0x0801. */
export interface Shoot {
  /** Camera from 1; in active safety 64 ADAS and 65 DSM. */
  channel: number;
  /** 0 stop, 0xFFFF video, else the number of photos. */
  command: number;
  /** Seconds between photos, or length of the video; 0 = as fast as possible, or on and on. */
  intervalS: number;
  /** Kept in the terminal instead of sent at once. */
  save: boolean;
  /** 1 320x240, 2 640x480, 3 800x600, 4 1024x768, 5 176x144, 6 352x288, 7 704x288, 8 704x576. */
  resolution: number;
  /** 1 best to 10 most compressed. */
  quality: number;
  /** 0-255. */
  brightness: number;
  /** 0-127. */
  contrast: number;
  /** 0-127. */
  saturation: number;
  /** 0-255. */
  chroma: number;
}

/** Decodes an order. Throws RangeError when the body ends too early. */
export function decodeShoot(r: ByteReader): Shoot {
  return {
    channel: r.u8('channel'),
    command: r.u16('command'),
    intervalS: r.u16('intervalS'),
    save: r.u8('save') === 1,
    resolution: r.u8('resolution'),
    quality: r.u8('quality'),
    brightness: r.u8('brightness'),
    contrast: r.u8('contrast'),
    saturation: r.u8('saturation'),
    chroma: r.u8('chroma'),
  };
}

/** Body of an order, 12 bytes. */
export const encodeShoot = (m: Shoot): Uint8Array =>
  new ByteWriter(12)
    .u8(m.channel)
    .u16(m.command)
    .u16(m.intervalS)
    .u8(m.save ? 1 : 0)
    .u8(m.resolution)
    .u8(m.quality)
    .u8(m.brightness)
    .u8(m.contrast)
    .u8(m.saturation)
    .u8(m.chroma)
    .result();
