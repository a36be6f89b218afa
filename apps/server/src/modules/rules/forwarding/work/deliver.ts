import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import { roundTo } from '@tongda/contract/core/round';
import { forwardGiveUp, forwardPausesS } from '@tongda/contract/rules/forwarding/fields';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Trx } from '../../../../core/db/trx';
import type { DB } from '../../../../core/generated/db-types';
import { hideFromCustomer } from '../../../../core/masks/customer';
import { type Item, type Link, LinkFailure } from '../link/shape';
import { tellFailing, tellPaused } from './news';
import { type ActiveTarget, codeOfItem, joinProgram, mayTellItem } from './target';

export interface DeliverDeps {
  db: Kysely<DB>;
  log: Logger;
  now: () => number;
}

/** Items of one sending. */
const atOnce = 100;
/** Sendings of one round of a target: then others of the process have their turn. */
const sendings = 50;

/** When a target may be tried again after so many failures in a row, epoch ms. */
export const triedAgainAt = (tries: number, now: number): number =>
  now + (forwardPausesS[Math.min(tries, forwardPausesS.length) - 1] ?? 0) * 1000;

/**
 * Tells a target what waits in its outbox, in order, until nothing waits or a sending failed. An item is done when the link says that it was taken; a process that dies
 * before it has written that tells it again.
 */
export async function deliverTarget(deps: DeliverDeps, target: ActiveTarget, link: Link): Promise<void> {
  for (let i = 0; i < sendings; i++) {
    const { items, dropped } = await takeWaiting(deps, target);
    if (items.length === 0 && dropped === 0) return;
    if (items.length === 0) continue;
    const began = performance.now();
    try {
      const httpCode = await link.send(items);
      await storeTold(deps, target, items, { httpCode, tookMs: since(began) });
    } catch (error) {
      const failure = failureOf(deps, target, error);
      if (failure.kind === 'refused' && items.length > 1) {
        // one of them is at fault: each is told alone, so that the others arrive
        if (!(await tellAlone(deps, target, link, items))) return;
        continue;
      }
      await storeFailure(deps, target, items, failure, since(began));
      if (failure.kind === 'retry') return;
    }
  }
}

/** Tells items one by one. False: the other side could not be reached any more. */
async function tellAlone(
  deps: DeliverDeps,
  target: ActiveTarget,
  link: Link,
  items: readonly Item[],
): Promise<boolean> {
  for (const item of items) {
    const began = performance.now();
    try {
      const httpCode = await link.send([item]);
      await storeTold(deps, target, [item], { httpCode, tookMs: since(began) });
    } catch (error) {
      const failure = failureOf(deps, target, error);
      await storeFailure(deps, target, [item], failure, since(began));
      if (failure.kind === 'retry') return false;
    }
  }
  return true;
}

function failureOf({ log }: DeliverDeps, { id }: ActiveTarget, error: unknown): LinkFailure {
  if (error instanceof LinkFailure) return error;
  log.warn({ err: error, target: id }, 'forwarding failed');
  return new LinkFailure('retry', '转发失败，请查看服务日志');
}

/**
 * The next items of a target. Those of them that its customer is not told any more, since the program became his or a binding ended backwards, are taken out of the
 * outbox (`dropped`).
 */
async function takeWaiting(
  { db, now }: DeliverDeps,
  { id }: ActiveTarget,
): Promise<{ items: Item[]; dropped: number }> {
  const { rows } = await sql<
    Item & { told: boolean; ofCustomer: boolean }
  >`select i.id::text, i.vehicle_id::text as "vehicleId", (extract(epoch from i.at) * 1000)::float8 as at, i.kind, i.body || ${codeOfItem} as body, ${mayTellItem} as told,
      own.customer_id is not null as "ofCustomer"
    from forward_item i join forward_state s on s.target_id = i.target_id join forward_target t on t.id = i.target_id ${joinProgram}
    where i.target_id = ${id} and i.status = 0 and s.paused_at is null and (s.next_at is null or s.next_at <= ${new Date(now())})
    order by i.id limit ${atOnce}`.execute(db);
  const dropped = rows.filter(({ told }) => !told);
  if (dropped.length > 0) await sql`delete from forward_item where id = any(${idsOf(dropped)})`.execute(db);
  const items = rows.flatMap(({ told, ofCustomer, ...item }) => {
    if (!told) return [];
    // the same item with a body that tells less
    return [ofCustomer ? ({ ...item, body: hideFromCustomer(item.body) } as Item) : item];
  });
  return { items, dropped: dropped.length };
}

/** Whole ms since a moment of `performance.now()`. */
const since = (began: number): number => Math.round(performance.now() - began);

const idsOf = (items: readonly Item[]) => sql`${items.map(({ id }) => id)}::bigint[]`;

/** Adds to the counts of the company's day. */
const count = (target: ActiveTarget, now: number, { ok, failed }: { ok: number; failed: number }) =>
  sql`insert into forward_day as d (target_id, day, client_id, ok, failed)
    select ${target.id}, (${new Date(now)}::timestamptz at time zone c.time_zone)::date, c.id, ${ok}, ${failed} from client c where c.id = ${target.clientId}
    on conflict (target_id, day) do update set ok = d.ok + excluded.ok, failed = d.failed + excluded.failed`;

async function storeTold(
  { db, now }: DeliverDeps,
  target: ActiveTarget,
  items: readonly Item[],
  { httpCode, tookMs }: { httpCode: number | null; tookMs: number },
): Promise<void> {
  const at = new Date(now());
  await db.transaction().execute(async (trx) => {
    await sql`update forward_item set status = 1, attempts = attempts + 1, cause = '', done_at = ${at}, took_ms = ${tookMs}, answer_code = ${httpCode} where id = any(${idsOf(items)})`.execute(
      trx,
    );
    await sql`update forward_state set failures = 0, tries = 0, next_at = null, last_ok_at = ${at}, last_error = '' where target_id = ${target.id}`.execute(
      trx,
    );
    await count(target, at.getTime(), { ok: items.length, failed: 0 }).execute(trx);
  });
}

/**
 * Stores a failed sending: the target is tried again after a pause that grows, items that were tried often enough are given up, and after {@link forwardGiveUp}
 * failures in a row the target itself is, with a message.
 */
async function storeFailure(
  { db, now }: DeliverDeps,
  target: ActiveTarget,
  items: readonly Item[],
  { kind, message, httpCode }: LinkFailure,
  tookMs: number,
): Promise<void> {
  const at = new Date(now());
  const most = kind === 'refused' ? 0 : target.retries;
  await db.transaction().execute(async (trx) => {
    await sql`update forward_item set attempts = attempts + 1, cause = ${message}, status = case when attempts >= ${most} then 2 else 0 end,
        done_at = case when attempts >= ${most} then ${at}::timestamptz end,
        took_ms = ${tookMs}, answer_code = ${httpCode}
      where id = any(${idsOf(items)})`.execute(trx);
    const { rows } = await sql<{
      failures: number;
      tries: number;
    }>`update forward_state set failures = failures + ${items.length},
        tries = tries + 1, last_error = ${message}, last_error_at = ${at} where target_id = ${target.id} returning failures, tries`.execute(
      trx,
    );
    const [{ failures, tries } = { failures: 0, tries: 0 }] = rows;
    await count(target, at.getTime(), { ok: 0, failed: items.length }).execute(trx);
    // what is refused is no trouble of the way: the next one is told at once
    const next = kind === 'refused' ? null : new Date(triedAgainAt(tries, at.getTime()));
    const giveUp = failures >= forwardGiveUp;
    await sql`update forward_state set next_at = ${next}, paused_at = case when ${giveUp} then ${at}::timestamptz end where target_id = ${target.id}`.execute(
      trx,
    );
    if (!giveUp) return tellRate(trx, target, at, message);
    await tellPaused(trx, target, { at, failures, reason: message });
  });
}

/** Failures are looked at over so long, and are told of when they are more than this share of what was tried (report.md 8.8); of fewer sendings one says little. */
const rate = { overMs: 15 * minuteMs, most: 0.05, least: 20, againMs: 4 * hourMs } as const;

/** Tells, once in four hours, that too many sendings of the last quarter of an hour failed. What waits for its next try counts as failed. */
async function tellRate(trx: Trx, target: ActiveTarget, at: Date, reason: string): Promise<void> {
  const { rows } = await sql<{ failed: number; all: number }>`
    select count(*) filter (where status <> 1)::int as failed, count(*)::int as all from (
      select status from forward_item where target_id = ${target.id} and status <> 0 and done_at > ${new Date(at.getTime() - rate.overMs)}
      union all select status from forward_item where target_id = ${target.id} and status = 0 and attempts > 0) i`.execute(
    trx,
  );
  const { failed, all } = rows[0] ?? { failed: 0, all: 0 };
  if (all < rate.least || failed <= all * rate.most) return;
  await tellFailing(trx, target, {
    said: `近15分钟${all}条中失败${failed}条（${formatPercent(failed / all)}）：${reason}。`,
    onceKey: `forward rate ${target.id} ${Math.floor(at.getTime() / rate.againMs)}`,
  });
}

/** `0.0734` as `7.3%`. */
const formatPercent = (share: number): string => `${roundTo(share * 100, 1)}%`;
