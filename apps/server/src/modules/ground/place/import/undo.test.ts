import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../../test/fleet-fixture';
import { sheetOf, uploadSheet } from '../../../../../test/sheet-kit';
import { type TestApp, testApp } from '../../../../../test/test-app';
import { seenBook } from '../../../../../test/workbook-kit';

const api = '/api/base/manage/region';
let app: TestApp;
let a: FleetFixture;
let known: string;
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '导入站点公司');
  const shape = { kind: 'circle', lng: 120.63, lat: 31.36, radiusM: 400 };
  const place = { kind: 'site', placeType: 2, name: '苏州冷库', address: '相城区', remark: '北门进', shape };
  known = (await a.post(`${api}/add`, place)).data.id;
});
afterAll(() => app.close());

const head = ['名称', '类别', '类型', '编码', '经度', '纬度', '半径(m)', '地址', '备注'];
const send = (step: 'Check' | '', rows: Array<Array<string | number | null>>, mode = 'both') =>
  sheetOf(head, rows).then((bytes) => uploadSheet(app, `${api}/import${step}`, bytes, a.token, { mode }));
const detail = async (id: string) => (await a.post(`${api}/detail`, { id })).data;
const suzhou = (more: Array<string | number | null>) => ['苏州冷库', '站点', null, null, ...more];
const wuxi = ['无锡仓', '站点', '仓库', 'WX01', 120.3, 31.57, 300, '新吴区', null];

it('writes what is wrong into the workbook, cell by cell, and tells the modes apart', async () => {
  const rows = [
    ['', '站点', '仓库', null, 120, 31, 300, null, null],
    ['昆山站', '站点', '仓库', null, 200, 31, 300, null, null],
    ['无坐标', '站点', '仓库', null, null, null, null, null, null],
    suzhou([null, null, null, '相城区元和街道', null]),
  ];
  const { data } = await send('Check', rows);
  expect(data).toMatchObject({ total: 4, valid: 1, adds: 0, updates: 1 });
  expect(data.rows.map((r: { no: number; msg: string }) => [r.no, r.msg])).toEqual([
    [2, '请输入名称'],
    [3, expect.stringContaining('经度')],
    [4, '请填写经度和纬度，或坐标串'],
    [5, ''],
  ]);
  const [sheet] = seenBook(Buffer.from(data.annotated, 'base64'));
  const noteOf = (cell: string): string => sheet?.cell(cell).note ?? '';
  expect(noteOf('A2')).toContain('请输入名称');
  expect(noteOf('E4')).toContain('请填写经度和纬度');
  expect((await send('Check', [suzhou([null, null, null, 'x', null])], 'add')).data.rows[0].msg).toBe('名称已存在');
  expect((await send('Check', [wuxi], 'update')).data.rows[0].msg).toBe('不存在，无法更新');
});

it('changes what the cells say and nothing else, and takes the whole import back', async () => {
  const moved = suzhou([120.7, 31.4, 500, '相城区元和街道', '清空']);
  const { data: run } = await send('', [moved, wuxi]);
  expect(run).toMatchObject({ added: 1, updated: 1, skipped: 0 });
  expect(await detail(known)).toMatchObject({
    placeType: 2,
    address: '相城区元和街道',
    remark: '',
    shape: { kind: 'circle', lng: 120.7, lat: 31.4, radiusM: 500 },
  });
  const { list } = (await a.post(`${api}/importHis`, {})).data;
  expect(list).toMatchObject([{ id: run.runId, added: 1, updated: 1, undoneTime: null }]);
  expect((await a.post(`${api}/importUndo`, { id: run.runId })).data).toEqual({ undone: 2, left: 0 });
  expect(await detail(known)).toMatchObject({
    address: '相城区',
    remark: '北门进',
    shape: { kind: 'circle', lng: 120.63, lat: 31.36, radiusM: 400 },
  });
  expect((await a.post(`${api}/page`, { keyword: '无锡仓' })).data.total).toBe(0);
  expect(await a.post(`${api}/importUndo`, { id: run.runId })).toMatchObject({ code: 4011, msg: '这次导入已经撤销过' });
});

it('brings hours, limits, contacts and tags, and says which cell cannot be read', async () => {
  const heads = [...head.slice(0, 2), '时段', '限速(km/h)', '联系电话', '标签', '缓冲(m)'];
  const write = (step: 'Check' | '', cells: Array<string | number | null>) =>
    sheetOf(heads, [['苏州冷库', '站点', ...cells]]).then((bytes) =>
      uploadSheet(app, `${api}/import${step}`, bytes, a.token, { mode: 'both' }),
    );
  const msgOf = async (cells: Array<string | number | null>) => (await write('Check', cells)).data.rows[0].msg;
  expect(await msgOf(['七点到九点'])).toBe('时段应如 周一至周五 07:00-18:00，多段用分号隔开');
  expect(await msgOf([null, '很快', '12'])).toMatch(/联系|号码|电话|手机/u);
  await write('', ['周一至周五 07:00-18:00；周六 08:00-12:00', 30, '13800138000', '冷库、外租', 80]);
  const hours = [
    { days: [1, 2, 3, 4, 5], from: '07:00', to: '18:00' },
    { days: [6], from: '08:00', to: '12:00' },
  ];
  const first = { hours, speedLimitKmh: 30, phone: '13800138000', tags: ['冷库', '外租'], bufferM: 80 };
  expect(await detail(known)).toMatchObject(first);
  await write('', ['清空', '清空', null, '清空', '清空']);
  const cleared = { hours: [], speedLimitKmh: null, phone: '13800138000', tags: [], bufferM: 50 };
  expect(await detail(known)).toMatchObject(cleared);
});

it('brings departments, who may see it, its icon, and a limit of 0 as none', async () => {
  const heads = [...head.slice(0, 2), '所属部门', '可见范围', '图标', '限速(km/h)'];
  const write = (step: 'Check' | '', cells: Array<string | number | null>) =>
    sheetOf(heads, [['苏州冷库', '站点', ...cells]]).then((bytes) =>
      uploadSheet(app, `${api}/import${step}`, bytes, a.token, { mode: 'both' }),
    );
  const msgOf = async (cells: Array<string | number | null>) => (await write('Check', cells)).data.rows[0].msg;
  expect(await msgOf(['没有的部门'])).toBe('所属部门不存在或不在您的权限范围内');
  expect(await msgOf([null, '本部门'])).toBe('仅本部门可见时，请选择所属部门');
  expect(await msgOf(['上海部', '大家'])).toBe('请选择可见范围');
  expect(await msgOf(['华东分公司/上海部', '全公司', '猫'])).toBe('请选择图标');
  await write('', ['上海部', '本部门', '冷', 0]);
  expect(await detail(known)).toMatchObject({ orgName: '上海部', visible: 2, icon: '冷', speedLimitKmh: null });
  expect((await write('', ['清空', '清空', '清空', null])).code).toBe(200);
  expect(await detail(known)).toMatchObject({ orgId: null, visible: 1, icon: '' });
});

it('names what was changed since, and takes back the rest when asked; another company knows nothing of it', async () => {
  const { data: run } = await send('', [wuxi, ['常州站', '站点', '仓库', null, 119.97, 31.81, 300, null, null]]);
  const [wuxiRow] = (await a.post(`${api}/page`, { keyword: '无锡仓' })).data.list;
  await a.post(`${api}/batch`, { ids: [wuxiRow.id], color: '#E03428' });
  const b = await fleetFixture(app, '别家站点');
  expect(await b.post(`${api}/importUndo`, { id: run.runId })).toMatchObject({ code: 4004 });
  const stuck = await a.post(`${api}/importUndo`, { id: run.runId });
  expect(stuck).toMatchObject({ code: 4011, msg: '有1个区域、站点不能撤销，未撤销任何数据' });
  expect(stuck.data.checks[0]).toMatch(/^第2行 无锡仓：已被.+修改$/u);
  expect((await a.post(`${api}/importUndo`, { id: run.runId, rest: true })).data).toEqual({ undone: 1, left: 1 });
  expect((await a.post(`${api}/page`, { keyword: '常州站' })).data.total).toBe(0);
  expect((await a.post(`${api}/page`, { keyword: '无锡仓' })).data.total).toBe(1);
});
