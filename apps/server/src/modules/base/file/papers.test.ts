import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../test/test-app';

const dir = mkdtempSync(join(tmpdir(), 'papers-'));
let app: TestApp;
let a: FleetFixture;
let vehicleId: string;
const api = '/api/base/manage/vehicle';
beforeAll(async () => {
  app = await testApp({ DATA_DIR: dir });
  a = await fleetFixture(app, '证照公司');
  vehicleId = await a.addVehicle('沪A77777');
});
afterAll(async () => {
  await app.close();
  rmSync(dir, { recursive: true });
});

const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(32)]);

async function upload(token: string, kind = 'paper', bytes = png): Promise<{ code: number; data: { id: string } }> {
  const boundary = 'papers';
  const part = (name: string, more = ''): string =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const payload = Buffer.concat([
    Buffer.from(`${part('kind')}${kind}\r\n${part('file', '; filename="行驶证正本.png"')}`),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/base/base/file/upload',
    headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload,
  });
  return answer.json();
}
const add = (id: string, fileId: string, docType = 'licence') => a.post(`${api}/paper/add`, { id, docType, fileId });
const list = async () => (await a.post(`${api}/paper/list`, { id: vehicleId })).data;

it('pictures of papers are kept with the record, shown by a link, noted, and taken away', async () => {
  const { data } = await upload(a.token);
  expect(await add(vehicleId, data.id)).toMatchObject({ code: 200 });
  const [paper] = await list();
  expect(paper).toMatchObject({ docType: 'licence', fileName: '行驶证正本.png', size: png.length, image: true });
  const shown = await app.http.inject({ url: paper.url });
  expect(shown.rawPayload.equals(png)).toBe(true);
  expect((await add(vehicleId, data.id, 'photo')).data.errors).toEqual([
    { field: 'fileId', msg: '文件不存在，请重新上传' },
  ]);
  const history = async () => (await a.post(`${api}/changeHis`, { id: vehicleId })).data.list[0];
  expect(await history()).toMatchObject({
    action: '上传证照',
    changes: [{ label: '行驶证', after: '行驶证正本.png' }],
  });
  expect(await a.post(`${api}/paper/del`, { id: vehicleId, paperId: paper.id })).toMatchObject({ code: 200 });
  expect(await list()).toEqual([]);
  expect(await history()).toMatchObject({ action: '删除证照' });
  expect((await app.http.inject({ url: paper.url })).json()).toMatchObject({ code: 4004 });
});

it('six of a kind at most, of kinds that there are, uploaded as papers by the caller', async () => {
  for (let i = 0; i < 6; i++) await add(vehicleId, (await upload(a.token)).data.id, 'photo');
  expect((await add(vehicleId, (await upload(a.token)).data.id, 'photo')).data.errors).toEqual([
    { field: 'fileId', msg: '车辆照片最多6张，请先删除旧的' },
  ]);
  expect((await add(vehicleId, '1', 'passport')).data.errors).toEqual([{ field: 'docType', msg: '证照类型不正确' }]);
  expect((await add(vehicleId, (await upload(a.token, 'image')).data.id)).code).toBe(4000);
  expect((await upload(a.token, 'paper', Buffer.alloc(5 * 1024 * 1024 + 1, png))).code).toBe(4000);
  const b = await fleetFixture(app, '别家证照');
  expect((await add(vehicleId, (await upload(b.token)).data.id)).code).toBe(4000);
  expect(await b.post(`${api}/paper/list`, { id: vehicleId })).toMatchObject({ code: 4004 });
  expect(await b.post(`${api}/paper/add`, { id: vehicleId, docType: 'photo', fileId: '1' })).toMatchObject({
    code: 4004,
  });
});

it('of drivers are opened by those who may see numbers in full', async () => {
  const path = '/api/base/manage/driver/paper';
  const { data } = await upload(a.token);
  await a.post(`${path}/add`, { id: a.driverId, docType: 'idCard', fileId: data.id });
  const reader = await a.user({ menus: ['driver'] });
  expect((await app.post(`${path}/list`, { id: a.driverId }, reader.token)).data).toMatchObject([
    { docType: 'idCard', url: null },
  ]);
  expect((await a.post(`${path}/list`, { id: a.driverId })).data[0].url).toContain('/file/view?');
});
