import { ByteReader, ByteWriter } from '../bytes';
import { chinaOffsetMs } from '../jt808/time';
import { decodeText, encodeText } from '../text';

/** Messages of JT/T 809-2011 between a lower platform (this one) and a higher one, over the main link. Times are epoch ms. */

/** MSG_ID of the messages that are used (clause 4.5.1 and table 3). */
export const ids809 = {
  login: 0x1001,
  loginAnswer: 0x1002,
  logout: 0x1003,
  logoutAnswer: 0x1004,
  alive: 0x1005,
  aliveAnswer: 0x1006,
  /** movement of vehicles: positions and positions that come late */
  exchange: 0x1200,
  position: 0x1202,
  latePositions: 0x1203,
  /** alarms */
  warn: 0x1400,
  warnInfo: 0x1402,
} as const;

/** RESULT of 0x1002 (clause 5.1.2), as sentences for the log. */
export const loginResults809: Readonly<Record<number, string>> = {
  0: '登录成功',
  1: '对方平台不接受本机的IP地址',
  2: '接入码不正确',
  3: '用户没有注册',
  4: '密码错误',
  5: '对方平台资源紧张，请稍后再连接',
  6: '对方平台拒绝登录',
};

/** Positions of 0x1203 at most: GNSS_CNT is 1 to 5. */
export const mostLate809 = 5;

export interface Login809 {
  userId: number;
  /** 8 bytes at most */
  password: string;
  /** where the higher platform may open the sub link; '' and 0 = nowhere: everything goes over the main link */
  downIp: string;
  downPort: number;
}

export const encodeLogin809 = ({ userId, password, downIp, downPort }: Login809): Uint8Array =>
  new ByteWriter().u32(userId).padded(encodeText(password), 8).padded(encodeText(downIp), 32).u16(downPort).result();

export function decodeLogin809(body: Uint8Array): Login809 {
  const r = new ByteReader(body);
  return {
    userId: r.u32(),
    password: decodeText(r.bytes(8)),
    downIp: decodeText(r.bytes(32)),
    downPort: r.u16(),
  };
}

/** RESULT and VERIFY_CODE of 0x1002. */
export const encodeLoginAnswer809 = (result: number, verifyCode: number): Uint8Array =>
  new ByteWriter().u8(result).u32(verifyCode).result();

export function decodeLoginAnswer809(body: Uint8Array): { result: number; verifyCode: number } {
  const r = new ByteReader(body);
  return { result: r.u8(), verifyCode: r.u32() };
}

/** The body of 0x1003: who leaves. */
export const encodeLogout809 = (userId: number, password: string): Uint8Array =>
  new ByteWriter().u32(userId).padded(encodeText(password), 8).result();

/** VEHICLE_NO, VEHICLE_COLOR (JT/T 415-2006 5.4.12) and the message of a business inside of another one. */
export interface OfVehicle809 {
  plateNo: string;
  color: number;
  /** DATA_TYPE: 0x1202 … */
  id: number;
  body: Uint8Array;
}

export const encodeOfVehicle809 = ({ plateNo, color, id, body }: OfVehicle809): Uint8Array =>
  new ByteWriter(64 + body.length)
    .padded(encodeText(plateNo), 21)
    .u8(color)
    .u16(id)
    .u32(body.length)
    .bytes(body)
    .result();

export function decodeOfVehicle809(data: Uint8Array): OfVehicle809 {
  const r = new ByteReader(data);
  const plateNo = decodeText(r.bytes(21));
  const [color, id] = [r.u8(), r.u16()];
  return { plateNo, color, id, body: r.bytes(r.u32()) };
}

/** GNSS_DATA (clause 4.5.8.1): 36 bytes. */
export interface Position809 {
  /** the place was changed by the state's plug-in (GCJ-02) instead of told as WGS-84 */
  shifted: boolean;
  t: number;
  lng: number;
  lat: number;
  /** of the satellites, km/h */
  speedKmh: number;
  /** of the recorder, km/h; 0 = without one */
  recorderSpeedKmh: number;
  /** odometer, km */
  mileageKm: number;
  /** 0-359, clockwise from north */
  directionDeg: number;
  altitudeM: number;
  /** status word of JT/T 808 0x0200: bit 0 ACC, bit 1 located … */
  state: number;
  /** alarm word of JT/T 808 0x0200 */
  alarm: number;
}

const micro = (degrees: number): number => Math.round(Math.abs(degrees) * 1e6);
const within16 = (value: number): number => Math.max(0, Math.min(0xffff, Math.round(value)));

export function encodePosition809(p: Position809): Uint8Array {
  const wall = new Date(p.t + chinaOffsetMs);
  const w = new ByteWriter(36).u8(p.shifted ? 1 : 0);
  w.u8(wall.getUTCDate())
    .u8(wall.getUTCMonth() + 1)
    .u16(wall.getUTCFullYear());
  w.u8(wall.getUTCHours()).u8(wall.getUTCMinutes()).u8(wall.getUTCSeconds());
  w.u32(micro(p.lng)).u32(micro(p.lat));
  w.u16(within16(p.speedKmh))
    .u16(within16(p.recorderSpeedKmh))
    .u32(Math.max(0, Math.round(p.mileageKm)));
  return w.u16(within16(p.directionDeg)).u16(within16(p.altitudeM)).u32(p.state).u32(p.alarm).result();
}

export function decodePosition809(data: Uint8Array): Position809 {
  const r = new ByteReader(data);
  const shifted = r.u8() === 1;
  const [day, month, year, hour, minute, second] = [r.u8(), r.u8(), r.u16(), r.u8(), r.u8(), r.u8()];
  const [lng, lat] = [r.u32() / 1e6, r.u32() / 1e6];
  const [speedKmh, recorderSpeedKmh, mileageKm] = [r.u16(), r.u16(), r.u32()];
  const [directionDeg, altitudeM, state, alarm] = [r.u16(), r.u16(), r.u32(), r.u32()];
  const t = Date.UTC(year, month - 1, day, hour, minute, second) - chinaOffsetMs;
  return { shifted, t, lng, lat, speedKmh, recorderSpeedKmh, mileageKm, directionDeg, altitudeM, state, alarm };
}

/** GNSS_CNT and the positions of 0x1203. Throws RangeError for none, or for more than {@link mostLate809}. */
export function encodeLatePositions809(positions: readonly Position809[]): Uint8Array {
  if (positions.length === 0 || positions.length > mostLate809)
    throw new RangeError(`${positions.length} positions, 1 to ${mostLate809} are possible`);
  const w = new ByteWriter(1 + 36 * positions.length).u8(positions.length);
  for (const position of positions) w.bytes(encodePosition809(position));
  return w.result();
}

export function decodeLatePositions809(body: Uint8Array): Position809[] {
  const r = new ByteReader(body);
  return Array.from({ length: r.u8() }, () => decodePosition809(r.bytes(36)));
}

/** WARN_TYPE of 0x1402 (clause 4.5.8.3). */
export const warnTypes809 = {
  speeding: 0x0001,
  fatigue: 0x0002,
  emergency: 0x0003,
  intoArea: 0x0004,
  outOfArea: 0x0005,
  offRoute: 0x000b,
  other: 0x000e,
} as const;

/** Body of 0x1402 inside of 0x1400. */
export interface Warn809 {
  /** WARN_SRC: 1 terminal, 2 platform of a company, 3 of the state, 9 other */
  source: number;
  type: number;
  t: number;
  /** INFO_ID: number of the alarm, the same when it is told again */
  infoId: number;
  text: string;
}

export function encodeWarn809({ source, type, t, infoId, text }: Warn809): Uint8Array {
  const words = encodeText(text);
  const seconds = Math.floor(t / 1000);
  const w = new ByteWriter(32 + words.length).u8(source).u16(type);
  w.u32(Math.floor(seconds / 2 ** 32)).u32(seconds);
  return w.u32(infoId).u32(words.length).bytes(words).result();
}

export function decodeWarn809(body: Uint8Array): Warn809 {
  const r = new ByteReader(body);
  const [source, type] = [r.u8(), r.u16()];
  const t = (r.u32() * 2 ** 32 + r.u32()) * 1000;
  return { source, type, t, infoId: r.u32(), text: decodeText(r.bytes(r.u32())) };
}
