import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { append, storedAt } from '../../../../test/point-kit';
import { type TestApp, testApp } from '../../../../test/test-app';
import { loadPlaceUses } from './repo';

const api = '/api/base/manage/region';
let app: TestApp;
let a: FleetFixture;
let b: FleetFixture;

beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '站点测试甲');
  b = await fleetFixture(app, '站点测试乙');
});
afterAll(() => app.close());

const wireOf = (t: number): string => new Date(t + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
const circle = (lng = 121.38, lat = 31.25, radiusM = 500) => ({ kind: 'circle', lng, lat, radiusM });
const site = (name: string, more: Record<string, unknown> = {}) => ({
  kind: 'site',
  placeType: 2,
  name,
  shape: circle(),
  ...more,
});
const added = async (who: FleetFixture, body: Record<string, unknown>): Promise<string> => {
  const answer = await who.post(`${api}/add`, body);
  if (answer.code !== 200) throw new Error(answer.msg);
  return String(answer.data.id);
};
const detail = async (id: string) => (await a.post(`${api}/detail`, { id })).data;

it('area/listAll lists every area and point in use of the company, without shapes', async () => {
  const id = await added(a, site('全表站点', { code: 'QB-1' }));
  const list = (await a.post('/api/base/manage/area/listAll')).data as Array<{ id: string }>;
  expect(list.find((one) => one.id === id)).toEqual({
    ...{ id, kind: 'site', placeType: 2, code: 'QB-1', name: '全表站点' },
    ...{ lng: 121.38, lat: 31.25 },
  });
  const others = (await b.post('/api/base/manage/area/listAll')).data as Array<{ id: string }>;
  expect(others.some((one) => one.id === id)).toBe(false);
});

describe('drawing', () => {
  it('keeps every kind of ground as it was drawn', async () => {
    const polygon = {
      kind: 'polygon',
      points: [
        [121.3, 31.2],
        [121.4, 31.2],
        [121.35, 31.3],
      ],
    };
    const rect = { kind: 'rect', west: 121.3, south: 31.2, east: 121.4, north: 31.3 };
    const line = {
      kind: 'line',
      points: [
        [121.38, 31.25],
        [120.63, 31.36],
      ],
      halfWidthM: 300,
    };
    for (const [name, shape] of [
      ['圆', circle()],
      ['多边形', polygon],
      ['矩形', rect],
    ] as const) {
      const id = await added(a, site(`地物${name}`, { shape }));
      expect((await detail(id)).shape, name).toEqual(shape);
    }
    const id = await added(a, { kind: 'line', placeType: 11, name: '沪苏走廊', shape: line });
    expect(await detail(id)).toMatchObject({ shape: line, lengthKm: 72.3, areaKm2: null, radiusM: 300 });
    const area = await added(a, {
      kind: 'region',
      placeType: 9,
      name: '天河',
      shape: { kind: 'district', adcode: '440106' },
    });
    const { shape, areaKm2 } = await detail(area);
    expect(shape).toMatchObject({ kind: 'district', adcode: '440106' });
    expect(shape.parts[0][0].length).toBeGreaterThan(20);
    expect(Math.abs(areaKm2 - 137)).toBeLessThan(20);
  });

  it.each([
    ['shape', { shape: { ...circle(), radiusM: 49 } }, /半径应在50~50000m之间|请在地图上画出图形/u],
    [
      'shape',
      {
        shape: {
          kind: 'polygon',
          points: [
            [0, 0],
            [1, 1],
            [1, 0],
            [0, 1],
          ],
        },
      },
      /^多边形不能自相交$/u,
    ],
    ['shape', { shape: { kind: 'district', adcode: '999999' } }, /^行政区不存在$/u],
    [
      'shape',
      {
        shape: {
          kind: 'line',
          points: [
            [1, 1],
            [2, 2],
          ],
          halfWidthM: 200,
        },
      },
      /^站点请画面状图形$/u,
    ],
    ['placeType', { placeType: 7 }, /^站点不能是“禁停区”$/u],
    ['orgId', { visible: 2 }, /^仅本部门可见时，请选择所属部门$/u],
    ['code', { code: '中文' }, /编码由字母、数字组成/u],
    ['bufferM', { bufferM: 501 }, /^应在0~500m之间$/u],
  ])('refuses at %s', async (field, more, sentence) => {
    const answer = await a.post(`${api}/add`, site('不会保存', more));
    expect(answer.code).toBe(4000);
    expect(answer.data.errors[0].field.split('.')[0]).toBe(field);
    expect(answer.msg).toMatch(sentence);
  });

  it('knows a name and a code once per kind, in each company', async () => {
    await added(a, site('江桥仓', { code: 'JQ-1' }));
    expect(await a.post(`${api}/add`, site('江桥仓'))).toMatchObject({ code: 4000, msg: '站点“江桥仓”已存在' });
    expect(await a.post(`${api}/add`, site('别的仓', { code: 'JQ-1' }))).toMatchObject({
      code: 4000,
      msg: '编码JQ-1已被其他站点使用',
    });
    await added(a, { ...site('江桥仓'), kind: 'region', placeType: 10 });
    await added(b, site('江桥仓'));
  });
});

describe('editing', () => {
  it('closes the old ground, begins the new one, and writes the history in words', async () => {
    const id = await added(a, site('会搬家的仓', { shape: circle(121.38, 31.25, 500) }));
    const edit = { ...site('会搬家的仓', { shape: circle(121.4, 31.3, 800) }), id, version: 1 };
    expect(await a.post(`${api}/update`, edit)).toMatchObject({ code: 200, data: { version: 2 } });
    const after = await detail(id);
    expect(after.shape).toEqual(circle(121.4, 31.3, 800));
    expect(after.versions).toMatchObject([{ shapeKind: 'circle', shape: circle(121.38, 31.25, 500) }]);
    const rows = await app.database.systemDb
      .selectFrom('place_shape')
      .select(['during', 'west', 'east'])
      .where('place_id', '=', id)
      .orderBy('id')
      .execute();
    expect(rows).toHaveLength(2);
    // the old one ends where the new one begins: every moment has one ground
    expect(String(rows[0]?.during).split(',')[1]?.replace(/[")]/gu, '')).toBe(
      String(rows[1]?.during).split(',')[0]?.replace(/["[]/gu, ''),
    );
    const his = await a.post(`${api}/changeHis`, { id });
    expect(his.data.list[0]).toMatchObject({ action: '编辑', changes: [{ label: '图形' }] });
    expect(his.data.list[0].changes[0].before).toContain('半径 500 m');
  });

  it('keeps the ground when only the name changes, and widens its box with the buffer', async () => {
    const id = await added(a, site('改名的仓', { bufferM: 0 }));
    const box = () =>
      app.database.systemDb
        .selectFrom('place_shape')
        .select(['west', 'east', 'buffer_m'])
        .where('place_id', '=', id)
        .orderBy('id')
        .execute();
    const [before] = await box();
    await a.post(`${api}/update`, { ...site('改过名的仓', { bufferM: 500 }), id, version: 1 });
    const after = await box();
    // the buffer has its periods like the shape; the ground that was before it is the same one
    expect(after.map(({ buffer_m }) => buffer_m)).toEqual([0, 500]);
    expect((await detail(id)).versions).toEqual([]);
    expect((after[1]?.east ?? 0) - (before?.east ?? 0)).toBeCloseTo(
      500 / (111_195 * Math.cos((31.25 * Math.PI) / 180)),
      4,
    );
  });

  it('tells the second of two that somebody was faster, and changes nothing', async () => {
    const id = await added(a, site('两人改的仓'));
    expect(await a.post(`${api}/update`, { ...site('甲改'), id, version: 1 })).toMatchObject({ code: 200 });
    expect(await a.post(`${api}/update`, { ...site('乙改'), id, version: 1 })).toMatchObject(changedByOther);
    expect((await detail(id)).name).toBe('甲改');
    expect(
      await a.post(`${api}/update`, { ...site('甲改'), kind: 'region', placeType: 10, id, version: 2 }),
    ).toMatchObject({
      code: 4000,
      msg: '类别不能修改，请新增一个',
    });
  });
});

describe('who is inside', () => {
  it('counts vehicles by their last fix, the buffer included', async () => {
    const vehicleId = await a.addVehicle('沪F00001', { deviceId: a.deviceIds[0] });
    await app.database.systemDb
      .insertInto('device_state')
      .values({
        vehicle_id: vehicleId,
        client_id: a.clientId,
        device_id: a.deviceIds[0] ?? '',
        device_time: new Date(),
        lng: 113.3245,
        lat: 23.1066,
        live: JSON.stringify({ state: 3, stateSince: Date.now() }),
        stream: '{}',
      })
      .execute();
    const tower = await added(a, site('广州塔', { shape: circle(113.3245, 23.1066, 100) }));
    // 300 m to the east, reached by radius and buffer only
    const near = await added(a, site('塔东', { shape: circle(113.32743, 23.1066, 250), bufferM: 50 }));
    const far = await added(a, site('塔东近', { shape: circle(113.32743, 23.1066, 250), bufferM: 0 }));
    const { list } = (await a.post(`${api}/page`, { kind: 'site', occupied: 1, size: 50 })).data;
    expect(list.map((r: { id: string }) => r.id).sort()).toEqual([tower, near].sort());
    expect((await detail(far)).insideCount).toBe(0);
    const came = { client_id: a.clientId, vehicle_id: vehicleId, place_id: tower, kind: 'visit', alarm: false };
    await app.database.systemDb
      .insertInto('episode')
      .values(
        [0, 86_400_000].map((ago) => {
          const at = new Date(Date.now() - ago);
          return { ...came, start_time: at, confirmed_at: at };
        }),
      )
      .execute();
    expect([(await detail(tower)).todayCount, (await detail(far)).todayCount]).toEqual([1, 0]);
    const visits = async (more: object) => (await a.post(`${api}/visits`, { id: tower, ...more })).data;
    expect(await visits({})).toMatchObject({ total: 2, list: [{ plateNo: '沪F00001', outTime: null }, {}] });
    expect((await visits({ plateNo: '沪F0000x' })).total).toBe(0);
    expect((await visits({ endTime: wireOf(Date.now() - 3_600_000) })).total).toBe(1);
    expect((await b.post(`${api}/visits`, { id: tower })).code).toBe(4004);
    expect((await a.post(`${api}/inside`, { id: tower })).data).toMatchObject([{ plateNo: '沪F00001', state: 3 }]);
    const at = Math.floor(Date.now() / 1000) * 1000 - 7_200_000;
    await append(app.database, [
      storedAt({ clientId: a.clientId, deviceId: a.deviceIds[0] ?? '', vehicleId }, at, {
        lng: 113.3245,
        lat: 23.1066,
      }),
      storedAt({ clientId: a.clientId, deviceId: a.deviceIds[0] ?? '', vehicleId }, at + 600_000, {
        lng: 113.4,
        lat: 23.1066,
      }),
    ]);
    const then = async (t: number) =>
      (await a.post(`${api}/inside`, { id: tower, time: wireOf(t) })).data.map((v: { plateNo: string }) => v.plateNo);
    expect(await then(at + 60_000)).toEqual(['沪F00001']);
    expect(await then(at + 660_000)).toEqual([]);
    const onMap = (await a.post(`${api}/shapes`, { kinds: ['site'] })).data;
    expect(onMap.find((p: { id: string }) => p.id === tower)).toMatchObject({ insideCount: 1, name: '广州塔' });
    const hits = (await a.post(`${api}/search`, { keyword: 'F0000' })).data;
    expect(hits[0]).toMatchObject({ kind: 'vehicle', name: '沪F00001', lng: 113.3245 });
  });

  it('offers places by name, and by the initials of their names', async () => {
    const offered = async (keyword: string) =>
      (await a.post(`${api}/options`, { keyword, kind: 'site' })).data.map(({ name }: { name: string }) => name);
    expect(await offered('广州塔')).toEqual(['广州塔']);
    expect(await offered('gzt')).toEqual(['广州塔']);
    expect(await offered('zzzz')).toEqual([]);
  });

  it('finds own places, districts and coordinates in one box', async () => {
    const names = async (keyword: string) =>
      (await a.post(`${api}/search`, { keyword })).data.map(
        (h: { kind: string; name: string }) => `${h.kind} ${h.name}`,
      );
    expect(await names('广州塔')).toContain('place 广州塔');
    expect(await names('番禺')).toContain('district 广东省广州市番禺区');
    expect(await names('121.38, 31.25')).toEqual(['point 121.38, 31.25']);
    expect(await names('31.25,121.38')).toEqual(['point 121.38, 31.25']);
    const { shape } = (await a.post(`${api}/districtShape`, { adcode: '440113' })).data;
    expect(shape.kind).toBe('district');
    expect((await a.post(`${api}/districts`, { keyword: '番禺' })).data[0]).toMatchObject({ adcode: '440113' });
  });
});

describe('deleting', () => {
  it('says what uses a place', async () => {
    const id = await added(a, site('被用的仓'));
    const own = { client_id: a.clientId };
    const route = await app.database.systemDb
      .insertInto('transport_route')
      .values({ ...own, code: 'R1', name: '沪宁干线', route_type: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.database.systemDb
      .insertInto('route_stop')
      .values({ ...own, route_id: route.id, seq: 1, place_id: id, point_type: 1 })
      .execute();
    expect(await a.post(`${api}/del`, { ids: [id] })).toMatchObject({
      code: 4011,
      msg: '“被用的仓”正被线路“沪宁干线”使用，不能删除',
    });
    const free = await added(a, site('没人用的仓'));
    expect((await a.post(`${api}/del`, { ids: [id, free] })).data).toMatchObject([{ ok: false }, { ok: true }]);
    expect(await a.post(`${api}/detail`, { id: free })).toMatchObject({ code: 4004 });
    await added(a, site('没人用的仓'));
    // a whole import is asked for at once
    const many = Array.from({ length: 10_000 }, (_, i) => String(5_000_000 + i));
    const who = { clientId: a.clientId, userId: '0', isPrimary: true, isOrgManager: false };
    const users = await app.database.systemDb.transaction().execute((trx) => loadPlaceUses(trx, who, [...many, id]));
    expect([...users]).toEqual([[id, ['线路“沪宁干线”']]]);
  });
});

describe('deleting what trips begin and end in', () => {
  it('is refused with the vehicles whose 行程设置 names it, until these name another place or the vehicle is gone', async () => {
    const [from, to] = [await added(a, site('行程起点仓')), await added(a, site('行程终点仓'))];
    const vehicleId = await a.addVehicle('沪F00078');
    const db = app.database.systemDb;
    const during = sql<string>`tstzrange(now() - interval '2 days', now() - interval '1 day')`;
    const own = { client_id: a.clientId, vehicle_id: vehicleId, mode: 2 };
    await db
      .insertInto('trip_setting')
      .values([
        { ...own, during, start_place_ids: [to], end_place_ids: [to] },
        { ...own, start_place_ids: [from], end_place_ids: [from] },
      ])
      .execute();
    expect(await a.post(`${api}/del`, { ids: [from] })).toMatchObject({
      code: 4011,
      msg: '“行程起点仓”正被行程设置“沪F00078”使用，不能删除',
    });
    expect((await detail(from)).usedBy).toEqual(['行程设置“沪F00078”']);
    // what once was a start no longer counts
    expect(await a.post(`${api}/del`, { ids: [to] })).toMatchObject({ code: 200 });
    await db.updateTable('vehicle').set({ deleted_at: new Date() }).where('id', '=', vehicleId).execute();
    expect(await a.post(`${api}/del`, { ids: [from] })).toMatchObject({ code: 200 });
  });
});

describe('what tells of vehicles with a 行程设置', () => {
  it('names three of those that the caller sees, and counts the others', async () => {
    const from = await added(a, site('大家的起点'));
    const begins = async (plate: string, orgId: string): Promise<void> => {
      const vehicleId = await a.addVehicle(plate, { orgId });
      await app.database.systemDb
        .insertInto('trip_setting')
        .values({
          client_id: a.clientId,
          vehicle_id: vehicleId,
          mode: 2,
          start_place_ids: [from],
          end_place_ids: [from],
        })
        .execute();
    };
    const below = await a.user({ menus: ['regionSite'], orgId: a.subOrgId });
    const told = async () => (await app.post(`${api}/detail`, { id: from }, below.token)).data.usedBy;
    await begins('沪F10001', a.orgId);
    expect(await told()).toEqual(['行程设置（1 辆车）']);
    await begins('沪F10002', a.subOrgId);
    expect(await told()).toEqual(['行程设置“沪F10002”等 2 辆']);
    expect((await detail(from)).usedBy).toEqual(['行程设置“沪F10001”、“沪F10002”']);
    for (const plate of ['沪F10003', '沪F10004']) await begins(plate, a.subOrgId);
    expect(await told()).toEqual(['行程设置“沪F10002”、“沪F10003”、“沪F10004”等 4 辆']);
    expect(await a.post(`${api}/del`, { ids: [from] })).toMatchObject({
      msg: '“大家的起点”正被行程设置“沪F10001”、“沪F10002”、“沪F10003”等 4 辆使用，不能删除',
    });
  });
});

describe('who sees what', () => {
  it('shows another company nothing, by any call', async () => {
    const id = await added(a, site('甲的仓'));
    for (const [call, body] of [
      ['detail', { id }],
      ['update', { ...site('x'), id, version: 1 }],
      ['del', { ids: [id] }],
      ['inside', { id }],
      ['changeHis', { id }],
    ] as const)
      expect(await b.post(`${api}/${call}`, body), call).toMatchObject({ code: 4004 });
    const all = (await b.post(`${api}/shapes`, {})).data.map((p: { id: string }) => p.id);
    expect(all).not.toContain(id);
  });

  it('keeps a department’s place from users of another one, and private ones from everybody but their maker', async () => {
    const mine = await added(a, site('部门的仓', { visible: 2, orgId: a.orgId }));
    const hidden = await added(a, site('自己的仓', { visible: 3 }));
    const open = await added(a, site('公司的仓'));
    const insider = await a.user({ menus: ['regionSite'], orgId: a.orgId });
    const outsider = await a.user({ menus: ['regionSite'], orgId: a.subOrgId });
    const sees = async (token: string): Promise<string[]> =>
      (await app.post(`${api}/shapes`, {}, token)).data.map((p: { id: string }) => p.id);
    const inside = await sees(insider.token);
    expect([mine, open].every((id) => inside.includes(id)) && !inside.includes(hidden)).toBe(true);
    const outside = await sees(outsider.token);
    expect(outside.includes(open) && !outside.includes(mine)).toBe(true);
    expect(await app.post(`${api}/add`, site('没有按钮'), insider.token)).toMatchObject({ code: 4003 });
  });
});

describe('areas become one, and one becomes two', () => {
  const rect = (west: number, east: number) => ({ kind: 'rect', west, south: 30.1, east, north: 30.2 });
  const region = (name: string, shape: object) => added(a, { ...site(name, { shape }), kind: 'region', placeType: 9 });
  const merge = (id: string, otherIds: string[], more: object = {}) =>
    a.post(`${api}/merge`, { id, version: 1, name: '合并区', otherIds, ...more });

  it('with the border of all of them; the others are gone, their past stays', async () => {
    const [west, east] = [await region('西区', rect(121, 121.1)), await region('东区', rect(121.1, 121.2))];
    const far = await region('远区', rect(122, 122.1));
    expect((await merge(west, [far])).data.errors).toEqual([
      { field: 'otherIds', msg: '所选区域没有相连或重叠，请先调整边界再合并' },
    ]);
    expect(await merge(west, [east], { version: 9 })).toMatchObject(changedByOther);
    expect(await merge(west, [east])).toMatchObject({ data: { version: 2 } });
    expect(await detail(west)).toMatchObject({
      name: '合并区',
      shapeKind: 'polygon',
      versions: [{ shapeKind: 'rect' }],
    });
    expect((await detail(west)).areaKm2).toBeCloseTo(213, -1);
    expect(await a.post(`${api}/detail`, { id: east })).toMatchObject({ code: 4004 });
    expect(await b.post(`${api}/merge`, { id: west, version: 2, name: 'x', otherIds: [far] })).toMatchObject({
      code: 4004,
    });
    const point = await added(a, site('合并里的站点', { shape: circle(121.1, 30.15) }));
    expect((await merge(west, [point], { version: 2 })).msg).toBe('区域不能与站点“合并里的站点”合并');
  });

  it('keeps what a rule or a route uses', async () => {
    const [one, two] = [await added(a, site('留用甲')), await added(a, site('留用乙', { shape: circle(121.381) }))];
    const rule = { name: '留用规则', kind: 'zone', params: { placeIds: [two], trigger: 'enter' } };
    expect(await a.post('/api/alarm/rule/add', rule)).toMatchObject({ code: 200 });
    const ruled = async (asked: 0 | 1) =>
      (await a.post(`${api}/page`, { keyword: '留用', ruled: asked })).data.list.map(
        (r: { name: string; ruleCount: number }) => [r.name, r.ruleCount],
      );
    expect([await ruled(1), await ruled(0)]).toEqual([[['留用乙', 1]], [['留用甲', 0]]]);
    expect((await merge(one, [two])).msg).toBe('“留用乙”正被报警规则“留用规则”使用，请保留它，合并其他的');
    expect((await a.post(`${api}/del`, { ids: [two] })).msg).toBe('“留用乙”正被报警规则“留用规则”使用，不能删除');
    expect(await merge(two, [one])).toMatchObject({ code: 200 });
  });

  it('by a line that goes through once', async () => {
    const id = await region('待拆区', rect(121.5, 121.8));
    const split = (line: unknown, more: object = {}) =>
      a.post(`${api}/split`, { id, version: 1, line, name: '待拆区', newName: '拆出区', ...more });
    const through = [
      [121.7, 30],
      [121.7, 30.3],
    ];
    expect(
      (
        await split([
          [121.7, 30],
          [121.7, 30.15],
        ])
      ).data.errors,
    ).toEqual([{ field: 'line', msg: '分割线须从边界外画起，穿过区域，到边界外结束' }]);
    expect((await split(through, { newName: '待拆区' })).msg).toBe('两个名称不能相同');
    const { newId } = (await split(through)).data;
    const [large, small] = [await detail(id), await detail(newId)];
    expect(large.areaKm2 / small.areaKm2).toBeCloseTo(2, 1);
    expect(small).toMatchObject({ name: '拆出区', kind: 'region', placeType: 9, shapeKind: 'polygon' });
    expect(await split(through)).toMatchObject(changedByOther);
  });

  it('a new part joins what names the area, and merging it back leaves nothing twice', async () => {
    const id = await region('限速大区', rect(121.5, 121.8));
    const ruleOf = async (name: string, params: object) => {
      const answer = await a.post('/api/alarm/rule/add', { name, kind: 'zone', ...params });
      expect(answer, name).toMatchObject({ code: 200 });
      return String(answer.data.id);
    };
    const rules = [
      await ruleOf('大区限速', { params: { placeIds: [id], trigger: 'speed' } }),
      await ruleOf('大区道路', {
        kind: 'speed',
        params: { limitKmh: 80, roads: [{ road: 2, placeIds: [id], limitKmh: 60 }] },
      }),
      await ruleOf('大区未到', { params: { placeIds: [id], trigger: 'absent', arriveBy: '09:00' } }),
    ];
    const db = app.database.systemDb;
    const own = { client_id: a.clientId };
    const given = await a.user({ menus: ['regionSite'], orgId: a.subOrgId });
    await db
      .insertInto('resource_auth')
      .values({ ...own, resource_kind: 'region', resource_id: id, user_id: given.userId, rights: ['view', 'alarm'] })
      .execute();
    const plan = await db
      .insertInto('route_plan')
      .values({ ...own, plan_no: 'CF-1', name: '绕行', plan_type: 1, depart_at: new Date(), avoid_ids: [id] })
      .returning('id')
      .executeTakeFirstOrThrow();
    const now = { arrive_at: new Date(), leave_at: new Date() };
    await db
      .insertInto('route_plan_stop')
      .values({ ...own, plan_id: plan.id, seq: 1, place_id: id, name: '限速大区', lng: 121.6, lat: 30.15, ...now })
      .execute();
    const vehicleId = await a.addVehicle('沪F00077');
    await db
      .insertInto('trip_setting')
      .values({ ...own, vehicle_id: vehicleId, mode: 2, start_place_ids: [id], end_place_ids: ['7', id] })
      .execute();
    await db
      .insertInto('truck_pass')
      .values({ ...own, place_id: id, vehicle_id: vehicleId })
      .execute();
    // said before: these can only mean one of the two
    expect((await detail(id)).staysWhole).toEqual(['规划“绕行”', '报警规则“大区未到”']);
    // and these look at each part by itself, so that the seam becomes a border
    expect((await detail(id)).countsEach).toEqual(['报警规则“大区限速”']);
    for (const trigger of ['enter', 'leave', 'stay'])
      await ruleOf(`大区${trigger}`, { params: { placeIds: [id], trigger, minutes: 30 } });
    const each = ['报警规则“大区enter”', '报警规则“大区leave”', '报警规则“大区stay”'];
    expect((await detail(id)).countsEach.sort()).toEqual([...each, '报警规则“大区限速”'].sort());

    const line = [
      [121.7, 30],
      [121.7, 30.3],
    ];
    const names = { name: '限速大区', newName: '限速小区' };
    const { newId } = (await a.post(`${api}/split`, { id, version: 1, line, ...names })).data;
    const state = async () => ({
      rules: await Promise.all(
        rules.map(async (rule) => {
          const one = await db.selectFrom('alarm_rule').select('params').where('id', '=', rule).executeTakeFirst();
          return JSON.stringify(one?.params).match(/"placeIds":\s*\[[^\]]*\]/gu);
        }),
      ),
      avoid: (await db.selectFrom('route_plan').select('avoid_ids').where('id', '=', plan.id).executeTakeFirst())
        ?.avoid_ids,
      trip: await db
        .selectFrom('trip_setting')
        .select(['start_place_ids', 'end_place_ids'])
        .where('vehicle_id', '=', vehicleId)
        .executeTakeFirst(),
    });
    expect(await state()).toEqual({
      rules: [[`"placeIds":["${id}","${newId}"]`], [`"placeIds":["${id}","${newId}"]`], [`"placeIds":["${id}"]`]],
      avoid: [id, newId],
      trip: { start_place_ids: [id, newId], end_place_ids: ['7', id, newId] },
    });
    const used = ['规划“绕行”', '报警规则“大区限速”', '报警规则“大区道路”', '行程设置“沪F00077”', ...each];
    expect((await detail(newId)).usedBy.sort()).toEqual(used.sort());
    expect(
      await db.selectFrom('resource_auth').select(['user_id', 'rights']).where('resource_id', '=', newId).execute(),
    ).toEqual([{ user_id: given.userId, rights: ['view', 'alarm'] }]);
    expect(await db.selectFrom('truck_pass').select('vehicle_id').where('place_id', '=', newId).execute()).toEqual([
      { vehicle_id: vehicleId },
    ]);
    const told = await a.post('/api/alarm/rule/changeHis', { id: rules[0] });
    expect(told.data.list[0].changes).toEqual([
      expect.objectContaining({ before: '限速大区', after: '限速大区、限速小区' }),
    ]);

    expect(await merge(id, [newId], { version: 2, name: '限速大区' })).toMatchObject({ code: 200 });
    expect(await state()).toEqual({
      rules: [[`"placeIds":["${id}"]`], [`"placeIds":["${id}"]`], [`"placeIds":["${id}"]`]],
      avoid: [id],
      trip: { start_place_ids: [id], end_place_ids: ['7', id] },
    });
  });

  it('a list that is full takes no new part: nothing is split, and it is said where to make room', async () => {
    const id = await region('满员区', rect(123.5, 123.8));
    const db = app.database.systemDb;
    const own = { client_id: a.clientId };
    const others = (n: number) => Array.from({ length: n }, (_, i) => String(9_000_000 + i));
    const split = () =>
      a.post(`${api}/split`, {
        id,
        version: 1,
        line: [
          [123.7, 30],
          [123.7, 30.3],
        ],
        name: '满员区',
        newName: '满员小区',
      });
    const plan = await db
      .insertInto('route_plan')
      .values({
        ...own,
        plan_no: 'CF-2',
        name: '满员绕行',
        plan_type: 1,
        depart_at: new Date(),
        avoid_ids: [id, ...others(19)],
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(await split()).toMatchObject({
      code: 4011,
      msg: '规划“满员绕行”的禁行区域已满20个，加不进拆出的部分，请先在规划中减少',
    });
    await db.deleteFrom('route_plan').where('id', '=', plan.id).execute();
    const ruleId = (
      await a.post('/api/alarm/rule/add', {
        name: '满员规则',
        kind: 'zone',
        params: { placeIds: [id], trigger: 'speed' },
      })
    ).data.id;
    const fill = (n: number) =>
      sql`update alarm_rule set params = jsonb_set(params, '{placeIds}', ${JSON.stringify([id, ...others(n)])}::jsonb)
        where id = ${ruleId}`.execute(db);
    await fill(499);
    expect(await split()).toMatchObject({
      code: 4011,
      msg: '报警规则“满员规则”的地点已满，加不进拆出的部分，请先在规则中减少地点',
    });
    expect(await detail(id)).toMatchObject({ name: '满员区', shapeKind: 'rect', version: 1 });
    expect((await a.post(`${api}/page`, { keyword: '满员' })).data.total).toBe(1);
    await fill(498);
    expect(await split()).toMatchObject({ code: 200, data: { version: 2 } });
  });
});
