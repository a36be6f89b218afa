import { createHash, randomUUID } from 'node:crypto';
import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTruck, report, testStream } from '../../../../../test/stream-kit';
import { type TestApp, testApp } from '../../../../../test/test-app';
import { wireTime } from '../../../../core/http/answer/wire-time';
import { type JsonSchema, jsonSchemaOf } from '../../../../core/http/json-schema';
import {
  askedByCustomers,
  hideFromCustomer,
  keptFromCustomers,
  toldToCustomers,
} from '../../../../core/masks/customer';
import { offeredInterfaces } from '../catalogue';
import { signatureOf } from '../machine/signature';

let app: TestApp;
let own: { token: string; clientId: string; userId: string };
/** `now`: bound since an hour; `past`: bound until two hours ago; `never`: not bound to him; `other`: bound to another customer */
type Key = 'now' | 'past' | 'never' | 'other';
const keys = ['now', 'past', 'never', 'other'] as const;
const plates: Record<Key, string> = { now: '沪A10001', past: '沪A10002', never: '沪A10003', other: '沪A10004' };
const ids = {} as Record<Key, string>;
const start = Math.floor(Date.now() / 1000) * 1000;
const wire = (t: number) => wireTime(t, 'Asia/Shanghai');
let customer = '';
let stranger = '';
let his: { id: string; appKey: string; secret: string };
let ours: typeof his;

beforeAll(async () => {
  app = await testApp();
  own = await app.company('承运企业', { primary: true });
  const db = app.database.systemDb;
  const addCustomer = async (name: string) =>
    (
      await db
        .insertInto('customer')
        .values({ client_id: own.clientId, name, code: name })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  [customer, stranger] = [await addCustomer('甲客户'), await addCustomer('乙客户')];
  const { send, stream } = await testStream(app.database);
  for (const key of keys) {
    const truck = { clientId: own.clientId, ...(await makeTruck(app.database, own.clientId, plates[key], '1.1')) };
    ids[key] = truck.vehicleId;
    // a point every ten minutes of the last six hours
    await Promise.all(
      Array.from({ length: 36 }, (_, i) =>
        send(report(truck, start - (36 - i) * 10 * minuteMs, { acc: true, speedKmh: 60 })),
      ),
    );
    for (const hours of [0.5, 3, 5])
      await sql`insert into episode (client_id, vehicle_id, kind, alarm, subject, level, start_time, end_time, confirmed_at, status)
        values (${own.clientId}, ${truck.vehicleId}, 'speedAlarm', true, ${String(hours)}, 2, ${new Date(start - hours * hourMs)}, ${new Date(start - hours * hourMs + minuteMs)},
          ${new Date(start - hours * hourMs)}, 1)`.execute(db);
  }
  await stream.stop();
  const bind = (key: Key, who: string, code: string, from: number, until: number | null) =>
    sql`insert into vehicle_binding (client_id, vehicle_id, customer_id, ext_code, during) values (${own.clientId}, ${ids[key]}, ${who}, ${code},
      tstzrange(${new Date(start - from * hourMs)}, ${until === null ? null : new Date(start - until * hourMs)}))`.execute(
      db,
    );
  await bind('now', customer, 'K-1', 1, null);
  await bind('past', customer, 'K-2', 4, 2);
  await bind('other', stranger, 'S-9', 9, null);
  [his, ours] = [await addApp('甲的系统', customer), await addApp('自用系统', null)];
}, 60_000);
afterAll(() => app.close());

const post = (what: string, input: object) => app.post(`/api/base/interface/${what}`, input, own.token);
async function addApp(name: string, customerId: string | null): Promise<typeof his> {
  const { data, msg } = await post('app/add', { name, scope: 1, customerId });
  expect(data, msg).toBeTruthy();
  for (const { key, group, summary } of offeredInterfaces) {
    await sql`insert into open_interface (key, category, name, summary, sort, status) values (${key}, ${group}, ${key}, ${summary}, 1, 1)
      on conflict (key) do update set status = 1`.execute(app.database.systemDb);
    await sql`insert into interface_apply (client_id, interface_key, app_id, status, purpose, daily_calls, daily_limit, user_id, user_name)
      values (${own.clientId}, ${key}, ${data.id}, 1, '对接', 1000, 1000, ${own.userId}, '管理员')`.execute(
      app.database.systemDb,
    );
  }
  await app.bus.publish('accessChanged', own.clientId, { clientId: own.clientId });
  return data;
}

async function call(who: typeof his, path: string, input: object) {
  const [time, nonce, body] = [String(Math.floor(Date.now() / 1000)), randomUUID(), JSON.stringify(input)];
  const bodyHash = createHash('sha256').update(body).digest('hex');
  const signature = signatureOf(who.secret, { appKey: who.appKey, method: 'POST', path, time, nonce, bodyHash });
  const headers = { 'x-app-key': who.appKey, 'x-timestamp': time, 'x-nonce': nonce, 'x-signature': signature };
  const answer = await app.http.inject({
    method: 'POST',
    url: path,
    headers: { ...headers, 'content-type': 'application/json' },
    payload: body,
  });
  return answer.json();
}
const [snapshot, points, alarms, vehicles] = [
  '/api/gis/monitor/snapshot',
  '/api/gis/track/points',
  '/api/alarm/record/page',
  '/api/base/manage/vehicle/page',
];
const range = { startTime: wire(start - 7 * hourMs), endTime: wire(start), page: 1, size: 200 };
const platesOf = (list: Array<{ plateNo: string }>) => list.map(({ plateNo }) => plateNo).sort();

it.each(offeredInterfaces.map(({ key, endpoint, example }) => [key, endpoint.path, example] as const))(
  'the interface %s tells a program of a customer of nothing outside of his bindings, or nothing at all',
  async (key, path, example) => {
    const input = {
      ...example,
      ...('startTime' in example ? range : {}),
      ...('vehicleId' in example ? { vehicleId: ids.now } : {}),
    };
    const answer = await call(his, path, input);
    const offered = offeredInterfaces.find((one) => one.key === key);
    if (!offered?.forCustomers) {
      expect(answer).toMatchObject({ code: 4003, msg: '此接口不对客户的应用开放' });
      const applied = await post('apply', { key, appId: his.id, purpose: '对接仓储系统看板', dailyCalls: 5 });
      expect(applied).toMatchObject({ code: 4011, msg: expect.stringContaining('不对客户的应用开放') });
      return;
    }
    expect(answer.code, answer.msg).toBe(200);
    const text = JSON.stringify(answer.data);
    expect(text).toContain('K-1');
    for (const other of ['never', 'other'] as const) {
      expect(text).not.toContain(plates[other]);
      expect(text).not.toContain(`"vehicleId":"${ids[other]}"`);
    }
    expect(text).not.toContain('S-9');
  },
);

it('positions and the register tell who is bound now, by whatever name is asked', async () => {
  const shown = async (who: typeof his, input: object = {}) => {
    const { data } = await call(who, snapshot, input);
    expect(data.live.map((one: { vehicleId: string }) => one.vehicleId).sort()).toEqual(
      data.vehicles.map((one: { vehicleId: string }) => one.vehicleId).sort(),
    );
    return data.vehicles;
  };
  expect(await shown(his)).toMatchObject([{ plateNo: plates.now, extCode: 'K-1' }]);
  expect(platesOf(await shown(ours))).toEqual(Object.values(plates));
  expect((await shown(ours)).map((one: { extCode: string }) => one.extCode)).toEqual(['K-1', '', '', 'S-9']);
  expect(await shown(ours, { extCode: 'S-9' })).toMatchObject([{ plateNo: plates.other, extCode: 'S-9' }]);
  expect(await shown(ours, { customerId: customer })).toMatchObject([{ plateNo: plates.now }]);
  expect(await shown(his, { extCode: 'S-9' })).toEqual([]);
  expect(await shown(his, { customerId: stranger })).toEqual([]);
  expect(await shown(his, { vehicleIds: [ids.never, ids.past, ids.now] })).toHaveLength(1);
  const register = async (who: typeof his, input: object = {}) => (await call(who, vehicles, input)).data;
  expect(await register(his)).toMatchObject({ total: 1, list: [{ plateNo: plates.now, extCode: 'K-1' }] });
  expect(await register(his, { sort: 'plateNo asc', plateNo: plates.never })).toMatchObject({ total: 0 });
  expect((await register(ours)).total).toBe(4);
  expect((await register(ours, { extCode: 'S-9' })).list).toMatchObject([{ plateNo: plates.other, extCode: 'S-9' }]);
});

it('alarms and points end with the binding, also of a vehicle that drives for somebody else now', async () => {
  const of = async (who: typeof his, input: object = {}) =>
    (await call(who, alarms, { ...range, ...input })).data.list.map(
      (one: { plateNo: string; subject: string; extCode: string }) => [one.plateNo, one.subject, one.extCode],
    );
  expect(await of(his)).toEqual([
    [plates.now, '0.5', 'K-1'],
    [plates.past, '3', 'K-2'],
  ]);
  expect(await of(ours)).toHaveLength(12);
  expect(await of(ours, { extCode: 'K-2' })).toEqual([[plates.past, '3', 'K-2']]);
  expect(await of(ours, { vehicleId: ids.past })).toEqual([
    [plates.past, '0.5', ''],
    [plates.past, '3', 'K-2'],
    [plates.past, '5', ''],
  ]);
  const track = async (who: typeof his, input: object) => call(who, points, { ...range, ...input });
  const times = (answer: { data: { list: Array<{ gpsTime: string }> } }) => answer.data.list.map((one) => one.gpsTime);
  expect((await track(ours, { vehicleId: ids.past })).data.total).toBe(36);
  for (const input of [{ vehicleId: ids.past }, { extCode: 'K-2' }, { vehicleId: ids.past, customerId: customer }]) {
    const found = await track(his, input);
    expect([times(found)[0], times(found).at(-1), found.data.total]).toEqual([
      wire(start - 4 * hourMs),
      wire(start - 2 * hourMs - 10 * minuteMs),
      12,
    ]);
  }
  expect((await track(his, { vehicleId: ids.now })).data.total).toBe(6);
  for (const input of [{ vehicleId: ids.never }, { vehicleId: ids.other }, { extCode: 'S-9' }])
    expect((await track(his, input)).code).toBe(4000);
  expect((await track(his, { vehicleId: ids.now, customerId: stranger })).data.errors).toMatchObject([
    { field: 'customerId' },
  ]);
});

it('a program of a customer is told nothing internal, and nothing from outside of the binding', async () => {
  const db = app.database.systemDb;
  const driver = await db
    .insertInto('driver')
    .values({ client_id: own.clientId, name: '内部司机', phone: '13800000001' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('vehicle').set({ driver_id: driver.id }).where('id', '=', ids.now).execute();
  await sql`update episode set driver_id = ${driver.id}, handled_name = '内部处理人', handle_remark = '内部备注', handled_at = now(), handle_status = 2
    where client_id = ${own.clientId}`.execute(db);
  // began in the binding of the past, ended after it
  await sql`update episode set end_time = ${new Date(start - hourMs)} where vehicle_id = ${ids.past} and subject = '3'`.execute(
    db,
  );
  for (const path of [snapshot, alarms, vehicles]) {
    const text = async (who: typeof his) => JSON.stringify((await call(who, path, { page: 1, size: 50 })).data);
    expect(await text(ours)).toContain('内部');
    expect(await text(his)).not.toContain('内部');
  }
  const { list } = (await call(his, alarms, { vehicleId: ids.past, page: 1, size: 5 })).data;
  expect(list).toMatchObject([{ endTime: null, end: null, durationMs: null, value: '', handleTime: null }]);
  // bound again only now: the last report is of before
  const live = async () => (await call(his, snapshot, {})).data.live[0];
  expect((await live()).deviceTime).not.toBeNull();
  const since = (at: Date) =>
    sql`update vehicle_binding set during = tstzrange(${at}, null) where ext_code = 'K-1'`.execute(db);
  await since(new Date());
  expect(await live()).toMatchObject({ deviceTime: null, lng: null, lat: null, todayMileageM: 0, stateSince: 0 });
  await since(new Date(start - hourMs));
});

it('customer and code together name one binding, in the register and among alarms as elsewhere', async () => {
  const db = app.database.systemDb;
  // the vehicle of 甲 is also 乙's, who calls it S-1
  await sql`insert into vehicle_binding (client_id, vehicle_id, customer_id, ext_code, during) values (${own.clientId}, ${ids.now}, ${stranger}, 'S-1',
    tstzrange(${new Date(start - hourMs)}, null))`.execute(db);
  const total = async (path: string, input: object) =>
    (await call(ours, path, { page: 1, size: 10, ...input })).data.total;
  for (const path of [vehicles, alarms]) {
    expect(await total(path, { customerId: customer, extCode: 'K-1' })).toBe(1);
    expect(await total(path, { customerId: stranger, extCode: 'S-1' })).toBe(1);
    expect(await total(path, { customerId: customer, extCode: 'S-1' })).toBe(0);
  }
  await sql`delete from vehicle_binding where ext_code = 'S-1'`.execute(db);
});

it('a change that says nothing of the customer leaves the program his', async () => {
  const row = async () => (await post('app/list', {})).data.find((one: { id: string }) => one.id === his.id);
  const { version } = await row();
  expect((await post('app/update', { id: his.id, version, name: '甲的新系统', scope: 1 })).code).toBe(200);
  expect(await row()).toMatchObject({ name: '甲的新系统', customer: { id: customer } });
});

const forCustomers = offeredInterfaces.filter((one) => one.forCustomers);
type Shape = JsonSchema & { properties?: Record<string, Shape>; items?: Shape; anyOf?: Shape[]; oneOf?: Shape[] };
/** Names of all fields of a shape, nested ones too. */
const namesOf = (shape: Shape): string[] => [
  ...Object.entries(shape.properties ?? {}).flatMap(([name, inner]) => [name, ...namesOf(inner)]),
  ...[shape.items ?? [], shape.anyOf ?? [], shape.oneOf ?? []].flat().flatMap((inner) => namesOf(inner)),
];
/** What a kept field says when there is nothing to say, and when it is not told. */
const says = (value: unknown): boolean =>
  !(
    value === null ||
    value === undefined ||
    value === '' ||
    value === 0 ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  );
/** Values of the fields of an answer, by name. */
function valuesOf(value: unknown, found = new Map<string, unknown[]>()): Map<string, unknown[]> {
  if (Array.isArray(value)) for (const one of value) valuesOf(one, found);
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) {
      found.set(name, [...(found.get(name) ?? []), inner]);
      valuesOf(inner, found);
    }
  return found;
}
const asked = (example: Record<string, unknown>) => ({
  ...example,
  ...('startTime' in example ? range : {}),
  ...('vehicleId' in example ? { vehicleId: ids.now } : {}),
});

it.each(forCustomers.map((one) => [one.key, one] as const))(
  'every field of the interface %s is told to programs of customers, or kept from them',
  async (_key, { endpoint, example }) => {
    const names = namesOf(jsonSchemaOf(endpoint.output, 'output'));
    expect(names.filter((name) => !toldToCustomers.has(name) && !(name in keptFromCustomers))).toEqual([]);
    const [own, told] = [
      await call(ours, endpoint.path, asked(example)),
      await call(his, endpoint.path, asked(example)),
    ];
    expect([own.code, told.code], own.msg).toEqual([200, 200]);
    for (const [name, values] of valuesOf(told.data))
      if (name in keptFromCustomers) expect([name, values.filter(says)]).toEqual([name, []]);
    // nothing is left out of the shape
    for (const name of valuesOf(own.data).keys()) expect([...valuesOf(told.data).keys()]).toContain(name);
  },
);

it.each(forCustomers.map((one) => [one.key, one] as const))(
  'a program of a customer asks the interface %s by nothing that it is not told',
  async (_key, { endpoint, example }) => {
    const shape = jsonSchemaOf(endpoint.input, 'input') as Shape;
    for (const [name, field] of Object.entries(shape.properties ?? {})) {
      if (askedByCustomers.has(name)) continue;
      const value = field.type === 'number' || field.type === 'integer' ? 1 : '1';
      const answer = await call(his, endpoint.path, { ...asked(example), [name]: value });
      expect([name, answer.code, answer.data?.errors?.[0]?.field]).toEqual([name, 4000, name]);
      expect((await call(ours, endpoint.path, { ...asked(example), [name]: value })).code).toBe(200);
    }
    if (!('sort' in (shape.properties ?? {}))) return;
    for (const name of Object.keys(keptFromCustomers))
      expect((await call(his, endpoint.path, { ...asked(example), sort: `${name} asc` })).code).toBe(4000);
  },
);

it('readings that no report of the binding carried are not told, though reports of it came', async () => {
  const db = app.database.systemDb;
  const live = async (who: typeof his) => (await call(who, snapshot, { vehicleIds: [ids.now] })).data.live[0];
  await sql`update device_state set stream = jsonb_set(jsonb_set(stream, '{sensors,tempC}', '[-18]'), '{sensors,battPct}', '77') where vehicle_id = ${ids.now}`.execute(
    db,
  );
  expect(await live(ours)).toMatchObject({ tempC: [-18], battPct: 77 });
  expect(await live(his)).toMatchObject({ deviceTime: expect.any(Number), tempC: [], battPct: null });
  await sql`update position set temp_c = '{-18}', extra = '{"battPct":77}' where vehicle_id = ${ids.now} and device_time > ${new Date(start - hourMs)}`.execute(
    db,
  );
  expect(await live(his)).toMatchObject({ tempC: [-18], battPct: 77 });
  // those that came more than six hours before the newest report are not looked for
  await sql`update device_state set stream = jsonb_set(stream, '{reportTime}', ${String(start + 6 * hourMs)}::jsonb) where vehicle_id = ${ids.now}`.execute(
    db,
  );
  expect(await live(his)).toMatchObject({ tempC: [], battPct: null });
  await sql`update device_state set stream = jsonb_set(stream, '{reportTime}', ${String(start - 10 * minuteMs)}::jsonb) where vehicle_id = ${ids.now}`.execute(
    db,
  );
  expect(await live(his)).toMatchObject({ tempC: [-18], battPct: 77 });
});

it('a subscription tells neither the odometer nor who, what rule and what place an alarm is of', () => {
  const position = { lng: 121, odometerM: 88_000 };
  const alarm = { kind: 'speedAlarm', ruleId: '1', placeId: '2', driverId: '3', start: 5 };
  expect(hideFromCustomer({ plateNo: '沪A10001', late: false, position, alarm })).toEqual({
    plateNo: '沪A10001',
    late: false,
    position: { lng: 121, odometerM: null },
    alarm: { kind: 'speedAlarm', driverId: null, start: 5 },
  });
});

it('how long an alarm lasted after the binding cannot be asked for', async () => {
  const total = async (who: typeof his, minMinutes: number) =>
    (await call(who, alarms, { vehicleId: ids.past, page: 1, size: 5, minMinutes })).data.total;
  expect([await total(ours, 90), await total(his, 90), await total(his, 30)]).toEqual([1, 0, 1]);
});

it('what became of an alarm after the binding is not told, nor found by', async () => {
  const db = app.database.systemDb;
  const told = async (who: typeof his, input: object = {}) =>
    (await call(who, alarms, { vehicleId: ids.past, page: 1, size: 5, ...input })).data.list.map(
      (one: { status: number; handleStatus: number; urgency: number | null }) => [
        one.status,
        one.handleStatus,
        one.urgency,
      ],
    );
  const handled = (hoursAgo: number) =>
    sql`update episode set handle_status = 2, handled_at = ${new Date(start - hoursAgo * hourMs)} where vehicle_id = ${ids.past} and subject = '3'`.execute(
      db,
    );
  // it ended an hour ago and was finished then; the binding had ended an hour before
  await handled(1);
  expect(await told(ours, { status: 1, handleStatus: 2 })).toEqual(expect.arrayContaining([[1, 2, null]]));
  expect(await told(his)).toEqual([[0, 0, null]]);
  for (const input of [{ status: 1 }, { handleStatus: 2 }, { urgency: 3 }, { waiting: 1 }])
    expect(await told(his, input)).toEqual([]);
  expect(await told(his, { status: 0, handleStatus: 0, waiting: 0 })).toHaveLength(1);
  for (const order of ['status', 'handleStatus'])
    expect((await call(his, alarms, { page: 1, size: 5, sort: `${order} asc` })).code).toBe(4000);
  // what was finished while it was his he knows
  await handled(2.5);
  expect(await told(his, { handleStatus: 2 })).toEqual([[0, 2, null]]);
});

it('a plate of before the binding, or of after it, finds none of its alarms', async () => {
  const db = app.database.systemDb;
  const found = async (who: typeof his, keyword: string) =>
    (await call(who, alarms, { page: 1, size: 20, keyword })).data.total;
  const since = new Date(start - 3.5 * hourMs);
  await sql`update vehicle_period set since = ${since} where vehicle_id = ${ids.past} and kind = 'plate'`.execute(db);
  await sql`insert into vehicle_period (client_id, vehicle_id, kind, value, since, until)
    values (${own.clientId}, ${ids.past}, 'plate', '沪B99999', ${new Date(start - 400 * hourMs)}, ${since})`.execute(
    db,
  );
  expect([await found(ours, '沪B99999'), await found(his, '沪B99999'), await found(his, plates.past)]).toEqual([
    3, 0, 1,
  ]);
});

it("a program that becomes a customer's keeps no interface that is not for such programs", async () => {
  const { id } = await addApp('将转给客户', null);
  const db = app.database.systemDb;
  const row = async () => (await post('app/list', {})).data.find((one: { id: string }) => one.id === id);
  expect((await row()).opened).toHaveLength(offeredInterfaces.length);
  const { version } = await row();
  await post('app/update', { id, version, name: '将转给客户', scope: 1, customerId: customer });
  const told = forCustomers.map(({ key }) => key).sort();
  expect((await row()).opened).toEqual(told);
  const grants = await db
    .selectFrom('interface_apply')
    .select(['id', 'interface_key as key', 'status', 'version', 'remark'])
    .where('app_id', '=', id)
    .execute();
  expect(
    grants
      .filter(({ status }) => status === 1)
      .map(({ key }) => key)
      .sort(),
  ).toEqual(told);
  const [line] = (await post('app/changeHis', { id })).data.list;
  expect(line.changes.map(({ label }: { label: string }) => label)).toEqual(['所属客户', '停用的接口']);
  // staff see whose program it is, and cannot open them again
  const staff = await app.company('平台');
  await sql`update client set kind = 'provider' where id = ${staff.clientId}`.execute(db);
  staff.token = String((await app.login(staff.account, 'Test@2026')).data.access_token);
  const base = '/api/base/open/authorize';
  const shown = (await app.post(`${base}/page`, { page: 1, size: 50, keyword: '将转给客户' }, staff.token)).data.list;
  expect(new Set(shown.map(({ customerName }: { customerName: string }) => customerName))).toEqual(new Set(['甲客户']));
  const stopped = grants.find(({ key }) => key === 'driver');
  const again = await app.post(
    `${base}/enable`,
    { id: stopped?.id, version: stopped?.version, enabled: true },
    staff.token,
  );
  expect(again).toMatchObject({ code: 4011, msg: expect.stringContaining('不对客户的应用开放') });
});

it("the customer is one of the company's, stands in the list and in the history, and counts at once", async () => {
  const other = await app.company('别家');
  const foreign = await app.post(
    '/api/base/interface/app/add',
    { name: '别家的', scope: 1, customerId: customer },
    other.token,
  );
  expect(foreign.data.errors).toMatchObject([{ field: 'customerId' }]);
  expect((await app.post('/api/base/interface/app/customers', {}, other.token)).data).toEqual([]);
  expect((await post('app/customers', { keyword: '甲' })).data).toEqual([{ id: customer, name: '甲客户' }]);
  const row = async () => (await post('app/list', {})).data.find((one: { id: string }) => one.id === ours.id);
  expect((await row()).customer).toBeNull();
  const { version } = await row();
  expect(
    (await post('app/update', { id: ours.id, version, name: '自用系统', scope: 1, customerId: stranger })).code,
  ).toBe(200);
  await app.bus.publish('accessChanged', own.clientId, { clientId: own.clientId });
  expect((await row()).customer).toEqual({ id: stranger, name: '乙客户' });
  const [line] = (await post('app/changeHis', { id: ours.id })).data.list;
  expect(line.changes).toContainEqual({ field: 'customer', label: '所属客户', before: '', after: '乙客户' });
  expect((await call(ours, snapshot, {})).data.vehicles).toMatchObject([{ plateNo: plates.other, extCode: 'S-9' }]);
});
