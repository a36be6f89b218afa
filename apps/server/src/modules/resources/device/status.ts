import { motionState } from '@tongda/contract/core/live';
import { deviceStatus } from '@tongda/contract/resources/device/enums';
import { sql } from 'kysely';

/** Bits of the alarm word of 0x0200: 7 is low main power, 8 is main power cut off. */
const powerLowBit = 7;
const powerCutBit = 8;

/** deviceStatus of a terminal in a vehicle by the state `s` (device_state) of that vehicle, which is absent before the first report. */
export const statusOfState = sql<number>`case
  when s.vehicle_id is null or (s.live->>'state')::int in (${sql.lit(motionState.offline)}, ${sql.lit(motionState.never)}) then ${sql.lit(deviceStatus.offline)}
  when (s.live->>'alarmBits')::bigint & ${sql.lit(1 << powerCutBit)} <> 0 then ${sql.lit(deviceStatus.powerCut)}
  when (s.live->>'state')::int = ${sql.lit(motionState.notLocated)} then ${sql.lit(deviceStatus.notLocated)}
  when (s.live->>'alarmBits')::bigint & ${sql.lit(1 << powerLowBit)} <> 0 or (s.live->>'battPct')::float8 < 20 then ${sql.lit(deviceStatus.lowBattery)}
  else ${sql.lit(deviceStatus.normal)} end`;
