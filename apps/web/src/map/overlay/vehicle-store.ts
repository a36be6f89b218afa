import { type MotionState, motionState } from '@tongda/contract/core/live';
import type { Crs } from '@tongda/geo/convert';
import { mercatorX, mercatorY } from '@tongda/geo/mercator';
import { toMap } from '../base/providers';

/** One vehicle as the map draws it. Position in WGS-84. */
export interface MapVehicle {
  id: string;
  lng: number;
  lat: number;
  /** clockwise from north */
  headingDeg: number;
  state: MotionState;
  /** ring around the symbol */
  alarm: boolean;
  /** plate, speed or temperature: what the user chose to read on the map */
  label: string;
  /** after the label of a selected or alarming vehicle: speed, or what is wrong */
  subLabel?: string;
}

/** Parts of a bubble's ring in order: alarm first, then the states. */
export const shareOrder: ReadonlyArray<'alarm' | MotionState> = [
  'alarm',
  motionState.moving,
  motionState.idle,
  motionState.parked,
  motionState.notLocated,
  motionState.offline,
];

/** Index into {@link shareOrder}. */
export function shareOf(state: MotionState, alarm: boolean): number {
  if (alarm) return 0;
  const at = shareOrder.indexOf(state);
  return at < 0 ? shareOrder.length - 1 : at;
}

/** Vehicles in columns, projected once when they change: a frame then only multiplies and adds. */
export class VehicleStore {
  readonly vehicles: readonly MapVehicle[];
  /** web Mercator on the unit square, in the coordinate system of the base map */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly share: Uint8Array;
  readonly #index: Map<string, number>;

  constructor(vehicles: readonly MapVehicle[], crs: Crs = 'wgs84') {
    const n = vehicles.length;
    this.vehicles = vehicles;
    this.x = new Float64Array(n);
    this.y = new Float64Array(n);
    this.share = new Uint8Array(n);
    this.#index = new Map();
    for (let i = 0; i < n; i++) {
      const vehicle = vehicles[i];
      if (!vehicle) continue;
      const [lng, lat] = crs === 'wgs84' ? [vehicle.lng, vehicle.lat] : toMap(crs, vehicle.lng, vehicle.lat);
      this.x[i] = mercatorX(lng);
      this.y[i] = mercatorY(lat);
      this.share[i] = shareOf(vehicle.state, vehicle.alarm);
      this.#index.set(vehicle.id, i);
    }
  }

  /** Place of a vehicle in the columns; -1 when it is not among them. */
  indexOf(id: string | null): number {
    return id === null ? -1 : (this.#index.get(id) ?? -1);
  }
}
