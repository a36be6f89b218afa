import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../../test/test-app';
import { wireTime } from '../../../../core/http/answer/wire-time';

let app: TestApp;
let a: FleetFixture;
let b: FleetFixture;
const api = '/api/base/manage/vehicle';
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '文件公司');
  b = await fleetFixture(app, '别家文件');
});
afterAll(() => app.close());

/** A file that the primary user uploaded `minutesAgo`. */
async function upload(name: string, kind: string, minutesAgo: number): Promise<string> {
  const row = {
    client_id: a.clientId,
    user_id: a.userId,
    kind,
    file_name: name,
    mime: name.endsWith('.pdf') ? 'application/pdf' : 'image/png',
    size_bytes: 2048,
    sha256: 'x',
    blob_key: name,
    created_at: new Date(Date.now() - minutesAgo * 60_000),
  };
  const { id } = await app.database.systemDb.insertInto('file').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

it('lists what came with papers, probe certificates and repair orders, newest first', async () => {
  const id = await a.addVehicle('沪F00001');
  const other = await a.addVehicle('沪F00002');
  const paper = (vehicle: string, fileId: string, docType: string) =>
    a.post(`${api}/paper/add`, { id: vehicle, docType, fileId });
  await paper(id, await upload('行驶证.png', 'paper', 30), 'licence');
  await paper(id, await upload('JZ26-1.pdf', 'paper', 20), 'calibration');
  await paper(other, await upload('别车.png', 'paper', 15), 'licence');
  const bill = await upload('维修发票.png', 'image', 10);
  const repair = await a.post(`${api}/repair/add`, {
    vehicleId: id,
    kind: 1,
    reason: '更换制动片',
    workshop: '服务站',
    reportTime: wireTime(Date.now() - 3_600_000, 'Asia/Shanghai'),
    fileIds: [bill],
  });
  expect(repair).toMatchObject({ code: 200 });
  const files = (await a.post(`${api}/files`, { id })).data;
  expect(files.map((f: Record<string, unknown>) => [f.type, f.source, f.fileName, f.image, f.size])).toEqual([
    ['维修单附件', repair.data.repairCode, '维修发票.png', true, 2048],
    ['探头校准证书', '', 'JZ26-1.pdf', false, 2048],
    ['行驶证', '', '行驶证.png', true, 2048],
  ]);
  expect(files[0]).toMatchObject({
    userName: expect.stringMatching(/./u),
    url: expect.stringContaining(`fileId=${bill}`),
  });
  expect(await b.post(`${api}/files`, { id })).toMatchObject({ code: 4004, msg: '车辆不存在或无权查看' });
});

it('says of a vehicle of the own company that it was deleted, and of others nothing', async () => {
  const id = await a.addVehicle('沪F00011', { orgId: a.orgId });
  await a.post(`${api}/del`, { ids: [id] });
  const gone = { code: 4004, msg: '车辆不存在或已删除' };
  expect(await a.post(`${api}/detail`, { id })).toMatchObject(gone);
  expect(await a.post(`${api}/probe/get`, { vehicleId: id })).toMatchObject(gone);
  const foreign = { code: 4004, msg: '车辆不存在或无权查看' };
  expect(await b.post(`${api}/detail`, { id })).toMatchObject(foreign);
  expect(await a.post(`${api}/detail`, { id: '999999999' })).toMatchObject(foreign);
  // a user whose department never had it learns nothing either
  const elsewhere = await a.user({ menus: ['vehicle'], orgId: a.subOrgId });
  expect(await app.post(`${api}/detail`, { id }, elsewhere.token)).toMatchObject(foreign);
});
