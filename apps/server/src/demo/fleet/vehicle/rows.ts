import { randomBytes } from 'node:crypto';
import { dayMs, hourMs } from '@tongda/contract/core/durations';
import { terminalForm } from '@tongda/contract/core/field/terminal-number';
import {
  supplierType,
  temperatureType,
  vehicleColor,
  vehicleCq,
  vehicleStatus,
  videoMonitoring,
} from '@tongda/contract/resources/vehicle/enums';
import type { Zone } from '@tongda/contract/resources/vehicle/probe';
import { type DemoVehicle, demoCarriers, demoVehicles } from '@tongda/simulator/fleet/demo';
import { driverIndexOf, driverNames } from '@tongda/simulator/fleet/demo-drivers';
import { storiesOf } from '@tongda/simulator/fleet/stories';
import type { Insertable } from 'kysely';
import type { Device, Driver, Probe, Vehicle } from '../../../core/generated/db-types';
import { demoClients, demoOrgs } from '../../people/users';

const clientId = demoClients.cold.id;

/** Local date (UTC+8) `days` from now, `YYYY-MM-DD`. */
export const dateIn = (now: Date, days: number): string =>
  new Date(now.getTime() + days * dayMs + 8 * hourMs).toISOString().slice(0, 10);

export const vehicleId = (no: number): string => String(90_000 + no);
export const deviceId = (no: number): string => String(9_000 + no);
export const driverId = (index: number): string => String(201 + index);
export const fleetIds = { 华东冷链一队: '161', 华南城配: '162', 外协车队: '163' } as const;
export const carrierId = (index: number): string => String(171 + index);
const carriers: readonly string[] = demoCarriers;
const carrierIdOf = (name: string): string => carrierId(carriers.indexOf(name));

const orgIds = new Map(demoOrgs.cold.map(([id, , name]) => [name, id]));
export const orgId = (name: string): string => orgIds.get(name) ?? '111';

const colours = { yellow: vehicleColor.yellow, green: vehicleColor.green, blue: vehicleColor.blue };
const zones = {
  frozen: [temperatureType.frozen],
  chilled: [temperatureType.chilled],
  multi: [temperatureType.frozen, temperatureType.chilled, temperatureType.ambient],
  ambient: [temperatureType.ambient],
};

/**
 * Certificates that need attention: four expire within a month (one in ten days). What has expired belongs to trucks that do not drive: the inspection
 * of the one in the workshop, and, since yesterday, the service of the one that never leaves its yard.
 */
export const expiringPapers = new Map<
  number,
  Partial<Record<'license' | 'transport' | 'inspect' | 'insure' | 'service', number>>
>([
  [5, { inspect: 10 }],
  [14, { insure: 22 }],
  [33, { transport: 27 }],
  [58, { inspect: 6, insure: 19 }],
  [25, { inspect: -12 }],
  [35, { service: -1 }],
]);

/** Character values of a vehicle identification number and the weights of its 17 places (GB 16735). */
const vinWeights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
const vinValue = (c: string): number =>
  /\d/u.test(c) ? Number(c) : 'ABCDEFGH'.indexOf(c) + 1 || 'JKLMN P R'.indexOf(c) + 1 || 'STUVWXYZ'.indexOf(c) + 2;

/** A well-formed identification number (check digit in place 9) for vehicle `no`. */
export function vinOf(no: number, heavy: boolean): string {
  const body = `${heavy ? 'LZGJX4T' : 'LNVU1CA'}80R${String(2_300_000 + no * 977).slice(-7)}`.slice(0, 17);
  const sum = [...body].reduce((total, c, i) => total + (i === 8 ? 0 : vinValue(c) * (vinWeights[i] ?? 0)), 0);
  const check = sum % 11 === 10 ? 'X' : String(sum % 11);
  return `${body.slice(0, 8)}${check}${body.slice(9)}`;
}

const heavySize = {
  vehicle_length_m: '9.6',
  box_length_m: '9.40',
  box_width_m: '2.40',
  box_height_m: '2.40',
  volume_m3: '54.10',
  load_weight_t: '9.80',
  total_weight_t: '18.00',
  axles: 2,
  pallets: 16,
};
const semiSize = {
  vehicle_length_m: '17.5',
  box_length_m: '14.60',
  box_width_m: '2.44',
  box_height_m: '2.55',
  volume_m3: '90.80',
  load_weight_t: '28.00',
  total_weight_t: '49.00',
  axles: 6,
  pallets: 33,
};
const lightSize = {
  vehicle_length_m: '6.0',
  box_length_m: '4.08',
  box_width_m: '2.05',
  box_height_m: '2.05',
  volume_m3: '17.10',
  load_weight_t: '1.50',
  total_weight_t: '4.50',
  axles: 2,
  pallets: 6,
};

function sizeOf(v: DemoVehicle): typeof heavySize {
  if (v.trailer !== null) return semiSize;
  return v.volts === 24 ? heavySize : lightSize;
}

/** Compartments of the box, by its thermometers: what all of one compartment share. */
const compartmentsOf = ({ probes }: DemoVehicle): Zone[] =>
  [...new Set(probes.flatMap(({ zone }) => zone || []))].map((name) => {
    const inside = probes.filter(({ zone }) => zone === name);
    const bounds = (key: 'lower' | 'upper') => inside.flatMap((p) => p[key] ?? []);
    const [lowers, uppers] = [bounds('lower'), bounds('upper')];
    return {
      name,
      lower: lowers.length > 0 ? Math.min(...lowers) : null,
      upper: uppers.length > 0 ? Math.max(...uppers) : null,
    };
  });

export function vehicleRow(v: DemoVehicle, now: Date): Insertable<Vehicle> {
  const inWorkshop = storiesOf(v.no).some((s) => s.kind === 'workshop' || s.kind === 'neverOnline');
  const due = expiringPapers.get(v.no) ?? {};
  const heavy = v.volts === 24;
  const electric = v.tankL === 0;
  const outsourced = v.carrier !== null;
  return {
    id: vehicleId(v.no),
    client_id: clientId,
    plate_no: v.plateNo,
    vehicle_color: colours[v.colour],
    remark_no: `${v.fleet === '华东冷链一队' ? '华东' : v.fleet === '华南城配' ? '华南' : '外协'}${String(v.no).padStart(3, '0')}`,
    org_id: orgId(v.org),
    fleet_id: fleetIds[v.fleet],
    carrier_id: v.carrier === null ? null : carrierIdOf(v.carrier),
    driver_id: driverId(driverIndexOf(v.no)),
    contact_phone: `1380023${String(8000 + v.no)}`,
    vehicle_cq: outsourced ? vehicleCq.outsourced : vehicleCq.own,
    usage_mode: outsourced ? 2 : 1,
    vehicle_type: v.box === 'ambient' ? '厢式' : '冷藏',
    temperature_types: zones[v.box],
    zones: JSON.stringify(compartmentsOf(v)),
    vehicle_status: inWorkshop ? vehicleStatus.maintenance : vehicleStatus.available,
    vin: vinOf(v.no, heavy),
    engine_no: `${heavy ? 'MC07' : electric ? 'TZ220' : '4HK1'}${String(310_000 + v.no * 131)}`,
    brand: heavy
      ? ['福田欧曼', '解放J6L', '东风天锦', '重汽豪沃'][v.no % 4]
      : ['江铃', '庆铃五十铃', '福田奥铃', '比亚迪'][electric ? 3 : v.no % 3],
    fuel_type: electric ? '纯电动' : '柴油',
    emission_standard: electric ? '新能源' : v.no % 4 === 0 ? '国五' : '国六',
    reg_date: dateIn(now, -420 - v.no * 23),
    plate_date: dateIn(now, -416 - v.no * 23),
    ...sizeOf(v),
    tail_lift: v.duty.kind === 'city' && v.no % 2 === 0,
    refrigerator_count: v.box === 'ambient' ? 0 : 1,
    ...(v.box === 'ambient'
      ? {}
      : { cooler_model: heavy ? '冷王 T-880' : '开利 Xarios 350', cooler_drive: heavy ? '独立' : '非独立' }),
    idle_oil_lph: electric ? null : heavy ? '2.8' : '1.4',
    tank_capacity_l: electric ? null : v.tankL,
    ref_oil_100km: electric ? null : v.fuelPer100Km.toFixed(1),
    init_mileage_m: '0',
    video_monitoring: v.video ? videoMonitoring.ordinary : videoMonitoring.none,
    camera_count: v.video ? 4 : 0,
    door_count: 1,
    tem_count: v.probes.length,
    oil_count: electric ? 0 : 1,
    license_end: dateIn(now, due.license ?? 260 + v.no * 3),
    transport_cert_no: `3101${String(20_480_000 + v.no * 613)}`,
    transport_cert_end: dateIn(now, due.transport ?? 190 + v.no * 4),
    inspect_end: dateIn(now, due.inspect ?? 75 + ((v.no * 11) % 280)),
    insure_end: dateIn(now, due.insure ?? 60 + ((v.no * 17) % 290)),
    service_end: dateIn(now, due.service ?? 200 + ((v.no * 13) % 400)),
  };
}

const models = {
  '2013': ['T8-BD', '星途电子'],
  '2019': ['T9-BD2', '星途电子'],
  video: ['V4-1078', '锐视科技'],
} as const;

/** 60 bound terminals and five in stock; install dates lie before the demo's history. */
export function deviceRows(now: Date): Array<Insertable<Device>> {
  const bound = demoVehicles.map((v): Insertable<Device> => {
    const [model, manufacturer] = models[v.video ? 'video' : v.protocol];
    return {
      id: deviceId(v.no),
      client_id: clientId,
      terminal_no: terminalForm(v.phone),
      phone_key: phoneKey(v.phone),
      sim_no: phoneKey(v.phone),
      model,
      manufacturer,
      protocol: v.protocol === '2019' ? 'JT808-2019' : 'JT808-2013',
      item_profile: v.fruit ? 'gps51-reefer-co2' : v.box === 'ambient' ? 'gps51' : 'gps51-reefer',
      install_date: dateIn(now, -installedDays(v.no)),
      service_end: dateIn(now, expiringPapers.get(v.no)?.service ?? 200 + ((v.no * 13) % 400)),
      ...registeredOf(v.no, now),
    };
  });
  const stock = [1, 2, 3, 4, 5].map((k): Insertable<Device> => {
    const phone = `0${14_400_270_000 + k * 41}`;
    return {
      id: deviceId(100 + k),
      client_id: clientId,
      terminal_no: phone,
      phone_key: phoneKey(phone),
      sim_no: phoneKey(phone),
      model: models['2013'][0],
      manufacturer: models['2013'][1],
      protocol: 'JT808-2013',
      service_end: dateIn(now, 730),
    };
  });
  return [...bound, ...stock];
}

export const phoneKey = (phone: string): string => phone.replace(/^0+/u, '');
/** The company is strict: its terminals got their codes when they were fitted. The one that was never switched on has none yet. */
const registeredOf = (no: number, now: Date): Pick<Insertable<Device>, 'auth_code' | 'registered_at'> =>
  storiesOf(no).some((s) => s.kind === 'neverOnline')
    ? {}
    : {
        auth_code: randomBytes(6).toString('hex'),
        registered_at: new Date(now.getTime() - installedDays(no) * dayMs),
      };
/** Days since the terminal was fitted; the one that has never been switched on came yesterday. */
export const installedDays = (no: number): number =>
  storiesOf(no).some((s) => s.kind === 'neverOnline') ? 1 : 120 + no * 7;

export function driverRows(): Array<Insertable<Driver>> {
  return driverNames.map((name, i) => {
    const vehicle = demoVehicles[i];
    return {
      id: driverId(i),
      client_id: clientId,
      org_id: orgId(vehicle?.org ?? '总部'),
      fleet_id: vehicle ? fleetIds[vehicle.fleet] : null,
      carrier_id: vehicle?.carrier ? carrierIdOf(vehicle.carrier) : null,
      name,
      phone: `1380033${String(8000 + i)}`,
    };
  });
}

/** Channels of a recorder, with what each is for (supplierType). */
const cameras = [
  ['前方', supplierType.adas],
  ['驾驶员', supplierType.dsm],
  ['右侧盲区', supplierType.blindSpot],
  ['货箱', supplierType.platform],
] as const;

const reeferSources = { on_source: '开关量', set_source: '人工设定' };

/** Wires of a vehicle: temperature, humidity, the cargo door, the tank, the reefer, the cameras. */
export function probeRows(v: DemoVehicle): Array<Insertable<Probe>> {
  const base = { client_id: clientId, vehicle_id: vehicleId(v.no) };
  const rows: Array<Insertable<Probe>> = v.probes.map((p, i) => ({
    ...base,
    kind: 'tem',
    channel: i + 1,
    name: p.name,
    zone: p.zone,
    lower_limit: p.lower === null ? null : p.lower.toFixed(2),
    upper_limit: p.upper === null ? null : p.upper.toFixed(2),
    alarm: p.upper !== null,
  }));
  if (v.box !== 'frozen') {
    rows.push(
      ...[1, 2].map((channel) => ({
        ...base,
        kind: 'hum',
        channel,
        name: channel === 1 ? '前部' : '后部',
        alarm: false,
      })),
    );
  }
  if (v.fruit) rows.push({ ...base, kind: 'co2', channel: 1, name: '厢内', upper_limit: '5000', alarm: true });
  const cargoCamera = cameras.findIndex(([name]) => name === '货箱') + 1;
  rows.push({ ...base, kind: 'door', channel: 1, name: '后门', snap_channel: v.video ? cargoCamera : null });
  if (v.tankL > 0) rows.push({ ...base, kind: 'oil', channel: 1, name: '主油箱', alarm: true });
  if (v.box !== 'ambient' && !v.unitUnwired)
    rows.push({ ...base, kind: 'chiller', channel: 1, name: '冷机', ...reeferSources });
  if (v.video)
    rows.push(
      ...cameras.map(([name, camera_type], i) => ({ ...base, kind: 'camera', channel: i + 1, name, camera_type })),
    );
  return rows;
}
