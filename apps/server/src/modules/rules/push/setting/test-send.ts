import { setTimeout as pause } from 'node:timers/promises';
import { minuteMs } from '@tongda/contract/core/durations';
import type { TestLine } from '@tongda/contract/rules/push/calls';
import { pushOccasion, pushResult } from '@tongda/contract/rules/push/enums';
import { requireRow } from '../../../../core/db/rows';
import { wireTime } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { tooManyAtOnce } from '../../../../core/http/errors';
import { listRoutes, type Route } from '../plan/people';
import { type DeliverDeps, deliverLane } from '../send/deliver';
import { findEndpoint } from './endpoints';
import { maskRecipient } from './mask';
import { findSetting } from './repo';

/** Patience for an answer of the other side. */
const waitMs = 12_000;
/** Tests of one company in a minute: they really go out. */
const perMinute = 6;

/** Sends a test notice by these routes and answers what came of each. What waits for a limit says so. */
async function sendTest(
  deps: DeliverDeps,
  ctx: Ctx,
  routes: readonly Route[],
  settingId: string | null,
  name: string,
): Promise<TestLine[]> {
  const { db, now } = deps;
  const at = new Date(now());
  const content = `【测试】这是${ctx.clientName}的推送测试（${name}），由${ctx.userName}于${wireTime(at, ctx.timeZone)}发出，收到即表示设置成功。`;
  const open = routes.filter(({ refused }) => refused === '');
  const rows =
    open.length === 0
      ? []
      : await db
          .insertInto('push_send')
          .values(
            open.map((route) => ({
              client_id: ctx.clientId,
              setting_id: settingId,
              occasion: pushOccasion.test,
              channel: route.channel,
              recipient: route.recipient,
              receiver_name: route.name,
              user_id: route.userId,
              endpoint_id: route.endpointId,
              title: '推送测试',
              content,
              due_at: at,
              created_at: at,
            })),
          )
          .returning('id')
          .execute();
  await Promise.all(open.map((route) => deliverLane(deps, { clientId: ctx.clientId, ...route })));
  const done = await awaitResults(
    deps,
    rows.map(({ id }) => id),
  );
  return [
    ...done,
    ...routes
      .filter(({ refused }) => refused !== '')
      .map((r) => ({
        channel: r.channel,
        receiver: r.name,
        address: maskRecipient(r.recipient),
        ok: false,
        msg: r.refused,
      })),
  ];
}

/** Another process may have taken one of them: its answer is waited for. */
async function awaitResults({ db }: DeliverDeps, ids: readonly string[]): Promise<TestLine[]> {
  if (ids.length === 0) return [];
  const until = Date.now() + waitMs;
  for (;;) {
    const rows = await db
      .selectFrom('push_send')
      .selectAll()
      .where('id', 'in', [...ids])
      .orderBy('id')
      .execute();
    const open = rows.some(({ status, claimed_until }) => status === pushResult.queued && claimed_until !== null);
    if (!open || Date.now() > until)
      return rows.map((r) => ({
        channel: r.channel,
        receiver: r.receiver_name,
        address: maskRecipient(r.recipient),
        ok: r.status === pushResult.sent,
        msg: r.status === pushResult.queued ? r.cause || '排队中，稍后请在发送日志查看结果' : r.cause || '已发送',
      }));
    await pause(200);
  }
}

async function refuseFlood({ db, now }: DeliverDeps, clientId: string): Promise<void> {
  const { n } = await db
    .selectFrom('push_send')
    .select(({ fn }) => fn.count<string>('created_at').distinct().as('n'))
    .where('client_id', '=', clientId)
    .where('occasion', '=', pushOccasion.test)
    .where('created_at', '>', new Date(now() - minuteMs))
    .executeTakeFirstOrThrow();
  if (Number(n) >= perMinute) throw tooManyAtOnce('测试发送过于频繁，请一分钟后再试');
}

/** Everybody whom a setting names; head of department and driver belong to a vehicle and are left out. */
export async function testSetting(deps: DeliverDeps, ctx: Ctx, id: string): Promise<TestLine[]> {
  const setting = requireRow(await ctx.db((trx) => findSetting(trx, ctx, id)), '推送设置');
  await refuseFlood(deps, ctx.clientId);
  const who = { ...setting, manager: false, driver: false };
  const routes = await listRoutes(deps.db, who, { clientId: ctx.clientId, vehicleId: null, driverId: null });
  return sendTest(deps, ctx, routes, id, setting.name);
}

export async function testEndpoint(deps: DeliverDeps, ctx: Ctx, id: string): Promise<TestLine> {
  const row = requireRow(await ctx.db((trx) => findEndpoint(trx, ctx, id)), '机器人或Webhook');
  await refuseFlood(deps, ctx.clientId);
  const route: Route = {
    channel: row.kind,
    recipient: `endpoint:${id}`,
    name: row.name,
    userId: null,
    endpointId: id,
    refused: '',
  };
  const [line] = await sendTest(deps, ctx, [route], null, row.name);
  return line ?? { channel: row.kind, receiver: row.name, address: '', ok: false, msg: '没有发出' };
}
