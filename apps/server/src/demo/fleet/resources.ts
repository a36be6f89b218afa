import { emergencyContact, licenceClass } from '@tongda/contract/base/org/enums';
import { dayMs, hourMs } from '@tongda/contract/core/durations';
import { ageOn } from '@tongda/contract/core/field/identity-numbers';
import { keysOf } from '@tongda/contract/core/keys';
import { auditStatus } from '@tongda/contract/transport/enums';
import { demoVehicles } from '@tongda/simulator/fleet/demo';
import { cardNoOf, demoCards, firstStoreCard, storeCards } from '@tongda/simulator/fleet/demo-cards';
import {
  birthdayOf,
  driverNames,
  licenceNoOf,
  qualificationNoOf,
  spareDrivers,
} from '@tongda/simulator/fleet/demo-drivers';
import { demoLocks } from '@tongda/simulator/fleet/demo-locks';
import { demoRecorders, voyageDays } from '@tongda/simulator/fleet/demo-recorders';
import { type Insertable, sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import type {
  BluetoothLock,
  Card,
  Customer,
  DeviceModel,
  PortableDevice,
  PortableTrip,
} from '../../core/generated/db-types';
import { demoClients } from '../people/users';
import { carrierId, dateIn, driverId, fleetIds, orgId, phoneKey, vehicleId } from './vehicle/rows';

const clientId = demoClients.cold.id;

/** Writes the registers of the demo company: drivers, fleets, carriers, customers, loose devices. */
export async function seedRegisters(trx: Trx, now: Date): Promise<void> {
  await seedDrivers(trx, now);
  await seedFleets(trx);
  await seedCarriers(trx, now);
  await trx.insertInto('customer').values(customerRows(now)).execute();
  await trx.insertInto('device_model').values(modelRows()).execute();
  await sql`update device d set model_id = m.id, org_id = ${orgId('总部')}, active_date = d.install_date,
      sim_operator = case when d.id % 3 = 0 then '中国联通' else '中国移动' end, sim_flow_mb = 500,
      fw_version = case when d.protocol = 'JT808-2019' then 'V3.2.6' else 'V2.8.1' end,
      iccid = '8986' || lpad(d.phone_key, 15, '0')
    from device_model m where m.client_id = d.client_id and m.name = d.model and d.client_id = ${clientId}`.execute(
    trx,
  );
  await sql`insert into device_service (client_id, device_id, during, remark)
    select client_id, id, daterange(least(coalesce(install_date, current_date), service_end), service_end, '[]'), '初始服务期'
    from device where client_id = ${clientId} and service_end is not null`.execute(trx);
  await trx.insertInto('portable_device').values(portableRows(now)).execute();
  await sql`insert into portable_binding (client_id, portable_id, bind_type, vehicle_id, name, during, created_by)
    select client_id, id, bind_type, bind_vehicle_id, bind_name, tstzrange(${now.toISOString()}::timestamptz - interval '40 days', null), 153
    from portable_device where client_id = ${clientId} and bind_vehicle_id is not null`.execute(trx);
  await trx.insertInto('portable_trip').values(recorderTrips(now)).execute();
  await trx.insertInto('bluetooth_lock').values(lockRows(now)).execute();
  await trx.insertInto('card').values(cardRows(now)).execute();
  // calibrated once a year; one certificate of the first truck ends in ten days
  await sql`update probe p set sn = 'TP' || lpad(p.vehicle_id::text, 6, '0') || p.channel, cert_no = 'JZ26-' || p.vehicle_id || '-' || p.channel,
      cert_end = ${now.toISOString().slice(0, 10)}::date + case when p.vehicle_id = ${vehicleId(1)} and p.channel = 1 then 10 else 60 + (p.vehicle_id % 240)::int end
    where p.client_id = ${clientId} and p.kind = 'tem'`.execute(trx);
  // side by side along the box, below the ceiling
  await sql`update probe p set cert_date = p.cert_end - interval '1 year', pos_x = p.channel::real / (of.probes + 1), pos_y = 0.7
    from (select vehicle_id, count(*) as probes from probe where kind = 'tem' group by vehicle_id) of
    where of.vehicle_id = p.vehicle_id and p.client_id = ${clientId} and p.kind = 'tem'`.execute(trx);
  // the certificate of the third truck's front probe says that it shows a little too little
  await sql`update probe set correction = 0.2 where vehicle_id = ${vehicleId(3)} and kind = 'tem' and channel = 1`.execute(
    trx,
  );
  await sql`insert into probe_version (client_id, vehicle_id, during, probes)
    select p.client_id, p.vehicle_id, tstzrange(null, null),
      jsonb_agg(jsonb_build_object('kind', p.kind, 'channel', p.channel, 'name', p.name, 'zone', p.zone,
        'lower', p.lower_limit, 'upper', p.upper_limit, 'alarm', p.alarm, 'sn', p.sn, 'certNo', p.cert_no, 'certDate', p.cert_date, 'certEnd', p.cert_end,
        'posX', p.pos_x, 'posY', p.pos_y, 'cameraType', p.camera_type, 'correction', p.correction, 'inverse', p.inverse,
        'snapChannel', p.snap_channel, 'onSource', p.on_source, 'setSource', p.set_source, 'chillerProtocol', p.chiller_protocol) order by p.kind, p.channel)
    from probe p group by p.client_id, p.vehicle_id`.execute(trx);
}

const wives = [
  '陈秀兰',
  '王桂芳',
  '李丽华',
  '赵玉珍',
  '周海燕',
  '吴春梅',
  '郑小红',
  '孙月英',
  '何雪琴',
  '罗晓敏',
  '梁淑芬',
] as const;

/** Writes what the drivers' papers say: three end within a month; the one whose licence has expired and the one who left have no truck. */
async function seedDrivers(trx: Trx, now: Date): Promise<void> {
  const rows = driverNames.map((_name, i) => {
    const birth = birthdayOf(i);
    const idCard = licenceNoOf(i);
    const day = `${birth.slice(0, 4)}-${birth.slice(4, 6)}-${birth.slice(6)}`;
    const licence = i === 11 ? 9 : i === spareDrivers.expired ? -5 : 200 + ((i * 37) % 1600);
    return {
      id: driverId(i),
      sex: 1,
      id_card: idCard,
      license_no: idCard,
      license_class: licenceClass.codes[i % 3 === 0 ? 1 : 4],
      first_license_date: `${Number(birth.slice(0, 4)) + Math.min(22, ageOn(day, '2026-01-01') - 3)}-06-15`,
      license_end: dateIn(now, licence),
      qualification_no: qualificationNoOf(i),
      qualification_end: dateIn(now, i === 30 ? 21 : 150 + ((i * 53) % 1500)),
      health_cert_end: dateIn(now, i === 7 ? 14 : 60 + ((i * 29) % 300)),
      ic_card_no: `D${String(100_000 + i * 37)}`,
      emergency_name: wives[(i * 5) % wives.length] ?? '',
      emergency_relation: emergencyContact.spouse,
      emergency_phone: `1390044${String(8000 + i)}`,
      hire_date: dateIn(now, -400 - ((i * 67) % 2000)),
      status: i === spareDrivers.left ? 2 : 1,
    };
  });
  await sql`update driver d set (sex, id_card, license_no, license_class, first_license_date, license_end, qualification_no, qualification_end,
      health_cert_end, ic_card_no, emergency_name, emergency_relation, emergency_phone, hire_date, status)
    = (r.sex, r.id_card, r.license_no, r.license_class, r.first_license_date, r.license_end, r.qualification_no, r.qualification_end,
      r.health_cert_end, r.ic_card_no, r.emergency_name, r.emergency_relation, r.emergency_phone, r.hire_date, r.status)
    from jsonb_populate_recordset(null::driver, ${JSON.stringify(rows)}::jsonb) r where d.id = r.id`.execute(trx);
  // drivers of articulated lorries have the licence for them
  await sql`update driver d set license_class = ${licenceClass.a2} from vehicle v
    where v.total_weight_t > 31 and d.id in (v.driver_id, v.co_driver_id)`.execute(trx);
}

async function seedFleets(trx: Trx): Promise<void> {
  const facts = {
    华东冷链一队: {
      code: 'HD-01',
      leader_name: '陈国栋',
      phone: '13800138005',
      temperature_type: 3,
      dispatch_area: '上海、江浙沪干线',
    },
    华南城配: {
      code: 'HN-01',
      leader_name: '王志强',
      phone: '13800138003',
      temperature_type: 2,
      dispatch_area: '广州、深圳',
    },
    外协车队: {
      code: 'WX-01',
      leader_name: '赵文静',
      phone: '13800138002',
      temperature_type: 3,
      dispatch_area: '全国',
    },
  };
  for (const name of keysOf(facts))
    await trx
      .updateTable('fleet')
      .set({ ...facts[name], created_by: '151' })
      .where('id', '=', fleetIds[name])
      .execute();
}

/** Six carriers: one whose permit ends within a month, one that waits to be looked at. */
async function seedCarriers(trx: Trx, now: Date): Promise<void> {
  const contacts = ['许建明', '钱卫国', '崔立军', '马晓东', '罗明辉', '蒋国强'];
  for (const [i, contact] of contacts.entries())
    await trx
      .updateTable('carrier')
      .set({
        code: `CYS-${String(i + 1).padStart(3, '0')}`,
        carrier_type: i === 4 ? 2 : 1,
        contact,
        phone: `1370055${String(6000 + i)}`,
        permit_no: `32050${String(1_000_000 + i * 7393)}`,
        permit_end: dateIn(now, i === 2 ? 18 : 300 + i * 90),
        contract_no: `HT-2026-${String(i + 1).padStart(3, '0')}`,
        contract_start: dateIn(now, -200 - i * 20),
        contract_end: dateIn(now, 165 + i * 40),
        temperature_types: i % 2 === 0 ? [2, 3] : [3],
        settle_type: 1,
        payment_days: 30 + (i % 3) * 15,
        deposit_fen: String(2_000_000 + i * 500_000),
        tax_rate: '9.00',
        level: ['A', 'B', 'A', 'C', 'B', 'B'][i] ?? 'B',
        business_area: ['江苏', '江苏', '京津冀', '京津冀', '川渝', '川渝'][i] ?? '',
        audit_status: i === 5 ? auditStatus.pending : auditStatus.passed,
      })
      .where('id', '=', carrierId(i))
      .execute();
}

const customers: ReadonlyArray<
  readonly [
    name: string,
    short: string,
    type: number,
    level: string,
    temp: number,
    area: string,
    address: string,
    lng: number,
    lat: number,
  ]
> = [
  ['鲜果源商贸有限公司', '鲜果源', 3, 'A', 2, '上海市嘉定区', '江桥镇金沙江西路1555号', 121.33, 31.245],
  ['盒品生鲜（上海）有限公司', '盒品生鲜', 1, 'A', 2, '上海市青浦区', '华新镇嘉松中路3388号', 121.23, 31.235],
  ['沪安医药配送有限公司', '沪安医药', 1, 'A', 2, '上海市浦东新区', '张江镇祖冲之路2288号', 121.6, 31.205],
  ['江南冷饮食品有限公司', '江南冷饮', 1, 'B', 3, '江苏省苏州市吴中区', '甪直镇海藏西路88号', 120.86, 31.262],
  ['百味餐饮管理有限公司', '百味餐饮', 2, 'B', 2, '上海市徐汇区', '漕宝路400号', 121.42, 31.165],
  ['海之源水产有限公司', '海之源', 1, 'B', 3, '浙江省杭州市萧山区', '市心北路999号', 120.27, 30.17],
  ['优牧乳业有限公司', '优牧乳业', 1, 'A', 2, '江苏省无锡市新吴区', '梅村街道锡达路215号', 120.43, 31.55],
  ['华北肉联食品有限公司', '华北肉联', 1, 'B', 3, '河北省石家庄市鹿泉区', '昌盛大街66号', 114.31, 38.085],
  ['粤港鲜送供应链有限公司', '粤港鲜送', 3, 'B', 2, '广东省广州市白云区', '太和镇大源南路18号', 113.38, 23.3],
  ['深湾连锁便利店有限公司', '深湾便利', 2, 'C', 1, '广东省深圳市龙岗区', '布吉街道吉华路505号', 114.12, 22.605],
  ['蓉味川菜食材有限公司', '蓉味食材', 3, 'C', 2, '四川省成都市双流区', '航空港空港四路77号', 103.96, 30.58],
  ['优鲜到家电子商务有限公司', '优鲜到家', 2, 'D', 2, '上海市闵行区', '虹桥镇吴中路1050号', 121.39, 31.18],
];

/** Twelve customers; the pharmacy wants 2 to 8 ℃, one contract ends within a month, that of the last one, who orders nothing any more, has ended. */
function customerRows(now: Date): Array<Insertable<Customer>> {
  return customers.map(([name, short, type, level, temp, area, address, lng, lat], i) => ({
    id: String(301 + i),
    client_id: clientId,
    code: `KH${String(i + 1).padStart(6, '0')}`,
    name,
    short_name: short,
    customer_type: type,
    level,
    contacts: JSON.stringify([
      {
        name: ['何晓燕', '李强', '周敏', '吴海'][i % 4],
        phone: `1360066${String(7000 + i)}`,
        post: '物流经理',
        email: '',
        main: true,
      },
      { name: '值班室', phone: `021-6${String(2_345_670 + i)}`, post: '', email: '', main: false },
    ]),
    addresses: JSON.stringify([{ name: '总仓', area, address, contact: '', phone: '', lng, lat, main: true }]),
    temperature_type: temp,
    temp_lower_c: temp === 2 ? (i === 2 ? '2.0' : '0.0') : temp === 3 ? '-25.0' : null,
    // chilled boxes of the simulation run at 4.2 ℃
    temp_upper_c: temp === 2 ? '8.0' : temp === 3 ? '-18.0' : null,
    hours_limit: 24,
    settle_type: i % 4 === 3 ? 2 : 1,
    payment_days: i % 4 === 3 ? null : 30,
    salesman: ['赵文静', '王志强'][i % 2] ?? '',
    contract_no: `KHHT-26${String(i + 1).padStart(2, '0')}`,
    contract_end: dateIn(now, i === 6 ? 12 : i === 11 ? -8 : 90 + i * 35),
  }));
}

function modelRows(): Array<Insertable<DeviceModel>> {
  const model = (
    id: string,
    name: string,
    kind: string,
    manufacturer: string,
    protocol: string,
    more: Partial<Insertable<DeviceModel>> = {},
  ): Insertable<DeviceModel> => ({ id, client_id: clientId, name, kind, manufacturer, protocol, ...more });
  return [
    model('401', 'T8-BD', 'terminal', '星途电子', 'JT808-2013', {
      tem_count: 4,
      door_count: 1,
      oil_count: 1,
      cut_command: '8105:F0',
      restore_command: '8105:F1',
    }),
    model('402', 'T9-BD2', 'terminal', '星途电子', 'JT808-2019', {
      tem_count: 4,
      door_count: 2,
      oil_count: 2,
      item_profile: 'gps51-reefer',
    }),
    model('403', 'V4-1078', 'terminal', '锐视科技', 'JT808-2013', { camera_count: 4 }),
    model('404', 'T5', 'portable', '温途科技', 'JT808-2013', { tem_count: 1 }),
    model('405', 'TH5', 'portable', '温途科技', 'JT808-2013', { tem_count: 2 }),
    model('406', 'BL-2', 'lock', '安途锁业', 'BLE'),
  ];
}

/** Twelve portable recorders; what they report comes from the simulator. The seventh has been silent for three days. */
function portableRows(now: Date): Array<Insertable<PortableDevice>> {
  return demoRecorders.map(({ no, deviceNo, phone, model, name, intervalS, way }, i) => ({
    id: String(500 + no),
    client_id: clientId,
    org_id: orgId(i % 2 === 0 ? '华东分公司' : '华南分公司'),
    device_no: deviceNo,
    name,
    model,
    model_id: model === 'TH5' ? '405' : '404',
    sim_no: phoneKey(phone),
    phone_key: phoneKey(phone),
    usage_mode: i === 11 ? 5 : 1,
    upload_interval_s: intervalS,
    temp_lower_c: '2.0',
    temp_upper_c: '8.0',
    ...(model === 'TH5' ? { hum_lower_pct: '35.0', hum_upper_pct: '75.0' } : {}),
    ...(way.kind === 'truck'
      ? { bind_type: 1, bind_vehicle_id: vehicleId(way.no), bind_name: demoVehicles[way.no - 1]?.plateNo ?? null }
      : {}),
    calibration_date: dateIn(now, -300 + i * 10),
    cert_no: `JZ26${String(4000 + i)}`,
    service_end: dateIn(now, i === 5 ? 16 : 200 + i * 11),
    created_at: now,
  }));
}

/** Trips of recorders: the box on its voyage, two boxes that are out with their trucks, and trips of the day before. */
function recorderTrips(now: Date): Array<Insertable<PortableTrip>> {
  const at = (hours: number): string => new Date(now.getTime() - hours * hourMs).toISOString();
  const trip = (no: number, from: number, until: number | null): Insertable<PortableTrip> => ({
    client_id: clientId,
    portable_id: String(500 + no),
    during: `[${at(from)},${until === null ? '' : at(until)})`,
    started_by: '153',
    ended_by: until === null ? null : '154',
  });
  return [
    trip(8, voyageDays * 24, null),
    trip(2, 20, 11),
    trip(2, 3, null),
    trip(5, 22, 13),
    trip(5, 2, null),
    trip(6, 19, 12),
  ];
}

/** The locks on box doors. */
function lockRows(now: Date): Array<Insertable<BluetoothLock>> {
  return demoLocks.map(({ lockNo, mac, batteryPct }, i) => ({
    id: String(521 + i),
    client_id: clientId,
    org_id: orgId('华东分公司'),
    lock_no: lockNo,
    mac,
    model: 'BL-2',
    model_id: '406',
    vehicle_id: i < 5 ? vehicleId(20 + i) : null,
    door_pos: i < 5 ? '后门' : null,
    lock_status: i === 5 ? 0 : i === 2 ? 2 : 1,
    battery_pct: batteryPct,
    fw_version: 'V1.4.2',
    last_action: i === 2 ? 1 : 0,
    last_way: 1,
    last_user: driverNames[19 + i] ?? null,
    last_time: new Date(now.getTime() - (i + 1) * hourMs),
    service_end: dateIn(now, 400),
  }));
}

/** Forty cards, one of them lost. */
function cardRows(now: Date): Array<Insertable<Card>> {
  return Array.from({ length: demoCards }, (_, i): Insertable<Card> => {
    const ofDriver = i < firstStoreCard;
    const ofStore = !ofDriver && i < firstStoreCard + storeCards;
    return {
      client_id: clientId,
      card_no: cardNoOf(i),
      card_type: ofDriver ? 2 : ofStore ? 1 : 3,
      driver_id: ofDriver ? driverId(i) : null,
      owner_name: ofDriver
        ? (driverNames[i] ?? '')
        : ofStore
          ? `${customers[i - firstStoreCard]?.[1] ?? ''}门店`
          : `${['调度室', '保安室', '仓库'][i - firstStoreCard - storeCards]}`,
      writer_no: 'XK-01',
      card_status: i === 12 ? 2 : 1,
      written_by: '151',
      written_at: new Date(now.getTime() - (60 + i) * dayMs),
    };
  });
}
