import type { EnumCode } from '../../../core/enum';
import { temperatureType } from '../../../resources/vehicle/enums';
import { intersectRanges } from '../../order/merge';

/** A compartment of the box, which has its own temperature. */
export interface Compartment {
  no: number;
  /** m³; null when unknown */
  volumeM3: number | null;
  /** range that its cooling reaches, ℃; null without cooling */
  tempMin: number | null;
  tempMax: number | null;
}

/** Goods of one order in one box. */
export interface BoxLoad {
  orderCode: string;
  volumeM3: number;
  temperatureType: EnumCode<typeof temperatureType>;
  /** range that the order asks for, ℃; null: the usual one of its class */
  tempMin: number | null;
  tempMax: number | null;
  /** compartment that it already lies in, and where it stays */
  fixedNo?: number | null;
}

interface Bounds {
  low: number | null;
  high: number | null;
}

/** Usual range of each temperature class, ℃ (transport.md 2); general goods have none. */
export const typeRange: Readonly<Record<EnumCode<typeof temperatureType>, Bounds>> = {
  [temperatureType.ambient]: { low: 10, high: 30 },
  [temperatureType.chilled]: { low: 0, high: 8 },
  [temperatureType.frozen]: { low: -30, high: -18 },
  [temperatureType.general]: { low: null, high: null },
};

/** The range that an order must be kept within, ℃. */
export const rangeOf = (load: BoxLoad): Bounds => ({
  low: load.tempMin ?? typeRange[load.temperatureType].low,
  high: load.tempMax ?? typeRange[load.temperatureType].high,
});

export const isCold = (load: Pick<BoxLoad, 'temperatureType'>): boolean =>
  load.temperatureType === temperatureType.chilled || load.temperatureType === temperatureType.frozen;

/** Limit of the search: 500 orders could be placed in more ways than can ever be tried. */
const maxTries = 50_000;

/** Compartment of each order, and set-point of each compartment. */
export interface BoxPlan {
  byOrder: Map<string, number>;
  setpoints: Map<number, number | null>;
}

/**
 * Places every order in a compartment whose orders can share a temperature and which has room for them, by trial (boxes have at most 4 compartments);
 * null when no way was found. General goods are never placed with cold ones. Source: transport.md 4.3 TEMP.
 */
export function planBox(compartments: readonly Compartment[], loads: readonly BoxLoad[]): BoxPlan | null {
  // orders with the narrowest range first, which leaves fewer ways to try
  const order = [...loads].sort((a, b) => rangeWidth(a) - rangeWidth(b) || b.volumeM3 - a.volumeM3);
  // compartments with the narrowest range first, as they are made for these goods
  const narrow = [...compartments].sort((a, b) => reachOf(a) - reachOf(b) || a.no - b.no);
  const inside = new Map<number, BoxLoad[]>(compartments.map(({ no }) => [no, []]));
  let tries = 0;
  const place = (i: number): boolean => {
    const load = order[i];
    if (!load) return true;
    if (++tries > maxTries) return false;
    for (const compartment of isCold(load) ? narrow : compartments) {
      if (load.fixedNo != null && load.fixedNo !== compartment.no) continue;
      const there = inside.get(compartment.no) ?? [];
      if (!canTake(compartment, [...there, load])) continue;
      there.push(load);
      if (place(i + 1)) return true;
      there.pop();
    }
    return false;
  };
  if (!place(0)) return null;
  const byOrder = new Map<string, number>();
  const setpoints = new Map<number, number | null>();
  for (const compartment of compartments) {
    const there = inside.get(compartment.no) ?? [];
    for (const { orderCode } of there) byOrder.set(orderCode, compartment.no);
    setpoints.set(compartment.no, there.some(isCold) ? setpointOf(boundsOf(compartment, there)) : null);
  }
  return { byOrder, setpoints };
}

const reachOf = ({ tempMin, tempMax }: Compartment): number =>
  tempMin === null || tempMax === null ? Number.MAX_VALUE : tempMax - tempMin;

const rangeWidth = (load: BoxLoad): number => {
  const { low, high } = rangeOf(load);
  return low === null || high === null ? Number.POSITIVE_INFINITY : high - low;
};

/** Whether these orders can lie in one compartment together. */
function canTake(compartment: Compartment, loads: readonly BoxLoad[]): boolean {
  const volume = loads.reduce((sum, load) => sum + load.volumeM3, 0);
  if (compartment.volumeM3 !== null && volume > compartment.volumeM3 + 1e-9) return false;
  const cold = loads.some(isCold);
  if (cold && loads.some((load) => load.temperatureType === temperatureType.general)) return false;
  if (!cold) return intersectRanges(loads.map(rangeOf)) !== null;
  if (compartment.tempMin === null || compartment.tempMax === null) return false;
  return boundsOf(compartment, loads) !== null;
}

const boundsOf = (compartment: Compartment, loads: readonly BoxLoad[]): Bounds | null =>
  intersectRanges([...loads.map(rangeOf), { low: compartment.tempMin, high: compartment.tempMax }]);

/** Set-point: the middle of the range that all orders allow, to a tenth of a degree. */
function setpointOf(bounds: Bounds | null): number | null {
  if (bounds === null || bounds.low === null || bounds.high === null) return bounds?.low ?? bounds?.high ?? null;
  return Math.round(((bounds.low + bounds.high) / 2) * 10) / 10;
}
