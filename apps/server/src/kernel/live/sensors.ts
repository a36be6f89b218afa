import { litresOfTanks, type TankTables } from '../motion/fuel-level';
import { correctHums, correctTemps, type WiresAt } from '../temperature/wiring';
import type { RawSensors, VehicleState } from './state';

/**
 * How a vehicle's raw readings are converted before they are shown, by time: certified corrections and inverted contacts (wires), litres for
 * the tanks that only report a raw level. Most vehicles have nothing of it.
 */
export interface SensorMeaning {
  wiresAt: WiresAt;
  tanksAt(t: number): TankTables | null;
}

/** Converts raw readings by what held at `t` (epoch ms), exactly as the trajectory does; gives back the same object when nothing is to be converted. */
export function convertSensors(raw: RawSensors, { wiresAt, tanksAt }: SensorMeaning, t: number): RawSensors {
  const wires = wiresAt(t);
  const tanks = tanksAt(t);
  if (!wires && !tanks) return raw;
  const fuelL = tanks ? litresOfTanks(raw.fuelL, tanks) : raw.fuelL;
  if (!wires) return { ...raw, fuelL };
  return {
    tempC: [...correctTemps(raw.tempC, wires)],
    humPct: [...correctHums(raw.humPct, wires)],
    fuelL,
    doorOpen: raw.doorOpen.map((open, i) => (open !== null && ((wires.doors >> (2 * i)) & 3) !== 0 ? !open : open)),
    reeferOn: wires.reefer && typeof raw.reeferOn === 'boolean' ? !raw.reeferOn : raw.reeferOn,
  };
}

/** Sets the shown readings of `state` from its raw ones, by what held when they were reported. Changes `state`, which must be the caller's own copy. */
export function showSensors(state: VehicleState, meaning: SensorMeaning | null): void {
  if (!meaning && !state.raw) return;
  const { tempC, humPct, fuelL, doorOpen, reeferOn } = state.raw ?? state.sensors;
  const raw: RawSensors = { tempC, humPct, fuelL, doorOpen, reeferOn };
  const shown = meaning && state.reportTime !== null ? convertSensors(raw, meaning, state.reportTime) : raw;
  state.sensors = { ...state.sensors, ...shown };
  if (shown === raw) delete state.raw;
  else state.raw = raw;
}
