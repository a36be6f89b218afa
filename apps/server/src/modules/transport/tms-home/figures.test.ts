import { countedDays, readFlag } from '@tongda/contract/base/message/calls';
import { msgCategory } from '@tongda/contract/base/system-enums';
import { dayMs } from '@tongda/contract/core/durations';
import { keysOf } from '@tongda/contract/core/keys';
import { feeStatus } from '@tongda/contract/trade/member/enums';
import { driverActions } from '@tongda/contract/transport/driver-app/calls';
import { orderStatus, transportStatus } from '@tongda/contract/transport/enums';
import { toDispatchQuery } from '@tongda/contract/transport/order/calls';
import { homeDays, homeTodoLines } from '@tongda/contract/transport/tms-home/calls';
import { homeFigures, homeRates } from '@tongda/contract/transport/tms-home/figures';
import { orderTabs } from '@tongda/contract/transport/tracking/calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../test/test-app';
import { wireTime } from '../../../core/http/answer/wire-time';
import { seedDemo } from '../../../demo/seed';
import { hashPassword } from '../../base/identity/password/hash';

let app: TestApp;
let token: string;
const post = async (path: string, body: unknown = {}) => (await app.post(path, body, token)).data;

beforeAll(async () => {
  app = await testApp();
  const db = app.database.systemDb;
  const stored = await hashPassword('Demo@2026', app.secrets.pwdSalt);
  await seedDemo(db, { now: new Date(), hashPassword: async () => stored });
  token = String((await app.login('demo', 'Demo@2026')).data.access_token);
  // the trucks of the demo report only once its simulator runs: every truck on the road reports a box that suits some of its goods and not others
  await sql`insert into device_state (vehicle_id, client_id, device_id, device_time, fix_time, lng, lat, live, stream)
    select distinct on (w.vehicle_id) w.vehicle_id, w.client_id, 1, now(), now(), 121, 31, '{"tempC":[-12.5,4,20,-20],"speedKmh":50}', '{}'
    from waybill w where w.transport_status = 2 and w.voided_at is null and w.vehicle_id is not null on conflict (vehicle_id) do update
    set device_time = excluded.device_time, live = excluded.live`.execute(db);
  // one of them is expected two days late
  await sql`update waybill_stop p set eta_at = now() + interval '2 days' where p.stop_status = 0 and p.waybill_id = (select id from waybill
    where transport_status = 2 and voided_at is null order by id limit 1)`.execute(db);
  // some of the delivered orders came late, some were too warm for too long, and one was not measured
  await sql`update customer_order set temp_compliance = case id % 3 when 0 then 91 when 1 then 99.5 end,
    signed_at = case when id % 5 = 0 and arrive_to < now() - interval '1 hour' then arrive_to + interval '20 minutes' else signed_at end where signed_at is not null and split_flag = 0`.execute(
    db,
  );
  // one truck has left its loading place although nobody entered its departure, and one driver reported a step that contradicts the state
  await sql`insert into waybill_stop_event (client_id, waybill_id, stop_id, kind, at, applied)
    select w.client_id, w.id, p.id, 2, now() - interval '10 minutes', false from waybill w join waybill_stop p on p.waybill_id = w.id and p.seq = 1
    where w.client_id = 101 and w.transport_status = 1 and w.voided_at is null and w.stow_status = 2 and w.vehicle_id is not null order by w.plan_depart_at desc limit 1`.execute(
    db,
  );
  await sql`insert into driver_action (client_id, driver_id, user_id, action_key, action, waybill_id, acted_at, conflict, message)
    select w.client_id, w.driver_id, u.id, gen_random_uuid(), 'depart', w.id, now() - interval '5 minutes', true, '已登记发车'
    from waybill w, app_user u where w.client_id = 101 and w.transport_status = 2 and w.voided_at is null and u.account_code = 'siji' order by w.id limit 1`.execute(
    db,
  );
  // an abnormal report about an order that is on no trip
  await sql`update abnormal_report set waybill_id = null where id = (select id from abnormal_report where abnormal_status = 0 and cardinality(order_ids) > 0 limit 1)`.execute(
    db,
  );
}, 120_000);
afterAll(() => app.close());

describe('every figure of the home page of the demo company', () => {
  it.each(keysOf(homeFigures))('%s is the size of the list that it leads to', async (key) => {
    const { figures } = await post('/api/tms/home/summary');
    const { list, query } = homeFigures[key];
    const { total } = await post(list.path, query);
    expect(figures[key]).toBe(total);
    expect(total).toBeGreaterThan(0);
  });
});

it('待调度 is one number on home, on its tab of the list of orders and on the board, which says beside it what lies at a site', async () => {
  // one order 待调度 is split: its parts wait, and it does not
  await sql`update customer_order set split_flag = 1 where id = (select id from customer_order where client_id = 101
    and order_status = ${orderStatus.toDispatch} and split_flag = 0 and pool_reason is null order by id limit 1)`.execute(
    app.database.systemDb,
  );
  const { figures } = await post('/api/tms/home/summary');
  const { orderStatus: toDispatch, ...first } = toDispatchQuery;
  const tabs = await post('/api/tms/customerOrder/statusCount', first);
  const { list, total } = await post('/api/tms/stowage/pool');
  const waiting = list.filter((order: { orderStatus: number }) => order.orderStatus === toDispatch);
  expect([tabs[toDispatch], waiting.length]).toEqual([figures.toDispatch, figures.toDispatch]);
  expect(total).toBeGreaterThan(waiting.length);
});

/** Days of the company that home looks back on, the first one first. */
const homeDayList = async (): Promise<string[]> =>
  (await post('/api/tms/home/trend')).map(({ day }: { day: string }) => day);
/** Asks for figures of these days, again if a new day began meanwhile. */
async function onOneDay<T>(ask: (days: readonly string[]) => Promise<T>): Promise<T> {
  const days = await homeDayList();
  const answer = await ask(days);
  return (await homeDayList()).at(-1) === days.at(-1) ? answer : ask(await homeDayList());
}
const totalOf = async (path: string, body: object): Promise<number> => (await post(path, body)).total;

describe('the rates, the trend and the work that waits say what their lists say', () => {
  it.each(keysOf(homeRates))('%s', async (key) => {
    const { list, query, good, bad } = homeRates[key];
    const { rate, fine, spoilt } = await onOneDay(async (days) => {
      const asked = { ...query, signFrom: days[0], signTo: days.at(-1) };
      return {
        rate: (await post('/api/tms/home/summary'))[key],
        fine: await totalOf(list.path, { ...asked, ...good }),
        spoilt: await totalOf(list.path, { ...asked, ...bad }),
      };
    });
    expect(rate).toMatchObject({ good: fine, all: fine + spoilt });
    expect([fine > 0, spoilt > 0]).toEqual([true, true]);
  });

  it('trucks on the road and trucks that may be used', async () => {
    const { vehicles } = await post('/api/tms/home/summary');
    const { list } = await post('/api/tms/tracking/waybillPage', { tab: 'inTransit', size: 100 });
    expect(vehicles.busy).toBe(new Set(list.map(({ plateNo }: { plateNo: string }) => plateNo)).size);
    expect(vehicles.busy).toBeGreaterThan(0);
    expect(vehicles.all).toBe(await totalOf('/api/base/manage/vehicle/page', { vehicleStatus: 0 }));
  });

  it('orders entered and signed for on each day', async () => {
    const trend: Array<{ day: string; ordered: number; signed: number }> = await post('/api/tms/home/trend');
    expect(trend).toHaveLength(homeDays);
    for (const { day, ordered, signed } of trend) {
      const entered = await post('/api/tms/customerOrder/statusCount', {
        split: 'moving',
        createFrom: day,
        createTo: day,
      });
      expect([day, ordered]).toEqual([day, entered.all - entered[orderStatus.voided]]);
      const query = { split: 'moving', orderStatus: orderStatus.completed, signFrom: day, signTo: day };
      expect([day, signed]).toEqual([day, await totalOf('/api/tms/customerOrder/page', query)]);
    }
    expect(trend.some(({ signed }) => signed > 0)).toBe(true);
  });

  it('each line of 待办 is a row of its list, and none is left out while there is room', async () => {
    const lines: Array<{ kind: string; code: string }> = await post('/api/tms/home/todo');
    const rows = async (path: string, body: object) =>
      (await post(path, { ...body, size: 100 })).list as Array<Record<string, string>>;
    const codes = async (path: string, body: object, field: string) =>
      (await rows(path, body)).map((row) => row[field]);
    const onTheRoad = { transportStatus: transportStatus.inTransit };
    const trips = (await rows('/api/tms/waybill/transportTask/page', onTheRoad))
      .concat(await rows('/api/tms/waybill/waybillStowage/page', onTheRoad))
      .concat(await rows('/api/tms/waybill/billOfLading/page', onTheRoad));
    const conflicts: Array<string | undefined> = [];
    for (const { waybillCode } of trips) {
      const actions: Array<{ conflict: boolean; resolution: number | null }> = await post(driverActions.path, {
        id: waybillCode,
      });
      conflicts.push(
        ...actions.flatMap(({ conflict, resolution }) => (conflict && resolution === null ? waybillCode : [])),
      );
    }
    const lists: Record<string, Array<string | undefined>> = {
      overdue: await codes('/api/tms/departure/page', { tab: 'overdue' }, 'waybillCode'),
      conflict: conflicts,
      suspect: (await rows('/api/tms/departure/page', { tab: 'toDepart' })).flatMap(
        ({ waybillCode, suspectDepartTime }) => (suspectDepartTime ? waybillCode : []),
      ),
      late: trips.flatMap(({ waybillCode, delayLevel }) => (Number(delayLevel) > 0 ? waybillCode : [])),
      abnormal: (await rows('/api/tms/abnormal/page', { open: 'yes' })).map(
        ({ waybillCode, orderCodes }) => waybillCode || (orderCodes?.[0] ?? ''),
      ),
      pool: (await rows('/api/tms/transportTask/poolPage', {})).flatMap(({ waitMin, orderCode }) =>
        Number(waitMin) > 24 * 60 ? orderCode : [],
      ),
      receipt: await codes('/api/tms/receipt/page', { stage: 'toUpload', overdue: 'yes' }, 'orderCode'),
    };
    const waiting = Object.entries(lists).flatMap(([kind, all]) => all.map((code) => `${kind} ${code}`));
    const told = lines.map(({ kind, code }) => `${kind} ${code}`);
    expect(waiting).toEqual(expect.arrayContaining(told));
    expect(lines).toHaveLength(Math.min(homeTodoLines, waiting.length));
    for (const kind of ['conflict', 'suspect'])
      expect([kind, told.filter((line) => line.startsWith(kind)).length]).toEqual([kind, 1]);
  });
});

it('order tracking counts what the list of orders counts, parents of splits aside', async () => {
  // one order on the road becomes the parent of two, one of which is delivered already
  await sql`with parent as (select id, client_id from customer_order where client_id = 101 and order_status = 4 and split_flag = 0 order by id limit 1)
    update customer_order o set split_flag = 1 from parent where o.id = parent.id`.execute(app.database.systemDb);
  const tracked = await post('/api/tms/tracking/orderCount');
  const orders = await post('/api/tms/customerOrder/statusCount', { split: 'moving' });
  const all = await post('/api/tms/customerOrder/statusCount');
  const { toLoad, loading, inTransit, completed } = orderStatus;
  const states = {
    toLoad: [toLoad],
    loading: [loading],
    inTransit: [inTransit],
    completed: [completed],
    running: [toLoad, loading, inTransit],
  };
  for (const tab of keysOf(orderTabs)) {
    const sum = states[tab].reduce<number>((total, state) => total + orders[state], 0);
    expect([tab, tracked[tab]]).toEqual([tab, sum]);
    expect([tab, await totalOf('/api/tms/tracking/orderPage', { tab })]).toEqual([tab, sum]);
  }
  expect(all[inTransit]).toBe(orders[inTransit] + 1);
});

it('every count of unread messages in the header is the size of the list that it leads to', async () => {
  const { msgCategoryMap } = await post('/api/base/msg/getNoticeNum');
  const startTime = wireTime(Date.now() - countedDays * dayMs, 'Asia/Shanghai');
  const lists = await Promise.all(
    msgCategory.codes.map(async (code) => {
      const unread = { categorys: [code], readFlag: readFlag.unread, startTime };
      return [String(code), await totalOf('/api/base/msg/page', unread)] as const;
    }),
  );
  const counted = lists.filter(([, total]) => total > 0);
  expect(msgCategoryMap).toEqual(Object.fromEntries(counted));
  expect(counted.length).toBeGreaterThan(1);
});

it('every figure of 企业管理首页 is the size of the list that it leads to', async () => {
  const home = await post('/api/base/enterprise/home/summary');
  const users = (more: object) => totalOf('/api/base/user/page', more);
  const grants = (more: object) => totalOf('/api/base/resourceAuth/page', more);
  const fees = '/api/base/onlineRenewal';
  expect(home).toMatchObject({
    orgs: (await post('/api/base/org/tree')).length,
    usersEnabled: await users({ accountStatus: 1 }),
    usersDisabled: (await users({})) - (await users({ accountStatus: 1 })),
    usersIdle: await users({ idle: '1', accountStatus: 1 }),
    roles: await totalOf('/api/base/role/page', {}),
    vehicles: await totalOf('/api/base/manage/vehicle/page', {}),
    grants: await grants({ status: 1 }),
    grantsSoon: await grants({ soon: '1' }),
    devicesSoon: await totalOf(`${fees}/devicePage`, { feeStatus: [feeStatus.soon] }),
    ordersToPay: await totalOf('/api/base/erpOrder/page', { payable: 'yes' }),
  });
  for (const key of ['usersIdle', 'grants', 'grantsSoon', 'ordersToPay'])
    expect([key, home[key] > 0]).toEqual([key, true]);
});
