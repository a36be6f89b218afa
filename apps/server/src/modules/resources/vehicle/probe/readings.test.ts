import { type LiveVehicle, motionState } from '@tongda/contract/core/live';
import { expect, it } from 'vitest';
import { liveOf } from './readings';

it('nobody knows how fast a truck drives that has fallen silent', () => {
  // what the details page shows of a live state, in part
  const live = (state: number) =>
    ({ state, stateSince: 0, deviceTime: null, todayMileageM: 0, totalMileageM: 0, speedKmh: 62 }) as LiveVehicle;
  expect(liveOf(live(motionState.moving), 'Asia/Shanghai')?.speedKmh).toBe(62);
  expect(liveOf(live(motionState.offline), 'Asia/Shanghai')?.speedKmh).toBeNull();
});
