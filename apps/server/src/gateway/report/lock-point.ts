import type { PositionMessage } from '@tongda/contract/core/topics';
import type { ItemReaders } from '@tongda/protocol/items/registry';
import type { Location } from '@tongda/protocol/jt808/messages/position/0200';
import type { LockLocation } from '@tongda/protocol/jt808/messages/position/5501';
import type { Device } from '../terminal/devices';
import { pointOf } from './point';

/** km/h of one knot */
const knotKmh = 1.852;
/** Bits of the status word of 0x0200: located, south, west. */
const [located, south, west] = [1 << 1, 1 << 2, 1 << 3];
/** Values of the battery that say that it is being charged. */
const charging = new Set([0xaa, 0xab]);

const u32 = (value: number): Uint8Array =>
  Uint8Array.of((value >>> 24) & 0xff, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff);

/**
 * What an electronic lock tells of its place as a point like that of 0x0200, or null when its date is impossible. Its clock runs in UTC and its map is WGS-84, whatever
 * is set for the device; the words about the lock itself have a meaning by product and are not read.
 */
export function lockPointOf(
  readers: ItemReaders,
  device: Device,
  told: LockLocation,
  receiveTime: number,
): PositionMessage | null {
  const { time, lat, lng, fixed, speedKnots, directionDeg, signal, satellites, odometerKm, battery } = told;
  const location: Location = {
    alarmBits: 0,
    statusBits: (fixed ? located : 0) | (lat < 0 ? south : 0) | (lng < 0 ? west : 0),
    ...{ lat, lng, time, directionDeg, altitudeM: 0, remainder: null },
    speedKmh: Math.round(speedKnots * knotKmh * 10) / 10,
    items: [
      { id: 0x01, data: u32(odometerKm * 10) },
      { id: 0x30, data: Uint8Array.of(signal) },
      { id: 0x31, data: Uint8Array.of(satellites) },
    ],
  };
  const point = pointOf(readers, device, location, receiveTime, false);
  if (!point) return null;
  const charge = charging.has(battery)
    ? { charging: true }
    : battery <= 100
      ? { battPct: battery, charging: false }
      : {};
  return { ...point, channels: { ...point.channels, ...charge } };
}
