import type { Endpoint } from '@tongda/contract/core/endpoint';
import { menuKeys } from '@tongda/contract/shell/menus';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listEndpoints, listRights } from '../../src/core/http/endpoints';
import { hashPassword } from '../../src/modules/base/identity/password/hash';
import { type TestApp, testApp } from '../test-app';
import { fillEveryTable } from './every-table';
import { type Power, readAccount, readPowers } from './power';
import { sampleInput, wholeInput } from './sample-input';

/**
 * Every call of the contract by somebody who may press every button, against an account that may do or see more than he: it stays as it was, and
 * nobody, least of all the caller, has more than the caller had. Generated from the contract: a new call is tested without a line here.
 */
const target = '990001';
let app: TestApp;
let clientId: string;
let outside: string;
let home: string;
/** below `home`, beside the department in which the account stands (both have the same id): has the grant of that id, for those below it too */
let team: string;
let owner: string;
/** a role that the account has not */
let another: string;
let serial = 0;

const calls = listEndpoints().filter(
  (e) => e.access !== 'public' && e.body === 'json' && !/\/(?:logout|upPwd)$/u.test(e.path),
);
const bound = (e: Endpoint): boolean => app.http.boundEndpoints.has(`${e.method} ${e.path}`);

/** What the caller is, and what makes the account stronger than him. */
interface Case {
  name: string;
  /** the caller: head of a department, or administrator of the company without some menus */
  caller: 'head' | 'clerk';
  strengthen: () => Promise<unknown>;
  /** asked of every call, not only of those that change accounts */
  every?: true;
  /** the account itself is no stronger, and may be changed: nobody has more afterwards than the caller had */
  changed?: true;
}
const set = (values: Record<string, unknown>) =>
  app.database.systemDb.updateTable('app_user').set(values).where('id', '=', target).execute();
const cases: readonly Case[] = [
  {
    name: 'the primary account',
    caller: 'clerk',
    strengthen: async () => {
      await set({ is_primary: true });
      // it has everything without a role, and what an administrator makes of a role does not change it
      await app.database.systemDb.deleteFrom('user_role').where('user_id', '=', target).execute();
    },
  },
  { name: 'an administrator', caller: 'head', strengthen: () => set({ org_type: 1 }) },
  {
    name: 'somebody with a menu more',
    every: true,
    caller: 'clerk',
    strengthen: () =>
      app.database.systemDb
        .insertInto('role_menu')
        .values({ client_id: clientId, role_id: target, menu_key: 'settlement' })
        .execute(),
  },
  {
    name: 'somebody who sees another department besides',
    every: true,
    caller: 'head',
    strengthen: async () => {
      await set({ data_scope: 4 });
      const orgs = [home, outside].map((org_id) => ({ client_id: clientId, user_id: target, org_id }));
      await app.database.systemDb.insertInto('user_org_scope').values(orgs).execute();
    },
  },
  {
    name: 'somebody who was given another department’s vehicle',
    caller: 'head',
    strengthen: async () => {
      await sql`update vehicle set org_id = ${outside} where id = ${target}`.execute(app.database.systemDb);
      await sql`update resource_auth set resource_kind = 'vehicle', resource_id = ${target}, org_id = null, user_id = ${target}, inherit = false,
        rights = '{view,control}', valid_until = null, revoked_at = null where id = ${target}`.execute(
        app.database.systemDb,
      );
    },
  },
  {
    name: 'somebody beside a department that was given another department’s vehicle',
    caller: 'head',
    changed: true,
    strengthen: () => sql`update vehicle set org_id = ${outside} where id = ${target}`.execute(app.database.systemDb),
  },
];

/** Inputs that ask for as much as they can: other data scopes, the stronger role and another one, the other department, an administrator. */
const greedy = (): Array<Record<string, unknown>> =>
  [null, 1, 2, 4].map((dataScope) => ({
    dataScope,
    version: 1,
    userOrgType: dataScope === 1 ? 1 : 0,
    orgId: dataScope === 1 ? target : home,
    // where what was given above is inherited
    parentId: team,
    orgIds: [outside],
    roleIds: dataScope === 2 ? [another] : [target],
    roleId: dataScope === 2 ? another : target,
    how: dataScope === 2 ? 'add' : 'replace',
    accountCode: `greedy${String(++serial).replaceAll(/\d/gu, (digit) => 'abcdefghij'.charAt(Number(digit)))}`,
    phone: String(13_800_138_000 + serial),
    name: `贪心${String(serial).replaceAll(/\d/gu, (digit) => '零一二三四五六七八九'.charAt(Number(digit)))}`,
    code: undefined,
    email: null,
    accountStatus: 0,
    reset: true,
    toUserId: null,
    jurisdiction: undefined,
    rights: ['view', 'control'],
    password: undefined,
  }));

/** A fresh account and role with everything else of that id, the account in the caller's department and weaker than him. */
async function weaken(): Promise<void> {
  const db = app.database.systemDb;
  await set({
    is_primary: false,
    org_type: 0,
    data_scope: 3,
    org_id: target,
    status: 1,
    is_super: false,
    version: 1,
    deleted_at: null,
    account_code: 'weak',
    phone: null,
    driver_id: null,
  });
  await sql`delete from role_menu where role_id = ${target}`.execute(db);
  await sql`delete from user_org_scope where user_id = ${target}`.execute(db);
  await sql`delete from user_role where user_id = ${target}`.execute(db);
  await sql`update role set version = 1, all_rights = false, preset = false, data_scope = 3, masks = '{}' where id = ${target}`.execute(
    db,
  );
  await sql`update org set parent_id = ${home}, version = 1 where id in (${target}, ${team})`.execute(db);
  await sql`update vehicle set org_id = ${home} where id = ${target}`.execute(db);
  await sql`update resource_auth set resource_kind = 'vehicle', resource_id = ${target}, org_id = ${team}, user_id = null, inherit = true,
    rights = '{view,control}', valid_until = null, revoked_at = null where id = ${target}`.execute(db);
  await sql`update driver set deleted_at = null, version = 1, phone = '', org_id = ${home}, status = 1 where id = ${target}`.execute(
    db,
  );
  await sql`insert into user_role (client_id, user_id, role_id) values (${clientId}, ${target}, ${target})`.execute(db);
  await sql`insert into auth_session (id, client_id, user_id, terminal_kind, absolute_expire_at)
    select gen_random_uuid(), ${clientId}, ${target}, 'web', now() + interval '1 hour'
    where not exists (select from auth_session where user_id = ${target} and revoked_at is null)`.execute(db);
}

/** Logs in somebody who holds every menu but `without` and every button: as head of a department, or as an administrator. */
async function enter(caller: Case['caller']): Promise<{ id: string; token: string }> {
  const db = app.database.systemDb;
  const own = { client_id: clientId };
  const account = `caller${++serial}`;
  const { id } = await db
    .insertInto('app_user')
    .values({
      ...own,
      account_code: account,
      name: account,
      org_id: home,
      org_type: caller === 'clerk' ? 1 : 0,
      pwd_hash: await hashPassword('Test@2026', app.secrets.pwdSalt),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: role_id } = await db
    .insertInto('role')
    .values({ ...own, name: account, data_scope: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('user_role')
    .values({ ...own, user_id: id, role_id })
    .execute();
  const held = menuKeys.filter((key) => caller === 'head' || key !== 'settlement');
  await db
    .insertInto('role_menu')
    .values(held.map((menu_key) => ({ ...own, role_id, menu_key })))
    .execute();
  const rights = listRights().flatMap(({ menu, path }) =>
    [menu].flat().map((menu_id) => ({ ...own, role_id, menu_id, path })),
  );
  await db
    .insertInto('role_button')
    .values(rights)
    .onConflict((c) => c.doNothing())
    .execute();
  const { data } = await app.login(account, 'Test@2026');
  // it was proved by the password: what follows is refused for other reasons
  return { id, token: String(data.access_token) };
}

/** The code of the answer; 0 for a file. */
async function ask(e: Endpoint, input: unknown, token: string): Promise<number> {
  const query = new URLSearchParams(input as Record<string, string>);
  const answer = await app.http.inject({
    method: e.method,
    url: e.method === 'GET' ? `${e.path}?${query}` : e.path,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: e.method === 'GET' ? undefined : JSON.stringify(input),
  });
  return e.raw ? 0 : Number(answer.json().code);
}

/** What an account has that it had not, and its maker had not either; who sees the whole company may give any department of it. */
function gained(before: Power, after: Power, maker: Power): string[] {
  const whole = maker.has('admin') || maker.has('primary');
  return [...after].filter(
    (word) => !before.has(word) && !maker.has(word) && !(whole && /^(?:department|given) /u.test(word)),
  );
}

beforeAll(async () => {
  app = await testApp();
  const db = app.database.systemDb;
  ({ clientId, token: owner } = await app.company('大公司'));
  const org = async (name: string, parent_id: string | null): Promise<string> =>
    (
      await db
        .insertInto('org')
        .values({ client_id: clientId, name, parent_id })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const top = await org('总部', null);
  home = await org('本部门', top);
  team = await org('小组', home);
  outside = await org('别的部门', top);
  await fillEveryTable(db, clientId, target);
  const role = { client_id: clientId, name: '别的角色', data_scope: 3 };
  another = (await db.insertInto('role').values(role).returning('id').executeTakeFirstOrThrow()).id;
});
afterAll(() => app.close());

/** Calls that only look, by their last word. */
const looks =
  /\/(?:page|list|detail|options|tree|export|count|summary|query|history|changeHis|get\w*|curve|totals|points|preview|his)$/iu;

/** Calls that change an account, or what it may do, when the company's owner asks them for the account of somebody weaker. */
const changing = [
  'manage/driver/account',
  'org/move',
  'org/transfer',
  'org/update',
  'role/addMembers',
  'role/removeMembers',
  'role/saveDataScope',
  'role/saveMenu',
  'role/status',
  'role/update',
  'user/companies/invite',
  'user/del',
  'user/handover/run',
  'user/kick',
  'user/resetPwd',
  'user/setRole',
  'user/status',
  'user/update',
].map((path) => `/api/base/${path}`);

it(`${changing.length} calls of ${calls.length} change an account: the owner of the company may`, async () => {
  const db = app.database.systemDb;
  const found = new Set<string>();
  const now = async (): Promise<string> => JSON.stringify(await readAccount(db, target));
  const urge = async (e: Endpoint): Promise<void> => {
    await ask(e, sampleInput(e, target), owner);
    for (const values of greedy().slice(1, 3)) await ask(e, wholeInput(e, target, values), owner);
  };
  /** Asks these calls one after the other; those that changed the account were found once each has been asked of a fresh one. */
  const askAll = async (some: readonly Endpoint[]): Promise<void> => {
    await weaken();
    const before = await now();
    for (const e of some) await urge(e);
    if ((await now()) === before) return;
    if (some.length === 1) for (const { path } of some) found.add(path);
    else for (const e of some) await askAll([e]);
  };
  const writing = calls.filter(({ method, path }) => method === 'POST' && !looks.test(path)).filter(bound);
  // reading all that is written of an account costs more than a call: most calls change nothing of it, and many are read after together
  for (let at = 0; at < writing.length; at += 12) await askAll(writing.slice(at, at + 12));
  expect([...found].sort()).toEqual(changing);
}, 240_000);

describe.each(cases)('$name', ({ caller, strengthen, every, changed }) => {
  const asked = every ? calls : calls.filter(({ path }) => changing.includes(path));
  it(`stays as it was in ${asked.length} calls`, async () => {
    const db = app.database.systemDb;
    await weaken();
    const me = await enter(caller);
    await strengthen();
    const account = await readAccount(db, target);
    const powers = await readPowers(db, clientId);
    const mine = powers.get(me.id) ?? new Set();
    for (let at = 0; at < asked.length; at += 6)
      await Promise.all(
        asked
          .slice(at, at + 6)
          .filter(bound)
          .map((e) => ask(e, sampleInput(e, target), me.token)),
      );
    for (const e of calls.filter(({ path }) => changing.includes(path)))
      for (const values of greedy()) await ask(e, wholeInput(e, target, values), me.token);
    if (!changed) expect(await readAccount(db, target)).toEqual(account);
    for (const [id, after] of await readPowers(db, clientId))
      expect(gained(powers.get(id) ?? new Set(), after, mine), `account ${id}`).toEqual([]);
  }, 120_000);
});
