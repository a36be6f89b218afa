import { sql } from 'kysely';
import { type FleetFixture, fleetFixture } from './fleet-fixture';
import type { TestApp } from './test-app';

/** Wire time of a moment from now, in the company's zone. */
export const inHours = (hours: number): string =>
  new Date(Date.now() + (hours + 8) * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

/** A company with two sites, a customer and cooled trucks, and short words for the steps of its transport. */
export async function transportFixture(app: TestApp, name: string) {
  const company = await fleetFixture(app, name);
  const db = app.database.systemDb;
  const { data: customer } = await company.post('/api/base/manage/customer/add', {
    name: `${name}客户`,
    customerType: 3,
  });
  const site = async (label: string, lng: number, lat: number): Promise<string> => {
    const { id } = await db
      .insertInto('place')
      .values({ client_id: company.clientId, kind: 'site', place_type: 1, name: label, org_id: company.orgId })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('place_shape')
      .values({
        client_id: company.clientId,
        place_id: id,
        during: sql<string>`tstzrange('2000-01-01', null)`,
        kind: 'circle',
        geometry: JSON.stringify({ type: 'Point', coordinates: [lng, lat] }),
        radius_m: 300,
        west: lng - 0.01,
        south: lat - 0.01,
        east: lng + 0.01,
        north: lat + 0.01,
        lng,
        lat,
      })
      .execute();
    return id;
  };
  const qingpu = await site('青浦分拨中心', 121.124, 31.15);
  const suzhou = await site('苏州园区站', 120.72, 31.31);
  let plate = 10_000;
  /** a cooled truck; kg, m³ as the worked example has it */
  const truck = async (more: Record<string, unknown> = {}): Promise<string> => {
    const id = await company.addVehicle(`沪A${++plate}`);
    const driver = await db
      .insertInto('driver')
      .values({ client_id: company.clientId, name: `司机${plate}`, phone: `138${String(plate).padStart(8, '0')}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .updateTable('vehicle')
      .set({
        load_weight_t: 1.5,
        volume_m3: 15.5,
        temperature_types: [2, 3],
        refrigerator_count: 1,
        driver_id: driver.id,
        ...more,
      })
      .where('id', '=', id)
      .execute();
    return id;
  };
  const order = async (more: Record<string, unknown> = {}, goods: Record<string, unknown> = {}): Promise<string> => {
    const answer = await company.post('/api/tms/customerOrder/add', {
      customerId: customer.id,
      businessType: 2,
      freightPayMode: 3,
      pickUpFlag: 0,
      deliveryMode: 1,
      shipper: '赵仓管',
      shipPhone: '13800138000',
      shipArea: '上海市青浦区',
      shipAddress: '华新镇嘉松中路1号',
      shipLng: 121.2,
      shipLat: 31.2,
      receiver: '苏州观前店',
      receivePhone: '0512-65221234',
      receiveArea: '江苏省苏州市姑苏区',
      receiveAddress: '观前街88号',
      receiveLng: 120.62,
      receiveLat: 31.3,
      arriveTo: inHours(30),
      temperatureType: 3,
      tempMin: -25,
      tempMax: -18,
      items: [
        {
          cargoName: '速冻水饺',
          packUnit: '箱',
          pieces: 120,
          weightKg: 960,
          volumeM3: 6.2,
          temperatureType: 3,
          ...goods,
        },
      ],
      ...more,
    });
    if (answer.code !== 200) throw new Error(answer.msg);
    return answer.data.orderCode;
  };
  const stow = (vehicleId: string, orderCodes: string[], more: Record<string, unknown> = {}) =>
    company.post('/api/tms/stowage/confirm', {
      waybillKind: 3,
      vehicleId,
      orderCodes,
      planDepartTime: inHours(0.2),
      ...more,
    });
  /** the waybill, whatever its kind */
  const waybill = async (id: string) => (await company.post('/api/tms/arrival/check', { id })).data;
  const depart = async (waybillCode: string, more: Record<string, unknown> = {}) =>
    company.post('/api/tms/departure/confirm', {
      waybillCode,
      version: (await waybill(waybillCode)).version,
      overrideReason: '现场确认',
      sealNo: 'F260001',
      ...more,
    });
  const orderOf = async (id: string) => (await company.post('/api/tms/customerOrder/detail', { id })).data;
  return {
    ...company,
    db,
    customerId: String(customer.id),
    qingpu,
    suzhou,
    truck,
    order,
    stow,
    waybill,
    depart,
    orderOf,
  };
}

export type TransportFixture = Awaited<ReturnType<typeof transportFixture>> & FleetFixture;
