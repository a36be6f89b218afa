import { minuteMs } from '@tongda/contract/core/durations';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Bus } from '../../../core/bus/topics';
import type { DB } from '../../../core/generated/db-types';
import { changeMessage, closeMessagesAbout, createMessage } from '../../base/message/door';
import { markOverdue } from './handle';
import { alarmTag, messageOf } from './message-words';
import { loadAlarms } from './repo';

/** An event older than this when it is processed makes no message any more (latePushAge, report.md K2). */
const oldAfterMs = 30 * minuteMs;
const eventsAtOnce = 100;

interface Waiting {
  eventId: string;
  episodeId: string;
  event: 'opened' | 'changed' | 'ended' | 'withdrawn';
  ageMs: number;
}

/** Companies that get a message about an alarm of this vehicle, each with its time zone: the owner, and those with whom its alarms are shared now. */
async function listCompaniesToTell(
  db: Kysely<DB>,
  vehicleId: string,
): Promise<Array<{ clientId: string; timeZone: string }>> {
  const { rows } = await sql<{
    clientId: string;
    timeZone: string;
  }>`select c.id::text as "clientId", c.time_zone as "timeZone" from client c
    where c.id in (select a.client_id from vehicle_access a where a.vehicle_id = ${vehicleId} and (a.source = 'own' or 'alarm' = any(a.scopes))
      and a.valid_from <= now() and (a.valid_until is null or a.valid_until > now()))`.execute(db);
  return rows;
}

/** Whether the company has push settings with in-app messages for this kind of alarm: then these alone decide who is told inside the platform. */
async function areSettingsInCharge(db: Kysely<DB>, clientId: string, kind: string): Promise<boolean> {
  const { rows } = await sql<{
    yes: boolean;
  }>`select exists (select from push_setting s where s.client_id = ${clientId} and s.enabled
    and s.deleted_at is null and s.channels && '{1,2}'::smallint[] and (cardinality(s.kinds) = 0 or ${kind} = any(s.kinds))) as yes`.execute(
    db,
  );
  return rows[0]?.yes ?? false;
}

/**
 * Makes in-app messages of new alarms: to everybody who sees the vehicle, unless the company's push settings name
 * people for this kind. Each event is processed once, as its row of `alarm_inbox` is deleted in the same transaction. Answers how many were.
 */
export function tellAlarms(db: Kysely<DB>, now = Date.now()): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows } =
      await sql<Waiting>`select i.event_id::text as "eventId", e.episode_id::text as "episodeId", e.event,
        ${now}::float8 - extract(epoch from e.at) * 1000 as "ageMs"
      from alarm_inbox i join episode_event e on e.id = i.event_id order by i.event_id limit ${eventsAtOnce} for update of i skip locked`.execute(
        trx,
      );
    if (rows.length === 0) return 0;
    const opened = rows.filter(({ event, ageMs }) => event === 'opened' && ageMs <= oldAfterMs);
    for (const { episodeId } of opened) await tellCompanies(trx, episodeId);
    await followMessages(
      trx,
      rows.map(({ episodeId }) => episodeId),
    );
    await trx
      .deleteFrom('alarm_inbox')
      .where(
        'event_id',
        'in',
        rows.map(({ eventId }) => eventId),
      )
      .execute();
    return rows.length;
  });
}

async function tellCompanies(trx: Kysely<DB>, episodeId: string): Promise<void> {
  const [alarm] = await loadAlarms(trx, [episodeId]);
  if (!alarm || alarm.status === 2) return;
  for (const { clientId, timeZone } of await listCompaniesToTell(trx, alarm.vehicleId)) {
    if (await areSettingsInCharge(trx, clientId, alarm.kind)) continue;
    await createMessage(trx, await messageOf(trx, alarm, clientId, timeZone));
  }
}

/** Brings messages up to date with their alarms; those of withdrawn alarms are closed. */
export async function followMessages(db: Kysely<DB>, episodeIds: readonly string[]): Promise<void> {
  const keys = [...new Set(episodeIds)].map(alarmTag);
  const told = await db
    .selectFrom('message as m')
    .innerJoin('client as c', 'c.id', 'm.client_id')
    .select(['m.client_id as clientId', 'm.once_key as key', 'm.content', 'm.title', 'c.time_zone as timeZone'])
    .where('m.once_key', 'in', keys)
    .execute();
  if (told.length === 0) return;
  const alarms = new Map((await loadAlarms(db, episodeIds)).map((alarm) => [alarmTag(alarm.id), alarm]));
  for (const { clientId, key, content, title, timeZone } of told) {
    const alarm = alarms.get(key);
    if (!alarm) continue;
    const fresh = await messageOf(db, alarm, clientId, timeZone);
    if (alarm.status === 2) fresh.content = `（已撤销）${fresh.content}`;
    if (fresh.content !== content || fresh.title !== title) await changeMessage(db, fresh);
    if (alarm.status === 2) await closeMessagesAbout(db, clientId, [key]);
  }
}

const turnMs = 2_000;
const overdueEveryMs = 30_000;
const settleMs = 300;

/**
 * Makes and updates messages about alarms every two seconds and soon after an alarm changed; twice a minute overdue alarms are marked. Answers a
 * function that stops it and waits for the round under way.
 */
export function startAlarmMessages(
  db: Kysely<DB>,
  bus: Pick<Bus, 'subscribe'>,
  log: Pick<Logger, 'warn'>,
): () => Promise<void> {
  const changed = new Set<string>();
  let running: Promise<void> = Promise.resolve();
  let soon: NodeJS.Timeout | null = null;
  let lookedAt = 0;
  const turn = async (): Promise<void> => {
    const ids = [...changed];
    changed.clear();
    try {
      while ((await tellAlarms(db)) === eventsAtOnce);
      if (ids.length > 0) await followMessages(db, ids);
      if (Date.now() - lookedAt >= overdueEveryMs) {
        lookedAt = Date.now();
        await markOverdue(db);
      }
    } catch (err) {
      log.warn({ err }, 'alarms not told');
    }
  };
  const next = (): void => {
    soon = null;
    running = running.then(turn);
  };
  const hear = bus.subscribe('alarmChanged', ({ episodeId }) => {
    changed.add(episodeId);
    soon ??= setTimeout(next, settleMs);
  });
  const timer = setInterval(next, turnMs);
  return async () => {
    hear();
    clearInterval(timer);
    if (soon) clearTimeout(soon);
    await running;
  };
}
