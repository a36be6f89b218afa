import { isBelievable } from '../report/safety';
import { type Device, findVehicleAt, senderOf } from '../terminal/devices';
import type { FileOwner } from './store';

/** Whose file it is that a terminal says to have taken at a time (epoch ms); one that cannot be right, or is not told, is now. */
export function ownerAt(device: Device, time: number | null, now: number): FileOwner {
  const takenAt = time !== null && isBelievable(time, now) ? time : now;
  return { ...senderOf(device), clientId: device.clientId, vehicleId: findVehicleAt(device, takenAt), takenAt };
}
