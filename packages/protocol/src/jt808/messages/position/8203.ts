import { type ByteReader, ByteWriter } from '../../../bytes';

/** A person has seen alarms (0x8203, JT/T 808-2013 8.22): the terminal may clear them. */
export interface ConfirmAlarms {
  /** Serial of the report that carried the alarms; 0 = all alarms of the kinds named. */
  serial: number;
  /** Alarm word with the kinds that are confirmed. The standard knows bits 0, 3, 20, 21, 22, 27 and 28. */
  alarmBits: number;
}

/** Decodes a confirmation. Throws RangeError when the body ends too early. */
export function decodeConfirmAlarms(r: ByteReader): ConfirmAlarms {
  return { serial: r.u16('serial'), alarmBits: r.u32('alarmBits') };
}

/** Body of a confirmation, 6 bytes. */
export const encodeConfirmAlarms = (m: ConfirmAlarms): Uint8Array =>
  new ByteWriter(6).u16(m.serial).u32(m.alarmBits).result();
