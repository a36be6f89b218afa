import { fromHex } from '../bytes';

/** JT/T 808 writes times in UTC+8 wherever the terminal is. */
export const chinaOffsetMs = 8 * 3_600_000;

/** Epoch ms of BCD[6] YYMMDDhhmmss at byte `at`, in the zone `offsetMs` ahead of UTC. Null when a digit is no digit or the date does not exist. */
export function decodeTime(data: Uint8Array, at: number, offsetMs = chinaOffsetMs): number | null {
  const year = bcdAt(data, at);
  const month = bcdAt(data, at + 1);
  const day = bcdAt(data, at + 2);
  const hour = bcdAt(data, at + 3);
  const minute = bcdAt(data, at + 4);
  const second = bcdAt(data, at + 5);
  if (year < 0 || month < 1 || month > 12 || day < 1 || hour < 0 || hour > 23) return null;
  if (minute < 0 || minute > 59 || second < 0 || second > 59) return null;
  if (day > daysIn(2000 + year, month)) return null;
  return Date.UTC(2000 + year, month - 1, day, hour, minute, second) - offsetMs;
}

/** BCD[6] YYMMDDhhmmss of an epoch ms between 2000 and 2099, in the zone `offsetMs` ahead of UTC. */
export function encodeTime(epochMs: number, offsetMs = chinaOffsetMs): Uint8Array {
  const iso = new Date(epochMs + offsetMs).toISOString();
  return fromHex(iso.slice(2, 19).replace(/[-T:]/g, ''));
}

/** Number of the two decimal digits in a byte; -1 when one of them is no digit. */
function bcdAt(data: Uint8Array, at: number): number {
  const b = data[at] ?? 0xff;
  const tens = b >> 4;
  const ones = b & 15;
  return tens > 9 || ones > 9 ? -1 : tens * 10 + ones;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
