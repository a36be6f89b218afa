import type { TimeWindow } from '@tongda/contract/core/field/time-window';
import { keysOf } from '@tongda/contract/core/keys';
import { placeSource, placeType } from '@tongda/contract/ground/place/enums';
import { arrivalEvidence } from '@tongda/contract/resources/enums';
import { nodeTypeList } from '@tongda/contract/transport/enums';
import { destinationOf } from '@tongda/geo/distance';
import type { LngLat } from '@tongda/geo/types';
import { storeCards } from '@tongda/simulator/fleet/demo-cards';
import { routeSpecs } from '@tongda/simulator/world/routes';
import { cityOf, citySpecs } from '@tongda/simulator/world/streets';
import { type Insertable, sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import type { Store } from '../../core/generated/db-types';
import { type Geocoder, loadGeocoder } from '../../modules/base/map/door';

import { demoClients } from '../people/users';
import { type DemoPlace, insertPlaces, roundSpot } from './places';
import { orgId } from './vehicle/rows';

const clientId = demoClients.cold.id;
/** Fixed ids below those that the database gives out: places of stores, stores. */
const firstPlace = 401;
const firstStore = 501;
const total = 120;

interface Spot {
  name: string;
  code: string;
  at: LngLat | null;
  isWarehouse: boolean;
  org: string;
  /** distance of the stored point from where trucks unload, m */
  offM: number;
}

const prefixes = { shanghai: 'SH', hangzhou: 'HZ', guangzhou: 'GZ', shenzhen: 'SZ' } as const;
const wholeWeek = [1, 2, 3, 4, 5, 6, 7];
const windows: TimeWindow[][] = [
  [{ days: wholeWeek, from: '05:00', to: '09:00' }],
  [
    { days: wholeWeek, from: '06:00', to: '10:00' },
    { days: [1, 2, 3, 4, 5], from: '14:00', to: '17:00' },
  ],
  [{ days: wholeWeek, from: '22:00', to: '04:00' }],
];

/** Shops of the four delivery cities, where the simulator's trucks unload; six were entered more than 500 m off. */
function cityStores(): Spot[] {
  const spots: Spot[] = [];
  for (const id of keysOf(prefixes)) {
    const city = cityOf(id);
    city.stores.forEach((store, i) => {
      const offM = spots.length % 16 === 7 ? 620 : 0;
      const [lng, lat] = city.toLngLat(store.u, store.v);
      spots.push({
        name: store.name,
        code: `${prefixes[id]}-${String(i + 1).padStart(3, '0')}`,
        at: offM > 0 ? destinationOf(lng, lat, 70, offM) : [lng, lat],
        isWarehouse: false,
        org: citySpecs[id].centre[1] < 25 ? '华南分公司' : '华东分公司',
        offM,
      });
    });
  }
  return spots;
}

/** Customers' warehouses beside the cold stores of the trunk roads, and three stores without a location. */
function otherStores(count: number): Spot[] {
  const coldStores = Object.values(routeSpecs)
    .flatMap((road) => road.places)
    .filter(({ name }, i, all) => /冷库$|配送中心$/u.test(name) && all.findIndex((p) => p.name === name) === i);
  const warehouses = coldStores.slice(0, count - 3).map(
    ({ name, at }, i): Spot => ({
      name: `${name.replace(/冷库$|配送中心$/u, '')}客户仓`,
      code: `CK-${String(i + 1).padStart(3, '0')}`,
      at: destinationOf(at[0], at[1], 40 + i * 17, 1400),
      isWarehouse: true,
      org: at[1] < 25 ? '华南分公司' : at[1] > 33 || at[0] < 110 ? '总部' : '华东分公司',
      offM: 0,
    }),
  );
  const missing = ['嘉定新店（筹备）', '天河北新店（筹备）', '龙岗坂田新店（筹备）'].map(
    (name, i): Spot => ({
      name,
      code: `NEW-${i + 1}`,
      at: null,
      isWarehouse: false,
      org: i === 0 ? '华东分公司' : '华南分公司',
      offM: 0,
    }),
  );
  return [...warehouses, ...missing];
}

const people = ['陈丽', '王海', '李娜', '周强', '吴敏', '郑浩', '孙悦', '冯涛'] as const;

/** 120 stores of the demo company with their sites. */
export async function seedStores(trx: Trx, now: Date): Promise<void> {
  const shops = cityStores();
  const spots = [...shops, ...otherStores(total - shops.length)];
  const geocoder = await loadGeocoder();
  const customers = await trx
    .selectFrom('customer')
    .select('id')
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  const places = spots.flatMap((spot, i) => (spot.at ? [siteOf(spot, spot.at, i)] : []));
  await insertPlaces(trx, places, now);
  await trx
    .insertInto('store')
    .values(
      spots.map((spot, i) => storeRow(spot, i, geocoder, customers[i % Math.max(1, customers.length)]?.id ?? null)),
    )
    .execute();
  // the cards of stores belong to the first of them
  await sql`update card k set store_id = s.id, owner_name = s.name
    from (select id, row_number() over (order by id) n from card where client_id = ${clientId} and card_type = 1) c
      join (select id, name, row_number() over (order by id) n from store where client_id = ${clientId} and node_type = 2) s on s.n = c.n
    where k.id = c.id`.execute(trx);
}

function siteOf(spot: Spot, exact: LngLat, i: number): DemoPlace {
  const at = roundSpot(exact);
  return {
    id: String(firstPlace + i),
    name: spot.name,
    kind: 'site',
    type: spot.isWarehouse ? placeType.warehouse : placeType.store,
    shape: { kind: 'circle', centre: at, radiusM: spot.isWarehouse ? 300 : 150 },
    color: spot.isWarehouse ? '#0891A6' : '#7C4DDB',
    org: spot.org,
    source: placeSource.store,
  };
}

function storeRow(spot: Spot, i: number, geocoder: Geocoder, customerId: string | null): Insertable<Store> {
  const place = spot.at && geocoder.placeOf(spot.at[0], spot.at[1]);
  return {
    id: String(firstStore + i),
    client_id: clientId,
    org_id: orgId(spot.org),
    customer_id: customerId,
    place_id: spot.at ? String(firstPlace + i) : null,
    node_type: spot.isWarehouse ? nodeTypeList.warehouse : nodeTypeList.store,
    code: spot.code,
    name: spot.name,
    contact: people[i % people.length],
    phone: `1390021${String(6000 + i)}`,
    province: place?.province ?? '',
    city: place?.city ?? '',
    district: place?.district ?? '',
    address: place ? spot.name : '待定',
    time_windows: JSON.stringify(windows[i % windows.length]),
    unload_min: spot.isWarehouse ? 60 : 20 + (i % 3) * 5,
    cargo_platform: spot.isWarehouse ? 1 : 0,
    temperature_types: i % 4 === 0 ? [2, 3] : [i % 2 === 0 ? 3 : 2],
    // a store with a card asks for it; some others ask for a picture and a signature
    evidence:
      i < storeCards ? [arrivalEvidence.card] : i % 5 === 0 ? [arrivalEvidence.photo, arrivalEvidence.signature] : [],
    vehicle_limit: spot.isWarehouse ? '' : i % 10 === 0 ? '限高3.2m' : i % 10 === 5 ? '6.8米以下' : '',
    updated_by: '151',
  };
}
