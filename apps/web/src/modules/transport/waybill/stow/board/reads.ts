import type { Output } from '@tongda/contract/core/endpoint';
import { waybillKind } from '@tongda/contract/transport/waybill/enums';
import type { Site } from '@tongda/contract/transport/waybill/stow/assemble';
import {
  type BoardOrder,
  type BoardVehicle,
  stowageLoads,
  stowagePool,
  stowageSites,
  stowageVehicles,
} from '@tongda/contract/transport/waybill/stow/board';
import { useMemo } from 'react';
import { useAsk } from '../../../../../kit/call/use-ask';
import { type BoardLoad, newLoad } from './state';

/** What the board begins with: the kind of waybill, waybills that are opened, orders that are ticked. */
export interface BoardStart {
  kind: BoardLoad['kind'];
  codes: string[];
  orders: string[];
}

/** Nothing is asked again behind the back of somebody who is dragging, and nothing is kept for the next board. */
const once = { refetchOnWindowFocus: false, staleTime: 30_000, gcTime: 0 } as const;

/** What the board shows of the server: orders that wait, vehicles, sites, and loads that are stored already. */
export function useBoardReads(start: BoardStart) {
  const pickUps = start.kind === waybillKind.billOfLading;
  const pool = useAsk(stowagePool, { pickUps }, once);
  const vehicles = useAsk(stowageVehicles, undefined, once);
  const sites = useAsk(stowageSites, undefined, once);
  const stored = useAsk(
    stowageLoads,
    start.codes.length > 0 ? { waybillCodes: start.codes, pickUps } : { pickUps },
    once,
  );
  const all = [pool, vehicles, sites, stored];
  return {
    pool: pool.data,
    vehicles: vehicles.data,
    sites: sites.data,
    stored: stored.data,
    ready: all.every(({ data }) => data !== undefined),
    error: pool.error ?? vehicles.error ?? sites.error ?? stored.error,
    retry: () => void Promise.all(all.map((query) => query.refetch())),
    /** after saving: what waits, and what vehicles carry by now */
    renew: async (): Promise<void> => {
      await pool.refetch();
      await vehicles.refetch();
    },
  };
}

type Stored = Output<typeof stowageLoads>;

/** Loads as they are stored, each on its vehicle; one whose vehicle is not known any more is left out. */
export function storedLoads(stored: Stored, vehicles: readonly BoardVehicle[], sites: readonly Site[]): BoardLoad[] {
  const byId = new Map(vehicles.map((vehicle) => [vehicle.vehicleId, vehicle]));
  const site = (id: string | null): Site | null => sites.find((one) => one.placeId === id) ?? null;
  return stored.flatMap((load) => {
    const vehicle = load.vehicleId ? byId.get(load.vehicleId) : undefined;
    if (!vehicle) return [];
    return [
      newLoad(
        {
          // the board asks for the three kinds that it knows
          kind: load.waybillKind as BoardLoad['kind'],
          from: site(load.fromPlaceId),
          to: site(load.toPlaceId),
          vehicle,
          departTime: load.planDepartTime,
        },
        {
          waybillCode: load.waybillCode,
          version: load.version,
          driverId: load.driverId,
          driverName: load.driverName,
          orders: load.orders,
          colleague: load.own ? null : load.createUser || '同事',
        },
      ),
    ];
  });
}

/** Orders that are on no load of the board. Those taken out of a stored load wait too, although the pool does not know yet. */
export function useWaiting(
  pool: readonly BoardOrder[] | undefined,
  stored: Stored | undefined,
  loads: readonly BoardLoad[],
): BoardOrder[] {
  const everything = useMemo(() => {
    const known = new Map((pool ?? []).map((order) => [order.orderCode, order]));
    for (const load of stored ?? []) for (const order of load.orders) known.set(order.orderCode, order);
    return known;
  }, [pool, stored]);
  return useMemo(() => {
    const loaded = new Set(loads.flatMap((load) => load.orders.map(({ orderCode }) => orderCode)));
    return [...everything.values()].filter(({ orderCode }) => !loaded.has(orderCode));
  }, [everything, loads]);
}
