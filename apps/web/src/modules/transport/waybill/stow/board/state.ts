import { wallMs, wallText } from '@tongda/contract/core/wall-time';
import { orderStatus } from '@tongda/contract/transport/enums';
import { stowDriverOf, stowVehicleOf, waitingOrderOf } from '@tongda/contract/transport/waybill/facts';
import { type Judgement, judgeLoad } from '@tongda/contract/transport/waybill/judge';
import type { Site } from '@tongda/contract/transport/waybill/stow/assemble';
import type { BoardOrder, BoardVehicle } from '@tongda/contract/transport/waybill/stow/board';
import { distanceM } from '@tongda/geo/distance';
import { windowText } from '../../../../../kit/show/format';

/** One truck of the board and what the dispatcher put into it, in the sequence of unloading. */
export interface BoardLoad {
  key: string;
  waybillCode: string | null;
  version: number | null;
  kind: 1 | 2 | 3;
  from: Site | null;
  to: Site | null;
  vehicle: BoardVehicle;
  driverId: string | null;
  driverName: string;
  departTime: string;
  orders: readonly BoardOrder[];
  /** differs from what is stored */
  changed: boolean;
  /** who made the draft, when it is a colleague's; null: the user's own, or new */
  colleague: string | null;
  /** whether the user wants 确认配载 to take it; null: he has not said, see `isPicked` */
  picked: boolean | null;
  /** what the server answered when it would not take it */
  problem: string | null;
}

/** Greedy filling stops here, % of weight or volume (transport.md C8). */
const fullPercent = 95;

let serial = 0;
export const newLoad = (
  base: Pick<BoardLoad, 'kind' | 'from' | 'to' | 'vehicle' | 'departTime'>,
  more: Partial<BoardLoad> = {},
): BoardLoad => ({
  key: `l${++serial}`,
  waybillCode: null,
  version: null,
  driverId: base.vehicle.driverId,
  driverName: base.vehicle.driverName,
  orders: [],
  changed: false,
  colleague: null,
  picked: null,
  problem: null,
  ...base,
  ...more,
});

/** Whether 确认配载 takes a load. The user's tick decides; without one it takes his own loads and those that he changed, but never a draft that a colleague still fills. */
export const isPicked = ({ orders, picked, colleague, changed }: BoardLoad): boolean =>
  orders.length > 0 && (picked ?? (colleague === null || changed));

const known = new WeakMap<BoardLoad, Judgement>();
/** What the checks say of a load. The answer is kept by load, as a load that changes is a new object. */
export function judgeBoardLoad(load: BoardLoad): Judgement {
  const there = known.get(load);
  if (there) return there;
  const own = load.driverId === load.vehicle.driverId;
  const result = judgeLoad(
    {
      ...load,
      vehicle: stowVehicleOf(load.vehicle, load.waybillCode),
      // papers of another driver are looked at by the server
      driver: load.driverId
        ? stowDriverOf(
            load.driverName,
            own ? load.vehicle.driverCertificates : [],
            own ? load.vehicle.driverLicenceClass : null,
          )
        : null,
      departAt: wallMs(load.departTime),
      arriveAt: null,
      orders: load.orders.map((order) =>
        waitingOrderOf(load.waybillCode === null ? order : { ...order, orderStatus: orderStatus.toDispatch }),
      ),
    },
    distanceM,
  );
  known.set(load, result);
  return result;
}

/** From its departure to the end of its last stop. */
export const spanOf = (load: BoardLoad): string =>
  windowText(load.departTime, wallText(judgeBoardLoad(load).times.at(-1)?.leave ?? wallMs(load.departTime)));

const addOrders = (load: BoardLoad, orders: readonly BoardOrder[]): BoardLoad => ({
  ...load,
  orders: [...load.orders, ...orders],
  changed: true,
  problem: null,
});

/** The first check that blocks: why a load cannot go like this. */
export const causeOf = ({ checks }: Pick<Judgement, 'checks'>): string | null =>
  checks.find(({ level }) => level === 'block')?.msg ?? null;

/** The sentence that says why orders cannot go onto a load; null when they can. Late ones can: whoever confirms the load says why. */
export function refusalOf(load: BoardLoad, orders: readonly BoardOrder[]): string | null {
  const result = judgeBoardLoad(addOrders(load, orders));
  return result.onlyLate ? null : causeOf(result);
}

/** The board after orders were moved to a load, or back to the pool (`key` null). */
export const moveOrders = (
  loads: readonly BoardLoad[],
  orders: readonly BoardOrder[],
  key: string | null,
): BoardLoad[] => {
  const codes = new Set(orders.map(({ orderCode }) => orderCode));
  return loads.map((load) => {
    const left = load.orders.filter(({ orderCode }) => !codes.has(orderCode));
    if (load.key === key) return addOrders({ ...load, orders: left }, orders);
    return left.length === load.orders.length ? load : { ...load, orders: left, changed: true, problem: null };
  });
};

/** Moves one order of a load forwards or backwards in the sequence of unloading. */
export function shiftOrder(load: BoardLoad, orderCode: string, by: 1 | -1): BoardLoad {
  const at = load.orders.findIndex((order) => order.orderCode === orderCode);
  const to = at + by;
  const [one, other] = [load.orders[at], load.orders[to]];
  if (!one || !other) return load;
  const orders = [...load.orders];
  orders[at] = other;
  orders[to] = one;
  return { ...load, orders, changed: true, problem: null };
}

/** Fills the trucks of the board with what is most urgent until one of weight and volume is nearly full (一键配载). */
export function fillLoads(loads: readonly BoardLoad[], pool: readonly BoardOrder[]): BoardLoad[] {
  const urgent = [...pool].sort((a, b) => b.priority - a.priority || a.arriveTo.localeCompare(b.arriveTo));
  const filled = [...loads];
  for (const order of urgent) {
    const at = filled.findIndex((load) => {
      const result = judgeBoardLoad(addOrders(load, [order]));
      const share = Math.max(result.loadRateWeight ?? 0, result.loadRateVolume ?? 0);
      return result.possible && share <= fullPercent;
    });
    const load = filled[at];
    if (load) filled[at] = addOrders(load, [order]);
  }
  return filled;
}

export interface Recommendation {
  vehicle: BoardVehicle;
  loadRate: number;
  /** km from where it is now to the first place of loading; null when nobody knows */
  away: number | null;
  /** why it may go only with 晚到放行; null when it is in time */
  late: string | null;
}
/** The vehicles that suit orders best, and the commonest reasons against the others. */
export interface Advice {
  list: Recommendation[];
  against: Array<{ why: string; vehicles: number }>;
}

/** The five vehicles that suit orders best: in time before late, best filled, nearest. */
export function recommendVehicles(
  vehicles: readonly BoardVehicle[],
  base: Pick<BoardLoad, 'kind' | 'from' | 'to' | 'departTime'>,
  orders: readonly BoardOrder[],
): Advice {
  const against = new Map<string, number>();
  const list = vehicles
    .flatMap((vehicle): Recommendation[] => {
      const load = addOrders(newLoad({ ...base, vehicle }), orders);
      const result = judgeBoardLoad(load);
      const cause = causeOf(result);
      if (cause !== null && !result.onlyLate) {
        // vehicles differ by their plates, the reason does not
        const why = cause.replace(vehicle.plateNo, '');
        against.set(why, (against.get(why) ?? 0) + 1);
        return [];
      }
      const first = result.stops[0];
      const near = first?.lng != null && first.lat != null && vehicle.lng !== null && vehicle.lat !== null;
      return [
        {
          vehicle,
          loadRate: Math.max(result.loadRateWeight ?? 0, result.loadRateVolume ?? 0),
          away: near
            ? Math.round(distanceM(vehicle.lng ?? 0, vehicle.lat ?? 0, first.lng ?? 0, first.lat ?? 0) / 1000)
            : null,
          late: cause,
        },
      ];
    })
    .sort(
      (a, b) =>
        Number(a.late !== null) - Number(b.late !== null) ||
        b.loadRate - a.loadRate ||
        (a.away ?? Infinity) - (b.away ?? Infinity),
    )
    .slice(0, 5);
  return {
    list,
    against: [...against]
      .map(([why, count]) => ({ why, vehicles: count }))
      .sort((a, b) => b.vehicles - a.vehicles)
      .slice(0, 3),
  };
}
