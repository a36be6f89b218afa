import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { makeVehicle } from '../../../../test/stream-kit';
import { type TestApp, testApp } from '../../../../test/test-app';
import { AppError } from '../../../core/http/errors';
import { noteOutsideView } from '../../../modules/watch/track/door';
import { type OutsideAnswer, type OutsideAsk, vehicleSources } from './source';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

type Row = Record<string, unknown>;
type Answer = { code: number; msg: string; data: { list: Row[]; values: Row } & Row };

/** What the partner was asked, and what it says next. */
const asked: OutsideAsk[] = [];
let says: OutsideAnswer | null = null;
const partner = {
  name: '合作方',
  ask: async (query: OutsideAsk) => {
    asked.push(query);
    if (!says) throw new AppError(4011, '外部数据源没有应答，本次不计费，请稍后再试');
    return says;
  },
};

test('外部车辆查询: with a consent, charged for what was found only, and once in five minutes', async () => {
  const name = '查询公司';
  const { token } = await app.company(name);
  const own = await makeVehicle(app.database, name);
  const db = app.database.systemDb;
  const post = async (path: string, input: object, who = token) =>
    (await app.post(`/api/report/externalVehicle/${path}`, input, who)) as Answer;
  const rows = async () => (await post('page', lastDays())).data.list;
  const wish = {
    plateNo: '苏b·12345',
    vehicleColor: 0,
    type: 1,
    orderCode: 'DD1',
    fileIds: [],
    consentUntil: '2099-12-31',
  };
  expect(await post('query', wish)).toMatchObject({ code: 4011, msg: '未配置外部数据源' });
  vehicleSources.add(partner);
  expect((await post('quota', {})).data).toEqual({ source: '合作方', balance: null });

  const refused = async (more: object) => (await post('query', { ...wish, ...more })).data;
  expect(await refused({ plateNo: 'ABC' })).toMatchObject({ errors: [{ field: 'plateNo' }] });
  expect(await refused({ orderCode: '' })).toMatchObject({
    errors: [{ field: 'orderCode', msg: '请填写订单号或上传授权文件' }],
  });
  expect(await refused({})).toMatchObject({ errors: [{ field: 'orderCode', msg: '订单不存在' }] });
  expect(await refused({ type: 2 })).toMatchObject({ errors: [{ field: 'startTime' }] });
  expect(await refused({ consentUntil: '2020-01-01' })).toMatchObject({ errors: [{ field: 'consentUntil' }] });
  const { plate_no: ownPlate } = await db
    .selectFrom('vehicle')
    .select('plate_no')
    .where('id', '=', own.vehicleId)
    .executeTakeFirstOrThrow();
  expect(await refused({ plateNo: ownPlate })).toMatchObject({
    errors: [{ field: 'plateNo', msg: '这是本公司的车辆，请在位置监控中查看' }],
  });
  const { id: fileId } = await db
    .insertInto('file')
    .values({
      client_id: own.clientId,
      user_id: (await userOf(name)).id,
      kind: 'paper',
      file_name: '授权.pdf',
      mime: 'application/pdf',
      size_bytes: 1,
      sha256: 'x',
      blob_key: 'x',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const good = { ...wish, orderCode: '', fileIds: [fileId] };
  // a partner that does not answer costs nothing and leaves no line
  expect((await post('query', good)).msg).toContain('没有应答');
  says = { result: 'denied', balance: 100, points: [] };
  expect((await post('query', good)).data).toMatchObject({ result: 3, feeCount: 0, balance: 100 });
  says = {
    result: 'ok',
    balance: 99,
    points: [{ t: Date.now() - 60_000, lng: 120.6, lat: 31.3, speedKmh: 62, minutes: null }],
  };
  expect((await post('query', good)).data).toMatchObject({ result: 1, feeCount: 1, balance: 99 });
  const before = asked.length;
  expect((await post('query', good)).data).toMatchObject({ result: 1, feeCount: 0, balance: 99 });
  expect(asked).toHaveLength(before);
  expect(asked.at(-1)).toEqual({ plateNo: '苏B12345', vehicleColor: 0, type: 1, from: null, until: null });
  expect((await post('query', { ...good, type: 4 })).data).toMatchObject({ feeCount: 1 });
  const list = await rows();
  expect(list.map(({ result, feeCount, source }) => [result, feeCount, source])).toEqual([
    [1, 1, '合作方'],
    [1, 0, '合作方（5分钟内）'],
    [1, 1, '合作方'],
    [3, 0, '合作方'],
  ]);
  expect(list[0]).toMatchObject({ plate: '苏B12345', speed: 62, consent: '授权文件1份 至2099-12-31', points: 1 });
  expect((await post('points', { id: list[0]?.id })).data).toMatchObject([{ lng: 120.6, speedKmh: 62 }]);

  const renewal = { id: list[0]?.id, version: 1, orderCode: '', fileIds: [fileId], consentUntil: '2100-01-31' };
  expect((await post('renew', renewal)).code).toBe(200);
  expect(await post('renew', renewal)).toMatchObject(changedByOther);
  expect((await rows())[0]).toMatchObject({ consent: '授权文件1份 至2100-01-31', version: 2 });
  const { token: stranger } = await app.company('别家查询公司');
  expect((await post('renew', { ...renewal, version: 2 }, stranger)).code).toBe(4000);
  expect((await post('points', { id: list[0]?.id }, stranger)).code).toBe(4004);

  // outsiders with a link are noted once in ten minutes, each from his own address
  const look = (ip: string) =>
    noteOutsideView(db, {
      clientId: own.clientId,
      type: 1,
      vehicleIds: [own.vehicleId],
      source: '订单分享链接 DD9',
      ip,
    });
  await look('1.2.3.4');
  await look('1.2.3.4');
  await look('5.6.7.8');
  await noteOutsideView(db, {
    clientId: own.clientId,
    type: 1,
    vehicleIds: [],
    source: '订单分享链接 DD8',
    ip: '1.2.3.4',
  });
  const views = (await post('views', lastDays())).data.list;
  expect(views.map(({ plate, source, ip, result }) => [plate, source, ip, result])).toEqual([
    ['', '订单分享链接 DD8', '1.2.3.4', 2],
    [ownPlate, '订单分享链接 DD9', '5.6.7.8', 2],
    [ownPlate, '订单分享链接 DD9', '1.2.3.4', 2],
  ]);
  expect((await post('views', lastDays(), stranger)).data.list).toEqual([]);
});

/** Yesterday to tomorrow: the clock of the test may stand on either side of midnight. */
function lastDays() {
  const day = (by: number): string => new Date(Date.now() + by * 86_400_000).toISOString().slice(0, 10);
  return { startTime: `${day(-1)} 00:00:00`, endTime: `${day(1)} 23:59:59` };
}

async function userOf(company: string): Promise<{ id: string }> {
  const { rows } = await sql<{
    id: string;
  }>`select u.id::text from app_user u join client c on c.id = u.client_id where c.name = ${company} order by u.id limit 1`.execute(
    app.database.systemDb,
  );
  const [user] = rows;
  if (!user) throw new Error(`no user of ${company}`);
  return user;
}
