import { expect, it } from 'vitest';
import { copyState, createState, liveVehicleOf, noSensors, type VehicleState } from './state';

const state: VehicleState = {
  ...createState({ vehicleId: '7', clientId: '1', deviceId: '3' }, 1_000),
  tempTime: 900,
  edgeT: null,
  openDays: { '2026-05-01': 1_200 },
  past: { m: 5_000, until: '2026-04-30', odometerM: null },
  firstFix: { t: 10, odometerM: 4 },
  startM: 12,
  offlineMs: { accOn: 1, accOff: 2 },
  raw: { tempC: [1], humPct: [], fuelL: [], doorOpen: [], reeferOn: null },
};

it('a copy has every field, also those that a state may do without, and leaves what was copied as it is', () => {
  const copy = copyState(state);
  expect(copy).toEqual(state);
  copy.todayM = 5;
  expect(state.todayM).toBe(0);
});

it('shows a state that was stored without readings as one that has none', () => {
  const { sensors: _, ...bare } = state;
  // as the column may hold it
  const live = liveVehicleOf(bare as VehicleState, 2_000, 'Asia/Shanghai');
  expect(live).toMatchObject(noSensors);
});
