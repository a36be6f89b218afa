import { useQuery } from '@tanstack/react-query';
import { waybillKind } from '@tongda/contract/transport/waybill/enums';
import type { Site } from '@tongda/contract/transport/waybill/stow/assemble';
import {
  type BoardOrder,
  type BoardVehicle,
  pickUpStowConfirm,
  stowageConfirm,
  stowageLoads,
  stowagePool,
  stowageSites,
  stowageVehicles,
} from '@tongda/contract/transport/waybill/stow/board';
import { useEffect, useMemo, useRef, useState } from 'react';
import { call } from '../../../../kit/call/api';
import { ApiError } from '../../../../kit/call/api-error';
import { useAct } from '../../../../kit/call/use-act';
import { reportError, toast } from '../../../../kit/dialog/notify';
import { wireTime } from '../../../../kit/show/format';
import { type BoardLoad, fill, isPicked, judge, move, newLoad, refusal, shift } from './board-state';

const halfHourMs = 1_800_000;
/** The half hour after next: time enough to load. */
const nextDeparture = (): string => wireTime(Math.ceil((Date.now() + halfHourMs) / halfHourMs) * halfHourMs);

const once = { refetchOnWindowFocus: false, staleTime: 30_000, gcTime: 0 } as const;
type Kind = BoardLoad['kind'];

/** Everything of the board: what waits, the trucks, what is dragged where, and saving. */
export function useBoard(start: { kind: Kind; codes: string[]; orders: string[] }) {
  const pickUps = start.kind === waybillKind.billOfLading;
  const pool = useQuery({
    queryKey: [stowagePool.path, pickUps],
    queryFn: ({ signal }) => call(stowagePool, { pickUps }, { signal, quiet: true }),
    ...once,
  });
  const vehicles = useQuery({
    queryKey: [stowageVehicles.path],
    queryFn: ({ signal }) => call(stowageVehicles, undefined, { signal, quiet: true }),
    ...once,
  });
  const sites = useQuery({
    queryKey: [stowageSites.path],
    queryFn: ({ signal }) => call(stowageSites, undefined, { signal, quiet: true }),
    ...once,
  });
  const stored = useQuery({
    queryKey: [stowageLoads.path, start.codes.join(), pickUps],
    queryFn: ({ signal }) =>
      call(stowageLoads, start.codes.length > 0 ? { waybillCodes: start.codes, pickUps } : { pickUps }, {
        signal,
        quiet: true,
      }),
    ...once,
  });
  const [kind, setKind] = useState<Kind>(start.kind);
  const [from, setFrom] = useState<Site | null>(null);
  const [to, setTo] = useState<Site | null>(null);
  const [departTime, setDepartTime] = useState(nextDeparture);
  const [loads, setLoads] = useState<BoardLoad[]>([]);
  const [selected, setSelected] = useState<string | null>(null);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => new Set(start.orders));
  const ready = pool.data && vehicles.data && sites.data && stored.data;

  // what was stored before comes onto the board once
  const brought = useRef<unknown>(null);
  useEffect(() => {
    if (!stored.data || !vehicles.data || !sites.data || brought.current === stored.data) return;
    brought.current = stored.data;
    const byId = new Map(vehicles.data.map((vehicle) => [vehicle.vehicleId, vehicle]));
    const site = (id: string | null): Site | null => sites.data.find((one) => one.placeId === id) ?? null;
    const opened = stored.data.flatMap((load) => {
      const vehicle = load.vehicleId ? byId.get(load.vehicleId) : undefined;
      if (!vehicle) return [];
      return [
        newLoad(
          {
            kind: load.waybillKind as Kind,
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
    setLoads(opened);
    setSelected(opened[0]?.key ?? null);
    const [first] = opened;
    if (start.codes.length > 0 && first) setKind(first.kind);
  }, [stored.data, vehicles.data, sites.data, start.codes.length]);

  const loaded = useMemo(() => new Set(loads.flatMap((load) => load.orders.map((o) => o.orderCode))), [loads]);
  // orders taken out of a stored load wait too, although the pool does not know yet
  const everything = useMemo(() => {
    const known = new Map((pool.data?.list ?? []).map((order) => [order.orderCode, order]));
    for (const load of stored.data ?? []) for (const order of load.orders) known.set(order.orderCode, order);
    return known;
  }, [pool.data, stored.data]);
  const waiting = useMemo(
    () => [...everything.values()].filter((order) => !loaded.has(order.orderCode)),
    [everything, loaded],
  );
  const current = loads.find(({ key }) => key === selected) ?? null;
  const base = { kind, from, to: kind === waybillKind.transportTask ? null : to, departTime };

  const change = (key: string, next: (load: BoardLoad) => BoardLoad): void =>
    setLoads(loads.map((load) => (load.key === key ? next(load) : load)));
  const apply = (patch: Partial<Pick<BoardLoad, 'kind' | 'from' | 'to' | 'departTime'>>): void =>
    setLoads(loads.map((load) => (load.waybillCode === null ? { ...load, ...patch, problem: null } : load)));
  const putInto = (orders: readonly BoardOrder[], key: string): boolean => {
    const target = loads.find((load) => load.key === key);
    if (!target || orders.length === 0) return false;
    const why = refusal({ ...target, orders: target.orders.filter((o) => !orders.includes(o)) }, orders);
    if (why) {
      toast('warning', `不能放入 ${target.vehicle.plateNo}：${why}`);
      return false;
    }
    setLoads(move(loads, orders, key));
    setSelected(key);
    setTicked(new Set([...ticked].filter((code) => !orders.some((o) => o.orderCode === code))));
    return true;
  };

  const saving = useAct(async (confirm: boolean): Promise<void> => {
    const next: BoardLoad[] = [];
    const done: string[] = [];
    for (const load of loads) {
      if (confirm ? !isPicked(load) : load.orders.length === 0 || !load.changed) {
        next.push(load);
        continue;
      }
      try {
        const answer = await confirmLoad(load, confirm);
        done.push(answer.waybillCode);
        if (!confirm)
          next.push({
            ...load,
            waybillCode: answer.waybillCode,
            version: answer.version,
            changed: false,
            problem: null,
          });
      } catch (error) {
        if (!(error instanceof ApiError)) reportError(error);
        next.push({ ...load, problem: error instanceof ApiError ? error.message : '保存失败，请重试' });
      }
    }
    setLoads(next);
    if (done.length > 0) toast('success', `${confirm ? '已确认配载' : '已保存配载'} ${done.join('、')}`);
    await pool.refetch();
    await vehicles.refetch();
  });

  return {
    ready: Boolean(ready),
    error: pool.error ?? vehicles.error ?? sites.error ?? stored.error,
    retry: () => void Promise.all([pool.refetch(), vehicles.refetch(), sites.refetch(), stored.refetch()]),
    sites: sites.data ?? [],
    vehicles: vehicles.data ?? [],
    total: pool.data?.total ?? 0,
    waiting,
    loads,
    current,
    ticked,
    busy: saving.busy,
    base,
    setKind: (next: Kind) => {
      setKind(next);
      apply({ kind: next, to: next === waybillKind.transportTask ? null : to });
    },
    setFrom: (next: Site | null) => {
      setFrom(next);
      apply({ from: next });
    },
    setTo: (next: Site | null) => {
      setTo(next);
      apply({ to: next });
    },
    setDepartTime: (next: string) => {
      setDepartTime(next);
      apply({ departTime: next });
    },
    select: setSelected,
    tick: setTicked,
    addVehicle: (vehicle: BoardVehicle, orders: readonly BoardOrder[] = []) => {
      const made = newLoad({ ...base, vehicle }, orders.length > 0 ? { orders, changed: true } : {});
      setLoads([...move(loads, orders, null), made]);
      setSelected(made.key);
      if (orders.length > 0) setTicked(new Set());
    },
    dropLoad: (key: string) => {
      setLoads(loads.filter((load) => load.key !== key));
      if (selected === key) setSelected(null);
    },
    putInto,
    takeOut: (orders: readonly BoardOrder[]) => setLoads(move(loads, orders, null)),
    pick: (key: string, picked: boolean) => change(key, (load) => ({ ...load, picked })),
    shift: (key: string, code: string, by: 1 | -1) => change(key, (load) => shift(load, code, by)),
    setDriver: (key: string, driverId: string | null, driverName: string) =>
      change(key, (load) => ({ ...load, driverId, driverName, changed: true, problem: null })),
    setTime: (key: string, time: string) =>
      change(key, (load) => ({ ...load, departTime: time, changed: true, problem: null })),
    fill: () => setLoads(fill(loads, waiting)),
    save: (confirm: boolean): Promise<unknown> => saving.run(confirm),
  };
}
export type Board = ReturnType<typeof useBoard>;

/** Pick-up orders are stowed with a right of their own. */
const confirmLoad = (load: BoardLoad, confirm: boolean) =>
  load.kind === waybillKind.billOfLading
    ? call(pickUpStowConfirm, { ...inputOf(load, confirm), waybillKind: waybillKind.billOfLading }, { quiet: true })
    : call(stowageConfirm, inputOf(load, confirm), { quiet: true });

function inputOf(load: BoardLoad, confirm: boolean) {
  return {
    waybillCode: load.waybillCode ?? undefined,
    version: load.version ?? undefined,
    waybillKind: load.kind,
    fromPlaceId: load.from?.placeId ?? null,
    toPlaceId: load.to?.placeId ?? null,
    vehicleId: load.vehicle.vehicleId,
    driverId: load.driverId,
    planDepartTime: load.departTime,
    setTemp: judge(load).setTemp,
    orderCodes: load.orders.map(({ orderCode }) => orderCode),
    confirm,
  };
}
