import type { LockTermsOut } from '@tongda/contract/company/resource-auth/lock-terms';
import { inWindow } from '@tongda/contract/core/field/time-window';
import { lockWay } from '@tongda/contract/resources/device/enums';
import { describe, expect, it } from 'vitest';
import { type OpenTry, refusalOf } from './rules';

const terms = (more: Partial<LockTermsOut> = {}): LockTermsOut => ({
  methods: [lockWay.bluetooth],
  timeWindows: [],
  fenceStoreId: null,
  fenceStoreName: '',
  fenceRadiusM: null,
  maxOpens: 0,
  usedOpens: 0,
  ...more,
});
/** Saturday 2026-11-21 09:30 */
const now: OpenTry = { way: lockWay.bluetooth, weekday: 6, clock: '09:30', outsideM: null };

describe('windows of a lock', () => {
  it('hold from their start to just before their end, on their days', () => {
    const day = { days: [6], from: '09:30', to: '10:00' };
    expect(inWindow(day, 6, '09:29')).toBe(false);
    expect(inWindow(day, 6, '09:30')).toBe(true);
    expect(inWindow(day, 6, '10:00')).toBe(false);
    expect(inWindow(day, 7, '09:45')).toBe(false);
  });
  it('go on over midnight into the day after', () => {
    const night = { days: [7], from: '22:00', to: '05:00' };
    expect(inWindow(night, 7, '23:00')).toBe(true);
    expect(inWindow(night, 1, '04:59')).toBe(true);
    expect(inWindow(night, 1, '05:00')).toBe(false);
    expect(inWindow(night, 7, '04:00')).toBe(false);
  });
});

describe('terms of a grant', () => {
  it('let in when nothing stands against it', () => {
    expect(refusalOf(terms(), now)).toBeNull();
    expect(refusalOf(terms({ maxOpens: 2, usedOpens: 1 }), now)).toBeNull();
  });
  it('name what stands against it', () => {
    expect(refusalOf(terms({ methods: [lockWay.remote, lockWay.code] }), now)).toBe(
      '授权不允许蓝牙开锁，只能用远程、密码',
    );
    expect(refusalOf(terms({ timeWindows: [{ days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' }] }), now)).toBe(
      '现在不在允许时段内（周一至周五 08:00-18:00）',
    );
    expect(refusalOf(terms({ maxOpens: 2, usedOpens: 2 }), now)).toBe('开锁次数已用完（2次）');
  });
  it('keep to the fence of the store and the metres around it', () => {
    const fenced = terms({ fenceStoreId: '1', fenceStoreName: '青浦店', fenceRadiusM: 50 });
    expect(refusalOf(fenced, now)).toBe('只能在青浦店开锁，没有收到您的位置');
    expect(refusalOf(fenced, { ...now, outsideM: 50 })).toBeNull();
    expect(refusalOf(fenced, { ...now, outsideM: 51 })).toBe('只能在青浦店开锁，您距围栏约51m');
  });
});
