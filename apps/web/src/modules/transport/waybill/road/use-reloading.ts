import { wallMs } from '@tongda/contract/core/wall-time';
import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { orderStatus, transportationStatus } from '@tongda/contract/transport/enums';
import { waybillKind } from '@tongda/contract/transport/waybill/enums';
import { stowDriverOf, stowVehicleOf, waitingOrderOf } from '@tongda/contract/transport/waybill/facts';
import { type Judgement, judgeLoad } from '@tongda/contract/transport/waybill/judge';
import { type ReloadCheck, reloadTargets } from '@tongda/contract/transport/waybill/road/reload';
import type { WaybillLeg } from '@tongda/contract/transport/waybill/shapes';
import type { GoodsPlace } from '@tongda/contract/transport/waybill/stow/assemble';
import { type BoardVehicle, stowageSites, stowageVehicles } from '@tongda/contract/transport/waybill/stow/board';
import { distanceM } from '@tongda/geo/distance';
import { useMemo, useState } from 'react';
import { useAsk } from '../../../../kit/call/use-ask';
import type { Picture } from '../../../../kit/files/pictures';
import { wireTime } from '../../../../kit/show/format';
import { countOf, type Scans } from '../../parts/scan';

interface ReloadLine {
  chosen: boolean;
  pieces: number;
  productTemp: number | null;
}
export type ReloadForm = ReturnType<typeof useReloading>;

const quarterMs = 900_000;
const soon = (): string => wireTime(Math.ceil((Date.now() + quarterMs) / quarterMs) * quarterMs);
const cold = (leg: WaybillLeg): boolean =>
  leg.temperatureType === temperatureType.chilled || leg.temperatureType === temperatureType.frozen;

/** What is filled in of a reloading, and what the checks say of every vehicle that could take the goods. */
export function useReloading(waybill: ReloadCheck) {
  const movable = useMemo(
    () =>
      waybill.legs.filter(
        (leg) => leg.transportationStatus === transportationStatus.inTransit && leg.unloadPieces === null,
      ),
    [waybill],
  );
  const unloaded = waybill.legs.filter((leg) => leg.transportationStatus === transportationStatus.notStarted);
  const [reason, setReason] = useState<number | null>(null);
  const [remark, setRemark] = useState('');
  const [atSite, setAtSite] = useState(false);
  const [placeName, setPlaceName] = useState('');
  const [placeId, setPlaceId] = useState<string | null>(null);
  const [reloadTime, setReloadTime] = useState(() => wireTime(Date.now()));
  const [lines, setLines] = useState<Readonly<Record<string, ReloadLine>>>(() =>
    Object.fromEntries(
      movable.map((leg) => [leg.orderCode, { chosen: true, pieces: leg.loadPieces, productTemp: null }]),
    ),
  );
  const [scans, setScans] = useState<Scans>({});
  const [files, setFiles] = useState<Picture[]>([]);
  const [releaseRest, setReleaseRest] = useState(true);
  const [into, setInto] = useState<'vehicle' | 'waybill'>('vehicle');
  const [vehicleId, setVehicleId] = useState<string | null>(null);
  const [driver, setDriver] = useState<{ id: string; name: string } | null>(null);
  const [departTime, setDepartTime] = useState(soon);
  const [target, setTarget] = useState<string | null>(null);
  const vehicles = useAsk(stowageVehicles, undefined, { staleTime: 30_000, refetchOnWindowFocus: false });
  const sites = useAsk(stowageSites, undefined, { staleTime: 60_000, refetchOnWindowFocus: false });
  const targets = useAsk(
    reloadTargets,
    { placeId: placeId ?? '', except: waybill.waybillCode },
    { when: atSite && placeId !== null },
  );
  const site = sites.data?.find((one) => one.placeId === placeId) ?? null;
  const place: GoodsPlace = atSite
    ? (site ?? { placeId: null, name: '', lng: null, lat: null })
    : { placeId: null, name: placeName, lng: waybill.live?.lng ?? null, lat: waybill.live?.lat ?? null };
  const chosen = movable.filter((leg) => lines[leg.orderCode]?.chosen);
  const codes = chosen.map(({ orderCode }) => orderCode).join();
  const counted = chosen.map(({ orderCode }) => lines[orderCode]?.pieces ?? 0).join();

  /** how a vehicle would do with what is chosen */
  const judged = useMemo(() => {
    const to = sites.data?.find((one) => one.placeId === waybill.toPlaceId) ?? null;
    const wanted = codes.split(',');
    const pieces = counted.split(',').map(Number);
    const orders = wanted.flatMap((code, i) => {
      const order = waybill.orders.find((one) => one.orderCode === code);
      return order ? [{ ...order, pieces: pieces[i] ?? order.pieces }] : [];
    });
    const of = (vehicle: BoardVehicle): Judgement =>
      judgeLoad(
        {
          kind: waybill.waybillKind === waybillKind.stowage ? waybillKind.stowage : waybillKind.transportTask,
          from: null,
          to: waybill.waybillKind === waybillKind.stowage ? to : null,
          vehicle: stowVehicleOf(vehicle, null),
          driver: vehicle.driverId
            ? stowDriverOf(vehicle.driverName, vehicle.driverCertificates, vehicle.driverLicenceClass)
            : null,
          departAt: wallMs(departTime),
          arriveAt: null,
          orders: orders.map((order) =>
            waitingOrderOf({
              ...order,
              orderStatus: orderStatus.toDispatch,
              site: { placeId: null, name: '换装点', lng: place.lng, lat: place.lat },
            }),
          ),
        },
        distanceM,
      );
    const near = (vehicle: BoardVehicle): number | null =>
      vehicle.lng === null || vehicle.lat === null || place.lng === null || place.lat === null
        ? null
        : Math.round(distanceM(vehicle.lng, vehicle.lat, place.lng, place.lat) / 1000);
    return (vehicles.data ?? [])
      .filter((vehicle) => vehicle.vehicleId !== waybill.vehicleId && vehicle.vehicleStatus === 0)
      .map((vehicle) => ({ vehicle, result: of(vehicle), away: near(vehicle) }))
      .sort(
        (a, b) =>
          Number(b.result.possible) - Number(a.result.possible) ||
          (a.away ?? Number.POSITIVE_INFINITY) - (b.away ?? Number.POSITIVE_INFINITY) ||
          a.vehicle.plateNo.localeCompare(b.vehicle.plateNo),
      );
  }, [vehicles.data, sites.data, waybill, codes, counted, departTime, place.lng, place.lat]);
  const current = judged.find(({ vehicle }) => vehicle.vehicleId === vehicleId) ?? null;

  const put = (code: string, patch: Partial<ReloadLine>): void => {
    const line = lines[code];
    if (line) setLines({ ...lines, [code]: { ...line, ...patch } });
  };
  const putAll = (is: boolean): void =>
    setLines(Object.fromEntries(Object.entries(lines).map(([code, line]) => [code, { ...line, chosen: is }])));
  const scanLines = movable.map((leg) => ({ code: leg.orderCode, due: leg.loadPieces }));
  // once somebody scans, what was not scanned stays on the truck
  const onScan = (next: Scans): void => {
    setScans(next);
    const begun = Object.keys(next).length > 0;
    setLines(
      Object.fromEntries(
        scanLines.map((line) => {
          const count = begun ? countOf(next, line) : line.due;
          const productTemp = lines[line.code]?.productTemp ?? null;
          return [line.code, { chosen: count > 0, pieces: Math.max(1, count), productTemp }];
        }),
      ),
    );
  };
  const hot = chosen.find((leg) => cold(leg) && lines[leg.orderCode]?.productTemp == null);
  /** the first thing that is still missing, as a sentence */
  const missing =
    reason === null
      ? '请选择换装原因'
      : place.name === ''
        ? '请填写换装地点'
        : chosen.length === 0
          ? '请至少选择一个订单'
          : hot
            ? `请填写订单${hot.orderCode}的货温`
            : into === 'waybill'
              ? target === null
                ? '请选择换入的运单'
                : null
              : current === null
                ? '请选择换入的车辆'
                : (current.result.checks.find(({ level }) => level === 'block')?.msg ?? null);
  return {
    movable,
    unloaded,
    chosen,
    lines,
    scans,
    scanLines,
    onScan,
    files,
    setFiles,
    put,
    putAll,
    cold,
    fields: {
      reason,
      remark,
      atSite,
      placeName,
      placeId,
      reloadTime,
      releaseRest,
      into,
      vehicleId,
      driver,
      departTime,
      target,
    },
    setReason,
    setRemark,
    setAtSite: (is: boolean) => {
      setAtSite(is);
      if (!is) setInto('vehicle');
    },
    setPlaceName,
    setPlaceId: (id: string | null) => {
      setPlaceId(id);
      setTarget(null);
    },
    setReloadTime,
    setReleaseRest,
    setInto,
    setVehicleId,
    setDriver,
    setDepartTime,
    setTarget,
    place,
    sites: sites.data ?? [],
    targets: targets.data ?? [],
    judged,
    current,
    missing,
  };
}
