import { type RuleParams, type RulePeriod, ruleParams } from '@tongda/contract/rules/alarm-rule/codes';
import type { RuleKind } from '@tongda/contract/rules/alarm-rule/kind';
import { demoVehicles } from '@tongda/simulator/fleet/demo';
import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import { vehicleId } from '../fleet/vehicle/rows';
import { demoClients } from '../people/users';

const clientId = demoClients.cold.id;

type Rule = ReturnType<typeof demoRule>;
type Places = ReadonlyMap<string, string>;
/** id of people.ts: the company's owner */
const owner = '151';
const noIds: string[] = [];
const always: RulePeriod = { weekdays: [], spans: [] };

function demoRule<K extends RuleKind>(name: string, kind: K, level: 1 | 2 | 3, params: Partial<RuleParams[K]>) {
  return {
    name,
    kind,
    level,
    params: ruleParams[kind].parse(params),
    scope: 1,
    target_ids: noIds,
    period: always,
  };
}
const ruleForVehicles = (nos: readonly number[], one: Rule): Rule => ({
  ...one,
  scope: 3,
  target_ids: nos.map((no) => vehicleId(no)),
});

/** Alarm types of the cameras, with their levels. */
const safetyTypes = (
  [
    [186, 3],
    [187, 2],
    [189, 2],
    [188, 1],
    [182, 1],
    [180, 3],
    [181, 1],
    [184, 2],
  ] as const
).map(([type, level]) => ({ type, minKmh: 30, level }));
/** The truck of the story of a stand beside the road. */
const roadside = 6;
const fruit = demoVehicles.filter((v) => v.fruit).map(({ no }) => no);
/** Trucks of the trunk roads that have an electronic line. */
const onLines = demoVehicles.flatMap(({ no, duty }) =>
  duty.kind === 'trunk' && (duty.route === 'huning' || duty.route === 'huhang') ? [no] : [],
);
const chilled = demoVehicles.filter(({ box }) => box === 'chilled').map(({ no }) => no);

/**
 * Alarm rules of a careful cold-chain company, at least one of every kind; temperatures are judged by the bounds of each vehicle's own probes. Their
 * limits are such that 20 to 40 alarms come in a day, as many as a dispatcher can look at; rules about driving time watch only few trucks.
 */
const rulesOf = (places: Places): Rule[] => {
  const at = (...names: string[]): string[] => names.flatMap((name) => places.get(name) ?? []);
  const lines = [...places].filter(([name]) => name.includes('走廊')).map(([, id]) => id);
  return [
    demoRule('全车超温', 'temperature', 2, {}),
    // the rear probe of 7 is broken
    ruleForVehicles([7], demoRule('待修车超温', 'temperature', 2, { lostTimes: 30, defrostMin: 20, delayS: 300 })),
    ruleForVehicles(
      chilled,
      demoRule('冷藏箱湿度', 'humidity', 1, { probes: [{ channel: 1, lower: 72, upper: null }] }),
    ),
    ruleForVehicles(fruit, demoRule('香蕉二氧化碳', 'co2', 2, { probes: [{ channel: 1, lower: null, upper: 5000 }] })),
    demoRule('高速超速', 'speed', 2, { limitKmh: 90, durationS: 30 }),
    ruleForVehicles([50], demoRule('重点车辆超速', 'speed', 3, { limitKmh: 90, durationS: 60, warnKmh: 3 })),
    ruleForVehicles([1, 52], demoRule('疲劳驾驶', 'fatigue', 3, { warnMin: 30 })),
    demoRule('行驶开门', 'door', 3, { movingKmh: 10, photoChannel: 2 }),
    // the five trucks with a lock at their rear door
    ruleForVehicles([20, 21, 22, 23, 24], demoRule('上锁时被打开', 'door', 3, { locked: true })),
    demoRule('开门过久', 'door', 1, { openMin: 60 }),
    // it delivers to shops, where a door is open for a few minutes
    ruleForVehicles([18], demoRule('门店配送开门过久', 'door', 1, { openMin: 20 })),
    // they load in the morning, and now and then at night
    ruleForVehicles([14, 41], demoRule('夜间开门', 'door', 2, { closedFrom: '23:00', closedTo: '04:00' })),
    // it carries what must not be opened on the way
    ruleForVehicles([roadside], demoRule('重点货物站外开门', 'door', 3, { outside: true, outsideM: 500 })),
    ruleForVehicles([roadside], demoRule('重点货物途中停车', 'parking', 2, { minutes: 30 })),
    {
      // so far that the six stores that were entered 620 m off are no alarm each time their goods are unloaded
      ...demoRule('在途站外开门', 'door', 2, { outside: true, outsideM: 500 }),
      period: { ...always, inTransit: true },
    },
    demoRule('途中停车过久', 'parking', 1, { minutes: 120 }),
    demoRule('怠速过久', 'idle', 1, { minutes: 60 }),
    demoRule('禁停区停留', 'zone', 2, { trigger: 'stay', minutes: 15, placeIds: at('江桥批发市场禁停区') }),
    demoRule('大学城限速', 'zone', 2, { trigger: 'speed', limitKmh: 60, durationS: 30, placeIds: at('大学城限速区') }),
    // 35 never leaves its yard
    ruleForVehicles(
      [35],
      demoRule('早班未到中心', 'zone', 2, { trigger: 'absent', arriveBy: '09:00', placeIds: at('深圳布吉配送中心') }),
    ),
    ruleForVehicles(onLines, demoRule('干线偏离', 'line', 1, { placeIds: lines, awayM: 1000, durationS: 600 })),
    demoRule('疑似偷油', 'oil', 3, {}),
    demoRule('终端异常', 'device', 2, {
      faults: ['offline', 'powerCut', 'notLocated', 'lowBattery', 'probe'],
      offlineMin: 60,
      offlineAccOffMin: 120,
    }),
    demoRule('车辆故障', 'fault', 2, { faults: ['lowVoltage', 'tyre', 'underVoltage'], voltageV: 11 }),
    ruleForVehicles(
      [53],
      demoRule('重卡故障', 'fault', 2, { faults: ['lowVoltage', 'tyre', 'underVoltage'], voltageV: 22.5 }),
    ),
    demoRule('紧急与碰撞', 'terminal', 3, { bits: [0, 29, 30] }),
    // the cameras: signal lost, covered, storage broken
    demoRule('视频异常', 'terminal', 1, { bits: [32, 33, 34] }),
    demoRule('驾驶行为', 'safety', 2, { types: safetyTypes }),
    demoRule('运单准点', 'timeliness', 2, { earlyMin: 120, lateMin: 30, legMaxMin: 720, etaWarnMin: 60 }),
  ];
};

/** A rule of last season that would contradict 全车超温, and is therefore switched off. */
const formerRule = demoRule('冷冻车超温（旧）', 'temperature', 2, {
  probes: [{ channel: 1, lower: null, upper: -15 }],
});

/** Writes rules that have been valid since before the demo's history, so that its past has alarms as well. */
export async function seedAlarmRules(trx: Trx): Promise<void> {
  const places = await trx.selectFrom('place').select(['id', 'name']).where('client_id', '=', clientId).execute();
  const rules = rulesOf(new Map(places.map(({ id, name }) => [name, id])));
  const rowOf =
    (enabled: boolean) =>
    ({ params, period, ...row }: Rule) => ({
      client_id: clientId,
      ...row,
      enabled,
      created_by: owner,
      updated_by: owner,
      params: JSON.stringify(params),
      period: JSON.stringify(period),
    });
  // the list shows the newest rule first, and the most interesting ones belong at its top
  await trx
    .insertInto('alarm_rule')
    .values([rowOf(false)(formerRule), ...rules.map(rowOf(true)).reverse()])
    .execute();
  await sql`update alarm_rule_version set during = '(,)' where client_id = ${clientId}`.execute(trx);
}
