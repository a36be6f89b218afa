import { ByteReader, ByteWriter } from '../../bytes';
import { decodeText, encodeText } from '../../text';

export const registerResult = {
  ok: 0,
  vehicleAlreadyRegistered: 1,
  noSuchVehicle: 2,
  terminalAlreadyRegistered: 3,
  noSuchTerminal: 4,
} as const;

/** Answer to a registration. */
export interface RegisterReply {
  replySerial: number;
  result: number;
  /** Only when the result is 0, else empty. */
  authCode: string;
}

export function decodeRegisterReply(data: Uint8Array): RegisterReply {
  const r = new ByteReader(data);
  return { replySerial: r.u16(), result: r.u8(), authCode: decodeText(r.rest()) };
}

export function encodeRegisterReply(m: RegisterReply): Uint8Array {
  const w = new ByteWriter(32).u16(m.replySerial).u8(m.result);
  return m.result === registerResult.ok ? w.bytes(encodeText(m.authCode)).result() : w.result();
}
