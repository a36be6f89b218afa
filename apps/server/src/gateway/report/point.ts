import { minuteMs } from '@tongda/contract/core/durations';
import type { PositionMessage } from '@tongda/contract/core/topics';
import type { ItemReaders } from '@tongda/protocol/items/registry';
import { hasFix, isAccOn, isStationFix, type Location, motionOf } from '@tongda/protocol/jt808/messages/position/0200';
import { type Device, findVehicleAt } from '../terminal/devices';
import { channelsIn } from '../terminal/dialect';
import { safetyEventsOf } from './safety';

/** A point this much older than its arrival counts as back-filled (K1). */
const lateMs = 5 * minuteMs;

/** A terminal's location as the bus carries it, or null when its date is impossible. `receiveTime` is epoch ms; `late`: the terminal says that it had kept the point. */
export function pointOf(
  readers: ItemReaders,
  device: Device,
  location: Location,
  receiveTime: number,
  late: boolean,
): PositionMessage | null {
  const { time, statusBits } = location;
  if (time === null) return null;
  const { channels: told, odometerM, rawItems } = readers.mapLocation(device.itemProfile, location);
  const channels = device.dialect ? channelsIn(device.dialect, told) : told;
  const safety = safetyEventsOf(location, time, receiveTime, device.dialect);
  const station = isStationFix(statusBits, channels.satellites);
  const plausible = Math.abs(location.lat) <= 90 && Math.abs(location.lng) <= 180;
  const { speedKmh, directionDeg, altitudeM } = motionOf(location);
  // written out: spreading objects into it costs as much as all the rest of it, for every point
  const point: PositionMessage = {
    deviceId: device.id,
    clientId: device.clientId,
    vehicleId: findVehicleAt(device, time),
    deviceTime: time,
    receiveTime,
    lng: plausible ? location.lng : 0,
    lat: plausible ? location.lat : 0,
    speedKmh,
    directionDeg,
    altitudeM,
    located: !station && hasFix(location),
    acc: isAccOn(statusBits),
    odometerM,
    alarmBits: location.alarmBits,
    statusBits,
    late: late || receiveTime - time > lateMs,
    channels: safety ? { ...channels, safety } : channels,
    rawItems,
  };
  if (late) point.catchUp = true;
  if (station) point.station = station;
  return point;
}
