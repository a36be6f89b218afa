import type { PositionMessage } from '@tongda/contract/core/topics';
import { ruleKind } from '@tongda/contract/rules/alarm-rule/kind';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { eventually, type FactsKit, factsKit } from '../../../../test/facts-kit';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { report } from '../../../../test/stream-kit';
import { type TestApp, testApp } from '../../../../test/test-app';
import { trialJob } from '../../../stream/facts/trial';
import { readTrack } from '../../watch/track/repo';

let app: TestApp;
let fx: FleetFixture;
let vehicleId: string;
let otherId: string;
let placeId: string;
let lineId: string;
beforeAll(async () => {
  app = await testApp();
  fx = await fleetFixture(app, '规则公司');
  vehicleId = await fx.addVehicle('沪A10001', { fleetId: fx.fleetId, orgId: fx.subOrgId });
  otherId = await fx.addVehicle('沪A10002', { orgId: fx.orgId });
  placeId = await place('青浦仓', 'site');
  lineId = await place('沪宁线', 'line');
});
afterAll(() => app.close());

async function place(name: string, kind: 'site' | 'line'): Promise<string> {
  const shape =
    kind === 'site'
      ? { kind: 'circle', lng: 120.1, lat: 30.2, radiusM: 300 }
      : {
          kind: 'line',
          halfWidthM: 200,
          points: [
            [120.1, 30.3],
            [120.2, 30.4],
          ],
        };
  const { data, ...answer } = await fx.post('/api/base/manage/region/add', {
    name,
    kind,
    placeType: kind === 'site' ? 2 : 11,
    shape,
  });
  expect(answer, JSON.stringify(data)).toMatchObject({ code: 200 });
  return String(data.id);
}

const call = (path: string, body: unknown, token?: string) =>
  app.post(`/api/alarm/rule/${path}`, body, token ?? fx.token);
const speed = (more: Record<string, unknown> = {}) => ({
  name: '超速',
  kind: 'speed',
  params: { limitKmh: 80 },
  ...more,
});
async function made(body: unknown): Promise<string> {
  const answer = await call('add', body);
  expect(answer, JSON.stringify(answer)).toMatchObject({ code: 200 });
  return String(answer.data.id);
}
const errorsOf = (answer: { data: { errors?: Array<{ field: string; msg: string }> } | null }) =>
  Object.fromEntries((answer.data?.errors ?? []).map(({ field, msg }) => [field, msg]));
const clear = async () => {
  const { data } = await call('page', { page: 1, size: 200 });
  const ids = data.list.map((r: { id: string }) => r.id);
  if (ids.length > 0) await call('del', { ids });
};

describe('规则', () => {
  beforeEach(() => clear());
  it('takes every kind with its least parameters and says its condition in words', async () => {
    const least: Record<(typeof ruleKind.codes)[number], object> = {
      temperature: { probes: [{ channel: 1, lower: null, upper: -12 }], lostTimes: 6, defrostMin: 20 },
      humidity: { probes: [{ channel: 1, lower: 60, upper: 95 }] },
      co2: { probes: [{ channel: 1, lower: null, upper: 5000 }] },
      door: { openMin: 10, movingKmh: 10, outside: true, closedFrom: '22:00', closedTo: '05:00', locked: true },
      speed: { limitKmh: 80, roads: [{ road: 1, placeIds: [lineId], limitKmh: 60 }], nightPercent: 80, warnKmh: 5 },
      parking: { minutes: 60, placeIds: [placeId] },
      idle: { minutes: 30 },
      fatigue: {},
      zone: { placeIds: [placeId], trigger: 'stay', minutes: 30 },
      line: { placeIds: [lineId] },
      oil: {},
      device: { faults: ['offline', 'antenna'] },
      fault: { faults: ['lowVoltage'] },
      terminal: { bits: [0, 29] },
      safety: { types: [{ type: 186, minKmh: 30 }] },
      timeliness: { stayMin: 120, legMaxMin: 240, etaWarnMin: 30 },
    };
    for (const kind of ruleKind.codes) await made({ name: `规则${kind}`, kind, params: least[kind] });
    const { data } = await call('page', { page: 1, size: 50 });
    const words = Object.fromEntries(data.list.map((r: { kind: string; condition: string }) => [r.kind, r.condition]));
    expect(words).toEqual({
      temperature: '探头1 高于−12℃，持续10分钟报警；缺数超过6个上传间隔报警',
      humidity: '湿度1 超出60~95%RH，持续15分钟报警',
      co2: 'CO₂1 高于5000ppm，持续10分钟报警',
      door: '任一车门开门超过10分钟、或车速达到10km/h时未关、或站外开门（100米外）、或22:00-05:00开门、或上锁开门',
      speed:
        '车速超过80km/h，持续10秒，高速60km/h（沪宁线），夜间22:00-06:00按80%，差5km/h时预警，区域、线路限速更低时按其限速',
      parking: '停车超过60分钟，站点内、青浦仓除外',
      idle: '怠速超过30分钟',
      fatigue: '连续驾驶超过240分钟、夜间120分钟或24小时累计480分钟，休息20分钟重新计时',
      zone: '在青浦仓停留超过30分钟',
      line: '偏离沪宁线，持续1分钟报警',
      oil: '停车时油量减少超过8升或油箱的3%',
      device: '离线、定位天线故障，离线10分钟（熄火40分钟）',
      fault: '电瓶电压过低（低于22V），持续60秒',
      terminal: '终端上报紧急报警、碰撞侧翻报警',
      safety: '疲劳驾驶 ≥30km/h',
      timeliness:
        '计划到达提前超过30分钟、延迟超过15分钟或未到，停留超过120分钟，单段用时超过240分钟，提前30分钟预警预计晚点',
    });
    // each is read, changed and copied as its edit screen does it
    for (const { id, kind } of data.list as Array<{ id: string; kind: string }>) {
      const { places: _p, updateUser: _u, updateTime: _t, mine: _m, ...stored } = (await call('detail', { id })).data;
      const changed = await call('update', { ...stored, level: 3, remark: '改过' });
      expect(changed.data, `${kind} ${JSON.stringify(changed)}`).toEqual({ id, version: 2 });
      const { id: _id, version: _v, ...copy } = stored;
      expect((await call('add', { ...copy, name: `${kind}-副本` })).msg).toContain('冲突');
      await made({ ...copy, name: `${kind}-副本`, enabled: false });
    }
    const only = await call('page', { page: 1, size: 50, ruleType: 'zone', status: 1 });
    expect(only.data.list.map((r: { kind: string }) => r.kind).sort()).toEqual(['line', 'zone']);
    await clear();
  });

  it('names what is wrong at its field', async () => {
    const wrong = await call('add', {
      ...speed(),
      name: '',
      scope: 3,
      validFrom: '2026-03-02',
      validUntil: '2026-03-01',
      params: {},
    });
    expect(errorsOf(wrong)).toMatchObject({ name: '请输入规则名称' });
    expect(errorsOf(await call('add', speed({ params: { limitKmh: 200 } })))).toEqual({
      'params.limitKmh': '限速请填写 10 至 160 km/h',
    });
    expect(errorsOf(await call('add', { name: 'x', kind: 'door', params: {} }))).toEqual({
      'params.openMin': '请至少填写一种开门条件',
    });
    expect(errorsOf(await call('add', speed({ scope: 3, validFrom: '2026-03-02', validUntil: '2026-03-01' })))).toEqual(
      {
        targetIds: '请选择车辆',
        validUntil: '失效日期不能早于生效日期',
      },
    );
    const absent = { trigger: 'absent', placeIds: [placeId], arriveFrom: '12:00', arriveBy: '09:00' };
    expect(errorsOf(await call('add', { name: 'x', kind: 'zone', params: absent }))).toEqual({
      'params.arriveBy': '最晚到达须晚于应到时段的开始',
    });
    expect(errorsOf(await call('add', { name: 'x', kind: 'zone', params: { placeIds: ['999999'] } }))).toEqual({
      'params.placeIds': '所选地点不存在或不在您的权限范围内',
    });
    const door = { outside: true, placeIds: [lineId] };
    expect(errorsOf(await call('add', { name: 'x', kind: 'door', params: door }))).toEqual({
      'params.placeIds': '请选择站点或区域',
    });
    expect(errorsOf(await call('add', { name: 'x', kind: 'line', params: { placeIds: [placeId] } }))).toEqual({
      'params.placeIds': '请选择电子线路',
    });
  });

  it('a door rule names the places where doors may be opened, and they cannot be deleted meanwhile', async () => {
    const id = await made({ name: '只准仓库开门', kind: 'door', params: { outside: true, placeIds: [placeId] } });
    const { data } = await call('page', { page: 1, size: 50 });
    expect(data.list[0].condition).toBe('任一车门在青浦仓以外开门（100米外）');
    expect((await fx.post('/api/base/manage/region/del', { ids: [placeId] })).msg).toContain(
      '正被报警规则“只准仓库开门”使用',
    );
    const { data: rule } = await call('detail', { id });
    const all = { ...rule.params, placeIds: [] };
    expect(await call('update', { ...rule, params: all })).toMatchObject({ code: 200 });
    const { data: history } = await call('changeHis', { id, page: 1, size: 10 });
    expect(JSON.stringify(history)).toContain('青浦仓');
    expect((await call('page', { page: 1, size: 50 })).data.list[0].condition).toBe('任一车门站外开门（100米外）');
  });

  it('keeps who changed what, what it said when, and refuses who was slower', async () => {
    const id = await made(speed({ excludeIds: [otherId] }));
    const { version: _v, ...detail } = (await call('detail', { id })).data;
    expect(detail).toMatchObject({
      name: '超速',
      scope: 1,
      excludeIds: [otherId],
      params: { limitKmh: 80, durationS: 10 },
    });
    const change = {
      ...speed({ name: '超速90' }),
      id,
      version: 1,
      params: { limitKmh: 90 },
      scope: 3,
      targetIds: [vehicleId],
    };
    expect((await call('update', change)).data).toEqual({ id, version: 2 });
    expect(await call('update', change)).toMatchObject(changedByOther);
    expect((await call('update', { ...change, version: 2, kind: 'idle', params: { minutes: 5 } })).code).toBe(4000);
    const his = await call('changeHis', { id, page: 1, size: 10 });
    expect(
      his.data.list[0].changes.map((c: { label: string; before: string; after: string }) => [
        c.label,
        c.before,
        c.after,
      ]),
    ).toEqual([
      ['规则名称', '超速', '超速90'],
      ['适用对象', '全部车辆', '指定车辆'],
      ['对象', '', '沪A10001'],
      ['排除车辆', '沪A10002', ''],
      ['限速', '80km/h', '90km/h'],
    ]);
    const versions = (await call('history', { id })).data;
    expect(
      versions.map((v: { version: number; condition: string; targets: string }) => [v.version, v.condition, v.targets]),
    ).toEqual([
      [2, '车速超过90km/h，持续10秒，区域、线路限速更低时按其限速', '沪A10001'],
      [1, '车速超过80km/h，持续10秒，区域、线路限速更低时按其限速', '全部车辆（沪A10002除外）'],
    ]);
    expect(versions[0].endTime).toBeNull();
    expect(versions[1].endTime).toBe(versions[0].startTime);
    expect((await call('assign', { id, version: 2, vehicleIds: [otherId] })).data).toEqual({ version: 3 });
    expect((await call('page', { page: 1, size: 15, vehicleId })).data.total).toBe(0);
    expect((await call('page', { page: 1, size: 15, vehicleId: otherId })).data.total).toBe(1);
    expect((await call('switch', { ids: [id], status: 0 })).code).toBe(200);
    expect((await call('changeHis', { id, page: 1, size: 10 })).data.list[0]).toMatchObject({
      action: '停用',
      changes: [{ label: '状态', before: '启用', after: '停用' }],
    });
    expect((await call('history', { id })).data[0].endTime).not.toBeNull();
    expect(
      (await call('add', speed({ name: '超速90' }))).msg +
        JSON.stringify((await call('add', speed({ name: '超速90' }))).data),
    ).toContain('规则名称“超速90”已存在');
    expect((await call('del', { ids: [id] })).code).toBe(200);
    expect((await call('detail', { id })).code).toBe(4004);
  });

  it('refuses two rules of one scope that say something of the same thing at the same time', async () => {
    await made(speed({ name: '白天', period: { weekdays: [], spans: [{ from: '06:00', to: '22:00' }] } }));
    const refused = await call('add', speed({ name: '全天' }));
    expect(refused.msg).toContain('与规则“白天”冲突');
    // the form leads to the other rule
    expect(refused.data.rule).toMatchObject({ name: '白天', kind: 'speed', id: expect.stringMatching(/^\d+$/u) });
    await made(speed({ name: '夜间', period: { weekdays: [], spans: [{ from: '22:00', to: '06:00' }] } }));
    await made(speed({ name: '一辆', scope: 3, targetIds: [vehicleId] }));
    expect((await call('add', speed({ name: '两辆', scope: 3, targetIds: [vehicleId, otherId] }))).msg).toContain(
      '“一辆”',
    );
    await made(speed({ name: '停用的', enabled: false }));
    const off = (await call('page', { page: 1, size: 15, name: '停用的' })).data.list[0];
    const kept = await call('switch', { ids: [off.id], status: 1 });
    expect(kept.msg).toContain('冲突');
    // so does the list
    expect(kept.data.rule).toMatchObject({ kind: 'speed', id: expect.stringMatching(/^\d+$/u) });
  });

  it('the rules of a vehicle say which of them a more specific one replaces, at all times or in its hours', async () => {
    const hours = (from: string, to: string) => ({ weekdays: [], spans: [{ from, to }] });
    await made(speed({ name: '全公司' }));
    await made(speed({ name: '停用的专用', scope: 3, targetIds: [vehicleId], enabled: false }));
    await made({ name: '停车', kind: 'parking', params: { minutes: 30 } });
    const replacedOf = async (vehicle?: string): Promise<Record<string, unknown>> => {
      const { list } = (await call('page', { page: 1, size: 15, vehicleId: vehicle })).data;
      return Object.fromEntries(
        list.map(({ name, replacedBy }: { name: string; replacedBy: unknown }) => [name, replacedBy]),
      );
    };
    expect(await replacedOf(vehicleId)).toEqual({ 全公司: null, 停用的专用: null, 停车: null });
    await made(speed({ name: '车队夜间', scope: 2, targetIds: [fx.fleetId], period: hours('22:00', '06:00') }));
    const byHours = { name: '车队夜间', always: false };
    expect(await replacedOf(vehicleId)).toMatchObject({ 全公司: byHours, 车队夜间: null, 停车: null });
    await made(speed({ name: '这辆车', scope: 3, targetIds: [vehicleId] }));
    const always = { name: '这辆车', always: true };
    expect(await replacedOf(vehicleId)).toMatchObject({ 全公司: always, 车队夜间: always, 这辆车: null, 停车: null });
    // another vehicle keeps the general rule, and a list of all rules is about no vehicle
    expect(await replacedOf(otherId)).toEqual({ 全公司: null, 停车: null });
    expect(Object.values(await replacedOf()).filter(Boolean)).toEqual([]);
  });

  it('a stored rule that keeps no longer to the form stands in nobody’s way: it is shown, mended or deleted', async () => {
    const broken = await made(speed({ name: '旧规则', scope: 3, targetIds: [vehicleId] }));
    await app.database.systemDb
      .updateTable('alarm_rule')
      .set({ params: JSON.stringify({ limitKmh: 500, durationS: 10 }) })
      .where('id', '=', broken)
      .execute();
    const row = (await call('page', { page: 1, size: 15 })).data.list[0];
    expect(row.condition).toContain('请编辑后重新保存');
    expect((await call('detail', { id: broken })).data.params).toEqual({ limitKmh: 500, durationS: 10 });
    const assign = { id: broken, version: row.version, vehicleIds: [otherId] };
    expect((await call('assign', assign)).msg).toContain('“旧规则”的条件已不符合要求，请先编辑并保存');
    await made(speed({ name: '新规则', scope: 3, targetIds: [vehicleId], params: { limitKmh: 70 } }));
    expect((await call('switch', { ids: [broken], status: 0 })).code).toBe(200);
    expect((await call('switch', { ids: [broken], status: 1 })).msg).toContain('请先编辑并保存');
    const { version } = (await call('detail', { id: broken })).data;
    const shapes: object[] = [
      { params: { placeIds: 'x', roads: [null, {}], limitKmh: 80 } },
      { params: { placeIds: null, roads: null } },
      { params: null },
      { period: {} },
      { period: { weekdays: null, spans: [{ from: 6 }] } },
      { params: [], period: null },
    ];
    for (const shape of shapes) {
      const stored = Object.fromEntries(
        Object.entries({ period: {}, ...shape }).map(([key, v]) => [key, JSON.stringify(v)]),
      );
      await app.database.systemDb.updateTable('alarm_rule').set(stored).where('id', '=', broken).execute();
      const answers = [
        await call('page', { page: 1, size: 15 }),
        await call('detail', { id: broken }),
        await call('history', { id: broken }),
        await call('changeHis', { id: broken, page: 1, size: 10 }),
      ];
      expect([shape, ...answers.map((a) => a.code)]).toEqual([shape, 200, 200, 200, 200]);
      expect(answers[1]?.data.period).toMatchObject({ weekdays: [], spans: [] });
    }
    const times = { weekdays: null };
    await app.database.systemDb
      .updateTable('alarm_rule')
      .set({ params: JSON.stringify({ limitKmh: 80, durationS: 10 }), period: JSON.stringify(times) })
      .where('id', '=', broken)
      .execute();
    expect((await call('page', { page: 1, size: 15, name: '旧规则' })).data.list[0]).toMatchObject({
      condition: expect.stringContaining('请编辑后重新保存'),
      periodText: '--',
    });
    expect((await call('switch', { ids: [broken], status: 1 })).msg).toContain('请先编辑并保存');
    const mended = { ...speed({ name: '旧规则', enabled: false }), id: broken, version };
    expect((await call('update', mended)).code).toBe(200);
    const [last] = (await call('changeHis', { id: broken, page: 1, size: 10 })).data.list;
    expect(last.changes.find((c: { label: string }) => c.label === '限速')).toMatchObject({
      before: '',
      after: '80km/h',
    });
  });

  it('a user of a department sets rules for its vehicles only, and sees those that concern them', async () => {
    const company = await made(speed({ name: '公司' }));
    const elsewhere = await made(speed({ name: '别处', scope: 3, targetIds: [otherId] }));
    const rights = ['add', 'edit', 'status', 'del', 'assign', 'simulate'].map((b) => `ruleSettings/${b}`);
    const { token, userId } = await fx.user({ menus: ['ruleSettings'], buttons: rights, orgId: fx.subOrgId });
    await app.database.systemDb.updateTable('app_user').set({ data_scope: 2 }).where('id', '=', userId).execute();
    const names = async () =>
      (await call('page', { page: 1, size: 15 }, token)).data.list.map((r: { name: string; mine: boolean }) => [
        r.name,
        r.mine,
      ]);
    expect(await names()).toEqual([['公司', false]]);
    expect((await call('detail', { id: elsewhere }, token)).code).toBe(4004);
    expect((await call('switch', { ids: [company], status: 0 }, token)).code).toBe(4003);
    expect(errorsOf(await call('add', speed({ name: 'a' }), token))).toHaveProperty('scope');
    expect(errorsOf(await call('add', speed({ name: 'a', scope: 3, targetIds: [otherId] }), token))).toHaveProperty(
      'targetIds',
    );
    const mine = await call('add', speed({ name: '本部', scope: 4, targetIds: [fx.subOrgId] }), token);
    expect(mine.code).toBe(200);
    expect(await names()).toEqual([
      ['本部', true],
      ['公司', false],
    ]);
    const simulate = { kind: 'speed', params: { limitKmh: 80 }, fromDay: '2026-03-01', toDay: '2026-03-01' };
    expect(errorsOf(await call('simulate', { ...simulate, vehicleIds: [otherId] }, token))).toHaveProperty(
      'vehicleIds',
    );
    await clear();
  });

  it('shows detectors that failed, to those who see the vehicle', async () => {
    await app.database.systemDb
      .insertInto('detector_error')
      .values({ vehicle_id: otherId, client_id: fx.clientId, kind: 'door', errors: 3, last_error: 'x is undefined' })
      .execute();
    expect((await call('errors', { page: 1, size: 15 })).data.list).toMatchObject([
      { plateNo: '沪A10002', kind: 'door', kindName: '门磁', errors: 3, lastError: 'x is undefined' },
    ]);
    const { token, userId } = await fx.user({ menus: ['ruleSettings'], orgId: fx.subOrgId });
    await app.database.systemDb.updateTable('app_user').set({ data_scope: 2 }).where('id', '=', userId).execute();
    expect((await call('errors', { page: 1, size: 15 }, token)).data.total).toBe(0);
  });
});

describe('on the live stream', () => {
  let kit: FactsKit;
  let clock = Date.now();
  beforeAll(async () => {
    kit = await factsKit(app.database, () => clock);
  });
  afterAll(() => kit.stop());
  const speedOf = (id: string, t: number, speedKmh: number, more: Partial<PositionMessage> = {}) =>
    report({ clientId: fx.clientId, vehicleId: id, deviceId: fx.deviceIds[id === vehicleId ? 0 : 1] ?? '' }, t, {
      receiveTime: t,
      speedKmh,
      ...more,
    });
  const found = (id: string, kind: string) =>
    app.database.systemDb
      .selectFrom('episode')
      .selectAll()
      .where('vehicle_id', '=', id)
      .where('kind', '=', kind)
      .orderBy('start_time')
      .execute();

  it('a rule saved over the API counts within two seconds; the more specific one takes the place of the general one', async () => {
    const fast = async (id: string) => {
      clock = Math.max(clock + 10, Date.now());
      await kit.send(speedOf(id, clock, 0, { alarmBits: 1 }));
      await kit.settle();
    };
    await fast(vehicleId);
    await fast(otherId);
    const general = await made({ name: '紧急', kind: 'terminal', params: { bits: [0] } });
    const written = Date.now();
    await eventually(async () => {
      await fast(vehicleId);
      return (await found(vehicleId, 'terminalAlarm')).length > 0;
    });
    expect(Date.now() - written).toBeLessThan(2_000);
    const special = await made({
      name: '一部紧急',
      kind: 'terminal',
      level: 3,
      params: { bits: [0] },
      scope: 4,
      targetIds: [fx.orgId],
      excludeIds: [otherId],
    });
    await eventually(async () => {
      await fast(vehicleId);
      const rows = await found(vehicleId, 'terminalAlarm');
      return (
        rows.some((r) => r.rule_id === special && r.end_time === null) &&
        rows.every((r) => r.rule_id === special || r.end_time !== null)
      );
    });
    await fast(otherId);
    expect((await found(otherId, 'terminalAlarm')).map((r) => r.rule_id)).toEqual([general]);
    await call('switch', { ids: [special], status: 0 });
    await eventually(async () => {
      await fast(vehicleId);
      const rows = await found(vehicleId, 'terminalAlarm');
      return (
        rows.filter((r) => r.end_time === null).every((r) => r.rule_id === general) && rows.at(-1)?.rule_id === general
      );
    });
    await clear();
  });

  it('a trial finds what the rule finds live, beside the rule as it is, and writes nothing', async () => {
    const day = '2026-03-01';
    const t0 = Date.parse(`${day}T08:00:00+08:00`);
    const temps = [-18, -13, -11.5, -10, -8, -9, -12.2, -12.6, -12.8, -14, -14, -14, -14, -11, -11, -11, -11, -15, -15];
    const rule = { kind: 'temperature', params: { probes: [{ channel: 1, lower: null, upper: -12 }] } };
    const id = await made({ name: '冷冻', ...rule });
    await app.database.pool.query("update alarm_rule_version set during = '(,)' where rule_id = $1", [id]);
    clock = t0;
    for (const [i, tempC] of temps.entries()) {
      clock = t0 + i * 300_000;
      await kit.send(speedOf(vehicleId, clock, 0, { channels: { tempC: [tempC] } }));
    }
    await kit.settle();
    // reports before the newest known one are late data of the day: the recompute finds the same
    await kit.recompute();
    const real = (await found(vehicleId, 'temperatureAlarm')).map((r) => [
      r.start_time.getTime(),
      r.end_time?.getTime(),
      r.peak,
    ]);
    expect(real.length).toBe(2);
    const counts = async () =>
      (
        await app.database.pool.query(
          'select (select count(*) from episode) as e, (select count(*) from episode_event) as v, (select count(*) from facts_state) as s',
        )
      ).rows[0];
    const before = await counts();
    const job = trialJob({
      database: app.database,
      log: { warn: console.warn },
      readTrack: (vehicle, from, to) =>
        readTrack(app.database.systemDb, { vehicleId: vehicle, from, to, neighbours: true, extra: true }),
    });
    const trial = async (body: object) => {
      const answer = await call('simulate', {
        ...rule,
        vehicleIds: [vehicleId, otherId],
        fromDay: day,
        toDay: day,
        ...body,
      });
      expect(answer.code, JSON.stringify(answer)).toBe(200);
      await job.handle({ id: answer.data.id }, { attempts: 1, maxAttempts: 1 });
      return (await call('simulateResult', { id: answer.data.id })).data;
    };
    const same = await trial({ ruleId: id });
    expect(same).toMatchObject({ status: 2, done: 2, total: 2, error: '' });
    const wire = (t: number | undefined) =>
      t === undefined ? null : new Date(t + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    expect(same.result.episodes.map((e: Record<string, unknown>) => [e.startTime, e.endTime, e.peak, e.by])).toEqual(
      real.map(([start, end, peak]) => [wire(start as number), wire(end as number), peak, 'both']),
    );
    expect(same.result.counts).toEqual([
      { vehicleId, day, trial: 2, current: 2 },
      { vehicleId: otherId, day, trial: 0, current: 0 },
    ]);
    const looser = await trial({
      ruleId: id,
      params: { probes: [{ channel: 1, lower: null, upper: -12 }], delayS: 1800 },
    });
    expect(looser.result.episodes.map((e: { by: string }) => e.by)).toEqual(['current', 'current']);
    expect((await trial({})).result.counts[0]).toEqual({ vehicleId, day, trial: 2, current: null });
    // readings that stop, and a rule that holds on the way only: nothing of this vehicle is under way
    const probes = [{ channel: 1, lower: null, upper: 80 }];
    const lost = await trial({ params: { probes, lostTimes: 2 } });
    const lastAt = t0 + (temps.length - 1) * 300_000;
    expect(lost.result.episodes.map((e: Record<string, unknown>) => [e.subject, e.startTime, e.endTime])).toEqual([
      ['tem1:lost', wire(lastAt), null],
    ]);
    const onTheWay = await trial({ period: { weekdays: [], spans: [], inTransit: true } });
    expect(onTheWay.result.episodes).toEqual([]);
    expect(await counts()).toEqual(before);
    expect((await call('simulateResult', { id: '999999' })).code).toBe(4004);
    expect(
      errorsOf(await call('simulate', { ...rule, vehicleIds: [vehicleId], fromDay: day, toDay: '2026-03-09' })),
    ).toEqual({
      toDay: '一次最多试算7天',
    });
  });
});
