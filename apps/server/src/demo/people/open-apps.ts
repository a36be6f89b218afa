import { randomBytes } from 'node:crypto';
import { interfaceApplyStatus } from '@tongda/contract/base/system-enums';
import { openScope } from '@tongda/contract/company/openapi/enums';
import { dayMs, hourMs, minuteMs } from '@tongda/contract/core/durations';
import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import { wireTime } from '../../core/http/answer/wire-time';
import type { App } from '../../core/run/app';
import { sealSecret } from '../../modules/base/identity/door';
import { offeredInterfaces } from '../../modules/company/openapi/door';
import { demoClients, demoOrgs, demoRoles, demoUsers } from './users';

/** A program of the demo company: what it may call, how often a day, and calls that its company has not been given yet. */
interface DemoProgram {
  name: string;
  remark: string;
  scope: number;
  targets: string[];
  ips: string[];
  /** calls of an ordinary day by interface */
  opened: Readonly<Record<string, { daily: number; usual: number }>>;
  asked: readonly string[];
}

const programs = (orgId: string): DemoProgram[] => [
  {
    name: '仓储系统',
    remark: '到货前两小时取车辆位置，安排月台',
    scope: openScope.company,
    targets: [],
    ips: [],
    opened: { position: { daily: 5000, usual: 1380 }, vehicle: { daily: 500, usual: 26 } },
    asked: ['track'],
  },
  {
    name: '货主温控平台',
    remark: '华联超市冷链平台',
    scope: openScope.departments,
    targets: [orgId],
    ips: ['203.0.113.0/24'],
    opened: { position: { daily: 2000, usual: 640 }, alarm: { daily: 1000, usual: 180 } },
    asked: [],
  },
];

const days = 14;
/** Share of a day's calls: fewer at weekends, none two the same. */
const shareOf = (at: Date, i: number): number =>
  ([0, 6].includes(at.getUTCDay()) ? 0.55 : 1) * (0.9 + ((i * 37) % 21) / 100);

/** 对接应用 of the demo company: two programs with two weeks of calls, and a subscription that is stopped, as a demo calls nobody. */
export function makeOpenApps(
  { database, secrets }: Pick<App, 'database' | 'secrets'>,
  now = new Date(),
): Promise<void> {
  return database.systemDb.transaction().execute(async (trx) => {
    const clientId = demoClients.cold.id;
    const user = demoUsers[0];
    const org = demoOrgs.cold.find(([, , name]) => name === '华东分公司')?.[0];
    if (!user || !org) return;
    for (const program of programs(org)) {
      const id = await insertProgram(trx, program, { clientId, userId: user.id, factorKey: secrets.factorKey });
      const of = { clientId, appId: id, user, purpose: program.remark, now };
      for (const [key, { daily }] of Object.entries(program.opened))
        await insertGrant(trx, { ...of, key, daily, status: interfaceApplyStatus.opened });
      for (const key of program.asked)
        await insertGrant(trx, { ...of, key, daily: 1000, status: interfaceApplyStatus.review });
      await insertUsage(trx, program, { clientId, appId: id, now });
      await insertCalls(trx, program, { clientId, appId: id, now });
    }
    await sql`insert into forward_target (client_id, name, platform, protocol, address, app_id, kinds, interval_s, scope, retries, created_by, updated_by)
      select client_id, '温控平台订阅', '华联超市冷链平台', 1, 'https://cold.hualian.example/api/callback', id, '{temperature,alarm}', 60, 1, 4, ${user.id}, ${user.id}
      from open_app where client_id = ${clientId} and name = '货主温控平台'`.execute(trx);
  });
}

async function insertProgram(
  trx: Trx,
  { name, remark, scope, targets, ips }: DemoProgram,
  { clientId, userId, factorKey }: { clientId: string; userId: string; factorKey: Buffer },
): Promise<string> {
  const appKey = `ak_${randomBytes(12).toString('hex')}`;
  const { id: account } = await trx
    .insertInto('app_user')
    .values({ client_id: clientId, account_code: appKey, name, status: 0, data_scope: 4, deleted_at: sql<Date>`now()` })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const orgId of targets)
    await sql`insert into user_org_scope (client_id, user_id, org_id) values (${clientId}, ${account}, ${orgId})`.execute(
      trx,
    );
  const { id } = await trx
    .insertInto('open_app')
    .values({
      client_id: clientId,
      user_id: account,
      name,
      app_key: appKey,
      secret: sealSecret(factorKey, randomBytes(32).toString('base64url')),
      scope,
      target_ids: sql`${targets}::bigint[]`,
      ip_list: sql`${ips}::text[]`,
      remark,
      created_by: userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

interface Grant {
  clientId: string;
  appId: string;
  key: string;
  daily: number;
  user: { id: string; name: string };
  purpose: string;
  status: number;
  now: Date;
}
/** What is open was asked for and decided before its first call; what is in review came this morning. */
function insertGrant(trx: Trx, { clientId, appId, key, daily, user, purpose, status, now }: Grant) {
  const opened = status === interfaceApplyStatus.opened;
  const asked = new Date(now.getTime() - (opened ? (days + 3) * dayMs : 5 * hourMs));
  const decided = opened ? new Date(asked.getTime() + dayMs) : null;
  return sql`insert into interface_apply (client_id, app_id, interface_key, status, purpose, daily_calls, daily_limit, user_id, user_name, created_at, decided_at, decided_by)
    values (${clientId}, ${appId}, ${key}, ${status}, ${purpose}, ${daily}, ${opened ? daily : null}, ${user.id}, ${user.name}, ${asked}, ${decided}, ${opened ? demoRoles.staff.name : ''})`.execute(
    trx,
  );
}

interface Of {
  clientId: string;
  appId: string;
  now: Date;
}
async function insertUsage(trx: Trx, { opened }: DemoProgram, { clientId, appId, now }: Of): Promise<void> {
  for (let back = 0; back < days; back++) {
    const at = new Date(now.getTime() - back * dayMs);
    const day = wireTime(at, 'Asia/Shanghai').slice(0, 10);
    // of today so much as there is of it
    const part = back === 0 ? Number(wireTime(at, 'Asia/Shanghai').slice(11, 13)) / 24 : 1;
    for (const [i, [key, { usual }]] of Object.entries(opened).entries()) {
      const ok = Math.round(usual * part * shareOf(at, back + i));
      await sql`insert into open_usage (app_id, interface_key, day, client_id, ok, failed, refused, ms)
        values (${appId}, ${key}, ${day}, ${clientId}, ${ok}, ${Math.round(ok * 0.004)}, ${back === 5 ? 12 : 0}, ${ok * 23})`.execute(
        trx,
      );
    }
  }
}

async function insertCalls(trx: Trx, { opened, ips }: DemoProgram, { clientId, appId, now }: Of): Promise<void> {
  const keys = Object.keys(opened);
  for (let i = 0; i < 30; i++) {
    const key = keys[i % keys.length] ?? 'position';
    const endpoint = offeredInterfaces.find((one) => one.key === key)?.endpoint;
    if (!endpoint) continue;
    const refused = i === 11;
    await sql`insert into open_call_log (client_id, app_id, interface_key, method, path, ip, http, code, msg, ms, trace_id, at)
      values (${clientId}, ${appId}, ${key}, ${endpoint.method}, ${endpoint.path}, ${ips.length > 0 ? '203.0.113.24' : '198.51.100.7'}, ${refused ? 401 : 200},
        ${refused ? 401 : 200}, ${refused ? '请求时间与服务器相差超过5分钟，请校准时钟' : ''}, ${refused ? 1 : 18 + ((i * 7) % 23)}, ${`demo-${appId}-${i}`},
        ${new Date(now.getTime() - (i * 4 + 1) * minuteMs)})`.execute(trx);
  }
}
