import { type LiveVehicle, motionState } from '@tongda/contract/core/live';
import type { MonitorVehicle } from '@tongda/contract/watch/location/calls';
import { describe, expect, it } from 'vitest';
import { MonitorStore } from './store';

const info = (vehicleId: string): MonitorVehicle => ({
  vehicleId,
  plateNo: `沪A${vehicleId.padStart(5, '0')}`,
  vehicleColor: 0,
  remarkNo: '',
  vehicleType: '冷藏',
  temperatureTypes: [2],
  fleetId: '7',
  fleetName: '一队',
  orgName: '',
  driverName: '',
  driverPhone: '',
  driverBy: null,
  terminalNo: '',
  serviceEnd: null,
  sharedFrom: '',
  tankCapacityL: null,
  probes: [],
});
const live = (vehicleId: string, speedKmh: number) =>
  ({ vehicleId, state: motionState.moving, speedKmh, alarmBits: 0, tempC: [], doorOpen: [] }) as unknown as LiveVehicle;
const byId = (...states: LiveVehicle[]) => new Map(states.map((state) => [state.vehicleId, state]));
const snapshot = { vehicles: [info('1'), info('2'), info('3')], live: [live('1', 10), live('2', 20)] };

describe('MonitorStore', () => {
  it('shows the states of the snapshot until the socket knows better; a silent vehicle has none', () => {
    const store = new MonitorStore();
    expect(store.picture(undefined, new Map()).items).toEqual([]);
    const { items } = store.picture(snapshot, byId(live('2', 25)));
    expect(items.map((item) => item.live?.speedKmh)).toEqual([10, 25, undefined]);
    expect(items[2]?.state).toBe(motionState.never);
  });

  it('builds anew only the vehicle that changed', () => {
    const store = new MonitorStore();
    const states = byId(live('1', 10), live('2', 20));
    const before = store.picture(snapshot, states);
    const after = store.picture(snapshot, new Map([...states, ['2', live('2', 21)]]));
    expect(after.items).not.toBe(before.items);
    expect(after.items.map((item, i) => item === before.items[i])).toEqual([true, false, true]);
    expect(after.items[1]?.live?.speedKmh).toBe(21);
    expect(before.items[1]?.live?.speedKmh).toBe(20);
    expect(after.membership).toBe(before.membership);
  });

  it('is the same picture when nothing changed, whatever map it came in', () => {
    const store = new MonitorStore();
    const states = byId(live('1', 10));
    const before = store.picture(snapshot, states);
    expect(store.picture(snapshot, new Map(states))).toBe(before);
    expect(store.picture(undefined, states)).toBe(before);
  });

  it('tells new names from other vehicles: only those make a new membership', () => {
    const store = new MonitorStore();
    const first = store.picture(snapshot, new Map());
    const renamed = store.picture(
      { ...snapshot, vehicles: [{ ...info('1'), plateNo: '沪B00001' }, info('2'), info('3')] },
      new Map(),
    );
    expect(renamed.membership).toBe(first.membership);
    expect(renamed.items[0]?.info.plateNo).toBe('沪B00001');
    const swapped = store.picture({ ...snapshot, vehicles: [info('2'), info('1'), info('3')] }, new Map());
    expect(swapped.membership).toBe(first.membership + 1);
    const fewer = store.picture({ ...snapshot, vehicles: [info('2'), info('1')] }, new Map());
    expect(fewer.membership).toBe(swapped.membership + 1);
    expect(fewer.items).toHaveLength(2);
  });
});
