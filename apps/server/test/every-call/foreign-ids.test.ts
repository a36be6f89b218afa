import { codes, type Endpoint } from '@tongda/contract/core/endpoint';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listEndpoints } from '../../src/core/http/endpoints';
import { hashPassword } from '../../src/modules/base/identity/password/hash';
import { type Answer, type TestApp, testApp } from '../test-app';
import { fillEveryTable, fingerprints, mark, unfilled } from './every-table';
import { idFields, sampleInput } from './sample-input';

/**
 * Every call of the contract that takes an id, with the id of a record that exists and is not the caller's: another company's, another
 * department's, or his own without the button. Generated from the contract: a new call is tested without a line here.
 */
const id = '990001';
let app: TestApp;
let clientId: string;
let stranger: string;
let neighbour: string;
let lookingOnly: string;
let nobody: string;
let strangerId: string;
let filled: string[];
let before: Record<string, string>;

const withIds = listEndpoints().filter(
  (e) => e.access !== 'public' && e.body === 'json' && idFields(e).names.length > 0,
);
const named = withIds.map((e) => ({ name: `${e.method} ${e.path}`, e }));
const byButton = listEndpoints().filter((e) => typeof e.access === 'object' && e.access.path !== undefined);
const byMenu = listEndpoints().filter((e) => typeof e.access === 'object');

/** A user of the company with a role; logs in and answers the token. */
async function user(account: string, org: string, role: { all?: boolean; menus?: boolean }): Promise<string> {
  const db = app.database.systemDb;
  const own = { client_id: clientId };
  const made = await db
    .insertInto('app_user')
    .values({
      ...own,
      account_code: account,
      name: account,
      org_id: org,
      data_scope: 2,
      pwd_hash: await hashPassword('Test@2026', app.secrets.pwdSalt),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: roleId } = await db
    .insertInto('role')
    .values({ ...own, name: account, all_rights: role.all ?? false })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('user_role')
    .values({ ...own, user_id: made.id, role_id: roleId })
    .execute();
  if (role.menus) {
    const { menuKeys } = await import('@tongda/contract/shell/menus');
    await db
      .insertInto('role_menu')
      .values(menuKeys.map((menu_key) => ({ ...own, role_id: roleId, menu_key })))
      .execute();
  }
  return String((await app.login(account, 'Test@2026')).data.access_token);
}

beforeAll(async () => {
  app = await testApp();
  const db = app.database.systemDb;
  clientId = (await app.company('甲公司')).clientId;
  ({ token: stranger, clientId: strangerId } = await app.company('乙公司'));
  const tables = await fillEveryTable(db, clientId, id);
  ({ filled } = tables);
  expect(Object.keys(tables.left).sort(), JSON.stringify(tables.left)).toEqual(Object.keys(unfilled).sort());
  expect(filled).toEqual(
    expect.arrayContaining([
      'app_user',
      'carrier',
      'device',
      'driver',
      'fleet',
      'org',
      'resource_auth',
      'role',
      'vehicle',
    ]),
  );
  const { id: aside } = await db
    .insertInto('org')
    .values({ client_id: clientId, name: '旁边的部门' })
    .returning('id')
    .executeTakeFirstOrThrow();
  neighbour = await user('neighbour', aside, { all: true });
  lookingOnly = await user('looking', id, { menus: true });
  nobody = await user('nobody', id, {});
  before = await fingerprints(db, clientId);
});
afterAll(() => app.close());

/** A call that no module binds is for the completeness test to name. */
const bound = (e: Endpoint): boolean => app.http.boundEndpoints.has(`${e.method} ${e.path}`);
const call = (e: Endpoint, token: string): Promise<Answer> => {
  const input = sampleInput(e, id);
  if (e.method === 'POST') return app.post(e.path, input, token);
  return app.get(`${e.path}?${new URLSearchParams(input as Record<string, string>)}`, token);
};
const refused: readonly number[] = [codes.forbidden, codes.notFound];
/** A reference that is not the caller's is a finding at its field; what is not about ids at all may be wrong in a generated input. */
const harmless: readonly number[] = [
  ...refused,
  codes.invalid,
  codes.conflict,
  codes.illegalTransition,
  codes.blockedByRule,
];

describe('another company’s ids', () => {
  // there are more exports than one user may have waiting
  beforeEach(async () => {
    await app.database.systemDb.deleteFrom('export_task').where('client_id', '=', strangerId).execute();
  });

  it(`are taken by ${withIds.length} calls, of every module`, () => {
    expect(withIds.length).toBeGreaterThan(60);
    const fit = withIds.filter((e) => e.input.safeParse(sampleInput(e, id)).success);
    expect(fit.length / withIds.length).toBeGreaterThan(0.8);
  });

  it.each(named)('$name', async ({ e }) => {
    if (!bound(e)) return;
    const answer = await call(e, stranger);
    const text = JSON.stringify(answer);
    expect(text, 'data of the other company').not.toContain(mark);
    if (answer.code === e.okCode || answer.code === codes.ok) {
      // only a filter, a batch without a hit, or one's own settings may be answered with success
      expect(idFields(e).required && isAboutOne(e), `answered ${text.slice(0, 200)}`).toBe(false);
    } else expect(harmless, text.slice(0, 300)).toContain(answer.code);
  });

  it('changed nothing of the other company', async () => {
    expect(await fingerprints(app.database.systemDb, clientId)).toEqual(before);
    expect(Object.keys(before).length).toBeGreaterThan(20);
  });

  it('are not even seen by a query without any condition', async () => {
    const seen = await app.database.withTenant({ clientId: strangerId, provider: false }, async (trx) => {
      const tables: string[] = [];
      for (const table of filled) {
        const { rows } = await sql`select from ${sql.table(table)} where id = ${id}`.execute(trx);
        if (rows.length > 0) tables.push(table);
      }
      return tables;
    });
    expect(seen).toEqual([]);
  });
});

/** Calls that show the provider what companies sent him. */
const forProvider =
  /^\/api\/base\/(?:open\/authorize|memberPlan|orderAudit|instruct|messageTrace|repairManage|user\/systemApply)\//u;

/** A call whose subject is one record: `{id}` alone or with values; lists of records and filters are not. */
const isAboutOne = (e: Endpoint): boolean =>
  idFields(e).names.includes('id') && !/(?:changeHis|options|page|tree|list)$/iu.test(e.path);

/** Calls about what belongs to the company as a whole and to none of its departments (cards of nobody, rules for everybody, look-ups of vehicles that are not on the platform): who holds their rights has all of it. */
const companyWide =
  /^\/api\/(?:base\/(?:role|erpOrder|manage\/(?:carrier|deviceModel|device\/modelOptions|writeDevice\/(?:page|loss|cancel|swipes)))|tms\/cargoconfig|report\/externalVehicle|alarm\/(?:push|rule\/(?:detail|history|issueResult)))(?:\/|$)/u;
/** Tables of the same, what everybody leaves behind, and renewals: whoever looks first closes those whose time is over. */
const companyTables =
  /^(?:role|carrier|device_model|erp_order|item_name|cargo|push|change_history|message|user_pref|export|import|client|renew_|member_draft)/u;

/** Targets of forwarding are shown to everybody who has the page, with masked addresses; whoever does not see all that one tells changes nothing of it. */
const shownToAll = /^\/api\/(?:base\/forwarding|report\/custom\/subscribeLog)\//u;

const lists = listEndpoints().filter((e) =>
  /\/(?:page|list|options|tree|counts|shapes|choices|handlers|creators|sites|routes)$/iu.test(e.path),
);
const asking = [...new Set([...withIds, ...lists])].filter(
  (e) => e.body === 'json' && typeof e.access === 'object' && !companyWide.test(e.path),
);

describe('ids of another department', () => {
  it(`show nothing and change nothing, in any call that takes ids or lists records (${asking.length} calls)`, async () => {
    const calls = asking.filter(bound);
    expect(calls.length).toBeGreaterThan(350);
    const wrong: string[] = [];
    const ask = async (e: Endpoint): Promise<void> => {
      const answer = await call(e, neighbour);
      if (shownToAll.test(e.path)) return;
      const said = `${e.path} ${JSON.stringify(answer).slice(0, 160)}`;
      if (JSON.stringify(answer).includes(mark)) wrong.push(said);
      if (isAboutOne(e) && e.input.safeParse(sampleInput(e, id)).success && !harmless.includes(answer.code))
        wrong.push(said);
    };
    // six at a time: the database answers beside the server
    for (let at = 0; at < calls.length; at += 6) await Promise.all(calls.slice(at, at + 6).map(ask));
    expect(wrong).toEqual([]);
    const now = await fingerprints(app.database.systemDb, clientId);
    const tables = Object.keys(before).filter((table) => !companyTables.test(table));
    const of = (prints: Record<string, string>) => tables.map((table) => [table, prints[table]]);
    expect(of(now)).toEqual(of(before));
  }, 120_000);
});

const answered = listEndpoints().filter((e) => !e.raw && e.body === 'json' && typeof e.access === 'object');

describe('the provider’s own people', () => {
  it(`get an answer from every call, and nothing of a company that they do not visit (${answered.length} calls)`, async () => {
    const db = app.database.systemDb;
    const provider = await app.company('运营商');
    await db.updateTable('client').set({ kind: 'provider' }).where('id', '=', provider.clientId).execute();
    const calls = answered.filter(bound);
    const wrong: string[] = [];
    for (let at = 0; at < calls.length; at += 6)
      await Promise.all(
        calls.slice(at, at + 6).map(async (e) => {
          const answer = await call(e, provider.token);
          const said = JSON.stringify(answer);
          if (answer.code === codes.unexpected || (said.includes(mark) && !forProvider.test(e.path)))
            wrong.push(`${e.path} ${said.slice(0, 160)}`);
        }),
      );
    expect(wrong).toEqual([]);
  }, 120_000);
});

describe('without the right', () => {
  it(`every call with a button answers 4003 to who holds the menus only (${byButton.length} calls)`, async () => {
    const answers = await Promise.all(
      byButton.filter(bound).map(async (e) => [e.path, (await call(e, lookingOnly)).code] as const),
    );
    expect(answers.filter(([, code]) => code !== codes.forbidden)).toEqual([]);
  });
  it(`every call with a menu answers 4003 to who holds none (${byMenu.length} calls)`, async () => {
    const answers = await Promise.all(
      byMenu.filter(bound).map(async (e) => [e.path, (await call(e, nobody)).code] as const),
    );
    expect(answers.filter(([, code]) => code !== codes.forbidden)).toEqual([]);
  });
});
