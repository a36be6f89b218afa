import type { ByteReader } from '../../../bytes';

/** Turns a camera (0x9301, JT/T 1078-2016 chapter 5). */
export interface TurnCamera {
  channel: number;
  /** 0 stop, 1 up, 2 down, 3 left, 4 right. */
  direction: number;
  /** 0-255. */
  speed: number;
}

/** Sets a camera: 0x9302 focus (0 longer, 1 shorter), 0x9303 iris, 0x9304 wiper, 0x9305 infrared light, 0x9306 zoom (0 in, 1 out), JT/T 1078-2016 chapter 5. */
export interface SetCamera {
  channel: number;
  value: number;
}

/** Decodes an order to turn. Throws RangeError when the body ends too early. */
export function decodeTurnCamera(r: ByteReader): TurnCamera {
  return { channel: r.u8('channel'), direction: r.u8('direction'), speed: r.u8('speed') };
}

/** Body of an order to turn, 3 bytes. */
export const encodeTurnCamera = (m: TurnCamera): Uint8Array => Uint8Array.of(m.channel, m.direction, m.speed);

/** Decodes a setting. Throws RangeError when the body ends too early. */
export function decodeSetCamera(r: ByteReader): SetCamera {
  return { channel: r.u8('channel'), value: r.u8('value') };
}

/** Body of a setting, 2 bytes. */
export const encodeSetCamera = (m: SetCamera): Uint8Array => Uint8Array.of(m.channel, m.value);
