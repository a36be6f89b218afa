import { type ByteReader, ByteWriter } from '../../../bytes';
import { encodeText, readText } from '../../../text';

/** Result codes of a registration. */
export const registerResult = {
  ok: 0,
  vehicleAlreadyRegistered: 1,
  noSuchVehicle: 2,
  terminalAlreadyRegistered: 3,
  noSuchTerminal: 4,
} as const;

/** Answer to a registration (0x8100, JT/T 808-2013 8.6). */
export interface RegisterReply {
  /** Serial of the registration. */
  replySerial: number;
  /** One of {@link registerResult}. */
  result: number;
  /** Code that the terminal authenticates with from now on; empty unless the result is 0. */
  authCode: string;
}

/** Decodes an answer. Throws RangeError when serial or result are missing. */
export function decodeRegisterReply(r: ByteReader): RegisterReply {
  return { replySerial: r.u16('replySerial'), result: r.u8('result'), authCode: readText(r, 'authCode', r.remaining) };
}

/** Body of an answer; the code is sent with result 0 only. */
export function encodeRegisterReply(m: RegisterReply): Uint8Array {
  const w = new ByteWriter(32).u16(m.replySerial).u8(m.result);
  return m.result === registerResult.ok ? w.bytes(encodeText(m.authCode)).result() : w.result();
}
