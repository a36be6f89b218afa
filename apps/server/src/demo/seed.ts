import { dayMs } from '@tongda/contract/core/durations';
import { keysOf } from '@tongda/contract/core/keys';
import { isMenuKey, menuList } from '@tongda/contract/shell/menus';
import { buttons } from '@tongda/contract/shell/rights';
import { rootOf } from '@tongda/contract/shell/tree';
import { demoCarriers, demoVehicles } from '@tongda/simulator/fleet/demo';
import { type Kysely, sql } from 'kysely';
import type { Trx } from '../core/db/trx';
import type { DB } from '../core/generated/db-types';
import { seedPush } from './alarms/push';
import { seedAlarmRules } from './alarms/rules';
import { seedDocks, seedLimitAreas, seedOwnSites } from './fleet/docks';
import { seedTankTables } from './fleet/fuel';
import { seedLineBindings } from './fleet/line-bindings';
import { seedOutsideQueries, seedOutsideViews } from './fleet/outside-vehicles';
import { seedPlaces } from './fleet/places';
import { seedRepairRequests } from './fleet/repair-requests';
import { seedRepairs } from './fleet/repairs';
import { seedRegisters } from './fleet/resources';
import { seedRoutePlans } from './fleet/route-plans';
import { seedShipments } from './fleet/shipments';
import { seedStores } from './fleet/stores';
import { seedSwipes } from './fleet/swipes';
import { seedTerminalAccess } from './fleet/terminal-access';
import { seedTransportRoutes } from './fleet/transport-routes';
import { seedTripSettings } from './fleet/trip-settings';
import { seedVehicleBindings } from './fleet/vehicle/bindings';
import { seedVehiclePapers } from './fleet/vehicle/papers';
import {
  carrierId,
  dateIn,
  deviceId,
  deviceRows,
  driverRows,
  fleetIds,
  installedDays,
  orgId,
  probeRows,
  vehicleId,
  vehicleRow,
} from './fleet/vehicle/rows';
import { seedBrands } from './people/brands';
import { seedCompany } from './people/company';
import { seedFees } from './people/fees';
import { seedForwarding } from './people/forwarding';
import { seedGrants } from './people/grants';
import { seedGroups } from './people/groups';
import { seedMembers } from './people/members';
import { seedMessages } from './people/messages';
import { seedPartners } from './people/partners';
import { seedRegisterLinks } from './people/register-links';
import { demoClients, demoOrgs, demoRoles, demoUsers, type RoleSpec } from './people/users';
import { reportShortReceipts } from './transport/differences';
import { seedDriverAccount } from './transport/driver-account';
import { seedMishaps } from './transport/mishaps';
import { seedOrderSites } from './transport/order-sites';
import { seedOrders } from './transport/orders';
import { seedPickUpTrips } from './transport/pick-up-trips';
import { seedPickUps } from './transport/pick-ups';
import { seedTracking } from './transport/tracking';
import { seedWaybills } from './transport/waybills';

export interface SeedOptions {
  /** Store form of a plain password (argon2id over the client's hash). */
  hashPassword(plain: string): Promise<string>;
  /** Moment that dates are counted from. */
  now: Date;
  /** Aborted: nothing is written, and its reason is thrown. */
  signal?: AbortSignal;
}

const coldId = demoClients.cold.id;

interface SeedFacts {
  now: Date;
  /** stored forms of the passwords */
  hashes: ReadonlyMap<string, string>;
  /** that of the password that most accounts have */
  pwdHash: string;
}

/** What the demo companies consist of, in the order in which it is written. */
const parts: ReadonlyArray<(trx: Trx, facts: SeedFacts) => Promise<unknown>> = [
  (trx, { now }) => seedCompanies(trx, now),
  seedRoles,
  (trx, { now }) => seedResources(trx, now),
  (trx, { hashes }) => seedUsers(trx, hashes),
  (trx, { now, pwdHash }) => seedCompany(trx, now, pwdHash),
  (trx, { now }) => seedRepairRequests(trx, now),
  (trx, { now }) => seedTerminalAccess(trx, now),
  (trx, { now }) => seedShares(trx, now),
  (trx, { now }) => seedPartners(trx, now),
  seedBrands,
  (trx, { now }) => seedPlaces(trx, now),
  (trx, { now }) => seedStores(trx, now),
  (trx, { now }) => seedSwipes(trx, now),
  seedTransportRoutes,
  seedRegisterLinks,
  (trx, { now }) => seedRoutePlans(trx, now),
  (trx, { now }) => seedGrants(trx, now),
  (trx, { now }) => seedFees(trx, now),
  (trx, { now }) => seedMembers(trx, now),
  (trx, { now }) => seedOrders(trx, now),
  (trx, { now }) => seedWaybills(trx, now),
  (trx, { now }) => seedTracking(trx, now),
  (trx, { now }) => seedPickUps(trx, now),
  (trx, { now }) => reportShortReceipts(trx, now),
  (trx, { now }) => seedPickUpTrips(trx, now),
  (trx, { now }) => seedMishaps(trx, now),
  (trx, { now, pwdHash }) => seedDriverAccount(trx, now, pwdHash),
  (trx, { now }) => seedTankTables(trx, now),
  (trx, { now }) => seedOutsideQueries(trx, now),
  (trx, { now }) => seedOutsideViews(trx, now),
  (trx, { now }) => seedVehicleBindings(trx, now),
  seedDocks,
  seedOwnSites,
  seedLimitAreas,
  seedOrderSites,
  (trx, { now }) => seedShipments(trx, now),
  (trx, { now }) => seedLineBindings(trx, now),
  (trx, { now }) => seedTripSettings(trx, now),
  seedAlarmRules,
  seedPush,
  seedForwarding,
  seedGroups,
  (trx, { now }) => seedMessages(trx, now),
];

/**
 * Writes the demo companies in one transaction: people, roles, 60 vehicles with terminals and probes, and the share of three
 * trucks. Answers false and changes nothing when they are there already.
 */
export async function seedDemo(db: Kysely<DB>, options: SeedOptions): Promise<boolean> {
  const hashes = new Map<string, string>();
  for (const { password } of demoUsers) {
    if (!hashes.has(password)) hashes.set(password, await options.hashPassword(password));
  }
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('tongda demo'))`.execute(trx);
    const there = await trx.selectFrom('client').select('id').where('id', '=', coldId).executeTakeFirst();
    if (there) return false;
    const facts: SeedFacts = { now: options.now, hashes, pwdHash: hashes.get('Demo@2026') ?? '' };
    for (const part of parts) {
      options.signal?.throwIfAborted();
      await part(trx, facts);
    }
    return true;
  });
}

async function seedCompanies(trx: Trx, now: Date): Promise<void> {
  const clients = Object.values(demoClients).map((c) => ({
    id: c.id,
    name: c.name,
    short_name: c.short,
    kind: c.kind,
    shared_code: c.code,
    system_codes: [...c.systems],
    // The login page offers these accounts to everybody: visitors must not throw each other out.
    multi_login: c.kind === 'tenant',
    // and nobody carries the telephone of these accounts
    second_factor: 'optional',
    service_end: c.kind === 'tenant' ? dateIn(now, 400) : null,
  }));
  await trx.insertInto('client').values(clients).execute();
  const orgs = keysOf(demoOrgs).flatMap((client) =>
    demoOrgs[client].map(([id, parent, name], sort) => ({
      id,
      client_id: demoClients[client].id,
      parent_id: parent,
      name,
      sort,
    })),
  );
  await trx.insertInto('org').values(orgs).execute();
}

async function seedRoles(trx: Trx): Promise<void> {
  const roles = Object.values(demoRoles);
  await trx
    .insertInto('role')
    .values(
      roles.map((r) => ({
        id: r.id,
        client_id: demoClients[r.client].id,
        name: r.name,
        all_rights: r.menus === 'all',
      })),
    )
    .execute();
  const menuRows = roles.flatMap((role) =>
    menusOf(role).map((menu) => ({ client_id: demoClients[role.client].id, role_id: role.id, menu_key: menu.key })),
  );
  await trx.insertInto('role_menu').values(menuRows).execute();
  const buttonRows = roles.flatMap((role) => {
    const held = new Set(menusOf(role).map((menu) => menu.id));
    return buttons
      .filter(
        (b) =>
          held.has(b.menuId) &&
          (role.actions === undefined || role.actions.includes(b.path.slice(b.path.lastIndexOf('/') + 1))),
      )
      .map((b) => ({ client_id: demoClients[role.client].id, role_id: role.id, menu_id: b.menuId, path: b.path }));
  });
  await trx
    .insertInto('role_button')
    .values(buttonRows)
    .onConflict((c) => c.doNothing())
    .execute();
}

function menusOf(role: RoleSpec): Array<(typeof menuList)[number]> {
  const { menus } = role;
  if (menus === 'all') return [];
  return menuList.filter(({ key }) => isMenuKey(key) && (key === 'changePassword' || menus(key, rootOf(key).area)));
}

async function seedResources(trx: Trx, now: Date): Promise<void> {
  await trx
    .insertInto('carrier')
    .values(demoCarriers.map((name, i) => ({ id: carrierId(i), client_id: coldId, name })))
    .execute();
  const fleets = [
    { id: fleetIds.华东冷链一队, client_id: coldId, org_id: orgId('华东分公司'), name: '华东冷链一队', sort: 1 },
    { id: fleetIds.华南城配, client_id: coldId, org_id: orgId('华南分公司'), name: '华南城配', sort: 2 },
    { id: fleetIds.外协车队, client_id: coldId, org_id: orgId('总部'), name: '外协车队', sort: 3 },
  ];
  await trx.insertInto('fleet').values(fleets).execute();
  await trx.insertInto('driver').values(driverRows()).execute();
  await trx
    .insertInto('vehicle')
    .values(demoVehicles.map((v) => vehicleRow(v, now)))
    .execute();
  await trx.insertInto('probe').values(demoVehicles.flatMap(probeRows)).execute();
  await trx.insertInto('device').values(deviceRows(now)).execute();
  await trx.insertInto('device_binding').values(terminalBindings(now)).execute();
  await trx.insertInto('change_history').values(replatedVehicle(now)).execute();
  await keepOldPlate(trx, now);
  await seedRegisters(trx, now);
  await seedVehiclePapers(trx, now);
  await seedRepairs(trx, now);
}

/** Which terminal sat where. Vehicles 3 and 5 swapped theirs 20 days ago. */
function terminalBindings(now: Date) {
  const swapped = new Map([
    [3, 5],
    [5, 3],
  ]);
  const swapAt = new Date(now.getTime() - 20 * dayMs);
  return demoVehicles.flatMap((v) => {
    const since = new Date(now.getTime() - installedDays(v.no) * dayMs);
    const other = swapped.get(v.no);
    const row = (vehicleNo: number, from: Date, to: Date | null) => ({
      client_id: coldId,
      device_id: deviceId(v.no),
      vehicle_id: vehicleId(vehicleNo),
      during: sql<string>`tstzrange(${from.toISOString()}, ${to?.toISOString() ?? null}, '[)')`,
    });
    return other === undefined ? [row(v.no, since, null)] : [row(other, since, swapAt), row(v.no, swapAt, null)];
  });
}

const oldPlate = '沪B70218';
const replatedAt = (now: Date): Date => new Date(now.getTime() - 42 * dayMs);

/** The period of vehicle 9's old plate, before the one that it carries since. */
async function keepOldPlate(trx: Trx, now: Date): Promise<void> {
  const since = replatedAt(now);
  const plates = sql`vehicle_id = ${vehicleId(9)} and kind = 'plate'`;
  await sql`insert into vehicle_period (client_id, vehicle_id, kind, value, name, since, until, user_id)
    select client_id, vehicle_id, kind, ${oldPlate}, ${oldPlate}, least(since, ${since}::timestamptz - interval '1 year'), ${since}, user_id
    from vehicle_period where ${plates}`.execute(trx);
  await sql`update vehicle_period set since = ${since} where ${plates} and until is null`.execute(trx);
}

/** Vehicle 9 got a new plate six weeks ago. */
function replatedVehicle(now: Date) {
  const plate = demoVehicles.find((v) => v.no === 9)?.plateNo ?? '';
  return {
    client_id: coldId,
    entity: 'vehicle',
    entity_id: vehicleId(9),
    action: '编辑',
    user_id: '151',
    user_name: '管理员',
    changes: JSON.stringify([{ field: 'plateNo', label: '车牌号', before: oldPlate, after: plate }]),
    at: replatedAt(now),
  };
}

async function seedUsers(trx: Trx, hashes: ReadonlyMap<string, string>): Promise<void> {
  const users = demoUsers.map((u) => ({
    id: u.id,
    client_id: demoClients[u.client].id,
    org_id: u.org,
    account_code: u.account,
    name: u.name,
    phone: u.phone,
    pwd_hash: hashes.get(u.password) ?? '',
    is_primary: u.primary ?? false,
    org_type: u.manager ? 1 : 0,
    is_super: u.superManager ?? false,
    data_scope: u.vehicleNos ? 3 : 1,
  }));
  await trx.insertInto('app_user').values(users).execute();
  const of = (u: (typeof demoUsers)[number]) => ({ client_id: demoClients[u.client].id, user_id: u.id });
  await trx
    .insertInto('user_role')
    .values(demoUsers.map((u) => ({ ...of(u), role_id: demoRoles[u.role].id })))
    .execute();
  const grants = demoUsers.flatMap((u) =>
    (u.vehicleNos ?? []).map((no) => ({ ...of(u), resource_kind: 'vehicle', resource_id: vehicleId(no) })),
  );
  await trx.insertInto('resource_auth').values(grants).execute();
}

/** Shares with the shipper: three trucks for a week, since yesterday; one that is over; and one that it has not answered yet. */
async function seedShares(trx: Trx, now: Date): Promise<void> {
  const { cold, shipper } = demoClients;
  const days = (n: number): Date => new Date(now.getTime() + n * dayMs);
  const own = { client_id: cold.id, client_name: cold.name, target_client_id: shipper.id, target_name: shipper.name };
  const user = demoUsers[0]?.id ?? null;
  const shares = [
    { nos: [1, 18, 44], from: -1, until: 6, status: 1, remark: '' },
    { nos: [5], from: -40, until: -10, status: 1, remark: '国庆加班车' },
    { nos: [2, 3], from: 0, until: 30, status: 0, remark: '12月华东干线' },
  ];
  for (const { nos, from, until, status, remark } of shares) {
    const { id } = await trx
      .insertInto('device_share')
      .values({
        ...own,
        scopes: ['position', 'track', 'temperature', 'report'],
        valid_from: days(from),
        valid_until: days(until),
        status,
        answered_at: status === 1 ? days(from) : null,
        remark,
        created_at: days(from),
        created_by: user,
        updated_by: user,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`insert into device_share_vehicle (share_id, vehicle_id, client_id, plate_no, vehicle_type)
      select ${id}, v.id, v.client_id, v.plate_no, v.vehicle_type from vehicle v where v.id = any(${nos.map(vehicleId)}::bigint[])`.execute(
      trx,
    );
  }
}
