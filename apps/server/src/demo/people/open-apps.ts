import { randomBytes } from 'node:crypto';
import { interfaceApplyStatus } from '@tongda/contract/base/system-enums';
import { type ProgramRefusal, programRefusals, refusalSentence } from '@tongda/contract/company/openapi/answers';
import { openScope } from '@tongda/contract/company/openapi/enums';
import { dayMs, hourMs, minuteMs } from '@tongda/contract/core/durations';
import { codes } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import { createRandom, hashSeed } from '@tongda/simulator/world/random';
import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import { wireTime } from '../../core/http/answer/wire-time';
import type { App } from '../../core/run/app';
import { sealSecret } from '../../modules/base/identity/door';
import { type Called, offeredInterfaces, storeCalls } from '../../modules/company/openapi/door';
import { demoClients, demoOrgs, demoRoles, demoUsers } from './users';

/** When a program calls an interface, on working days: from hour to hour, once in so many minutes. At weekends half as often. */
interface Habit {
  daily: number;
  from: number;
  to: number;
  everyMin: number;
  /** usual time of an answer */
  ms: number;
}

/** A program of the demo company: what it may call, how often a day, and calls that its company has not been given yet. */
interface DemoProgram {
  name: string;
  remark: string;
  scope: number;
  targets: string[];
  ips: string[];
  /** from where it calls */
  ip: string;
  /** calls by interface */
  opened: Readonly<Record<string, Habit>>;
  asked: readonly string[];
  /** what went wrong on a day: so many days back, between these hours every call was refused for it */
  trouble: { back: number; from: number; to: number; why: ProgramRefusal; ip?: string };
}

const programs = (orgId: string): DemoProgram[] => [
  {
    name: '仓储系统',
    remark: '到货前两小时取车辆位置，安排月台',
    scope: openScope.company,
    targets: [],
    ips: [],
    ip: '198.51.100.7',
    opened: {
      position: { daily: 5000, from: 5, to: 22, everyMin: 3, ms: 46 },
      vehicle: { daily: 500, from: 6, to: 20, everyMin: 60, ms: 31 },
    },
    asked: ['track'],
    // its clock went wrong for a while
    trouble: { back: 5, from: 14, to: 15, why: 'clock' },
  },
  {
    name: '货主温控平台',
    remark: '华联超市冷链平台',
    scope: openScope.departments,
    targets: [orgId],
    ips: ['203.0.113.0/24'],
    ip: '203.0.113.24',
    opened: {
      position: { daily: 2000, from: 0, to: 24, everyMin: 5, ms: 24 },
      alarm: { daily: 1000, from: 0, to: 24, everyMin: 15, ms: 58 },
    },
    asked: [],
    // it moved to other machines before the list of addresses knew them
    trouble: { back: 9, from: 20, to: 22, why: 'address', ip: '192.0.2.61' },
  },
];

/** Of the demo company. */
const zone = 'Asia/Shanghai';
const days = 14;

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
      await storeCalls(trx, callsOf(program, { clientId, appId: id, now }));
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
/** Two weeks of calls up to now; the figures of 用量 are counted from them as those of any call. */
function callsOf(program: DemoProgram, of: Of): Called[] {
  const random = createRandom(hashSeed('calls of programs', program.name)).next;
  const calls: Called[] = [];
  for (const [key, habit] of Object.entries(program.opened)) {
    const endpoint = offeredInterfaces.find((one) => one.key === key)?.endpoint;
    if (!endpoint) continue;
    for (let at = of.now.getTime() - days * dayMs; ; ) {
      const time = wireTime(at, zone);
      const weekend = [0, 6].includes(new Date(`${time.slice(0, 10)}T00:00:00Z`).getUTCDay());
      at += habit.everyMin * minuteMs * (weekend ? 2 : 1) * (0.7 + random() * 0.6);
      if (at >= of.now.getTime()) break;
      const moment = wireTime(at, zone);
      const hour = Number(moment.slice(11, 13));
      if (hour < habit.from || hour >= habit.to) continue;
      const back = Math.round(
        (Date.parse(wireTime(of.now, zone).slice(0, 10)) - Date.parse(moment.slice(0, 10))) / dayMs,
      );
      const { method, path } = endpoint;
      const answer = answerOf(program, { back, hour, ms: habit.ms }, random);
      const traceId = Math.floor(random() * 2 ** 52)
        .toString(16)
        .padStart(16, '0');
      calls.push({
        clientId: of.clientId,
        appId: of.appId,
        key,
        day: moment.slice(0, 10),
        method,
        path,
        traceId,
        at: new Date(at),
        ...answer,
      });
    }
  }
  return calls;
}

type Answered = Pick<Called, 'ip' | 'http' | 'code' | 'msg' | 'ms'>;
/** What a call was answered, from where it came, and how long that took. */
function answerOf(
  { ip, trouble }: DemoProgram,
  { back, hour, ms }: { back: number; hour: number; ms: number },
  random: () => number,
): Answered {
  const refused = (why: ProgramRefusal, from = ip, values: Record<string, string | number> = {}): Answered => {
    const { http, code } = programRefusals[why];
    return {
      ip: from,
      http,
      code,
      msg: refusalSentence(why, { ip: from, ...values }),
      ms: 1 + Math.floor(random() * 3),
    };
  };
  if (back === trouble.back && hour >= trouble.from && hour < trouble.to) return refused(trouble.why, trouble.ip);
  const luck = random();
  // a burst after a restart
  if (luck < 0.002) return refused('quota', ip, { limit: '此接口每秒', most: 100 });
  // some answers are slow, most are near the usual
  const took = Math.round(ms * (0.6 + random() * 0.8 + (random() < 0.03 ? 4 : 0)));
  if (luck > 0.995) return { ip, http: 200, code: codes.tooMany, msg: message('query.slow'), ms: took + 5000 };
  return { ip, http: 200, code: codes.ok, msg: '', ms: took };
}
