import { waybillKind } from '@tongda/contract/transport/waybill/enums';
import type { Site } from '@tongda/contract/transport/waybill/stow/assemble';
import type { BoardOrder, BoardVehicle } from '@tongda/contract/transport/waybill/stow/board';
import { useEffect, useRef, useState } from 'react';
import { useAct } from '../../../../../kit/call/use-act';
import { toast } from '../../../../../kit/dialog/notify';
import { wireTime } from '../../../../../kit/show/format';
import { saveLoads } from '../save-loads';
import { type BoardStart, storedLoads, useBoardReads, useWaiting } from './reads';
import { type BoardLoad, fillLoads, moveOrders, newLoad, refusalOf, shiftOrder } from './state';

const halfHourMs = 1_800_000;
/** The half hour after next: time enough to load. */
const nextDeparture = (): string => wireTime(Math.ceil((Date.now() + halfHourMs) / halfHourMs) * halfHourMs);

/** What new loads of the board begin with, and stored ones keep for themselves. */
type BoardBase = Pick<BoardLoad, 'kind' | 'from' | 'to' | 'departTime'>;

/** The loads on the board, and everything that is done with one of them. */
function useLoads() {
  const [loads, setLoads] = useState<BoardLoad[]>([]);
  const change = (key: string, next: (load: BoardLoad) => BoardLoad): void =>
    setLoads(loads.map((load) => (load.key === key ? next(load) : load)));
  return {
    loads,
    setLoads,
    /** loads that are not stored yet follow the head of the board */
    followHead: (patch: Partial<BoardBase>): void =>
      setLoads(loads.map((load) => (load.waybillCode === null ? { ...load, ...patch, problem: null } : load))),
    ofLoads: {
      takeOut: (orders: readonly BoardOrder[]) => setLoads(moveOrders(loads, orders, null)),
      pick: (key: string, picked: boolean) => change(key, (load) => ({ ...load, picked })),
      shift: (key: string, code: string, by: 1 | -1) => change(key, (load) => shiftOrder(load, code, by)),
      setDriver: (key: string, driverId: string | null, driverName: string) =>
        change(key, (load) => ({ ...load, driverId, driverName, changed: true, problem: null })),
      setTime: (key: string, time: string) =>
        change(key, (load) => ({ ...load, departTime: time, changed: true, problem: null })),
    },
  };
}

/** Everything of the board: what waits, the trucks, what is dragged where, and saving. */
export function useBoard(start: BoardStart) {
  const reads = useBoardReads(start);
  const { loads, setLoads, followHead, ofLoads } = useLoads();
  const [head, setHead] = useState<BoardBase>(() => ({
    kind: start.kind,
    from: null,
    to: null,
    departTime: nextDeparture(),
  }));
  const [selected, setSelected] = useState<string | null>(null);
  const [asked] = useState<ReadonlySet<string>>(() => new Set(start.orders));
  const [ticked, setTicked] = useState(asked);
  const waiting = useWaiting(reads.pool?.list, reads.stored, loads);
  const base: BoardBase = { ...head, to: head.kind === waybillKind.transportTask ? null : head.to };

  // what was stored before comes onto the board once
  const { stored, vehicles, sites } = reads;
  const brought = useRef<unknown>(null);
  useEffect(() => {
    if (!stored || !vehicles || !sites || brought.current === stored) return;
    brought.current = stored;
    const opened = storedLoads(stored, vehicles, sites);
    setLoads(opened);
    setSelected(opened[0]?.key ?? null);
    const [first] = opened;
    if (start.codes.length > 0 && first) setHead((old) => ({ ...old, kind: first.kind }));
  }, [stored, vehicles, sites, start.codes.length, setLoads]);

  const putInto = (orders: readonly BoardOrder[], key: string): boolean => {
    const target = loads.find((load) => load.key === key);
    if (!target || orders.length === 0) return false;
    const why = refusalOf({ ...target, orders: target.orders.filter((o) => !orders.includes(o)) }, orders);
    if (why) {
      toast('warning', `不能放入 ${target.vehicle.plateNo}：${why}`);
      return false;
    }
    setLoads(moveOrders(loads, orders, key));
    setSelected(key);
    setTicked(new Set([...ticked].filter((code) => !orders.some((o) => o.orderCode === code))));
    return true;
  };

  const saving = useAct(async ({ confirm, lateReason }: { confirm: boolean; lateReason?: string }): Promise<void> => {
    const { left, saved } = await saveLoads(loads, confirm, lateReason);
    setLoads(left);
    if (saved.length > 0) toast('success', `${confirm ? '已确认配载' : '已保存配载'} ${saved.join('、')}`);
    await reads.renew();
  });

  return {
    ready: reads.ready,
    error: reads.error,
    retry: reads.retry,
    sites: sites ?? [],
    vehicles: vehicles ?? [],
    total: reads.pool?.total ?? 0,
    waiting,
    loads,
    current: loads.find(({ key }) => key === selected) ?? null,
    /** orders that the board was opened for: they stand first in the pool */
    asked,
    ticked,
    busy: saving.busy,
    base,
    ...ofLoads,
    ...headChanges(head, (patch, onLoads = patch) => {
      setHead((old) => ({ ...old, ...patch }));
      followHead(onLoads);
    }),
    select: setSelected,
    tick: setTicked,
    addVehicle: (vehicle: BoardVehicle, orders: readonly BoardOrder[] = []) => {
      const made = newLoad({ ...base, vehicle }, orders.length > 0 ? { orders, changed: true } : {});
      setLoads([...moveOrders(loads, orders, null), made]);
      setSelected(made.key);
      if (orders.length > 0) setTicked(new Set());
    },
    dropLoad: (key: string) => {
      setLoads(loads.filter((load) => load.key !== key));
      if (selected === key) setSelected(null);
    },
    putInto,
    fill: () => setLoads(fillLoads(loads, waiting)),
    save: (confirm: boolean, lateReason?: string): Promise<unknown> =>
      saving.run({ confirm, ...(lateReason ? { lateReason } : {}) }),
  };
}
export type Board = ReturnType<typeof useBoard>;

/** The head of the board changes, and with it the loads that are not stored yet; deliveries have no site to go to. */
const headChanges = (head: BoardBase, put: (patch: Partial<BoardBase>, onLoads?: Partial<BoardBase>) => void) => ({
  setKind: (kind: BoardLoad['kind']) =>
    put({ kind }, { kind, to: kind === waybillKind.transportTask ? null : head.to }),
  setFrom: (from: Site | null) => put({ from }),
  setTo: (to: Site | null) => put({ to }),
  setDepartTime: (departTime: string) => put({ departTime }),
});
