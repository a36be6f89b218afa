import { ByteReader } from '../bytes';
import { type AlarmIdentifier, readIdentifier } from '../jt808/messages/attachment/identifier';
import type { Item } from '../jt808/messages/position/0200';
import { readTime } from '../jt808/time-range';

/**
 * An active-safety alarm: item 0x64 (ADAS), 0x65 (DSM), 0x66 (tyre pressure), 0x67 (blind spot) or 0x70 (harsh driving) of a location report, by T/JSATL
 * 12-2017 (Jiangsu, "Su-biao") or T/GDRTA 002-2020 (Guangdong, the same with a longer alarm identifier and more types). The length of the item tells which of
 * the two it follows, and that it follows one at all: some trackers use these ids for a voltage. Later texts of the first standard have 0x70.
 */
export type SafetyAlarm = (AdasAlarm | DsmAlarm | TyreAlarm | BlindSpotAlarm | DrivingAlarm) & AlarmBase;

/** The items that may be such alarms. */
export const safetyItemIds: ReadonlySet<number> = new Set([0x64, 0x65, 0x66, 0x67, 0x70]);

/** Fields that every alarm has: its number, and where and when it happened. */
export interface AlarmBase {
  /** Number that the terminal counts its alarms by. */
  alarmId: number;
  /** 0 not applicable, 1 start, 2 end. */
  flag: number;
  speedKmh: number;
  altitudeM: number;
  lat: number;
  lng: number;
  /** Epoch ms; null when the date is impossible. */
  time: number | null;
  /** Bit 0 ACC, 1 left turn, 2 right turn, 3 wiper, 4 brake, 5 card, 10 fix. */
  vehicleStatus: number;
  /** Names the alarm and its attachments; the platform sends it back byte for byte when it asks for them (0x9208). */
  identifier: AlarmIdentifier;
}

/** Item 0x64, 47 bytes in Jiangsu and 71 in Guangdong: what the camera saw on the road. */
export interface AdasAlarm {
  item: 0x64;
  /**
   * 1 forward collision, 2 lane departure, 3 too close, 4 pedestrian, 5 frequent lane changes, 6 road sign limit, 7 obstacle, 8 the system fails (later
   * texts), 16 sign seen, 17 snapshot; in Guangdong also 18 solid line crossed, 19 somebody in the aisle.
   */
  type: number;
  /** 1 or 2 (the terminal decides by its speed threshold). */
  level: number;
  /** Types 1 and 2. */
  frontSpeedKmh: number;
  /** Time to the vehicle in front in units of 100 ms; types 1, 2 and 4. */
  frontDistance: number;
  /** 1 left, 2 right; type 2. */
  deviation: number;
  /** Kind of road sign: 1 speed, 2 height, 3 weight, in Guangdong also 4 no entry, 5 no stopping; types 6 and 16. */
  signType: number;
  signValue: number;
}

/** Item 0x65, 47 bytes in Jiangsu and 71 in Guangdong: what the camera saw of the driver. */
export interface DsmAlarm {
  item: 0x65;
  /**
   * 1 fatigue, 2 telephone, 3 smoking, 4 distraction, 5 driver abnormal, 6 both hands off the wheel and 7 the system fails (later texts), 16 snapshot, 17
   * driver changed. In Guangdong 6 is a covered camera; also 8 driving too long, 10 no seat belt, 11 glasses that keep infrared out, 12 hands off the wheel,
   * 13 plays with the telephone.
   */
  type: number;
  level: number;
  /** 1-10, for type 1. */
  fatigue: number;
  reserved: Uint8Array;
}

/**
 * Item 0x66: tyres with pressure alarms, 9 bytes a tyre in Jiangsu and 10 in Guangdong. The offsets printed in the standard are misprints; real
 * terminals send these rows.
 */
export interface TyreAlarm {
  item: 0x66;
  /** `bits`: 0 regular report, 1 pressure high, 2 low, 3 hot, 4 sensor fault, 5 imbalance, 6 slow leak, 7 battery low. */
  tyres: Array<{ position: number; bits: number; pressureKpa: number; temperatureC: number; batteryPct: number }>;
}

/** Item 0x67, 41 bytes in Jiangsu and 65 in Guangdong: somebody in the blind spot. */
export interface BlindSpotAlarm {
  item: 0x67;
  /** 1 rear, 2 left rear, 3 right rear. */
  type: number;
}

/** Item 0x70, 47 bytes in Jiangsu (of a text after 2017) and 71 in Guangdong: how the vehicle is driven. */
export interface DrivingAlarm {
  item: 0x70;
  /** 1 harsh acceleration, 2 braking, 3 cornering, 4 idling, 5 engine stopped abnormally, 6 coasting in neutral, 7 engine over its speed. */
  type: number;
  /** How long it has to last. */
  overS: number;
  /** The limit: in hundredths of g for types 1 to 3, in km/h for the others. */
  limit1: number;
  /** The limit of the engine's speed, for types 4 to 7. */
  limitRpm: number;
}

/** What differs between the two provincial standards: widths of fields, in bytes. */
interface Standard {
  identifierBytes: number;
  terminalIdBytes: number;
  tyrePositionBytes: 1 | 2;
}
const jiangsu: Standard = { identifierBytes: 16, terminalIdBytes: 7, tyrePositionBytes: 1 };
const guangdong: Standard = { identifierBytes: 40, terminalIdBytes: 30, tyrePositionBytes: 2 };
const standards = { jiangsu, guangdong } as const;
export type SafetyStandard = keyof typeof standards;

/** Bytes of speed, altitude, place, time and vehicle status, which every alarm has before its identifier. */
const BASE_BYTES = 19;

/** Decodes an active-safety item of a location report. Null when the item is another one, or its length fits neither of the two standards (or not the one that is known to hold). */
export function decodeSafetyItem({ id, data }: Item, only: SafetyStandard | null = null): SafetyAlarm | null {
  const standard = standardOf(id, data, only);
  return standard && readAlarm(id, new ByteReader(data), standard);
}

/** Reads the data of an item as {@link decodeSafetyItem} does. */
export function readSafetyItem(id: number, r: ByteReader): SafetyAlarm | null {
  const standard = standardOf(id, r.ahead);
  return standard && readAlarm(id, r, standard);
}

function standardOf(id: number, data: Uint8Array, only: SafetyStandard | null = null): Standard | null {
  if (only !== null) return fitsStandard(id, data, standards[only]) ? standards[only] : null;
  return [jiangsu, guangdong].find((s) => fitsStandard(id, data, s)) ?? null;
}

function readAlarm(id: number, r: ByteReader, standard: Standard): SafetyAlarm {
  const head = { alarmId: r.u32('alarmId'), flag: r.u8('flag') };
  switch (id) {
    case 0x64: {
      const type = r.u8('type');
      const [level, frontSpeedKmh, frontDistance] = [r.u8('level'), r.u8('frontSpeedKmh'), r.u8('frontDistance')];
      const [deviation, signType, signValue] = [r.u8('deviation'), r.u8('signType'), r.u8('signValue')];
      const own = { item: 0x64, type, level, frontSpeedKmh, frontDistance, deviation, signType, signValue } as const;
      return { ...own, ...head, ...readBase(r, standard) };
    }
    case 0x65: {
      const [type, level, fatigue] = [r.u8('type'), r.u8('level'), r.u8('fatigue')];
      const own = { item: 0x65, type, level, fatigue, reserved: r.bytes(4, 'reserved') } as const;
      return { ...own, ...head, ...readBase(r, standard) };
    }
    case 0x66: {
      const base = readBase(r, standard);
      const tyres = r.list('tyres', r.u8('count'), () => readTyre(r, standard));
      return { item: 0x66, ...head, ...base, tyres };
    }
    case 0x70: {
      const own = { type: r.u8('type'), overS: r.u16('overS'), limit1: r.u16('limit1'), limitRpm: r.u16('limitRpm') };
      return { item: 0x70, ...own, ...head, ...readBase(r, standard) };
    }
    default:
      return { item: 0x67, type: r.u8('type'), ...head, ...readBase(r, standard) };
  }
}

/** Whether an item of this id and length follows a standard; the length of item 0x66 depends on its number of tyres. */
function fitsStandard(id: number, data: Uint8Array, s: Standard): boolean {
  const tail = BASE_BYTES + s.identifierBytes;
  if (id === 0x64 || id === 0x65 || id === 0x70) return data.length === 12 + tail;
  if (id === 0x67) return data.length === 6 + tail;
  return id === 0x66 && data.length === 6 + tail + (data[5 + tail] ?? 0) * (8 + s.tyrePositionBytes);
}

function readBase(r: ByteReader, s: Standard): Omit<AlarmBase, 'alarmId' | 'flag'> {
  const [speedKmh, altitude, lat, lng] = [r.u8('speedKmh'), r.u16('altitudeM'), r.u32('lat'), r.u32('lng')];
  const time = readTime(r, 'time');
  return {
    speedKmh,
    altitudeM: altitude > 0x7fff ? altitude - 0x10000 : altitude,
    lat: lat / 1e6,
    lng: lng / 1e6,
    time,
    vehicleStatus: r.u16('vehicleStatus'),
    identifier: readIdentifier(r.part(s.identifierBytes, 'identifier'), s.terminalIdBytes),
  };
}

function readTyre(r: ByteReader, s: Standard): TyreAlarm['tyres'][number] {
  const position = s.tyrePositionBytes === 1 ? r.u8('position') : r.u16('position');
  const [bits, pressureKpa, temperatureC] = [r.u16('tyreBits'), r.u16('pressureKpa'), r.u16('temperatureC')];
  return { position, bits, pressureKpa, temperatureC, batteryPct: r.u16('batteryPct') };
}
