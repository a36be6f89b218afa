import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../../test/test-app';

let app: TestApp;
let a: FleetFixture;
const api = '/api/base/manage/vehicle';
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '多温物流');
});
afterAll(() => app.close());

const tem = (channel: number, zone: string | null, more: object = {}) => ({
  kind: 'tem',
  channel,
  name: `探头${channel}`,
  zone,
  ...more,
});
const detail = async (id: string) => (await a.post(`${api}/detail`, { id })).data;
async function saveProbes(vehicleId: string, probes: object[], token = a.token) {
  return app.post(`${api}/probe/save`, { vehicleId, version: (await detail(vehicleId)).version, probes }, token);
}
async function saveZones(id: string, zones: unknown, token = a.token) {
  return app.post(`${api}/update`, { ...(await detail(id)), zones }, token);
}
const zone = (name: string, probes: string[] = [], lower: number | null = null, upper: number | null = null) => ({
  name,
  lower,
  upper,
  probes,
});
const zonesOf = async (id: string) =>
  (await detail(id)).probes.map((p: { kind: string; channel: number; zone: string | null }) => [
    `${p.kind}${p.channel}`,
    p.zone,
  ]);

it('the form holds the compartments, the probes say in which they sit: a new name, a move and a removal reach both', async () => {
  const id = await a.addVehicle('沪Z00001', { zones: [zone('冷冻区', [], -25, -15), zone('冷藏区', [], 0, 8)] });
  expect((await detail(id)).zones).toEqual([
    { name: '冷冻区', lower: -25, upper: -15 },
    { name: '冷藏区', lower: 0, upper: 8 },
  ]);
  // a probe that names another compartment adds it; doors stand somewhere, in no compartment
  const door = { kind: 'door', channel: 1, name: '侧门', zone: '右侧' };
  expect(await saveProbes(id, [tem(1, '冷冻区'), tem(2, '常温区'), tem(3, null), door])).toMatchObject({ code: 200 });
  expect((await detail(id)).zones.map((z: { name: string }) => z.name)).toEqual(['冷冻区', '冷藏区', '常温区']);
  expect((await saveProbes(id, [tem(1, '冷冻区'), tem(2, '药品区')])).data.errors).toEqual([
    { field: 'probes.1.zone', msg: '一辆车最多3个分区，已有冷冻区、冷藏区、常温区' },
  ]);
  expect(
    await saveZones(id, [zone('深冻区', ['tem1'], -25, -15), zone('冷藏区', ['tem2', 'tem3'], 0, 8)]),
  ).toMatchObject({ code: 200 });
  expect(await zonesOf(id)).toEqual([
    ['tem1', '深冻区'],
    ['tem2', '冷藏区'],
    ['tem3', '冷藏区'],
    ['door1', '右侧'],
  ]);
  // a probe without bounds of its own starts from those of its compartment
  expect((await detail(id)).probes[2]).toMatchObject({ lower: 0, upper: 8 });
  expect((await a.post(`${api}/changeHis`, { id })).data.list[0].changes).toEqual([
    {
      field: 'zones',
      label: '分区',
      before: '冷冻区 −25~−15℃、冷藏区 0~8℃、常温区',
      after: '深冻区 −25~−15℃、冷藏区 0~8℃',
    },
    { field: 'tem1', label: '温度1所在分区', before: '冷冻区', after: '深冻区' },
    { field: 'tem2', label: '温度2所在分区', before: '常温区', after: '冷藏区' },
    { field: 'tem3', label: '温度3所在分区', before: '', after: '冷藏区' },
  ]);
  // what probes meant before is kept
  const versions = (await a.post(`${api}/probe/history`, { vehicleId: id })).data;
  expect(versions.map((v: { lines: string[] }) => v.lines[0])).toEqual(['温度1 探头1(深冻区)', '温度1 探头1(冷冻区)']);
  // a vehicle that is sent without them keeps them; none at all empties
  const { zones: _zones, ...rest } = await detail(id);
  expect(await a.post(`${api}/update`, { ...rest, remark: '改备注' })).toMatchObject({ code: 200 });
  expect((await detail(id)).zones).toHaveLength(2);
  expect(await saveZones(id, [])).toMatchObject({ code: 200 });
  expect([(await detail(id)).zones, (await zonesOf(id))[0]]).toEqual([[], ['tem1', null]]);
});

it('refuses what cannot be, at its line', async () => {
  const id = await a.addVehicle('沪Z00011');
  const faults = async (zones: unknown) => (await saveZones(id, zones)).data?.errors;
  expect(await faults([zone('前区', [], 8, 2)])).toEqual([{ field: 'zones.0.upper', msg: '上限须高于下限8℃' }]);
  expect(await faults([zone('前区'), zone('前区')])).toEqual([{ field: 'zones.1.name', msg: '分区名“前区”重复' }]);
  expect(await faults([zone('')])).toEqual([{ field: 'zones.0.name', msg: '请输入分区名' }]);
  expect(await faults([zone('前区', [], -70)])).toEqual([{ field: 'zones.0.lower', msg: '应在−60~80℃之间' }]);
  expect(await faults([1, 2, 3, 4].map((n) => zone(`${n}区`)))).toMatchObject([{ field: 'zones', msg: '分区最多3个' }]);
  expect(await faults([zone('前区', ['tem1'])])).toEqual([
    { field: 'zones.0.probes', msg: '所选探头不存在，请先在探头设置中配置' },
  ]);
  await saveProbes(id, [tem(1, '前区')]);
  expect(await faults([zone('前区', ['tem1']), zone('后区', ['tem1'])])).toEqual([
    { field: 'zones.1.probes', msg: '一个探头只能在一个分区' },
  ]);
});

it('moving a probe needs the right to set probes, a new name of its compartment does not', async () => {
  const id = await a.addVehicle('沪Z00021', { zones: [zone('前区'), zone('后区')] });
  await saveProbes(id, [tem(1, '前区'), tem(2, '后区')]);
  const clerk = await a.user({ menus: ['vehicle'], buttons: ['vehicle/edit'] });
  expect(await saveZones(id, [zone('前区', ['tem1', 'tem2']), zone('后区')], clerk.token)).toMatchObject({
    code: 4003,
    msg: '没有“探头设置”权限，不能更改探头所在的分区',
  });
  expect(await saveZones(id, [zone('1区', ['tem1']), zone('后区', ['tem2'])], clerk.token)).toMatchObject({
    code: 200,
  });
  expect(await zonesOf(id)).toEqual([
    ['tem1', '1区'],
    ['tem2', '后区'],
  ]);
});

it('copied wires bring their compartments along', async () => {
  const from = await a.addVehicle('沪Z00031', { zones: [zone('前区', [], -20, -10)] });
  const to = await a.addVehicle('沪Z00032', { zones: [zone('甲'), zone('乙'), zone('丙')] });
  await saveProbes(from, [tem(1, '前区')]);
  expect((await a.post(`${api}/probe/copy`, { vehicleId: from, ids: [to] })).data).toMatchObject([{ ok: true }]);
  expect((await detail(to)).zones).toEqual([{ name: '前区', lower: -20, upper: -10 }]);
});
