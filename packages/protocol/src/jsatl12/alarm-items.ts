import { ByteReader } from '../bytes';
import type { Item } from '../jt808/messages/0200';
import { decodeTime } from '../jt808/time';
import { decodeText } from '../text';

/**
 * Active-safety items of a location report: T/JSATL 12-2017 (Jiangsu) and T/GDRTA 002-2020 (Guangdong, a longer alarm identifier). The length of
 * the item tells them apart, and from trackers that use the same ids for something else.
 */
export type SafetyAlarm = (AdasAlarm | DsmAlarm | TyreAlarm | BlindSpotAlarm) & AlarmBase;

/** Where and when, the same for all. */
export interface AlarmBase {
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
  /** Names the alarm and its attachments; sent back verbatim when they are asked for. */
  identifier: AlarmIdentifier;
}

export interface AlarmIdentifier {
  terminalId: string;
  time: number | null;
  /** Counts alarms of the same second. */
  sequence: number;
  attachments: number;
  raw: Uint8Array;
}

export interface AdasAlarm {
  item: 0x64;
  type: number;
  level: number;
  frontSpeedKmh: number;
  /** 100 ms. */
  frontDistance: number;
  /** 1 left, 2 right. */
  deviation: number;
  signType: number;
  signValue: number;
}

export interface DsmAlarm {
  item: 0x65;
  type: number;
  level: number;
  /** 1-10, for type 1. */
  fatigue: number;
  reserved: Uint8Array;
}

export interface TyreAlarm {
  item: 0x66;
  tyres: Array<{ position: number; bits: number; pressureKpa: number; temperatureC: number; batteryPct: number }>;
}

export interface BlindSpotAlarm {
  item: 0x67;
  /** 1 rear, 2 left rear, 3 right rear. */
  type: number;
}

interface Standard {
  identifierBytes: number;
  terminalIdBytes: number;
  tyrePositionBytes: 1 | 2;
}
const jiangsu: Standard = { identifierBytes: 16, terminalIdBytes: 7, tyrePositionBytes: 1 };
const guangdong: Standard = { identifierBytes: 40, terminalIdBytes: 30, tyrePositionBytes: 2 };

/** Speed, altitude, place, time, status. */
const BASE_BYTES = 19;

/** The alarm of an item; null when the item is none, or not by one of the two standards. */
export function decodeSafetyItem({ id, data }: Item): SafetyAlarm | null {
  const standard = [jiangsu, guangdong].find((s) => fits(id, data, s));
  if (!standard) return null;
  const r = new ByteReader(data);
  const head = { alarmId: r.u32(), flag: r.u8() };
  switch (id) {
    case 0x64: {
      const type = r.u8();
      const [level, frontSpeedKmh, frontDistance] = [r.u8(), r.u8(), r.u8()];
      const [deviation, signType, signValue] = [r.u8(), r.u8(), r.u8()];
      const own = { item: 0x64, type, level, frontSpeedKmh, frontDistance, deviation, signType, signValue } as const;
      return { ...own, ...head, ...readBase(r, standard) };
    }
    case 0x65: {
      const own = { item: 0x65, type: r.u8(), level: r.u8(), fatigue: r.u8(), reserved: r.bytes(4) } as const;
      return { ...own, ...head, ...readBase(r, standard) };
    }
    case 0x66: {
      const base = readBase(r, standard);
      return { item: 0x66, ...head, ...base, tyres: Array.from({ length: r.u8() }, () => readTyre(r, standard)) };
    }
    default:
      return { item: 0x67, type: r.u8(), ...head, ...readBase(r, standard) };
  }
}

function fits(id: number, data: Uint8Array, s: Standard): boolean {
  const tail = BASE_BYTES + s.identifierBytes;
  if (id === 0x64 || id === 0x65) return data.length === 12 + tail;
  if (id === 0x67) return data.length === 6 + tail;
  return id === 0x66 && data.length === 6 + tail + (data[5 + tail] ?? 0) * (8 + s.tyrePositionBytes);
}

function readBase(r: ByteReader, s: Standard): Omit<AlarmBase, 'alarmId' | 'flag'> {
  const [speedKmh, altitude, lat, lng] = [r.u8(), r.u16(), r.u32(), r.u32()];
  const time = decodeTime(r.bytes(6), 0);
  const vehicleStatus = r.u16();
  const raw = r.bytes(s.identifierBytes);
  return {
    speedKmh,
    altitudeM: altitude > 0x7fff ? altitude - 0x10000 : altitude,
    lat: lat / 1e6,
    lng: lng / 1e6,
    time,
    vehicleStatus,
    identifier: {
      terminalId: decodeText(raw.subarray(0, s.terminalIdBytes)),
      time: decodeTime(raw, s.terminalIdBytes),
      sequence: raw[s.terminalIdBytes + 6] ?? 0,
      attachments: raw[s.terminalIdBytes + 7] ?? 0,
      raw,
    },
  };
}

function readTyre(r: ByteReader, s: Standard): TyreAlarm['tyres'][number] {
  const position = s.tyrePositionBytes === 1 ? r.u8() : r.u16();
  return { position, bits: r.u16(), pressureKpa: r.u16(), temperatureC: r.u16(), batteryPct: r.u16() };
}
