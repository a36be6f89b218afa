import type { PositionMessage } from '@tongda/contract/core/topics';
import { u16At } from '@tongda/protocol/bytes';
import type { ItemReaders } from '@tongda/protocol/items/registry';
import type { Location } from '@tongda/protocol/jt808/messages/position/0200';
import type { LockLocation } from '@tongda/protocol/jt808/messages/position/5501';
import type { Device } from '../terminal/devices';
import { pointOf } from './point';

/** km/h of one knot */
const knotKmh = 1.852;
/** Bits of the status word of 0x0200: located, south, west, locked. */
const [located, south, west, locked] = [1 << 1, 1 << 2, 1 << 3, 1 << 12];
/** Bits of its alarm word: too fast, little power, an area was entered or left. */
const [overspeed, lowPower, area] = [1 << 1, 1 << 7, 1 << 20];
/** Values of the battery that say that it is being charged. */
const charging = new Set([0xaa, 0xab]);

/** Kinds of locks: seals with a place (1, 2), and padlocks (3), whose words say more. */
const padlock = 3;
const seals: ReadonlySet<number> = new Set([1, 2]);
/** What the bits of a lock's alarm word are in that of 0x0200, by the kind of lock; vibration has no bit there. */
const sealAlarms: ReadonlyArray<readonly [bit: number, alarm: number]> = [[0, lowPower]];
const padlockAlarms: typeof sealAlarms = [
  [0, overspeed],
  [1, lowPower],
  [3, lowPower],
  [5, area],
  [6, area],
];

/** The alarms of a lock as 0x0200 has them (in no standard, as Traccar reads them); none of a kind that nobody knows. */
function lockAlarmsOf({ product, alarmBits }: LockLocation): number {
  const known = product === padlock ? padlockAlarms : seals.has(product) ? sealAlarms : [];
  return known.reduce((word, [bit, alarm]) => (alarmBits & (1 << bit) ? word | alarm : word), 0);
}

/** A padlock says whether it is shut. */
const isLocked = ({ product, statusBits }: LockLocation): boolean =>
  product === padlock && (statusBits & (1 << 5)) !== 0;

/** Item of a lock's report with its height, m, with a sign. */
const heightItem = 0x02;
const altitudeOf = ({ items }: LockLocation): number => {
  const data = items.find(({ id }) => id === heightItem)?.data;
  return data?.length === 2 ? (u16At(data, 0) << 16) >> 16 : 0;
};

const u32 = (value: number): Uint8Array =>
  Uint8Array.of((value >>> 24) & 0xff, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff);

/**
 * What an electronic lock tells of its place as a point like that of 0x0200, or null when its date is impossible. Its clock runs in UTC and its map is WGS-84, whatever
 * is set for the device; the words about the lock itself have a meaning by product.
 */
export function lockPointOf(
  readers: ItemReaders,
  device: Device,
  told: LockLocation,
  receiveTime: number,
): PositionMessage | null {
  const { time, lat, lng, fixed, speedKnots, directionDeg, signal, satellites, odometerKm, battery } = told;
  const location: Location = {
    alarmBits: lockAlarmsOf(told),
    statusBits: (fixed ? located : 0) | (lat < 0 ? south : 0) | (lng < 0 ? west : 0) | (isLocked(told) ? locked : 0),
    ...{ lat, lng, time, directionDeg, altitudeM: altitudeOf(told), remainder: null },
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
