import { expect, test } from 'vitest';
import { patterns } from '../core/field/patterns';
import { encodeFrame } from '../core/live';
import { constants } from './constants';

test('what is counted elsewhere agrees with the numbers of the specification', () => {
  expect(constants.launcher).toEqual({ itemHeightPx: 63, entries: 16, tmsGroup: 9 });
  expect(constants.orderCount.memberStatuses).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(constants.orderCount.erpStatuses).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect([...constants.message.categories].sort()).toEqual([11, 12, 13, 14, 15]);
  expect(constants.equipment.cameras).toHaveLength(6);
  expect(constants.equipment.doors).toHaveLength(4);
  expect(constants.equipment.tempSensors).toHaveLength(4);
  expect(constants.equipment.oilSensors).toHaveLength(2);
  expect(constants.equipment.refrigerators).toHaveLength(2);
  expect(constants.enterpriseHome).toEqual({ menu: 99, page: 999 });
  expect(constants.header.version).toBe('v2.5.9');
});

test('life times of the session', () => {
  const { accessCookie, accessStamp, refreshCookie, refreshGuard, refreshWait } = constants.token;
  expect({ accessCookie, accessStamp, refreshCookie, refreshGuard, refreshWait }).toEqual({
    accessCookie: 30 * 60,
    accessStamp: 20 * 60,
    refreshCookie: 8 * 3600,
    refreshGuard: 5,
    refreshWait: 1,
  });
  expect(constants.settings.ttlS).toBe(constants.settings.guideFlagH * 3600);
});

test('pager schemes: the default size is one of the sizes to choose from', () => {
  for (const { size, sizePage } of Object.values(constants.table.size)) expect(sizePage).toContain(size);
  expect(Object.values(constants.table.size).map(({ size }) => size)).toEqual([10, 30, 15, 40]);
});

test('time intervals stay inside their range', () => {
  const { listS, rangeS, altMin, frequencyS } = constants.interval;
  expect([Math.min(...listS), Math.max(...listS)]).toEqual([rangeS.min, rangeS.max]);
  expect(altMin).toEqual([5, 10, 15, 30, 60]);
  expect(frequencyS).toEqual([30, 60, 180, 300, 600]);
});

test('formats and limits are the same numbers', () => {
  const { password, username, phone, vehicleRemark, format, frame } = constants;
  const takes = (
    key: 'password' | 'username' | 'usernameAlt' | 'phone' | 'vehicleRemark' | 'digits5to12',
    text: string,
  ) => patterns[key].regex.test(text);
  for (const [key, min, max, sign] of [
    ['password', password.minChars, password.maxChars, 'a1'],
    ['username', username.minChars, username.maxChars, 'a1'],
    ['usernameAlt', username.minChars, username.maxCharsAlt, 'a1'],
    ['digits5to12', format.digits.min, format.digits.max, '12'],
    ['vehicleRemark', 0, vehicleRemark.maxChars, '冷藏'],
  ] as const) {
    const text = (chars: number) => sign.repeat(20).slice(0, chars);
    expect([takes(key, text(min)), takes(key, text(max)), takes(key, text(max + 1))], key).toEqual([true, true, false]);
    if (min > 0) expect(takes(key, text(min - 1)), key).toBe(false);
  }
  expect(takes('phone', `138${'0'.repeat(phone.suffixDigits)}`)).toBe(true);
  expect(phone.digits).toBe(3 + phone.suffixDigits);
  const head = encodeFrame('100', '').slice(frame.marker.length);
  expect(head).toHaveLength(frame.typeDigits + frame.lengthDigits + frame.flagDigits);
});
