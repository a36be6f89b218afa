import { dayMs, minuteMs } from '../../../core/durations';
import type { EnumCode } from '../../../core/enum';
import { percentOf } from '../../../core/round';
import { vehicleStatus } from '../../../resources/vehicle/enums';
import { orderStatus } from '../../enums';
import { type BoxLoad, type BoxPlan, type Compartment, isCold, planBox } from './compartments';
import { licenceFault } from './licence';
import { heaviestLoad, type TripLoad } from './loads';

/** A paper that must be valid when the trip ends. `expiresOn`: epoch ms at the end of its last day; null when nobody entered it. */
export interface Certificate {
  name: string;
  expiresOn: number | null;
  /** an expired paper is a warning and does not forbid the trip */
  warns?: boolean;
}

export interface StowVehicle {
  plateNo: string;
  vehicleType: string;
  /** total mass with load as registered; null when nobody entered it */
  totalWeightKg: number | null;
  /** null when nobody entered it */
  lengthM: number | null;
  vehicleStatus: EnumCode<typeof vehicleStatus>;
  ratedLoadKg: number | null;
  boxVolumeM3: number | null;
  palletSlots: number | null;
  /** areas that it must not enter */
  limitAreaIds?: readonly string[] | undefined;
  compartments: readonly Compartment[];
  /** minutes since a temperature probe last reported; null without a probe */
  probeSilentMin: number | null;
  certificates: readonly Certificate[];
  /** minutes of lateness that its company accepts; absent: the usual one */
  lateToleranceMin?: number;
  /** its other unfinished trips */
  busy: ReadonlyArray<{ waybillCode: string; from: number; to: number }>;
}

export interface StowOrder extends TripLoad, BoxLoad {
  orderStatus: EnumCode<typeof orderStatus>;
  /** the goods wait at the site where they are to be loaded */
  onHandHere: boolean;
  /** another waybill that already carries the order; null when there is none */
  takenBy: string | null;
  /** conflict group of its goods: 药品, 异味, 危化 … */
  conflictGroups: readonly string[];
}

/** Times epoch ms. */
export interface StowStop {
  seq: number;
  name: string;
  etaTime: number | null;
  windowStart: number | null;
  windowEnd: number | null;
  /** reasons why this vehicle may not go there at that time; empty when it may */
  restrictions: readonly string[];
}

export interface StowSettings {
  /** share of the box volume that can really be filled */
  fillFactor: number;
  weightWarn: number;
  /** minutes of lateness that the company accepts before a load counts as impossible */
  lateToleranceMin: number;
  /** somebody with the right said why it goes all the same (晚到放行): lateness is only a warning */
  lateAccepted?: boolean | undefined;
  certificateWarnDays: number;
  probeSilentWarnMin: number;
  /** longest driving without a rest of 20 min, and longest day's work, minutes */
  driveRestMin: number;
  shiftMaxMin: number;
}

/** Values of transport.md 4.3 and 6. */
export const stowDefaults: StowSettings = {
  fillFactor: 0.9,
  weightWarn: 0.95,
  lateToleranceMin: 120,
  certificateWarnDays: 30,
  probeSilentWarnMin: 30,
  driveRestMin: 240,
  shiftMaxMin: 480,
};

export interface StowDriver {
  name: string;
  /** A2, B2 …; null when unknown */
  licenceClass: string | null;
  certificates: readonly Certificate[];
}

export interface StowTrip {
  vehicle: StowVehicle;
  driver: StowDriver | null;
  orders: readonly StowOrder[];
  stops: readonly StowStop[];
  departTime: number;
  arriveTime: number;
  /** longest driving without a rest, and the whole work, minutes; null when unknown */
  driveMin: number | null;
  workMin: number | null;
  /** pairs of conflict groups that must not travel together */
  conflicts: ReadonlyArray<readonly [string, string]>;
  settings: StowSettings;
}

export const checkCodes = [
  'VEHICLE_STATUS',
  'CERT',
  'WEIGHT',
  'VOLUME',
  'PALLET',
  'TEMP',
  'TEMP_EQUIP',
  'CONFLICT',
  'WINDOW',
  'HOURS',
  'RESTRICT',
  'STATUS',
] as const;
export type CheckCode = (typeof checkCodes)[number];

/** `block`: the load is impossible; `warn`: a person should look at it; `ok`: checked and fine. `value` and `limit` are in the unit of the sentence. */
export interface Check {
  code: CheckCode;
  level: 'block' | 'warn' | 'ok';
  msg: string;
  value: number | null;
  limit: number | null;
}

export interface StowResult {
  checks: Check[];
  /** load in % of the vehicle's capacity, 2 decimals; null when the capacity is unknown */
  loadRateWeight: number | null;
  loadRateVolume: number | null;
  /** compartments of the orders; null when their temperatures cannot be reconciled */
  box: BoxPlan | null;
  /** no check blocks */
  possible: boolean;
  /** nothing but lateness blocks, which whoever has the right may accept with a reason */
  onlyLate: boolean;
}

const checkOf = (
  code: CheckCode,
  level: Check['level'],
  msg: string,
  value: number | null = null,
  limit: number | null = null,
): Check => ({ code, level, msg, value, limit });

/**
 * Runs every check that is needed before goods go onto a vehicle. Facts that are missing (no volume entered, no driver yet) are not judged.
 * Source: transport.md 4.3.
 */
export function checkStowage(trip: StowTrip): StowResult {
  const peak = heaviestLoad(trip.orders);
  const { vehicle } = trip;
  const box = planBox(vehicle.compartments, trip.orders);
  const checks = [
    ...vehicleChecks(trip),
    ...certificateChecks(trip),
    ...weightChecks(trip, peak.weightKg),
    ...volumeChecks(trip, peak.volumeM3),
    ...palletChecks(trip, peak.pallets),
    ...temperatureChecks(trip, box),
    ...conflictChecks(trip),
    ...windowChecks(trip),
    ...hourChecks(trip),
    ...restrictionChecks(trip),
    ...orderChecks(trip),
  ];
  return {
    checks,
    loadRateWeight: percentOf(peak.weightKg, vehicle.ratedLoadKg, 2),
    loadRateVolume: percentOf(peak.volumeM3, vehicle.boxVolumeM3, 2),
    box,
    ...verdictOf(checks),
  };
}

/** Whether a load may go, and whether only its lateness is in the way. */
export function verdictOf(checks: readonly Check[]): Pick<StowResult, 'possible' | 'onlyLate'> {
  const blocks = checks.filter(({ level }) => level === 'block');
  return {
    possible: blocks.length === 0,
    onlyLate: blocks.length > 0 && blocks.every(({ code }) => code === 'WINDOW'),
  };
}

function vehicleChecks({ vehicle, departTime, arriveTime }: StowTrip): Check[] {
  if (vehicle.vehicleStatus !== vehicleStatus.available)
    return [checkOf('VEHICLE_STATUS', 'block', `车辆${vehicle.plateNo}${vehicleStatus.label(vehicle.vehicleStatus)}`)];
  const other = vehicle.busy.find(({ from, to }) => from < arriveTime && departTime < to);
  if (other) return [checkOf('VEHICLE_STATUS', 'block', `车辆${vehicle.plateNo}该时段已安排运单${other.waybillCode}`)];
  return [checkOf('VEHICLE_STATUS', 'ok', '车辆可用')];
}

function certificateChecks({ vehicle, driver, arriveTime, departTime, settings }: StowTrip): Check[] {
  const papers = [
    ...vehicle.certificates.map((paper) => ({ ...paper, of: vehicle.plateNo })),
    ...(driver?.certificates ?? []).map((paper) => ({ ...paper, of: driver?.name ?? '' })),
  ];
  const found = papers.flatMap(({ name, expiresOn, warns, of }): Check[] => {
    if (expiresOn === null) return [];
    if (expiresOn < arriveTime) return [checkOf('CERT', warns ? 'warn' : 'block', `${of}的${name}在到达前过期`)];
    const days = Math.floor((expiresOn - departTime) / dayMs);
    return days <= settings.certificateWarnDays
      ? [checkOf('CERT', 'warn', `${of}的${name}还有${days}天到期`, days, settings.certificateWarnDays)]
      : [];
  });
  const fault = driver && licenceFault(driver.licenceClass, vehicle);
  if (fault) found.unshift(checkOf('CERT', 'block', `司机${driver.name}${fault}`));
  return found.length > 0 ? found : [checkOf('CERT', 'ok', '证照有效')];
}

/** Overloading is against the law: nobody can override it. */
function weightChecks({ vehicle, settings }: StowTrip, weightKg: number): Check[] {
  const limit = vehicle.ratedLoadKg;
  if (!limit) return [];
  const share = percentOf(weightKg, limit, 2);
  const facts = `最重时${counted(weightKg)} kg，核定载重${counted(limit)} kg（${share}%）`;
  if (weightKg > limit) return [checkOf('WEIGHT', 'block', `超载：${facts}`, weightKg, limit)];
  const level = weightKg >= limit * settings.weightWarn ? 'warn' : 'ok';
  return [checkOf('WEIGHT', level, level === 'warn' ? `接近满载：${facts}` : facts, weightKg, limit)];
}

function volumeChecks({ vehicle, settings }: StowTrip, volumeM3: number): Check[] {
  const limit = vehicle.boxVolumeM3;
  if (!limit) return [];
  const facts = `最多时${volumeM3} m³，车厢${limit} m³（${percentOf(volumeM3, limit, 2)}%）`;
  if (volumeM3 > limit) return [checkOf('VOLUME', 'block', `超出车厢容积：${facts}`, volumeM3, limit)];
  const level = volumeM3 > limit * settings.fillFactor ? 'warn' : 'ok';
  return [checkOf('VOLUME', level, level === 'warn' ? `容积偏紧：${facts}` : facts, volumeM3, limit)];
}

function palletChecks({ vehicle }: StowTrip, pallets: number | null): Check[] {
  const limit = vehicle.palletSlots;
  if (!limit || pallets === null) return [];
  const facts = `最多时${pallets}托，托位${limit}个`;
  return [
    checkOf('PALLET', pallets > limit ? 'block' : 'ok', pallets > limit ? `托位不足：${facts}` : facts, pallets, limit),
  ];
}

function temperatureChecks({ vehicle, orders, settings }: StowTrip, box: BoxPlan | null): Check[] {
  const found: Check[] = [];
  const cold = orders.filter(isCold);
  const cooled = vehicle.compartments.some(({ tempMin }) => tempMin !== null);
  if (cold.length > 0 && !cooled)
    found.push(
      checkOf('TEMP_EQUIP', 'block', `车辆${vehicle.plateNo}没有冷机，不能装${cold[0]?.orderCode ?? ''}等冷链订单`),
    );
  else if (cold.length > 0 && (vehicle.probeSilentMin === null || vehicle.probeSilentMin > settings.probeSilentWarnMin))
    found.push(
      checkOf(
        'TEMP_EQUIP',
        'warn',
        vehicle.probeSilentMin === null
          ? '车辆没有温度探头'
          : `温度探头已${Math.round(vehicle.probeSilentMin)}分钟没有数据`,
        vehicle.probeSilentMin,
        settings.probeSilentWarnMin,
      ),
    );
  // a vehicle without cooling has got its finding above already
  if (box !== null) found.push(checkOf('TEMP', 'ok', '温度区间可以同车'));
  else if (cold.length === 0 || cooled) found.push(checkOf('TEMP', 'block', temperatureClash(vehicle, orders)));
  return found;
}

/** The sentence for goods that cannot share a box; it names the order without which everything would fit. */
function temperatureClash(vehicle: StowVehicle, orders: readonly StowOrder[]): string {
  const odd = orders.find(
    (order) =>
      planBox(
        vehicle.compartments,
        orders.filter((one) => one !== order),
      ) !== null,
  );
  return odd ? `订单${odd.orderCode}的温度要求与同车货物或温区不符` : '所选订单的温度要求不能同车';
}

function conflictChecks({ orders, conflicts }: StowTrip): Check[] {
  const found = conflicts.flatMap(([one, other]): Check[] => {
    const a = orders.find((order) => order.conflictGroups.includes(one));
    const b = orders.find((order) => order.conflictGroups.includes(other));
    return a && b ? [checkOf('CONFLICT', 'block', `${one}（${a.orderCode}）与${other}（${b.orderCode}）禁止同车`)] : [];
  });
  return found.length > 0 ? found : [checkOf('CONFLICT', 'ok', '没有禁配货物')];
}

/** `4,594` */
const counted = (n: number): string => n.toLocaleString('en-US');

function windowChecks({ stops, settings }: StowTrip): Check[] {
  return stops.flatMap(({ name, etaTime, windowEnd }): Check[] => {
    if (etaTime === null || windowEnd === null || etaTime <= windowEnd) return [];
    const late = Math.ceil((etaTime - windowEnd) / minuteMs);
    const limit = settings.lateToleranceMin;
    const far = late > limit;
    const words = `预计晚到 ${counted(late)} 分钟：${name}${far ? `，超过允许的 ${counted(limit)} 分钟` : ''}`;
    return [checkOf('WINDOW', far && !settings.lateAccepted ? 'block' : 'warn', words, late, limit)];
  });
}

function hourChecks({ driveMin, workMin, settings }: StowTrip): Check[] {
  const found: Check[] = [];
  if (driveMin !== null && driveMin > settings.driveRestMin)
    found.push(checkOf('HOURS', 'warn', '连续驾驶超过4小时须休息20分钟', driveMin, settings.driveRestMin));
  if (workMin !== null && workMin > settings.shiftMaxMin)
    found.push(
      checkOf(
        'HOURS',
        'warn',
        `全程${Math.round(workMin / 6) / 10}小时，建议配备副司机`,
        workMin,
        settings.shiftMaxMin,
      ),
    );
  return found;
}

/**
 * Why the 车型限制 of a store keeps a vehicle out; null when it does not. A length (`4.2米以下`) is compared, other texts (`限高3.2m`) are shown for a
 * person to judge.
 */
export function barReasonOf(
  limit: string,
  { plateNo, lengthM }: Pick<StowVehicle, 'plateNo' | 'lengthM'>,
): string | null {
  const lengths = [...limit.matchAll(/(\d+(?:\.\d+)?)\s*(米|m)?/giu)].filter(([, , unit]) => unit);
  const metres = /[高宽]/u.test(limit) ? undefined : lengths[0]?.[1];
  if (metres === undefined || lengthM === null) return `车型限制“${limit}”，请确认${plateNo}能否进入`;
  return lengthM > Number(metres) ? `车型限制“${limit}”，${plateNo}长${lengthM}米` : null;
}

const restrictionChecks = ({ stops }: StowTrip): Check[] =>
  stops.flatMap(({ name, restrictions }): Check[] =>
    restrictions.map((reason) => checkOf('RESTRICT', 'warn', `${name}：${reason}`)),
  );

function orderChecks({ orders }: StowTrip): Check[] {
  const found = orders.flatMap(({ orderCode, orderStatus: status, onHandHere, takenBy }): Check[] => {
    if (takenBy !== null) return [checkOf('STATUS', 'block', `订单${orderCode}已在运单${takenBy}上`)];
    const waits = status === orderStatus.toDispatch || (status === orderStatus.inTransit && onHandHere);
    return waits ? [] : [checkOf('STATUS', 'block', `订单${orderCode}${orderStatus.label(status)}，不能配载`)];
  });
  return found.length > 0 ? found : [checkOf('STATUS', 'ok', '订单可以配载')];
}
