import { gzipSync } from 'node:zlib';
import { type Bodies, encodeMessage, type MsgId, msgId } from '@tongda/protocol/jt808/codec';
import type { Location } from '@tongda/protocol/jt808/messages/position/0200';
import { encodeRecorderValue } from '@tongda/protocol/jt808/messages/recorder/values';
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
} as const;

/** A message beside reports. */
export type Extra = keyof typeof extraWords;

// the keys of an object whose keys are its type
export const extraNames = Object.keys(extraWords) as Extra[];

/** One message with its body. */
type ExtraMessage = { [K in MsgId]: { id: K; body: Bodies[K] } }[MsgId];

/** Start mark of a driving recorder's answers. */
const ANSWER_MARK = 0x557a;
const mileageCommand = 3;
/** km/h of one knot */
const knotKmh = 1.852;

/** The message that a terminal sends at a place. */
export function extraMessage(extra: Extra, identity: TerminalIdentity, location: Location): ExtraMessage {
  const time = location.time ?? 0;
  const no = identity.phone.slice(-6);
  switch (extra) {
    case 'waybill': {
      const said = `运单号 YD${no}${Math.floor(time / 1000)}\n品名 冷冻食品\n件数 40`;
      return { id: msgId.waybill, body: { data: encodeText(said) } };
    }
    case 'can': {
      const frame = { channel: 0, extended: true, average: false };
      // engine speed 1,200 rpm and road speed, as SAE J1939 has them
      const engine = { ...frame, id: 0x0cf00400, data: Uint8Array.of(0xf0, 0x7d, 0x7d, 0x80, 0x25, 0, 0xf0, 0x7d) };
      const kmh = Math.round(location.speedKmh);
      const road = { ...frame, id: 0x18fef100, data: Uint8Array.of(0xf7, 0, kmh, 0, 0, 0, 0, 0) };
      const clock = new Date(time + chinaOffsetMs).toISOString().replace(/\D/gu, '').slice(8, 14);
      return { id: msgId.canData, body: { time: `${clock}0000`, frames: [engine, road] } };
    }
    case 'compressed': {
      const inside = encodeMessage(
        msgId.location,
        { phone: identity.phone, serial: 0, version: identity.protocol },
        location,
      );
      return { id: msgId.compressed, body: { data: gzipSync(inside) } };
    }
    case 'recorder': {
      const fields = { time, installTime: time, firstMileage: '00000000', totalMileage: '00123456' };
      const data = encodeRecorderValue(mileageCommand, { fields, rows: [], rest: '' });
      const block = { mark: ANSWER_MARK, reserved: 0, command: mileageCommand, data, failed: false };
      const body = { replySerial: 0, command: mileageCommand, block, other: new Uint8Array() };
      return { id: msgId.recorderReply, body };
    }
    case 'small':
      return {
        id: msgId.smallBatch,
        body: { batteryPct: null, time: null, locations: [{ ...location, items: [] }], damaged: 0 },
      };
    case 'lock': {
      const { lat, lng, speedKmh, directionDeg } = location;
      return {
        id: msgId.lockLocation,
        body: {
          ...{ time, lat, lng, fixed: true, flag: false, directionDeg, signal: 24, satellites: 11 },
          ...{ speedKnots: Math.min(99, Math.round(speedKmh / knotKmh)), odometerKm: 0, battery: 86 },
          // a padlock that is shut
          ...{ cellId: 0x2af6, areaCode: 0x1877, product: 3, statusBits: 1 << 5, alarmBits: 0, items: [] },
        },
      };
    }
    case 'card':
      return {
        id: msgId.driverCard,
        body: {
          ...{ inserted: true, time, result: 0, name: '王建军', certificateNo: `31010119800307${no}`.slice(0, 18) },
          ...{ authority: '上海市道路运输管理局', validUntil: '2030-12-31', idCard: '' },
        },
      };
  }
}
