import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { sheetOf, uploadSheet } from '../../../../test/sheet-kit';
import { type TestApp, testApp } from '../../../../test/test-app';

let app: TestApp;
let a: FleetFixture;
let b: FleetFixture;
const customers = '/api/base/manage/customer';
const carriers = '/api/base/manage/carrier';
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '客户公司');
  b = await fleetFixture(app, '别家客户');
});
afterAll(() => app.close());

describe('customers', () => {
  const add = (name: string, more: Record<string, unknown> = {}) =>
    a.post(`${customers}/add`, { name, customerType: 1, ...more });

  it('get running numbers, and show their default contact and address', async () => {
    const first = await add('甲客户', {
      contacts: [
        { name: '李强', phone: '021-62345678' },
        { name: '何晓燕', phone: '13800138007', main: true },
      ],
      addresses: [{ area: '上海市青浦区', address: '华新镇1号' }],
      tempLower: 2,
      tempUpper: 8,
    });
    await add('乙客户');
    const { list } = (await a.post(`${customers}/page`, { sort: 'code asc' })).data;
    expect(list).toMatchObject([
      { code: 'KH000001', contact: '何晓燕', phone: '13800138007', area: '上海市青浦区', address: '华新镇1号' },
      { code: 'KH000002', contact: '', storeCount: 0 },
    ]);
    expect((await a.post(`${customers}/detail`, { id: first.data.id })).data).toMatchObject({
      tempLower: 2,
      tempUpper: 8,
      contacts: [{ name: '李强' }, { name: '何晓燕', main: true }],
    });
    const his = (await a.post(`${customers}/changeHis`, { id: first.data.id })).data.list;
    expect(JSON.stringify(his)).toContain('何晓燕 13800138007(默认)');
  });

  it.each([
    [{ contacts: [{ name: '', phone: '1' }] }, ['请输入联系人姓名', '请输入正确的联系电话']],
    [
      {
        contacts: [
          { name: '甲', phone: '13800138000', main: true },
          { name: '乙', phone: '13800138001', main: true },
        ],
      },
      ['默认联系人只能有一个'],
    ],
    [{ tempLower: 8, tempUpper: 2 }, ['温度上限须高于下限8℃']],
    [{ creditCode: '91350100M000100Y44' }, ['请输入18位统一社会信用代码']],
    [{ name: '甲客户' }, ['客户名称已存在']],
    [{ code: 'KH000001' }, ['客户编码已存在']],
  ])('refuse %j', async (more, sentences) => {
    const answer = await add('丙客户', more);
    expect([answer.code, answer.data.errors.map((e: { msg: string }) => e.msg)]).toEqual([4000, sentences]);
  });

  it('keep their number when it is emptied, and tell of newer versions', async () => {
    const { id } = (await add('丁客户')).data;
    const { code } = (await a.post(`${customers}/detail`, { id })).data;
    const change = { id, version: 1, name: '丁客户', customerType: 3, code: '' };
    expect(await a.post(`${customers}/update`, change)).toMatchObject({ code: 200, data: { version: 2 } });
    expect((await a.post(`${customers}/detail`, { id })).data).toMatchObject({ code, customerType: 3 });
    expect(await a.post(`${customers}/update`, change)).toMatchObject(changedByOther);
    expect(await b.post(`${customers}/update`, change)).toMatchObject({ code: 4004 });
  });

  it('with stores stay', async () => {
    const { id } = (await add('门店客户')).data;
    await app.database.systemDb
      .insertInto('store')
      .values({ client_id: a.clientId, customer_id: id, code: 'S1', name: '徐汇店' })
      .execute();
    expect(await a.post(`${customers}/del`, { ids: [id] })).toMatchObject({
      code: 4011,
      msg: '客户门店客户名下有门店徐汇店，无法删除',
    });
  });

  it('get accounts that see their own orders and nothing else, and figures of those orders', async () => {
    const own = (await add('查询客户')).data.id as string;
    const other = (await add('旁边客户')).data.id as string;
    const order = async (code: string, customerId: string, more: Record<string, unknown> = {}) =>
      app.database.systemDb
        .insertInto('customer_order')
        .values({
          client_id: a.clientId,
          order_code: code,
          customer_id: customerId,
          business_type: 1,
          freight_pay_mode: 1,
          shipper: '甲',
          ship_phone: '13800138007',
          ship_area: '上海市青浦区',
          ship_address: '华新镇1号',
          receiver: '徐汇店',
          receive_phone: '13800138008',
          receive_area: '上海市徐汇区',
          receive_address: '漕溪路1号',
          arrive_to: new Date(),
          temperature_type: 1,
          total_pieces: 10,
          total_weight_kg: 500,
          total_volume_m3: 2.5,
          ...more,
        })
        .execute();
    const early = new Date(Date.now() - 3_600_000);
    const late = new Date(Date.now() + 3_600_000);
    await order('KHCX01', own, { signed_at: early, temp_compliance: 100 });
    await order('KHCX02', own, { signed_at: late, temp_compliance: 90.5, temp_over_min: 12, reject_pieces: 2 });
    await order('KHCX03', own);
    await order('KHCX04', own, { voided_at: early });
    await order('KHCX05', other);
    const figures = (await a.post(`${customers}/figures`, { id: own })).data;
    expect(figures.months).toHaveLength(6);
    expect(figures.months[0]).toMatchObject({
      orders: 3,
      pieces: 30,
      weightT: 1.5,
      signed: 2,
      onTimePercent: 50,
      rejected: 2,
      measured: 2,
      tempPercent: 95.3,
    });
    expect(figures.over).toMatchObject([{ orderCode: 'KHCX02', tempPercent: 90.5, overMin: 12 }]);
    const input = { id: own, name: '何晓燕', phone: '13900010001', accountCode: 'khcx1' };
    const opened = await a.post(`${customers}/portal`, input);
    expect(opened).toMatchObject({ code: 200, data: { accountCode: 'khcx1', password: expect.any(String) } });
    expect((await a.post(`${customers}/portal`, input)).data.errors).toMatchObject([{ field: 'accountCode' }]);
    const { userId, password } = opened.data;
    expect((await app.login('khcx1', password)).code).toBe(200);
    await app.database.systemDb
      .updateTable('app_user')
      .set({ must_change_pwd: false })
      .where('id', '=', userId)
      .execute();
    const token = String((await app.login('khcx1', password)).data.access_token);
    const seen = (await app.post('/api/tms/customerOrder/page', {}, token)).data;
    expect(seen.list.map((o: { orderCode: string }) => o.orderCode).sort()).toEqual([
      'KHCX01',
      'KHCX02',
      'KHCX03',
      'KHCX04',
    ]);
    expect((await app.post('/api/base/manage/vehicle/tree', {}, token)).data).toEqual([]);
    // of other customers and of carriers without a trip of its goods it does not even learn the names
    const hired = {
      name: '旁边承运',
      carrierType: 1,
      contact: '周立群',
      phone: '13816502213',
      permitNo: '310000123456',
    };
    expect((await a.post(`${carriers}/add`, { ...hired, permitEnd: '2031-06-30' })).code).toBe(200);
    expect((await app.post(`${customers}/options`, {}, token)).data).toMatchObject([{ id: own }]);
    expect((await app.post(`${carriers}/options`, {}, token)).data).toEqual([]);
    for (const path of [`${customers}/page`, '/api/base/manage/vehicle/page', '/api/tms/customerOrder/void'])
      expect([path, (await app.post(path, { ids: ['1'], reason: '误下单' }, token)).code]).toEqual([path, 4003]);
    // reached through the page of its own customer only
    const whose = (id: string) => ({ id, userId, accountStatus: 0 });
    expect(await a.post(`${customers}/portalStatus`, whose(other))).toMatchObject({ code: 4004 });
    expect(await b.post(`${customers}/portalReset`, whose(own))).toMatchObject({ code: 4004 });
    expect(await a.post(`${customers}/portalStatus`, whose(own))).toMatchObject({ code: 200 });
    expect((await app.post('/api/tms/customerOrder/page', {}, token)).status).toBe(401);
    expect((await a.post(`${customers}/accounts`, { id: own })).data).toMatchObject([
      { name: '何晓燕', phone: '139****0001', accountStatus: 0 },
    ]);
  });

  it('come from spreadsheets with contacts and addresses in one cell', async () => {
    const bytes = await sheetOf(
      ['客户名称', '客户类型', '联系人', '地址', '温度下限(℃)', '温度上限(℃)', '客户编码'],
      [
        ['表格客户', '收货方', '何晓燕 13800138007；李强 021-62345678 经理', '上海市青浦区 华新镇1号', 2, 8, null],
        ['坏客户', '收货方', '何晓燕 123', null, 8, 2, null],
        ['甲客户', '发货方', null, null, null, null, '清空'],
        ['远客户', '收货方', null, '江东省苏州市 观前街88号', null, null, null],
        ['错客户', '收货方', null, '上海市 南京路1号；江苏省杭州市 延安路1号', null, null, null],
      ],
    );
    const check = await uploadSheet(app, `${customers}/importCheck`, bytes, a.token);
    expect(check.data.errors.map((e: { row: number; msg: string }) => `${e.row} ${e.msg}`)).toEqual([
      '3 联系人应为“姓名 电话”：请输入正确的联系电话',
      '3 温度上限须高于下限8℃',
      '4 客户编码必填，不能清空',
      '5 没有这个省市区，应如 江苏省苏州市姑苏区',
      '6 江苏省没有“杭州市”，应如 浙江省杭州市',
    ]);
    await uploadSheet(app, `${customers}/import`, bytes, a.token, { commit: 'valid' });
    const { list } = (await a.post(`${customers}/page`, { name: '表格客户' })).data;
    expect(list).toMatchObject([
      { code: expect.stringMatching(/^KH\d{6}$/u), contact: '何晓燕', area: '上海市青浦区' },
    ]);
    // nobody said where exactly: whoever needs a point asks for the seat of the district, and is told that it is one
    const { data } = await a.post(`${customers}/detail`, { id: list[0].id });
    expect(data.addresses).toMatchObject([{ lng: null, lat: null }]);
    const place = { area: '上海市青浦区', address: '华新镇1号' };
    expect((await a.post('/api/tms/customerOrder/locate', place)).data).toMatchObject({ exact: false });
  });

  it('keep where somebody put an address when a spreadsheet names it again', async () => {
    const pinned = {
      lng: 121.2345,
      lat: 31.1987,
      area: '上海市青浦区',
      address: '华新镇8号',
      name: '后门',
      main: true,
    };
    const { id } = (await add('已定位客户', { addresses: [pinned] })).data;
    const bytes = await sheetOf(
      ['客户名称', '客户类型', '地址'],
      [['已定位客户', '收货方', '上海市青浦区 盈港路2号；上海市青浦区 华新镇8号']],
    );
    await uploadSheet(app, `${customers}/import`, bytes, a.token, { commit: 'valid', mode: 'update' });
    expect((await a.post(`${customers}/detail`, { id })).data.addresses).toMatchObject([
      { address: '盈港路2号', lng: null, lat: null, main: true },
      { ...pinned, main: false },
    ]);
  });
});

describe('carriers', () => {
  const input = (name: string, more: Record<string, unknown> = {}) => ({
    name,
    carrierType: 1,
    contact: '周立群',
    phone: '13816502213',
    permitNo: '310000123',
    permitEnd: '2030-01-01',
    ...more,
  });

  it('wait for their papers to be looked at', async () => {
    const { id } = (await a.post(`${carriers}/add`, input('新承运商', { depositYuan: 20000.5, taxRate: 9 }))).data;
    expect((await a.post(`${carriers}/detail`, { id })).data).toMatchObject({
      auditStatus: 0,
      depositYuan: 20000.5,
      taxRate: 9,
    });
    expect(await a.post(`${carriers}/audit`, { id, version: 1, pass: false })).toMatchObject({
      code: 4000,
      msg: '驳回时请填写原因',
    });
    expect(await a.post(`${carriers}/audit`, { id, version: 1, pass: true })).toMatchObject({ code: 200 });
    expect(await a.post(`${carriers}/audit`, { id, version: 2, pass: true })).toMatchObject({ code: 4010 });
    expect((await a.post(`${carriers}/page`, { auditStatus: 1, name: '新承' })).data.total).toBe(1);
  });

  it('refuse contracts that end before they begin, and names that exist', async () => {
    const errors = async (more: Record<string, unknown>) =>
      (await a.post(`${carriers}/add`, input('顺达承运', more))).data.errors;
    expect(await errors({ contractStart: '2026-02-01', contractEnd: '2026-01-01' })).toEqual([
      { field: 'contractEnd', msg: '合同结束须晚于开始日期' },
    ]);
    expect(await errors({})).toEqual([{ field: 'name', msg: '承运商名称已存在' }]);
  });

  it('are companies by their credit code, or people by their identity card', async () => {
    const errors = async (name: string, more: Record<string, unknown>) =>
      (await a.post(`${carriers}/add`, input(name, more))).data.errors;
    const card = '11010519491231002X';
    expect(await errors('公司证件', { creditCode: card })).toEqual([
      { field: 'creditCode', msg: '公司请填写统一社会信用代码，身份证号只用于个体' },
    ]);
    expect(await errors('个体证件', { carrierType: 2, creditCode: '110105194912310021' })).toEqual([
      { field: 'creditCode', msg: '请输入正确的18位统一社会信用代码，个体可填身份证号' },
    ]);
    const { id } = (
      await a.post(`${carriers}/add`, input('个体王师傅', { carrierType: 2, creditCode: card.toLowerCase() }))
    ).data;
    expect((await a.post(`${carriers}/detail`, { id })).data.creditCode).toBe(card);
  });

  it('with vehicles stay; their names are free again after a delete', async () => {
    const { id } = (await a.post(`${carriers}/add`, input('有车承运商'))).data;
    await a.addVehicle('沪C00001', { vehicleCq: 1, carrierId: id });
    expect(await a.post(`${carriers}/del`, { ids: [id] })).toMatchObject({
      code: 4011,
      msg: '承运商有车承运商名下有车辆沪C00001，无法删除',
    });
    const gone = (await a.post(`${carriers}/add`, input('会走的承运商'))).data.id;
    await a.post(`${carriers}/del`, { ids: [gone] });
    expect(await a.post(`${carriers}/add`, input('会走的承运商'))).toMatchObject({ code: 200 });
    expect(await b.post(`${carriers}/detail`, { id })).toMatchObject({ code: 4004 });
  });

  it('are judged by their trips: 40 % on time, 40 % temperature, 20 % reports; a grade is noted with the score of that moment', async () => {
    const { id } = (await a.post(`${carriers}/add`, input('会评的承运商'))).data;
    const detail = async () => (await a.post(`${carriers}/scoreDetail`, { id })).data;
    expect(await detail()).toMatchObject({ trips: 0, score: null, level: null });
    const db = app.database.systemDb;
    const trip = async (code: string, days: number, lateMin: number): Promise<string> => {
      const { rows } = await sql<{ id: string }>`with w as (
        insert into waybill (client_id, waybill_code, waybill_kind, carrier_id, plan_depart_at, plan_arrive_at, actual_depart_at, busy_from, busy_until)
        select ${a.clientId}, ${code}, 1, ${id}, t, t + interval '5 hours', t, t, t + interval '5 hours' from (select now() - make_interval(days => ${days}) t) x
        returning id, plan_arrive_at)
        insert into waybill_stop (client_id, waybill_id, seq, stop_type, name, plan_arrive_at, arrive_at)
        select ${a.clientId}, id, 2, 2, '门店', plan_arrive_at, plan_arrive_at + make_interval(mins => ${lateMin}) from w returning waybill_id as id`.execute(
        db,
      );
      return rows[0]?.id ?? '';
    };
    await trip('PF1', 3, 15);
    const late = await trip('PF2', 2, 16);
    await trip('PF3', 95, 600);
    expect(await detail()).toMatchObject({
      trips: 2,
      score: 50,
      parts: [{ rate: 50, good: 1, of: 2 }, { rate: null }, {}],
    });
    await sql`insert into abnormal_report (client_id, abnormal_code, waybill_id, abnormal_type, occurred_at, description, created_at, handled_at)
      select ${a.clientId}, 'YC' || n, ${late}, 1, now(), '破损', now() - interval '2 days', case n when 1 then now() - interval '30 hours' end
      from generate_series(1, 2) n`.execute(db);
    // (40 × 0.5 + 20 × 0.5) / 60; the row of the list says the same
    expect(await detail()).toMatchObject({ score: 50, parts: [{}, {}, { key: 'handling', rate: 50, of: 2 }] });
    await sql`insert into abnormal_report (client_id, abnormal_code, waybill_id, abnormal_type, occurred_at, description, created_at, handled_at)
      select ${a.clientId}, 'YC' || n, ${late}, 1, now(), '破损', now() - interval '2 days', now() - interval '47 hours' from generate_series(3, 4) n`.execute(
      db,
    );
    expect((await a.post(`${carriers}/page`, { sort: 'score desc' })).data.list[0]).toMatchObject({
      id,
      score: 58.3,
      tempRate: null,
    });
    expect(await a.post(`${carriers}/score`, { id, version: 1, level: 'B', remark: '晚到一次' })).toMatchObject({
      data: { version: 2 },
    });
    expect(await a.post(`${carriers}/score`, { id, version: 1, level: 'C' })).toMatchObject(changedByOther);
    expect((await a.post(`${carriers}/changeHis`, { id })).data.list[0].changes).toMatchObject([
      { label: '评级', after: 'B' },
      { label: '当时综合评分', after: '58.3' },
      { label: '评分说明' },
    ]);
  });

  it('may be a company of this platform: what is shared between the two is told, and only that', async () => {
    const db = app.database.systemDb;
    const company = (code: string, of: string) =>
      sql`update client set shared_code = ${code} where id = ${of}`.execute(db);
    await company('HEZUOB23', b.clientId);
    await company('BENGSA23', a.clientId);
    const { id } = (await a.post(`${carriers}/add`, input('合作承运商'))).data;
    const row = async () => (await a.post(`${carriers}/page`, { name: '合作承运商' })).data.list[0];
    const link = (version: number, code: string | null) => a.post(`${carriers}/link`, { id, version, code });
    expect(await row()).toMatchObject({ shareState: 0, linkedName: null });
    expect(await a.post(`${carriers}/company`, { code: ' hezuob23' })).toMatchObject({ data: { name: '别家客户' } });
    expect((await link(1, 'MEIYOU23')).data.errors).toMatchObject([{ field: 'code' }]);
    expect((await link(1, 'BENGSA23')).msg).toContain('本公司的共享识别码');
    expect((await link(1, 'HEZUOB23')).data.version).toBe(2);
    expect(await row()).toMatchObject({ shareState: 1, linkedName: '别家客户', sharedIn: 0, sharedOut: 0 });
    const other = (await a.post(`${carriers}/add`, input('另一承运商'))).data.id;
    expect((await a.post(`${carriers}/link`, { id: other, version: 1, code: 'HEZUOB23' })).msg).toBe(
      '别家客户已关联承运商合作承运商',
    );
    const share = (vehicle: string, to: string, from: number, until: number) =>
      sql`insert into vehicle_access (client_id, vehicle_id, valid_from, valid_until, source, scopes)
        values (${to}, ${vehicle}, now() + make_interval(days => ${from}), now() + make_interval(days => ${until}), 'share', '{position}')`.execute(
        db,
      );
    await share(await b.addVehicle('沪C00007'), a.clientId, -9, -1);
    expect(await row()).toMatchObject({ shareState: 3, sharedIn: 0, shareUntil: null });
    await share(await b.addVehicle('沪C00008'), a.clientId, -1, 5);
    await share(await a.addVehicle('沪C00039'), b.clientId, -1, 3);
    expect(await row()).toMatchObject({ shareState: 2, sharedIn: 1, sharedOut: 1 });
    expect((await a.post(`${carriers}/page`, { shareState: 2 })).data.total).toBe(1);
    expect((await link(2, null)).data.version).toBe(3);
    expect((await a.post(`${carriers}/changeHis`, { id })).data.list[0].changes).toMatchObject([
      { label: '关联公司', before: '别家客户', after: '' },
    ]);
  });

  it('come from spreadsheets', async () => {
    const bytes = await sheetOf(
      ['承运商名称', '类型', '联系人', '联系电话', '道路运输经营许可证号', '许可证到期', '温区能力'],
      [['表格承运商', '公司', '周立群', '13816502213', '31', '2030-01-01', '冷藏、冷冻']],
    );
    expect(await uploadSheet(app, `${carriers}/import`, bytes, a.token)).toMatchObject({ data: { added: 1 } });
    expect((await a.post(`${carriers}/page`, { temperatureType: 3 })).data.list).toMatchObject([
      { name: '表格承运商', temperatureTypes: [2, 3] },
    ]);
  });
});

describe('what a trip under way counts on', () => {
  it('stays until it is over: vehicle, driver, carrier', async () => {
    const db = app.database.systemDb;
    const vehicle = await a.addVehicle('沪C00009');
    const trip = await db
      .insertInto('waybill')
      .values({
        client_id: a.clientId,
        waybill_code: 'YD-USE',
        waybill_kind: 1,
        vehicle_id: vehicle,
        driver_id: a.driverId,
        carrier_id: a.carrierId,
        plan_depart_at: '2030-01-01',
        plan_arrive_at: '2030-01-02',
        busy_from: '2030-01-01',
        busy_until: '2030-01-02',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const del = (path: string, id: string) => a.post(`/api/base/manage/${path}/del`, { ids: [id] });
    const said = async () => [
      (await del('vehicle', vehicle)).msg,
      (await del('driver', a.driverId)).msg,
      (await del('carrier', a.carrierId)).msg,
    ];
    expect(await said()).toEqual([
      '车辆沪C00009正被运单YD-USE使用，无法删除',
      '司机周立群正被运单YD-USE使用，无法删除',
      '承运商顺达承运正被运单YD-USE使用，无法删除',
    ]);
    await db.updateTable('waybill').set({ transport_status: 3 }).where('id', '=', trip.id).execute();
    await db
      .updateTable('app_user')
      .set({ carrier_id: a.carrierId })
      .where('id', '=', (await a.user({})).userId)
      .execute();
    expect(await said()).toEqual(['ok', 'ok', expect.stringMatching(/^承运商顺达承运正被登录账号\w+使用，无法删除$/u)]);
  });
});
