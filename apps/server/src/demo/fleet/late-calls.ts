import { dayMs } from '@tongda/contract/core/durations';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../core/generated/db-types';
import { learnRuns } from '../../modules/ground/transport-route/door';
import { readDrives, wholeCompany } from '../../reports/operation/drives';
import { settlePunctuality } from '../../reports/operation/settlement';
import { demoClients, demoUsers } from '../people/users';

const clientId = demoClients.cold.id;
const zone = 'Asia/Shanghai';
/** the dispatcher, of people.ts */
const dispatcher = '153';

/** Why calls came late or were not made, in turn; the newest ones nobody has looked into yet. */
const reasons = {
  late: ['沿海高速惠东段事故缓行，已通知门店', '装货排队40分钟，已与仓库核对', '台风过境限速通行'],
  missed: ['门店盘点改约次日收货，未安排进站', '货量并入下一班次，未进站'],
} as const;
/** The call whose arrival lay in a blind area: the driver's papers say that he was in time. */
const blind = '海丰隧道群信号盲区，交接单核对已按时到站，不计考核';

/**
 * Lets the dispatcher say why calls of the last week were late or missed (进出准点报表), and settles the days before. Called once the past has arrived; what has been
 * said stays.
 */
export async function explainLateCalls(db: Kysely<DB>, now: number): Promise<void> {
  await learnRuns(db, clientId, zone);
  const sight = wholeCompany(clientId, zone);
  const week = { from: now - 6 * dayMs, until: now - dayMs };
  const drives = await db.transaction().execute((trx) => readDrives(trx, sight, week, '', now));
  const calls = drives.flatMap(({ routeId, planAt, run, stops, calls: of }) =>
    of.flatMap(({ stop, arriveResult }) => {
      if (!stops[stop]?.assess || (arriveResult !== 'late' && arriveResult !== 'missed')) return [];
      return [{ routeId, planAt, vehicleId: run?.vehicleId ?? null, seq: stop + 1, arriveResult }];
    }),
  );
  const missed = calls.find(({ arriveResult }) => arriveResult === 'missed');
  const said = calls.sort((a, b) => a.planAt - b.planAt).slice(0, Math.ceil(calls.length * 0.75));
  const rows = said.map((call, i) => {
    const words = reasons[call.arriveResult];
    const isBlind = call === missed;
    return { ...call, reason: isBlind ? blind : words[i % words.length], exempt: isBlind };
  });
  const name = demoUsers.find(({ id }) => id === dispatcher)?.name ?? '';
  await sql`insert into punctuality_reason (client_id, route_id, vehicle_id, plan_at, seq, reason, exempt, user_name)
    select ${clientId}, c."routeId", c."vehicleId", to_timestamp(c."planAt" / 1000), c.seq, c.reason, c.exempt, ${name}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) c("routeId" bigint, "planAt" float8, "vehicleId" bigint, seq smallint, reason text, exempt boolean)
    on conflict do nothing`.execute(db);
  await settlePunctuality(db, now);
}
