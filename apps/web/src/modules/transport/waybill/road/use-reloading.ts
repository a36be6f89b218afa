import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { transportationStatus } from '@tongda/contract/transport/enums';
import type { reloadReason } from '@tongda/contract/transport/waybill/enums';
import { type ReloadCheck, reloadTargets } from '@tongda/contract/transport/waybill/road/reload';
import type { WaybillLeg } from '@tongda/contract/transport/waybill/shapes';
import type { GoodsPlace } from '@tongda/contract/transport/waybill/stow/assemble';
import { stowageSites, stowageVehicles } from '@tongda/contract/transport/waybill/stow/board';
import { useMemo, useState } from 'react';
import { useAsk } from '../../../../kit/call/use-ask';
import type { Picture } from '../../../../kit/files/pictures';
import { wireTime } from '../../../../kit/show/format';
import { countOf, type Scans } from '../../parts/scan';
import { type JudgedVehicle, judgeVehicles } from './judge-vehicles';

/** What is said of one order: whether it changes vehicles, how many pieces of it, and their temperature in ℃. */
interface ReloadLine {
  chosen: boolean;
  pieces: number;
  productTemp: number | null;
}
type ReloadLines = Readonly<Record<string, ReloadLine>>;

/** Why, where, when, and who takes the goods. Times are `YYYY-MM-DD HH:mm:ss` in the company's zone. */
interface ReloadFields {
  reason: (typeof reloadReason.codes)[number] | null;
  remark: string;
  /** at a site of the company, not on the road */
  atSite: boolean;
  placeName: string;
  placeId: string | null;
  reloadTime: string;
  /** orders that were never loaded go back to the split pool */
  releaseRest: boolean;
  into: 'vehicle' | 'waybill';
  vehicleId: string | null;
  driver: { id: string; name: string } | null;
  departTime: string;
  /** the waiting waybill that takes the goods, when it is none of the vehicles */
  target: string | null;
}

const quarterMs = 900_000;
/** The quarter of an hour after next: what a change of vehicles takes at least. */
const nextDeparture = (): string => wireTime(Math.ceil((Date.now() + quarterMs) / quarterMs) * quarterMs);
export const isCold = (leg: WaybillLeg): boolean =>
  leg.temperatureType === temperatureType.chilled || leg.temperatureType === temperatureType.frozen;

/** The orders that can change vehicles, which of them do, and how many pieces: by hand or by scanner. */
function useReloadLines(waybill: ReloadCheck) {
  const movable = useMemo(
    () =>
      waybill.legs.filter(
        (leg) => leg.transportationStatus === transportationStatus.inTransit && leg.unloadPieces === null,
      ),
    [waybill],
  );
  const [lines, setLines] = useState<ReloadLines>(() =>
    Object.fromEntries(
      movable.map((leg) => [leg.orderCode, { chosen: true, pieces: leg.loadPieces, productTemp: null }]),
    ),
  );
  const [scans, setScans] = useState<Scans>({});
  const scanLines = movable.map((leg) => ({ code: leg.orderCode, due: leg.loadPieces }));
  return {
    movable,
    lines,
    chosen: movable.filter((leg) => lines[leg.orderCode]?.chosen),
    scans,
    scanLines,
    put: (code: string, patch: Partial<ReloadLine>): void => {
      const line = lines[code];
      if (line) setLines({ ...lines, [code]: { ...line, ...patch } });
    },
    chooseAll: (chosen: boolean): void =>
      setLines(Object.fromEntries(Object.entries(lines).map(([code, line]) => [code, { ...line, chosen }]))),
    /** once somebody scans, what was not scanned stays on the truck */
    putScans: (next: Scans): void => {
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
    },
  };
}

interface Missing {
  fields: ReloadFields;
  place: GoodsPlace;
  chosen: readonly WaybillLeg[];
  lines: ReloadLines;
  current: JudgedVehicle | null;
}

/** The first thing that is still missing, as a sentence; null: everything is there. */
function missingOf({ fields, place, chosen, lines, current }: Missing): string | null {
  if (fields.reason === null) return '请选择换装原因';
  if (place.name === '') return '请填写换装地点';
  if (chosen.length === 0) return '请至少选择一个订单';
  const unmeasured = chosen.find((leg) => isCold(leg) && lines[leg.orderCode]?.productTemp == null);
  if (unmeasured) return `请填写订单${unmeasured.orderCode}的货温`;
  if (fields.into === 'waybill') return fields.target === null ? '请选择换入的运单' : null;
  if (current === null) return '请选择换入的车辆';
  return current.result.checks.find(({ level }) => level === 'block')?.msg ?? null;
}

/** What is filled in of a reloading, and what the checks say of every vehicle that could take the goods. */
export function useReloading(waybill: ReloadCheck) {
  const goods = useReloadLines(waybill);
  const { chosen, lines } = goods;
  const [files, setFiles] = useState<Picture[]>([]);
  const [fields, setFields] = useState<ReloadFields>(() => ({
    reason: null,
    remark: '',
    atSite: false,
    placeName: '',
    placeId: null,
    reloadTime: wireTime(Date.now()),
    releaseRest: true,
    into: 'vehicle',
    vehicleId: null,
    driver: null,
    departTime: nextDeparture(),
    target: null,
  }));
  const { atSite, placeId, departTime } = fields;
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
    : { placeId: null, name: fields.placeName, lng: waybill.live?.lng ?? null, lat: waybill.live?.lat ?? null };
  const to = sites.data?.find((one) => one.placeId === waybill.toPlaceId) ?? null;
  // as texts: what was chosen and counted is the same as long as these are
  const codes = chosen.map(({ orderCode }) => orderCode).join();
  const counts = chosen.map(({ orderCode }) => lines[orderCode]?.pieces ?? 0).join();
  const judged = useMemo(() => {
    const pieces = counts.split(',').map(Number);
    return judgeVehicles({
      waybill,
      vehicles: vehicles.data ?? [],
      to,
      goods: codes.split(',').map((orderCode, i) => ({ orderCode, pieces: pieces[i] ?? 0 })),
      place: { lng: place.lng, lat: place.lat },
      departTime,
    });
  }, [vehicles.data, to, waybill, codes, counts, departTime, place.lng, place.lat]);
  const current = judged.find(({ vehicle }) => vehicle.vehicleId === fields.vehicleId) ?? null;
  return {
    ...goods,
    unloaded: waybill.legs.filter((leg) => leg.transportationStatus === transportationStatus.notStarted),
    files,
    setFiles,
    fields,
    putFields: (patch: Partial<ReloadFields>): void => setFields((old) => ({ ...old, ...patch })),
    place,
    sites: sites.data ?? [],
    targets: targets.data ?? [],
    judged,
    current,
    missing: missingOf({ fields, place, chosen, lines, current }),
  };
}
export type ReloadForm = ReturnType<typeof useReloading>;
