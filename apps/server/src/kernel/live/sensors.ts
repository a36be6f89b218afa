import { litresIn, type TankTables } from '../motion/fuel-level';
import { correctedHums, correctedTemps, type WiresAt } from '../temperature/wiring';
import type { RawSensors, VehicleState } from './state';

/** What makes something else of a vehicle's readings, by time; vehicles without any of it have none (null). */
export interface SensorMeaning {
  wiresAt: WiresAt;
  tanksAt(t: number): TankTables | null;
}

/** Readings as the trajectory shows them at that moment; the same object where nothing is made of them. */
export function understood(raw: RawSensors, { wiresAt, tanksAt }: SensorMeaning, t: number): RawSensors {
  const wires = wiresAt(t);
  const tanks = tanksAt(t);
  if (!wires && !tanks) return raw;
  const fuelL = tanks ? litresIn(raw.fuelL, tanks) : raw.fuelL;
  if (!wires) return { ...raw, fuelL };
  return {
    tempC: [...correctedTemps(raw.tempC, wires)],
    humPct: [...correctedHums(raw.humPct, wires)],
    fuelL,
    doorOpen: raw.doorOpen.map((open, i) => (open !== null && ((wires.doors >> (2 * i)) & 3) !== 0 ? !open : open)),
    reeferOn: wires.reefer && typeof raw.reeferOn === 'boolean' ? !raw.reeferOn : raw.reeferOn,
  };
}

/** Shows a vehicle's readings by what holds at their time. `state` must be the caller's own. */
export function show(state: VehicleState, meaning: SensorMeaning | null): void {
  if (!meaning && !state.raw) return;
  const { tempC, humPct, fuelL, doorOpen, reeferOn } = state.raw ?? state.sensors;
  const raw: RawSensors = { tempC, humPct, fuelL, doorOpen, reeferOn };
  const shown = meaning && state.reportTime !== null ? understood(raw, meaning, state.reportTime) : raw;
  state.sensors = { ...state.sensors, ...shown };
  if (shown === raw) delete state.raw;
  else state.raw = raw;
}
