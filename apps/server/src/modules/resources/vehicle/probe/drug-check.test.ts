import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../../test/test-app';

let app: TestApp;
let a: FleetFixture;
let b: FleetFixture;
const api = '/api/base/manage/vehicle';
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '核对公司');
  b = await fleetFixture(app, '别家核对');
});
afterAll(() => app.close());

it('tells by the names of files whose papers they are, and why others are none', async () => {
  const id = await a.addVehicle('沪K00001');
  await b.addVehicle('沪K00002');
  await app.database.systemDb
    .insertInto('resource_document')
    .values(
      Array.from({ length: 5 }, (_, i) => ({
        client_id: a.clientId,
        entity: 'vehicle',
        entity_id: id,
        doc_type: 'photo',
        file_id: String(i),
        file_name: 'x.png',
        file_size: 1,
        mime: 'image/png',
      })),
    )
    .execute();
  const names = ['沪K00001_行驶证.jpg', '沪K00001照片1.jpg', '沪K00001照片2.jpg', '沪K00001.jpg', 'IMG_1.jpg'];
  const { data } = await a.post(`${api}/paper/match`, { names: [...names, '沪K00002_行驶证.jpg'] });
  expect(data.map((l: Record<string, unknown>) => [l.vehicleId, l.docType, l.msg])).toEqual([
    [id, 'licence', ''],
    [id, 'photo', ''],
    [id, 'photo', '沪K00001的车辆照片最多6张'],
    [id, null, '文件名中没有证照类型，如 行驶证、交强险、车辆照片'],
    [null, null, '文件名中没有车牌号，如 沪A12345_行驶证.jpg'],
    [null, 'licence', '车辆沪K00002不存在或无权查看'],
  ]);
  const reader = await a.user({ menus: ['vehicle'] });
  expect(await app.post(`${api}/paper/match`, { names }, reader.token)).toMatchObject({ code: 4003 });
  expect((await a.post(`${api}/paper/match`, { names: [] })).data.errors).toEqual([
    { field: 'names', msg: '请选择文件' },
  ]);
});

it('lists vehicles of medicine that have too few measuring points or no valid certificates', async () => {
  const save = async (plateNo: string, probes: object[], more: Record<string, unknown> = {}) => {
    const vehicleId = await a.addVehicle(plateNo, more);
    const answer = await a.post(`${api}/probe/save`, { vehicleId, version: 1, probes });
    expect(answer).toMatchObject({ code: 200 });
    return vehicleId;
  };
  const tem = (channel: number, zone: string, certEnd: string | null) => ({
    kind: 'tem',
    channel,
    name: `探头${channel}`,
    zone,
    ...(certEnd ? { certNo: `JZ-${channel}`, certEnd } : {}),
  });
  await save('沪K10001', [tem(1, '疫苗', '2099-01-01'), tem(2, '疫苗', '2099-01-01')]);
  const few = await save('沪K10002', [tem(1, '药品', '2099-01-01'), tem(2, '药品', '2020-01-01')], { volume: 45 });
  const bare = await save('沪K10003', [tem(1, 'gsp区', null), tem(2, '冷藏', null)]);
  await save('沪K10004', [tem(1, '冷藏', null)]);
  const check = async (token = a.token) => (await app.post(`${api}/drugCheck`, {}, token)).data;
  const found = await check();
  expect(found.checked).toBe(3);
  expect(found.failing.map((v: Record<string, unknown>) => [v.id, v.faults])).toEqual([
    [few, ['药品测点2个，至少4个', '温度2校准证书已于2020-01-01到期']],
    [bare, ['gsp区测点1个，至少2个', '温度1没有校准证书']],
  ]);
  expect(await check(b.token)).toEqual({ checked: 0, failing: [] });
});
