import { wallMs } from '@tongda/contract/core/wall-time';
import { orderStatus } from '@tongda/contract/transport/enums';
import { waybillKind } from '@tongda/contract/transport/waybill/enums';
import { stowDriverOf, stowVehicleOf, waitingOrderOf } from '@tongda/contract/transport/waybill/facts';
import { type Judgement, judgeLoad } from '@tongda/contract/transport/waybill/judge';
import type { ReloadCheck } from '@tongda/contract/transport/waybill/road/reload';
import type { GoodsPlace, Site } from '@tongda/contract/transport/waybill/stow/assemble';
import type { BoardVehicle } from '@tongda/contract/transport/waybill/stow/board';
import { distanceM } from '@tongda/geo/distance';

type Point = Pick<GoodsPlace, 'lng' | 'lat'>;

/** A vehicle that could take goods over, with what the checks say of it. */
export interface JudgedVehicle {
  vehicle: BoardVehicle;
  result: Judgement;
  /** km from where it is now to the place of reloading; null when nobody knows */
  away: number | null;
}

interface JudgeInput {
  waybill: Pick<ReloadCheck, 'waybillKind' | 'vehicleId' | 'orders'>;
  vehicles: readonly BoardVehicle[];
  /** where a trunk load goes; null: elsewhere, or not known */
  to: Site | null;
  /** what changes vehicles: order numbers and the pieces of each */
  goods: ReadonlyArray<{ orderCode: string; pieces: number }>;
  /** where it happens */
  place: Point;
  /** `YYYY-MM-DD HH:mm:ss` in the company's zone */
  departTime: string;
}

/** Vehicles that could take goods over on the road: those that may come first, then the near ones. */
export function judgeVehicles({ waybill, vehicles, to, goods, place, departTime }: JudgeInput): JudgedVehicle[] {
  const trunk = waybill.waybillKind === waybillKind.stowage;
  const orders = goods.flatMap(({ orderCode, pieces }) => {
    const order = waybill.orders.find((one) => one.orderCode === orderCode);
    return order ? [{ ...order, pieces }] : [];
  });
  const judge = (vehicle: BoardVehicle): Judgement =>
    judgeLoad(
      {
        kind: trunk ? waybillKind.stowage : waybillKind.transportTask,
        from: null,
        to: trunk ? to : null,
        vehicle: stowVehicleOf(vehicle, null),
        driver: vehicle.driverId
          ? stowDriverOf(vehicle.driverName, vehicle.driverCertificates, vehicle.driverLicenceClass)
          : null,
        departAt: wallMs(departTime),
        arriveAt: null,
        // on the road goods go on however late they are, as the server says too
        lateAccepted: true,
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
  return vehicles
    .filter((vehicle) => vehicle.vehicleId !== waybill.vehicleId && vehicle.vehicleStatus === 0)
    .map((vehicle) => ({ vehicle, result: judge(vehicle), away: awayKm(vehicle, place) }))
    .sort(
      (a, b) =>
        Number(b.result.possible) - Number(a.result.possible) ||
        (a.away ?? Number.POSITIVE_INFINITY) - (b.away ?? Number.POSITIVE_INFINITY) ||
        a.vehicle.plateNo.localeCompare(b.vehicle.plateNo),
    );
}

const awayKm = ({ lng, lat }: Point, place: Point): number | null =>
  lng === null || lat === null || place.lng === null || place.lat === null
    ? null
    : Math.round(distanceM(lng, lat, place.lng, place.lat) / 1000);
