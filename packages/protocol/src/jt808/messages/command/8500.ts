import { type ByteReader, ByteWriter } from '../../../bytes';
import type { HeaderVersion } from '../../header';

/**
 * Order to the vehicle (0x8500, JT/T 808-2013 8.33, 2019 8.30). The terminal answers with 0x0500, whose status bits say whether it was done. The two
 * editions say the opposite: in 2013 bit 0 set locks the doors, in 2019 the value 0 does. `lockDoors` means the same in both.
 */
export interface VehicleControl {
  /** True locks the doors, false unlocks them; null = no order for them (2019 only). */
  lockDoors: boolean | null;
  /** 2013 only, else 0: the bits above bit 0, which the standard keeps for later. */
  otherBits: number;
  /** 2019 only: orders of kinds other than the doors (makers have F001-FFFF), with their values as sent. */
  others: Array<{ kind: number; value: Uint8Array }>;
}

const LOCK = 1;
const DOORS = 1;

/**
 * Decodes an order. Throws RangeError when the body ends too early. In 2019 the width of an unknown kind's value is not known, so everything behind it
 * counts as its value. Three bytes are an order without the count in front, as yezhihao's library sends it with the meaning of 2013.
 */
export function decodeVehicleControl(r: ByteReader, version: HeaderVersion): VehicleControl {
  if (version === '2013') return fromBits(r.u8('bits'));
  const control: VehicleControl = { lockDoors: null, otherBits: 0, others: [] };
  const bare = r.remaining === 3;
  for (let count = bare ? 1 : r.u16('count'); count > 0; count--) {
    const kind = r.u16('kind');
    if (kind !== DOORS) control.others.push({ kind, value: r.rest('value') });
    else control.lockDoors = bare ? fromBits(r.u8('bits')).lockDoors : r.u8('doors') === 0;
  }
  return control;
}

const fromBits = (bits: number): VehicleControl => ({
  lockDoors: (bits & LOCK) !== 0,
  otherBits: bits & ~LOCK,
  others: [],
});

/** Body of an order: a byte of bits (2013), or a count and {kind, value} (2019). */
export function encodeVehicleControl(m: VehicleControl, version: HeaderVersion): Uint8Array {
  if (version === '2013') return Uint8Array.of(m.otherBits | (m.lockDoors ? LOCK : 0));
  const w = new ByteWriter(8).u16(m.others.length + (m.lockDoors === null ? 0 : 1));
  if (m.lockDoors !== null) w.u16(DOORS).u8(m.lockDoors ? 0 : 1);
  for (const { kind, value } of m.others) w.u16(kind).bytes(value);
  return w.result();
}
