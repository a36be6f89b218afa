import type { CellError } from '@tongda/contract/core/register/import';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listEndpoints } from '../../src/core/http/endpoints';
import { columnName } from '../../src/core/workbook/address';
import { type FleetFixture, fleetFixture } from '../fleet-fixture';
import { uploadSheet } from '../sheet-kit';
import { type TestApp, testApp } from '../test-app';
import { type SeenSheet, seenBook, TestBook, type TestValue } from '../workbook-kit';

/**
 * Every import of the contract, whatever it fills: its template's own example goes in, is told apart by mode, changes nothing where cells are
 * blank, is told cell by cell what is wrong, and is taken back import by import. A new import is tested without a line here.
 */
const suffix = '/importTemplate';
const bases = listEndpoints()
  .map(({ path }) => path)
  .filter((path) => path.endsWith(suffix))
  .map((path) => path.slice(0, -suffix.length))
  .sort();

/**
 * What is particular to a register: `name` makes what its example names and a new company lacks, `key` are columns that may be blank in a new record
 * and still tell which one a line is about, `once` those that only a new record takes.
 */
interface Particular {
  name?: () => Promise<unknown>;
  key?: readonly string[];
  once?: readonly string[];
  /** its files only add: what is known already is refused, never changed */
  onlyAdds?: true;
}
const insert = async (
  table: 'customer' | 'role' | 'app_user' | 'bluetooth_lock' | 'driver',
  values: object,
): Promise<void> => {
  await sql`insert into ${sql.table(table)} (client_id, ${sql.join(Object.keys(values).map((c) => sql.ref(c)))})
    values (${a.clientId}, ${sql.join(Object.values(values))}) on conflict do nothing`.execute(app.database.systemDb);
};
const zhangsan = () => insert('app_user', { account_code: 'zhangsan', name: '张珊', org_id: a.orgId, pwd_hash: '' });
const site = async (name: string, lng: number): Promise<void> => {
  const shape = { kind: 'circle', lng, lat: 31.2, radiusM: 300 };
  const made = await a.post('/api/base/manage/region/add', { kind: 'site', name, placeType: 2, shape });
  if (made.code !== 200) throw new Error(made.msg);
};
const particular: Readonly<Record<string, Particular>> = {
  '/api/base/manage/route': {
    name: async () => {
      for (const [name, lng] of [
        ['青浦冷库', 121.1],
        ['昆山仓', 120.9],
        ['无锡仓', 120.3],
      ] as const)
        await site(name, lng);
    },
  },
  '/api/base/manage/region': { key: ['类别*'] },
  '/api/base/manage/store': { name: () => insert('customer', { name: '鲜果源', code: 'XGY' }) },
  '/api/base/org': { name: zhangsan },
  '/api/base/resourceAuth': { name: () => a.addVehicle('沪A12345'), key: ['被授权部门'] },
  '/api/base/resourceAuth/map': { key: ['被授权部门'] },
  '/api/base/resourceAuth/lock': {
    name: () => insert('bluetooth_lock', { lock_no: 'LS268001', org_id: a.orgId }),
    once: ['围栏半径(m)'],
  },
  '/api/base/user': {
    name: async () => {
      await sql`update app_user set account_code = 'lisi' where account_code = 'zhangsan'`.execute(
        app.database.systemDb,
      );
      await insert('role', { name: '调度员' });
    },
    once: ['初始密码'],
  },
  // a vehicle without a fuel sensor burns nothing that a bill could be compared with
  '/api/report/refuel': {
    name: () => sql`update vehicle set oil_count = 1 where plate_no = '沪A12345'`.execute(app.database.systemDb),
  },
  '/api/report/custom/dispatch': {
    name: async () => {
      await insert('customer', { name: '光明乳业', code: 'GM' });
      await insert('driver', { name: '发运司机', phone: '13900008888' });
      for (const [name, lng] of [
        ['A发运仓', 121.2],
        ['B发运店', 121.3],
        ['C发运店', 121.4],
      ] as const)
        await site(name, lng);
    },
    onlyAdds: true,
  },
  '/api/report/custom/vehicleBinding': {
    name: () => insert('customer', { name: '光明乳业', code: 'GM' }),
    onlyAdds: true,
  },
  '/api/tms/cargoconfig': { key: ['客户'] },
  '/api/tms/customerOrder': { key: ['客户单号'], name: () => insert('customer', { name: '华润万家', code: 'HR' }) },
};

let app: TestApp;
let a: FleetFixture;
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '导入公司');
});
afterAll(() => app.close());

const sheetCalled = (bytes: Buffer, name: string): SeenSheet | undefined =>
  seenBook(bytes).find((sheet) => sheet.name === name);
type Change = (head: string, text: TestValue) => TestValue;

describe.each(bases)('%s', (base) => {
  let heads: string[];
  let lines: TestValue[][];
  const { name, key = [], once = [], onlyAdds = false } = particular[base] ?? {};
  beforeAll(async () => {
    await name?.();
    const answer = await app.http.inject({
      method: 'POST',
      url: `${base}${suffix}`,
      headers: { authorization: `Bearer ${a.token}`, 'content-type': 'application/json' },
      payload: '{}',
    });
    const book = seenBook(answer.rawPayload);
    expect(book.map(({ name, state }) => `${name} ${state}`)).toEqual([
      '数据 visible',
      '示例 visible',
      '填写说明 visible',
      '选项 hidden',
    ]);
    const [first = [], ...rows] = book[1]?.rows ?? [];
    heads = first.map(String);
    lines = rows;
    expect(lines.length).toBeGreaterThan(0);
    // every column says what to fill in
    for (const [i, head] of heads.entries()) expect(book[0]?.cell(`${columnName(i)}1`).note, head).toMatch(/./u);
  });
  const fileOf = async (change: Change = (_head, text) => text): Promise<Buffer> => {
    const book = new TestBook();
    const changed = lines.map((line) => heads.map((head, i) => change(head, line[i] ?? null)));
    book.sheet('数据').addRows([heads, ...changed]);
    return book.bytes();
  };
  const send = async (call: string, bytes: Buffer, fields: Record<string, string> = {}) =>
    uploadSheet(app, `${base}/${call}`, bytes, a.token, fields);
  const undo = (id: string) => a.post(`${base}/importUndo`, { id });
  const isRequired = (head: string): boolean => head.endsWith('*');

  it('takes its example, tells the modes apart, keeps what blank cells leave out, and is taken back', async () => {
    const example = await fileOf();
    const first = await send('import', example, { mode: 'add' });
    expect(first, JSON.stringify(first.data)).toMatchObject({ code: 200, data: { updated: 0, skipped: 0 } });
    expect(first.data.added).toBeGreaterThan(0);
    const again = await send('importCheck', example, { mode: 'add' });
    expect(again.data).toMatchObject({ valid: 0, adds: 0 });
    expect(again.data.annotated).not.toBeNull();
    if (onlyAdds) {
      for (const mode of ['update', 'both'])
        expect((await send('importCheck', example, { mode })).data).toMatchObject({ valid: 0, adds: 0, updates: 0 });
      expect(await undo(first.data.runId)).toMatchObject({ code: 200, data: { undone: first.data.added, left: 0 } });
      return;
    }
    // of a list only its record: without any element it stays as it is
    const whole = lines;
    lines = lines.slice(0, 1);
    const blank = await send(
      'import',
      await fileOf((head, text) =>
        head === heads[0] || key.includes(head) || (whole.length === 1 && isRequired(head)) ? text : null,
      ),
      { mode: 'update' },
    );
    lines = whole;
    expect(blank, JSON.stringify(blank.data)).toMatchObject({
      code: 200,
      data: { added: 0, updated: first.data.added },
    });
    const changes = await fileOf((head, text) => (once.includes(head) ? null : text));
    const last = await send('import', changes, { mode: 'both' });
    expect(last, JSON.stringify(last.data)).toMatchObject({ code: 200, data: { added: 0, updated: first.data.added } });
    const images = async (id: string) =>
      (
        await sql<{
          before: object;
        }>`select before - array['version', 'updated_at', '$parts'] as before from import_run_row
          where run_id = ${id} order by row_no`.execute(app.database.systemDb)
      ).rows;
    expect(await images(last.data.runId)).toEqual(await images(blank.data.runId));
    for (const { data } of [last, blank, first])
      expect(await undo(data.runId), base).toMatchObject({ code: 200, data: { undone: first.data.added, left: 0 } });
    const gone = await send('importCheck', example, { mode: 'update' });
    expect(gone.data).toMatchObject({ valid: 0, updates: 0 });
  });

  it('writes what is wrong into the cells', async () => {
    const { code, data } = await send('importCheck', await fileOf(() => '※'.repeat(300)));
    expect(code).toBe(200);
    const sheet = sheetCalled(Buffer.from(data.annotated, 'base64'), '数据');
    const errors: CellError[] = data.errors ?? [];
    for (const { row, column, msg } of errors) {
      expect(column).toMatch(/^[A-Z]+$/u);
      expect(msg).not.toMatch(/无效输入|Invalid|undefined/u);
      expect(sheet?.cell(`${column}${row}`).note).toContain(msg);
    }
    const empty = await send('importCheck', await fileOf((head) => (head === heads.at(-1) ? '※' : null)));
    for (const { msg } of (empty.data.errors ?? []) as CellError[]) expect(msg).not.toMatch(/无效输入|Invalid/u);
  });
});
