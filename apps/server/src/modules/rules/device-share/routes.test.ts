import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../test/test-app';
import type { DB } from '../../../core/generated/db-types';
import { clearLooks } from './looks';

let app: TestApp;
let db: Kysely<DB>;
let owner: FleetFixture;
let guest: FleetFixture;
let other: FleetFixture;
let truck: string;
let second: string;
const base = '/api/base/deviceShare';
const day = (offset: number): string => {
  const at = new Date(Date.now() + offset * 86_400_000 + 8 * 3_600_000);
  return at.toISOString().slice(0, 10);
};

beforeAll(async () => {
  app = await testApp();
  db = app.database.systemDb;
  owner = await fleetFixture(app, '共享方公司');
  guest = await fleetFixture(app, '接收方公司');
  other = await fleetFixture(app, '旁观公司');
  await sql`update client set shared_code = 'GUEST2A9' where id = ${guest.clientId}`.execute(db);
  truck = await owner.addVehicle('沪A10001');
  second = await owner.addVehicle('沪A10002');
});
afterAll(() => app.close());
afterEach(async () => {
  await sql`delete from device_share`.execute(db);
  await sql`delete from message`.execute(db);
});

const offer = (more: object = {}) => ({
  vehicleIds: [truck, second],
  scopes: ['position', 'track'],
  validFrom: day(0),
  validUntil: day(6),
  ...more,
});
const add = async (more: object = {}): Promise<string> => {
  const answer = await owner.post(`${base}/add`, { code: 'guest2a9', ...offer(more) });
  expect(answer.msg).toBe('ok');
  return answer.data.id;
};
const list = async (who: FleetFixture, more: object = {}) =>
  (await who.post(`${base}/page`, { page: 1, size: 15, ...more })).data.list;
/** Plates that a company sees in its vehicle list. */
const seen = async (who: FleetFixture): Promise<string[]> =>
  (await who.post('/api/base/manage/vehicle/page', { page: 1, size: 30 })).data.list
    .map(({ plateNo }: { plateNo: string }) => plateNo)
    .sort();
const messages = async (who: FleetFixture) => {
  const { rows } = await sql<{
    title: string;
  }>`select title from message where client_id = ${who.clientId} and type = 12009 order by id`.execute(db);
  return rows.map(({ title }) => title);
};

describe('a share', () => {
  it('is seen by the other company when it accepts, and by nobody after it is cancelled', async () => {
    expect((await owner.post(`${base}/company`, { code: 'guest2a9' })).data).toEqual({ name: '接收方公司' });
    const id = await add();
    expect(await messages(guest)).toEqual(['新的设备共享']);
    expect(await seen(guest)).toEqual([]);
    expect(await list(guest, { side: 'in' })).toMatchObject([
      {
        shareNo: `GX${id}`,
        partnerName: '共享方公司',
        count: 2,
        scopes: '位置、轨迹',
        status: 0,
        createUser: '',
        inviteCode: null,
        endDate: day(6),
      },
    ]);
    const offered = await guest.post(`${base}/inDetail`, { id });
    expect(offered.data.vehicles).toMatchObject([
      { plateNo: '沪A10001', open: false, lastTime: null },
      { plateNo: '沪A10002' },
    ]);
    // whoever is not asked sees and answers nothing
    expect(await list(other)).toEqual([]);
    for (const call of ['accept', 'reject', 'inDetail', 'outDetail', 'detail'])
      expect((await other.post(`${base}/${call}`, { id })).code).toBe(4004);
    expect((await owner.post(`${base}/accept`, { id })).code).toBe(4004);
    expect((await guest.post(`${base}/accept`, { id })).code).toBe(200);
    expect((await guest.post(`${base}/accept`, { id })).code).toBe(4010);
    expect(await messages(owner)).toEqual(['设备共享已被接受']);
    expect(await seen(guest)).toEqual(['沪A10001', '沪A10002']);
    expect((await guest.post(`${base}/inDetail`, { id })).data.vehicles[0].open).toBe(true);
    // it may look and no more
    const change = await guest.post('/api/base/manage/vehicle/update', { id: truck, version: 1 });
    expect(change.code).not.toBe(200);
    expect((await guest.post(`${base}/cancel`, { ids: [id] })).code).toBe(4004);
    expect((await owner.post(`${base}/cancel`, { ids: [id] })).code).toBe(200);
    expect(await seen(guest)).toEqual([]);
    expect((await list(guest))[0].status).toBe(4);
    expect((await owner.post(`${base}/cancel`, { ids: [id] })).code).toBe(4010);
  });

  it('tells its owner who looked at which vehicle; the other company names what it is lent for itself alone', async () => {
    const id = await add();
    await guest.post(`${base}/accept`, { id });
    const whole = async () => (await owner.post(`${base}/outDetail`, { id })).data;
    expect((await whole()).looks).toEqual([]);
    const look = (who: FleetFixture) =>
      who.post('/api/gis/track/query', {
        vehicleId: truck,
        startTime: `${day(0)} 00:00:00`,
        endTime: `${day(0)} 23:59:59`,
      });
    expect((await look(guest)).code).toBe(200);
    expect((await look(guest)).code).toBe(200);
    // the owner's own looks are nobody's business, and who may not look leaves no trace
    expect((await look(owner)).code).toBe(200);
    expect((await look(other)).code).toBe(4004);
    const { looks } = await whole();
    expect(looks).toMatchObject([{ plateNo: '沪A10001', scope: 'track' }]);
    expect(looks[0].userName).not.toBe('');
    expect((await guest.post(`${base}/inDetail`, { id })).data.looks).toEqual([]);
    // a look of more than a year ago is forgotten
    await sql`insert into device_share_look (client_id, share_id, vehicle_id, user_id, user_name, scope, hour, last_at)
      select client_id, share_id, vehicle_id, user_id, '去年的人', scope, hour - interval '367 days', last_at - interval '367 days' from device_share_look`.execute(
      db,
    );
    expect((await whole()).looks).toHaveLength(2);
    await clearLooks(db);
    expect((await whole()).looks).toEqual(looks);
    const name = (who: FleetFixture) => who.post(`${base}/alias`, { id, vehicleId: truck, alias: ' 南线一号 ' });
    for (const who of [owner, other]) expect((await name(who)).code).toBe(4004);
    expect((await name(guest)).code).toBe(200);
    expect((await guest.post(`${base}/inDetail`, { id })).data.vehicles[0].alias).toBe('南线一号');
    expect((await whole()).vehicles[0].alias).toBe('');
  });

  it('lies in a group of the other company while it is lent, and leaves it with the share', async () => {
    const id = await add();
    await guest.post(`${base}/accept`, { id });
    const groups = '/api/base/manage/vehicleGroup';
    const { id: groupId } = (await guest.post(`${groups}/addGroup`, { name: '借来的车' })).data;
    expect((await guest.post(`${groups}/addGroupVehicle`, { groupId, vehicleIds: [truck] })).code).toBe(200);
    const plates = async () =>
      (await guest.post(`${groups}/showGroup`, {})).data.map(({ vehicles }: { vehicles: Array<{ plateNo: string }> }) =>
        vehicles.map(({ plateNo }) => plateNo),
      );
    expect(await plates()).toEqual([['沪A10001']]);
    await owner.post(`${base}/cancel`, { ids: [id] });
    expect(await plates()).toEqual([[]]);
  });

  it('is seen by those of the owner who see its vehicles, and changed by those who see all of them', async () => {
    const far = await owner.addVehicle('沪A10003', { orgId: owner.subOrgId });
    const id = await add({ vehicleIds: [truck, far] });
    const buttons = ['cancel', 'update'].map((action) => `deviceShare/${action}`);
    const below = await owner.user({ menus: ['deviceShare'], buttons, orgId: owner.subOrgId });
    const post = (path: string, body: object) => app.post(`${base}/${path}`, body, below.token);
    expect((await post('outDetail', { id })).data.vehicles.map((v: { plateNo: string }) => v.plateNo)).toEqual([
      '沪A10003',
    ]);
    expect((await post('detail', { id })).code).toBe(4004);
    expect((await post('cancel', { ids: [id] })).code).toBe(4004);
    const strange = await add({ vehicleIds: [second] });
    expect((await post('outDetail', { id: strange })).code).toBe(4004);
  });

  it('that is declined opens nothing', async () => {
    const id = await add();
    expect((await guest.post(`${base}/reject`, { id })).code).toBe(200);
    expect(await seen(guest)).toEqual([]);
    expect((await list(owner, { side: 'out', status: 2 }))[0].partnerName).toBe('接收方公司');
    expect(await messages(owner)).toEqual(['设备共享已被拒绝']);
    const { rows } = await sql`select from vehicle_access where source = 'share'`.execute(db);
    expect(rows).toEqual([]);
  });

  it('is changed by its owner while it runs: vehicles come and go, content and end follow', async () => {
    const id = await add({ vehicleIds: [truck] });
    await guest.post(`${base}/accept`, { id });
    const { version } = (await owner.post(`${base}/detail`, { id })).data;
    const update = { id, version, ...offer({ scopes: ['position'], validUntil: null }) };
    expect((await owner.post(`${base}/update`, update)).code).toBe(200);
    expect(await owner.post(`${base}/update`, update)).toMatchObject(changedByOther);
    expect(await seen(guest)).toEqual(['沪A10001', '沪A10002']);
    const { rows } =
      await sql<object>`select scopes, valid_until from vehicle_access where share_id = ${id} limit 1`.execute(db);
    expect(rows).toEqual([{ scopes: ['position'], valid_until: null }]);
    expect((await owner.post(`${base}/removeDevice`, { id, vehicleId: second })).code).toBe(200);
    expect(await seen(guest)).toEqual(['沪A10001']);
    const { vehicles } = (await owner.post(`${base}/outDetail`, { id })).data;
    expect(
      vehicles.map((v: { plateNo: string; removedTime: string | null }) => [v.plateNo, v.removedTime !== null]),
    ).toEqual([
      ['沪A10001', false],
      ['沪A10002', true],
    ]);
    expect((await owner.post(`${base}/removeDevice`, { id, vehicleId: truck })).msg).toContain('最后一辆车');
    const his = await owner.post(`${base}/changeHis`, { id, page: 1, size: 15 });
    expect(JSON.stringify(his.data)).toContain('位置、轨迹');
  });

  it('that is over can be extended', async () => {
    const id = await add({ validFrom: day(-5), validUntil: day(1) });
    await guest.post(`${base}/accept`, { id });
    await sql`update device_share set valid_until = now() - interval '1 minute' where id = ${id}`.execute(db);
    expect(await seen(guest)).toEqual([]);
    const [row] = await list(owner);
    expect(row.status).toBe(3);
    const answer = await owner.post(`${base}/extend`, { id, version: row.version, validUntil: day(9) });
    expect(answer.code).toBe(200);
    expect(await seen(guest)).toEqual(['沪A10001', '沪A10002']);
  });

  it('by invitation is taken with its code, once, in time', async () => {
    const made = (await owner.post(`${base}/invite`, { hours: 24, ...offer() })).data;
    expect(made.code).toMatch(/^[A-Z2-9]{10}$/u);
    expect((await list(owner, { side: 'invite' }))[0]).toMatchObject({
      inviteCode: made.code,
      partnerName: '',
      status: 0,
    });
    expect((await owner.post(`${base}/acceptInvite`, { code: made.code })).code).toBe(4000);
    expect((await guest.post(`${base}/acceptInvite`, { code: 'NIX' })).code).toBe(4000);
    expect((await guest.post(`${base}/acceptInvite`, { code: made.code.toLowerCase() })).data).toEqual({ id: made.id });
    expect((await other.post(`${base}/acceptInvite`, { code: made.code })).code).toBe(4000);
    expect((await guest.post(`${base}/accept`, { id: made.id })).code).toBe(200);
    expect(await seen(guest)).toHaveLength(2);
    const late = (await owner.post(`${base}/invite`, { hours: 1, ...offer() })).data;
    await sql`update device_share set invite_until = now() - interval '1 minute' where id = ${late.id}`.execute(db);
    expect((await other.post(`${base}/acceptInvite`, { code: late.code })).code).toBe(4000);
    expect((await list(owner, { side: 'invite', status: 3 }))[0].shareNo).toBe(`GX${late.id}`);
  });

  it.each([
    [{ vehicleIds: [] }, 'vehicleIds', '请选择车辆'],
    [{ scopes: [] }, 'scopes', '请至少选择一项共享内容'],
    [{ validUntil: day(-3) }, 'validUntil', '结束日期不能早于开始日期'],
    [{ validUntil: day(400) }, 'validUntil', '最长1年，更久请选择长期（不填结束日期）'],
    [{ code: 'NIEMAND1' }, 'code', '共享识别码NIEMAND1不存在，请向对方公司的管理员核对'],
  ])('refuses %j', async (more, field, msg) => {
    const answer = await owner.post(`${base}/add`, { code: 'GUEST2A9', ...offer(), ...more });
    expect(answer.data.errors).toContainEqual({ field, msg });
  });

  it('refuses vehicles of others, its own company, and a second share of the same time', async () => {
    const strange = await other.addVehicle('沪C30001');
    const post = (more: object) => owner.post(`${base}/add`, { code: 'GUEST2A9', ...offer(), ...more });
    expect((await post({ vehicleIds: [strange] })).data.errors[0].field).toBe('vehicleIds');
    await sql`update client set shared_code = 'EGNER234' where id = ${owner.clientId}`.execute(db);
    expect((await post({ code: 'EGNER234' })).data.errors[0].msg).toContain('不能共享给自己');
    const id = await add();
    expect((await post({ vehicleIds: [truck], validFrom: day(3) })).data.errors[0].msg).toBe(
      `沪A10001在这段时间已共享给对方（GX${id}）`,
    );
    expect((await post({ validFrom: day(8), validUntil: day(9) })).code).toBe(200);
  });
});
