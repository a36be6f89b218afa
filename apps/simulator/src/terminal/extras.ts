import { gzipSync } from 'node:zlib';
import { type Bodies, encodeMessage, type MsgId, msgId } from '@tongda/protocol/jt808/codec';
import type { Location } from '@tongda/protocol/jt808/messages/position/0200';
import { encodeRecorderValue } from '@tongda/protocol/jt808/messages/recorder/values';
import { emptyMessage } from '@tongda/protocol/jt808/messages/session/0002';
import { chinaOffsetMs } from '@tongda/protocol/jt808/time';
import { encodeText } from '@tongda/protocol/text';
import type { TerminalIdentity } from './identity';

/** What a terminal of the load sends beside its reports, by name, with words for the help of the program. */
export const extraWords = {
  waybill: 'an electronic waybill (0x0701)',
  can: 'two frames of the CAN bus (0x0705)',
  compressed: 'a whole report, compressed (0x0901)',
  recorder: 'the mileage of the driving recorder, unasked (0x0700)',
  card: 'a driver’s card goes in (0x0702)',
  small: 'a small tracker’s batch, the place once more (0x0210)',
  lock: 'the place of an electronic lock (0x5501)',
  nofix: 'the same of one that does not see the sky (0x5502)',
  media: 'a photo was taken, which stays in the terminal (0x0800)',
  news: 'news, as one library has it (0x0304)',
  passengers: 'passengers counted in the last minutes (0x1005)',
  shake: 'accelerations (0x2070)',
  text: 'a text of a maker (0x6006)',
  wide: 'a text of a maker in UTF-16 (0x1300)',
  zone: 'a maker’s time zone (0x1007)',
  setting: 'a maker’s setting (0x0310)',
  demo91: 'a message of a library’s demonstration (0x0091)',
  demo93: 'another one (0x0093)',
  time: 'what time is it? (0x0004)',
  makertime: 'the same of a maker (0x0109)',
  beat: 'a maker’s heartbeat (0x0506)',
  progress: 'how far an upgrade has come, as terminals of Guangdong tell it (0x1FC4)',
  key: 'the terminal’s RSA key, which the platform refuses as unsupported (0x0A00)',
  rsa: 'a report that says it is encrypted, which the platform refuses as unsupported',
  makerphoto: 'a maker’s photo, which the platform refuses as unsupported (0x8888)',
  logout: 'it logs out, and comes back on a new connection (0x0003)',
} as const;

/** A message beside reports. */
export type Extra = keyof typeof extraWords;

// the keys of an object whose keys are its type
export const extraNames = Object.keys(extraWords) as Extra[];

/** One message with its body. */
type ExtraMessage = { [K in MsgId]: { id: K; body: Bodies[K]; encryption?: number } }[MsgId];

/** What the platform refuses as unsupported, and has to. */
export const refusedExtras: ReadonlySet<Extra> = new Set(['key', 'rsa', 'makerphoto']);
/** RSA, as the attributes of a header say it. */
const RSA = 1;

/** Start mark of a driving recorder's answers. */
const ANSWER_MARK = 0x557a;
const mileageCommand = 3;
/** km/h of one knot */
const knotKmh = 1.852;

/** Where and whose a message is. */
interface Moment {
  identity: TerminalIdentity;
  location: Location;
  /** epoch ms */
  time: number;
  /** last digits of the terminal's number */
  no: string;
}

const opaque = { data: Uint8Array.of(1, 2, 3) };

function canFrames({ location, time }: Moment): ExtraMessage {
  const frame = { channel: 0, extended: true, average: false };
  // engine speed 1,200 rpm and road speed, as SAE J1939 has them
  const engine = { ...frame, id: 0x0cf00400, data: Uint8Array.of(0xf0, 0x7d, 0x7d, 0x80, 0x25, 0, 0xf0, 0x7d) };
  const kmh = Math.round(location.speedKmh);
  const road = { ...frame, id: 0x18fef100, data: Uint8Array.of(0xf7, 0, kmh, 0, 0, 0, 0, 0) };
  const clock = new Date(time + chinaOffsetMs).toISOString().replace(/\D/gu, '').slice(8, 14);
  return { id: msgId.canData, body: { time: `${clock}0000`, frames: [engine, road] } };
}

function recorderData({ time }: Moment): ExtraMessage {
  const fields = { time, installTime: time, firstMileage: '00000000', totalMileage: '00123456' };
  const data = encodeRecorderValue(mileageCommand, { fields, rows: [], rest: '' });
  const block = { mark: ANSWER_MARK, reserved: 0, command: mileageCommand, data, failed: false };
  return {
    id: msgId.recorderReply,
    body: { replySerial: 0, command: mileageCommand, block, other: new Uint8Array() },
  };
}

function lockPlace({ location, time }: Moment, fixed: boolean): Bodies[typeof msgId.lockLocation] {
  const { lat, lng, speedKmh, directionDeg } = location;
  return {
    ...{ time, lat, lng, fixed, flag: false, directionDeg, signal: 24, satellites: fixed ? 11 : 0 },
    ...{ speedKnots: Math.min(99, Math.round(speedKmh / knotKmh)), odometerKm: 0, battery: 86 },
    // a padlock that is shut
    ...{ cellId: 0x2af6, areaCode: 0x1877, product: 3, statusBits: 1 << 5, alarmBits: 0, items: [] },
  };
}

const messages: Readonly<Record<Extra, (moment: Moment) => ExtraMessage>> = {
  waybill: ({ no, time }) => {
    const said = `运单号 YD${no}${Math.floor(time / 1000)}\n品名 冷冻食品\n件数 40`;
    return { id: msgId.waybill, body: { data: encodeText(said) } };
  },
  can: canFrames,
  compressed: ({ identity: { phone, protocol }, location }) => {
    const inside = encodeMessage(msgId.location, { phone, serial: 0, version: protocol }, location);
    return { id: msgId.compressed, body: { data: gzipSync(inside) } };
  },
  recorder: recorderData,
  card: ({ no, time }) => ({
    id: msgId.driverCard,
    body: {
      ...{ inserted: true, time, result: 0, name: '王建军', certificateNo: `31010119800307${no}`.slice(0, 18) },
      ...{ authority: '上海市道路运输管理局', validUntil: '2030-12-31', idCard: '' },
    },
  }),
  small: ({ location }) => ({
    id: msgId.smallBatch,
    body: { batteryPct: null, time: null, locations: [{ ...location, items: [] }], damaged: 0 },
  }),
  lock: (moment) => ({ id: msgId.lockLocation, body: lockPlace(moment, true) }),
  nofix: (moment) => ({ id: msgId.lockWithoutFix, body: lockPlace(moment, false) }),
  media: ({ time }) => ({
    id: msgId.mediaEvent,
    body: { mediaId: Math.floor(time / 1000) & 0x7fffffff, kind: 0, format: 0, event: 1, channel: 1 },
  }),
  news: () => ({ id: msgId.infoReply, body: { replySerial: 0, kindId: 1, text: '沪昆高速嘉兴段拥堵' } }),
  passengers: ({ time }) => ({
    id: msgId.passengerCount,
    body: { from: time - 300_000, to: time, gotOn: 3, gotOff: 1 },
  }),
  shake: ({ time }) => ({ id: msgId.accelerations, body: { samples: [{ time, x: 12, y: -7, z: 998 }] } }),
  text: () => ({ id: msgId.textReport, body: { encoding: 1, text: '工作正常' } }),
  wide: () => ({ id: msgId.wideTextReply, body: { text: '工作正常' } }),
  zone: () => ({ id: msgId.vendorTimeZone, body: opaque }),
  setting: () => ({ id: msgId.vendorParameter, body: opaque }),
  progress: () => ({
    id: msgId.upgradeProgress,
    body: { upgradeSerial: 1, kind: 0, step: 1, percent: 40, errorCode: 0 },
  }),
  demo91: () => ({ id: msgId.vendor0091, body: opaque }),
  demo93: () => ({ id: msgId.vendor0093, body: opaque }),
  time: () => ({ id: msgId.timeQuery, body: emptyMessage }),
  makertime: () => ({ id: msgId.vendorTimeQuery, body: emptyMessage }),
  beat: () => ({ id: msgId.vendorHeartbeat, body: emptyMessage }),
  key: () => ({ id: msgId.terminalKey, body: { exponent: 65_537, modulus: new Uint8Array(128).fill(0xa5) } }),
  rsa: ({ location }) => ({ id: msgId.location, body: location, encryption: RSA }),
  makerphoto: () => ({ id: msgId.vendorPhoto, body: opaque }),
  logout: () => ({ id: msgId.logout, body: emptyMessage }),
};

/** The message that a terminal sends at a place. */
export const extraMessage = (extra: Extra, identity: TerminalIdentity, location: Location): ExtraMessage =>
  messages[extra]({ identity, location, time: location.time ?? 0, no: identity.phone.slice(-6) });
