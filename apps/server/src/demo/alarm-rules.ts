import { type RuleKind, type RuleParams, ruleParams } from '@tongda/contract/alarm/rules';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../core/db-types';
import { demoClients } from './people';
import { vehicleId } from './vehicle-rows';

const clientId = demoClients.cold.id;

/** Rules of a careful cold-chain company; temperature by the bounds of each vehicle's own probes. */
const rules: ReadonlyArray<{
  name: string;
  kind: RuleKind;
  level: 1 | 2 | 3;
  params: unknown;
  scope?: number;
  target_ids?: string[];
}> = [
  rule('全车超温', 'temperature', 2, {}),
  rule('高速超速', 'speed', 2, { limitKmh: 90, durationS: 30 }),
  // the simulated trucks drive all day long: watched are two of them, or every vehicle would be on the list
  { ...rule('疲劳驾驶', 'fatigue', 3, {}), scope: 3, target_ids: [vehicleId(1), vehicleId(11)] },
  rule('行驶开门', 'door', 3, { movingKmh: 10 }),
  rule('开门过久', 'door', 1, { openMin: 60 }),
  rule('途中停车过久', 'parking', 1, { minutes: 240 }),
  rule('怠速过久', 'idle', 1, { minutes: 60 }),
  rule('终端异常', 'device', 2, {
    faults: ['offline', 'powerCut', 'notLocated', 'probe'],
    offlineMin: 60,
    offlineAccOffMin: 120,
  }),
  rule('紧急与碰撞', 'terminal', 3, { bits: [0, 29, 30] }),
  rule('疑似偷油', 'oil', 3, {}),
];

function rule<K extends RuleKind>(name: string, kind: K, level: 1 | 2 | 3, params: Partial<RuleParams[K]>) {
  return { name, kind, level, params: ruleParams[kind].parse(params) };
}

/** Rules that held all along, so that the demo's past has its alarms as well. */
export async function seedAlarmRules(trx: Transaction<DB>): Promise<void> {
  await trx
    .insertInto('alarm_rule')
    .values(rules.map(({ params, ...row }) => ({ client_id: clientId, ...row, params: JSON.stringify(params) })))
    .execute();
  await sql`update alarm_rule_version set during = '(,)' where client_id = ${clientId}`.execute(trx);
}
