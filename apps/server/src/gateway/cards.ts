import type { CardSwipeMessage, DriverCardMessage } from '@tongda/contract/core/topics';
import { cardUidOf } from '@tongda/protocol/card-uid';
import type { DriverCard } from '@tongda/protocol/jt808/messages/vehicle/0702';
import { type Transparent, transparentType } from '@tongda/protocol/jt808/messages/vehicle/0900';
import { type Device, findVehicleAt, isRecorder } from './devices';
import { isBelievable } from './safety';

/** A driver's card for the bus; why it is refused otherwise. One with an impossible time is refused, one without happens now (epoch ms). */
export function cardOf(
  device: Device,
  { time: told, timeless, ...card }: DriverCard,
  now: number,
): DriverCardMessage | 'unsupported' | 'impossibleDate' {
  if (isRecorder(device)) return 'unsupported';
  const at = timeless ? now : told;
  if (at === null || !isBelievable(at, now)) return 'impossibleDate';
  return { ...card, deviceId: device.id, clientId: device.clientId, vehicleId: findVehicleAt(device, at), at };
}

/** A card that was held to a reader at a serial port, for the bus; every other transparent data is unsupported. */
export function swipeOf(device: Device, { type, data }: Transparent, at: number): CardSwipeMessage | 'unsupported' {
  const serial = type === transparentType.serial1 || type === transparentType.serial2;
  const cardNo = serial && !isRecorder(device) ? cardUidOf(data) : null;
  if (cardNo === null) return 'unsupported';
  const { id: deviceId, clientId } = device;
  return { deviceId, clientId, vehicleId: findVehicleAt(device, at), at, cardNo };
}
