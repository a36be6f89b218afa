import { minuteMs } from '@tongda/contract/core/durations';
import type { PortableReadingMessage } from '@tongda/contract/core/topics';
import { locType } from '@tongda/contract/resources/device/enums';
import type { ItemReaders } from '@tongda/protocol/items/registry';
import { type Bodies, msgId } from '@tongda/protocol/jt808/codec';
import { hasFix, isStationFix, type Location } from '@tongda/protocol/jt808/messages/position/0200';
import type { Answer } from '../asked';
import type { Device, Portable } from '../terminal/devices';
import { isBelievable } from './safety';

/** A reading this much older than its arrival was kept by the recorder (K1). */
const lateMs = 5 * minuteMs;
/** Item of the GPS51 list with the wireless networks in sight: a count, then {address, strength} each. */
const networksItem = 0x54;
/** Parameter 0x0029 of 0x8103: reporting interval, s, 32 bits. */
const intervalParameter = 0x0029;

/** A recorder's location as its reading, or null when its date is impossible. `receiveTime` is epoch ms; `catchUp`: the recorder says that it had kept it. */
export function readingOf(
  readers: ItemReaders,
  device: Device & { portable: Portable },
  location: Location,
  receiveTime: number,
  catchUp: boolean,
): PortableReadingMessage | null {
  const { time } = location;
  if (time === null || !isBelievable(time, receiveTime)) return null;
  const { channels, rawItems } = readers.mapLocation(device.itemProfile, location);
  return {
    ...emptyReading(device, time, receiveTime),
    place: placeOf(location, channels.satellites),
    tempC: channels.tempC ?? null,
    humPct: channels.humPct ?? null,
    battPct: channels.battPct ?? null,
    battV: channels.battVoltageV ?? null,
    charging: channels.charging ?? null,
    signal: channels.signal ?? null,
    late: catchUp || receiveTime - time > lateMs,
    catchUp,
    rawItems,
  };
}

/** The charge alone, as small trackers tell it (0x0210); null when its date is impossible. */
export const chargeOf = (
  device: Device & { portable: Portable },
  battPct: number,
  time: number | null,
  receiveTime: number,
): PortableReadingMessage | null =>
  time === null || !isBelievable(time, receiveTime) ? null : { ...emptyReading(device, time, receiveTime), battPct };

const emptyReading = (
  { portable, clientId }: Device & { portable: Portable },
  deviceTime: number,
  receiveTime: number,
): PortableReadingMessage => ({
  portableId: portable.id,
  clientId,
  deviceTime,
  receiveTime,
  place: null,
  tempC: null,
  humPct: null,
  battPct: null,
  battV: null,
  charging: null,
  signal: null,
  late: receiveTime - deviceTime > lateMs,
  catchUp: false,
  rawItems: null,
});

/** A place without satellites is that of wireless networks when the report names some, otherwise of a base station. */
function placeOf(location: Location, satellites: number | undefined): PortableReadingMessage['place'] {
  if (!hasFix(location)) return null;
  const { lng, lat } = location;
  if (!isStationFix(location.statusBits, satellites)) return { lng, lat, locType: locType.gps };
  const networks = location.items.some(({ id, data }) => id === networksItem && (data[0] ?? 0) > 0);
  return { lng, lat, locType: networks ? locType.wifi : locType.lbs };
}

/** What it needs to send an interval and keep the answer. */
interface IntervalLine {
  ask(id: typeof msgId.setParameters, body: Bodies[typeof msgId.setParameters]): Promise<Answer>;
  record(device: Device, seconds: number, done: boolean): Promise<void>;
  failed(error: unknown): void;
}

/** Sends a terminal the interval that somebody wants of it, once a connection for each interval: a recorder sleeps most of the time and gets it when it comes. */
export class IntervalSender {
  private asked: number | null = null;

  constructor(private readonly line: IntervalLine) {}

  /** To be called when something came from the terminal. */
  heard(device: Device): void {
    const seconds = device.wantedIntervalS ?? null;
    if (seconds === null || seconds === this.asked) return;
    this.asked = seconds;
    void this.send(device, seconds);
  }

  private async send(device: Device, seconds: number): Promise<void> {
    const value = new Uint8Array(4);
    new DataView(value.buffer).setUint32(0, seconds);
    try {
      const { result } = await this.line.ask(msgId.setParameters, { parameters: [{ id: intervalParameter, value }] });
      if (result === 'done') await this.line.record(device, seconds, true);
      else if (result !== 'gone' && result !== 'silent') await this.line.record(device, seconds, false);
    } catch (error) {
      this.line.failed(error);
    }
  }
}
