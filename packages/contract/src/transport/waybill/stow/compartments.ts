import type { EnumCode } from '../../../core/enum';
import { temperatureType } from '../../../resources/vehicle/enums';
import { intersection } from '../../order/merge';

/** A part of the box with a temperature of its own. */
export interface Compartment {
  no: number;
  /** m³; null when unknown */
  volumeM3: number | null;
  /** what its cooling reaches, ℃; null without cooling */
  tempMin: number | null;
  tempMax: number | null;
}

/** Goods of one order in one box. */
export interface BoxLoad {
  orderCode: string;
  volumeM3: number;
  temperatureType: EnumCode<typeof temperatureType>;
  /** what the order asks for, ℃; null: as its type has it */
  tempMin: number | null;
  tempMax: number | null;
  /** it lies there already and is not moved */
  fixedNo?: number | null;
}

interface Bounds {
  low: number | null;
  high: number | null;
}

/** Usual range of each type (transport.md 2); general goods have none. */
export const typeRange: Readonly<Record<EnumCode<typeof temperatureType>, Bounds>> = {
  [temperatureType.ambient]: { low: 10, high: 30 },
  [temperatureType.chilled]: { low: 0, high: 8 },
  [temperatureType.frozen]: { low: -30, high: -18 },
  [temperatureType.general]: { low: null, high: null },
};

/** What an order must be kept at, ℃. */
export const rangeOf = (load: BoxLoad): Bounds => ({
  low: load.tempMin ?? typeRange[load.temperatureType].low,
  high: load.tempMax ?? typeRange[load.temperatureType].high,
});

export const isCold = (load: Pick<BoxLoad, 'temperatureType'>): boolean =>
  load.temperatureType === temperatureType.chilled || load.temperatureType === temperatureType.frozen;

/** Trying ends here: 500 orders could be tried in more ways than a day has milliseconds. */
const maxTries = 50_000;

/** Where everything goes: order by compartment, and what each compartment is set to. */
export interface BoxPlan {
  byOrder: Map<string, number>;
  setpoints: Map<number, number | null>;
}

/**
 * Puts every order into a compartment whose orders share a temperature and whose room suffices, by trying (at most 4 compartments); null when
 * no way was found. General goods go only where nothing cold is. Source: transport.md 4.3 TEMP.
 */
export function planBox(compartments: readonly Compartment[], loads: readonly BoxLoad[]): BoxPlan | null {
  // the pickiest first: fewer ways to try
  const order = [...loads].sort((a, b) => width(a) - width(b) || b.volumeM3 - a.volumeM3);
  // cold goods into the part that is made for them: the one with the narrowest reach
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
      if (!takes(compartment, [...there, load])) continue;
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
    setpoints.set(compartment.no, there.some(isCold) ? middle(boundsOf(compartment, there)) : null);
  }
  return { byOrder, setpoints };
}

const reachOf = ({ tempMin, tempMax }: Compartment): number =>
  tempMin === null || tempMax === null ? Number.MAX_VALUE : tempMax - tempMin;

const width = (load: BoxLoad): number => {
  const { low, high } = rangeOf(load);
  return low === null || high === null ? Number.POSITIVE_INFINITY : high - low;
};

/** Whether these orders can lie in one compartment together. */
function takes(compartment: Compartment, loads: readonly BoxLoad[]): boolean {
  const volume = loads.reduce((sum, load) => sum + load.volumeM3, 0);
  if (compartment.volumeM3 !== null && volume > compartment.volumeM3 + 1e-9) return false;
  const cold = loads.some(isCold);
  if (cold && loads.some((load) => load.temperatureType === temperatureType.general)) return false;
  if (!cold) return intersection(loads.map(rangeOf)) !== null;
  if (compartment.tempMin === null || compartment.tempMax === null) return false;
  return boundsOf(compartment, loads) !== null;
}

const boundsOf = (compartment: Compartment, loads: readonly BoxLoad[]): Bounds | null =>
  intersection([...loads.map(rangeOf), { low: compartment.tempMin, high: compartment.tempMax }]);

/** Setpoint: the middle of what all allow, to a tenth of a degree. */
function middle(bounds: Bounds | null): number | null {
  if (bounds === null || bounds.low === null || bounds.high === null) return bounds?.low ?? bounds?.high ?? null;
  return Math.round(((bounds.low + bounds.high) / 2) * 10) / 10;
}
