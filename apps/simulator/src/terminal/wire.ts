import { encodeGps51Items } from '@tongda/protocol/items/encode';
import { encodeSafetyItem } from '@tongda/protocol/jsatl12/encode';
import { encodeLocation, type Item, type Location } from '@tongda/protocol/jt808/messages/position/0200';
import { cardResult, type DriverCard } from '@tongda/protocol/jt808/messages/vehicle/0702';
import { type Transparent, transparentType } from '@tongda/protocol/jt808/messages/vehicle/0900';
import type { CardEvent, TerminalPoint } from '../world/event';
import { filesOf } from './evidence';

/** Largest 0x0704 body that still travels in one frame, bytes. */
const batchBytes = 1000;

/**
 * Location report of a point. Status word: ACC bit 0, fix bit 1, doors bits 13-17, GPS and Beidou (bits 18, 19) with a fix; readings as items of the
 * GPS51 list.
 */
export function toLocation(point: TerminalPoint): Location {
  const statusBits =
    (point.acc ? 1 : 0) |
    (point.located || point.station ? 2 : 0) |
    ((point.doors & 0x1f) << 13) |
    (point.located ? 3 << 18 : 0);
  return {
    alarmBits: point.alarmBits >>> 0,
    statusBits: statusBits >>> 0,
    lat: point.lat,
    lng: point.lng,
    altitudeM: point.altitudeM,
    speedKmh: point.speedKmh,
    directionDeg: point.directionDeg,
    time: point.timeMs,
    items: point.recorder ? recorderItems(point, point.recorder) : [...channelItems(point), ...cameraItems(point)],
    remainder: null,
  };
}

/** Message of a driver's card that could be read. */
export const toDriverCard = ({ inserted, name, certificateNo }: CardEvent, time: number): DriverCard => ({
  inserted,
  time,
  result: inserted ? cardResult.ok : null,
  name: inserted ? name : '',
  certificateNo: inserted ? certificateNo : '',
  authority: inserted ? '上海市交通委员会' : '',
  validUntil: inserted ? '2031-12-31' : null,
  idCard: '',
});

/** Message of a card reader at serial port 1: the number in hexadecimal digits and a line end. */
export const toReaderLine = (cardNo: string): Transparent => ({
  type: transparentType.serial1,
  data: Uint8Array.from(`${cardNo}\r\n`, (sign) => sign.charCodeAt(0)),
});

/** Readings as items. A place of a base station is sent with no satellites, by which the platform recognises it. */
const channelItems = (point: TerminalPoint): Item[] =>
  encodeGps51Items({
    odometerM: point.odometerM,
    fuelL: point.fuelL === null ? undefined : [point.fuelL],
    tempC: [...point.tempC],
    humPct: [...point.humPct],
    co2Ppm: point.co2Ppm && [...point.co2Ppm],
    extVoltageV: point.extVoltageV,
    battPct: point.backupPct,
    signal: point.signal,
    satellites: point.station ? 0 : point.satellites,
    reeferOn: point.reeferOn ?? undefined,
    videoAlarms: point.videoAlarms,
  });

/** Readings of a portable recorder as items; 0x54 names the wireless networks in sight: a count, then address and strength each. */
const recorderItems = (
  point: TerminalPoint,
  { networks, ...battery }: NonNullable<TerminalPoint['recorder']>,
): Item[] => [
  ...encodeGps51Items({
    tempC: [...point.tempC],
    humPct: [...point.humPct],
    ...battery,
    signal: point.signal,
    satellites: point.satellites,
  }),
  ...(networks > 0
    ? [
        {
          id: 0x54,
          data: Uint8Array.from([networks, ...Array.from({ length: networks * 7 }, (_, i) => (i * 37) % 256)]),
        },
      ]
    : []),
];

/** Camera alarms as items, numbered by the second, with the number of files that the terminal has of each. */
const cameraItems = ({ sights = [], ...point }: TerminalPoint): Item[] =>
  sights.map((sight) =>
    encodeSafetyItem({
      ...sight,
      alarmId: (point.timeMs / 1000) % 0x1_0000_0000,
      speedKmh: point.speedKmh,
      lat: point.lat,
      lng: point.lng,
      altitudeM: point.altitudeM,
      time: point.timeMs,
      terminalId: 'TD1078',
      attachments: filesOf(sight),
    }),
  );

/** How many of the points, counted from the first, fit into the frame of one batch; at least one. */
export function countInBatch(points: readonly TerminalPoint[]): number {
  let bytes = 3;
  let count = 0;
  for (const point of points) {
    bytes += 2 + encodeLocation(toLocation(point)).length;
    if (bytes > batchBytes) break;
    count++;
  }
  return Math.max(1, count);
}
