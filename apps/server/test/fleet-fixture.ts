import { buttons } from '@tongda/contract/shell/rights';
import type { TestApp } from './test-app';

/** A company with two departments, a fleet, a carrier, two drivers and three terminals in stock; ids as the API says them. */
export interface FleetFixture {
  clientId: string;
  userId: string;
  token: string;
  orgId: string;
  /** below `orgId` */
  subOrgId: string;
  fleetId: string;
  carrierId: string;
  driverId: string;
  coDriverId: string;
  deviceIds: string[];
  /** calls the API as the company's primary user */
  post: (path: string, body?: unknown) => ReturnType<TestApp['post']>;
  /** adds a vehicle through the API and answers its id */
  addVehicle: (plateNo: string, more?: Record<string, unknown>) => Promise<string>;
  /** logs in a user without any role, or with the menus and buttons given */
  user: (rights: {
    menus?: string[];
    buttons?: string[];
    orgId?: string | null;
  }) => Promise<{ userId: string; token: string }>;
}

let serial = 0;
/** The menu that a right stands under: of those that share its path one that the role has. */
const menuOf = (path: string, menus: readonly string[]): number => {
  const named = buttons.filter((button) => button.path === path);
  return (named.find(({ menu }) => menus.includes(menu)) ?? named[0])?.menuId ?? 111;
};

export async function fleetFixture(app: TestApp, name: string): Promise<FleetFixture> {
  const { clientId, userId, token } = await app.company(name);
  const db = app.database.systemDb;
  const own = { client_id: clientId };
  const one = async (q: { executeTakeFirstOrThrow: () => Promise<{ id: string }> }): Promise<string> =>
    (await q.executeTakeFirstOrThrow()).id;
  const orgId = await one(
    db
      .insertInto('org')
      .values({ ...own, name: '华东分公司' })
      .returning('id'),
  );
  const subOrgId = await one(
    db
      .insertInto('org')
      .values({ ...own, name: '上海部', parent_id: orgId })
      .returning('id'),
  );
  const fleetId = await one(
    db
      .insertInto('fleet')
      .values({ ...own, name: '冷链一队', org_id: orgId })
      .returning('id'),
  );
  const carrierId = await one(
    db
      .insertInto('carrier')
      .values({ ...own, name: '顺达承运' })
      .returning('id'),
  );
  const driver = (who: string, phone: string) =>
    one(
      db
        .insertInto('driver')
        .values({ ...own, name: who, phone, org_id: orgId })
        .returning('id'),
    );
  const driverId = await driver('周立群', '13816502213');
  const coDriverId = await driver('许佳', '13916502214');
  const deviceIds: string[] = [];
  for (let i = 0; i < 3; i++) {
    const phone = String(13_900_000_000 + ++serial);
    deviceIds.push(
      await one(
        db
          .insertInto('device')
          .values({ ...own, terminal_no: `T${phone}`, phone_key: phone, sim_no: phone, model: 'TD-1' })
          .returning('id'),
      ),
    );
  }
  const post: FleetFixture['post'] = (path, body) => app.post(path, body, token);
  const addVehicle: FleetFixture['addVehicle'] = async (plateNo, more = {}) => {
    const answer = await post('/api/base/manage/vehicle/add', {
      plateNo,
      vehicleColor: 0,
      orgId,
      vehicleCq: 0,
      vehicleType: '厢式',
      ...more,
    });
    if (answer.code !== 200) throw new Error(`${plateNo}: ${answer.msg}`);
    return String(answer.data.id);
  };
  const user: FleetFixture['user'] = async ({ menus = [], buttons = [], orgId: home = orgId }) => {
    const account = `u${++serial}${Date.now() % 100_000}`;
    const roleId = await one(
      db
        .insertInto('role')
        .values({ ...own, name: account })
        .returning('id'),
    );
    const source = await db
      .selectFrom('app_user')
      .select('pwd_hash')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const id = await one(
      db
        .insertInto('app_user')
        .values({ ...own, account_code: account, name: account, org_id: home, pwd_hash: source.pwd_hash })
        .returning('id'),
    );
    await db
      .insertInto('user_role')
      .values({ ...own, user_id: id, role_id: roleId })
      .execute();
    for (const menu_key of menus)
      await db
        .insertInto('role_menu')
        .values({ ...own, role_id: roleId, menu_key })
        .execute();
    for (const path of buttons)
      await db
        .insertInto('role_button')
        .values({ ...own, role_id: roleId, menu_id: menuOf(path, menus), path })
        .execute();
    return { userId: id, token: String((await app.login(account, 'Test@2026')).data.access_token) };
  };
  return {
    clientId,
    userId,
    token,
    orgId,
    subOrgId,
    fleetId,
    carrierId,
    driverId,
    coDriverId,
    deviceIds,
    post,
    addVehicle,
    user,
  };
}
