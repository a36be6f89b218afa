import { minuteMs } from '@tongda/contract/core/durations';
import type { CardSwipeMessage, DriverCardMessage } from '@tongda/contract/core/topics';
import { cardUidOf } from '@tongda/protocol/card-uid';
import type { DriverCard } from '@tongda/protocol/jt808/messages/vehicle/0702';
import { type Transparent, transparentType } from '@tongda/protocol/jt808/messages/vehicle/0900';
import { type Device, findVehicleAt, isRecorder } from '../terminal/devices';
import { timeIn } from '../terminal/dialect';

/** How far a card's time may be ahead of ours: terminals and we do not set our clocks to the second. */
const aheadMs = 10 * minuteMs;

/**
 * A driver's card for the bus; why it is refused otherwise. A card of any age counts, as a position of any age does: a terminal may have kept it for
 * months. One that is still to come is refused, one without a time happens now (epoch ms).
 */
export function cardOf(
  device: Device,
  { time: told, timeless, ...card }: DriverCard,
  now: number,
): DriverCardMessage | 'unsupported' | 'impossibleDate' {
  if (isRecorder(device)) return 'unsupported';
  const at = timeless ? now : timeIn(device.dialect, told);
  if (at === null || at > now + aheadMs) return 'impossibleDate';
  return { ...card, deviceId: device.id, clientId: device.clientId, vehicleId: findVehicleAt(device, at), at };
}

/** Type of the text `GTSL|…|…|…|card|` in which readers of some makers tell a card (as Traccar reads it). */
const readerText = 0x40;
/** The fifth field of such a text, when it is the number of a card; null for every other text. */
function cardInText(data: Uint8Array): string | null {
  const fields = String.fromCharCode(...data.subarray(0, 200)).split('|');
  const card = fields[0] === 'GTSL' ? fields[4] : undefined;
  return card && /^(?:[0-9A-F]{2}){4,10}$/iu.test(card) ? card.toUpperCase() : null;
}

/** A card that was held to a reader at a serial port, for the bus; null for every other transparent data. */
export function swipeOf(device: Device, { type, data }: Transparent, at: number): CardSwipeMessage | null {
  if (isRecorder(device)) return null;
  const serial = type === transparentType.serial1 || type === transparentType.serial2;
  const cardNo = serial ? cardUidOf(data) : type === readerText ? cardInText(data) : null;
  if (cardNo === null) return null;
  const { id: deviceId, clientId } = device;
  return { deviceId, clientId, vehicleId: findVehicleAt(device, at), at, cardNo };
}
