import type { LiveVehicle } from '@tongda/contract/core/live';
import type { MonitorVehicle } from '@tongda/contract/watch/location/calls';
import { type MonitorItem, monitorItem } from './model';

export interface MonitorSnapshot {
  vehicles: readonly MonitorVehicle[];
  live: readonly LiveVehicle[];
}

/** Severest open alarm by vehicle: 超温报警. */
export type AlarmWords = ReadonlyMap<string, string>;
const noWords: AlarmWords = new Map();

export interface MonitorPicture {
  /** in the order of the snapshot; the same array while nothing changed */
  items: readonly MonitorItem[];
  /** grows when vehicles came, went or changed places: indexes into `items` hold as long as it stays */
  membership: number;
}

/**
 * Joins the snapshot's names with live states. An item is built anew only when its vehicle changed, so that everything behind it
 * (rows, map symbols) can skip the 9,900 of 10,000 that did not.
 */
export class MonitorStore {
  #snapshot: MonitorSnapshot | null = null;
  #first = new Map<string, LiveVehicle>();
  #picture: MonitorPicture = { items: [], membership: 0 };

  /** The vehicles as they are with these live states; states of the snapshot stand in until the socket brings newer ones. */
  picture(
    snapshot: MonitorSnapshot | undefined,
    live: ReadonlyMap<string, LiveVehicle>,
    words: AlarmWords = noWords,
  ): MonitorPicture {
    if (snapshot && snapshot !== this.#snapshot) this.#take(snapshot, live, words);
    else this.#update(live, words);
    return this.#picture;
  }

  #take(snapshot: MonitorSnapshot, live: ReadonlyMap<string, LiveVehicle>, words: AlarmWords): void {
    const before = this.#picture;
    this.#snapshot = snapshot;
    this.#first = new Map(snapshot.live.map((state) => [state.vehicleId, state]));
    const items = snapshot.vehicles.map((info) =>
      monitorItem(info, this.#stateOf(info.vehicleId, live), words.get(info.vehicleId)),
    );
    const same =
      items.length === before.items.length &&
      items.every((item, i) => item.info.vehicleId === before.items[i]?.info.vehicleId);
    this.#picture = { items, membership: same ? before.membership : before.membership + 1 };
  }

  #update(live: ReadonlyMap<string, LiveVehicle>, words: AlarmWords): void {
    const { items, membership } = this.#picture;
    let next: MonitorItem[] | null = null;
    for (let i = 0; i < items.length; i++) {
      const item = items[i];
      if (!item) continue;
      const state = this.#stateOf(item.info.vehicleId, live);
      const word = words.get(item.info.vehicleId) ?? '';
      if (state === item.live && word === item.alarmWord) continue;
      next ??= [...items];
      next[i] = monitorItem(item.info, state, word);
    }
    if (next) this.#picture = { items: next, membership };
  }

  #stateOf(vehicleId: string, live: ReadonlyMap<string, LiveVehicle>): LiveVehicle | null {
    return live.get(vehicleId) ?? this.#first.get(vehicleId) ?? null;
  }
}
