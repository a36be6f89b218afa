import { minuteMs } from '@tongda/contract/core/durations';
import { type PushOccasion, pushOccasion } from '@tongda/contract/rules/push/enums';
import type { AlarmMessage } from '@tongda/contract/watch/alarm/episode';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Trx } from '../../../../core/db/trx';
import type { DB } from '../../../../core/generated/db-types';
import { wireTime } from '../../../../core/http/answer/wire-time';
import { listTold, type NewSend, writeSends } from '../send/queue';
import { addressWords, noticeWords } from '../send/words';
import { readSettings } from '../setting/read';
import { listRoutes } from './people';
import { readSubject, type Subjected } from './subject';
import { followupsOf, type Setting, settingApplies, whenToTell } from './timing';

export interface PlanDeps {
  db: Kysely<DB>;
  log: Logger;
  now: () => number;
  /** public address of the platform; without it notices have no links */
  publicUrl?: string | undefined;
}

interface Event {
  id: string;
  clientId: string;
  at: number;
  push: boolean;
  body: Omit<AlarmMessage, 'eventId'>;
}

const batch = 50;
/** Events older than this are not sent any more, for example after the server was down (latePushAge, K2). */
const pushAgeMs = 30 * minuteMs;
const tooOld = '报警发生超过30分钟，不再推送';

/**
 * Turns events of alarms into notices, in the order of events; one process at a time. Events and their notices are one
 * transaction, so that each event is planned exactly once however often a process dies. Answers how many were planned.
 */
export async function planEvents(deps: PlanDeps): Promise<number> {
  let after = '0';
  let planned = 0;
  for (;;) {
    const done = await deps.db.transaction().execute((trx) => planBatch(deps, trx, after));
    if (done === null || done.last === null) return planned;
    planned += done.planned;
    after = done.last;
  }
}

async function planBatch(deps: PlanDeps, trx: Trx, after: string) {
  const lock = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(hashtext('push plan'), 0) as mine`.execute(
    trx,
  );
  if (!lock.rows[0]?.mine) return null;
  const { rows } = await sql<Event>`
    select e.id::text, e.client_id::text as "clientId", (extract(epoch from e.at) * 1000)::float8 as at, e.push, e.body
    from push_inbox i join episode_event e on e.id = i.event_id where i.event_id > ${after} order by i.event_id limit ${batch}`.execute(
    trx,
  );
  const settings = new Map<string, Setting[]>();
  let planned = 0;
  for (const event of rows) {
    await sql`savepoint one`.execute(trx);
    try {
      const ofCompany = settings.get(event.clientId) ?? (await readSettings(trx, event.clientId));
      settings.set(event.clientId, ofCompany);
      await planEvent(deps, trx, event, ofCompany);
      await trx.deleteFrom('push_inbox').where('event_id', '=', event.id).execute();
      planned++;
    } catch (error) {
      // a failed event stays in the inbox and is tried again in the next round; the others go on
      await sql`rollback to savepoint one`.execute(trx);
      deps.log.error({ err: error, event: event.id }, 'pushes of an event could not be planned');
    }
  }
  return { planned, last: rows.at(-1)?.id ?? null };
}

async function planEvent(deps: PlanDeps, trx: Trx, event: Event, settings: Setting[]): Promise<void> {
  const subject = await readSubject(trx, event.body.episodeId, deps.publicUrl);
  // the vehicle or the alarm is gone
  if (!subject) return;
  const round = await countWithdrawals(trx, event);
  const turn: Turn = { deps, trx, event, settings, subject, round, now: deps.now() };
  if (event.body.event === 'withdrawn') return planWithdrawal(turn);
  if (event.body.event === 'ended') return planEnd(turn);
  if (event.push) return planBeginning(turn);
}

interface Turn {
  deps: PlanDeps;
  trx: Trx;
  event: Event;
  settings: Setting[];
  subject: Subjected;
  round: number;
  now: number;
}

/**
 * How often the alarm was withdrawn before this event. This number is part of a notice's key, so that an alarm that comes again is announced
 * again.
 */
async function countWithdrawals(trx: Trx, { id, body }: Event): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from episode_event
    where episode_id = ${body.episodeId} and event = 'withdrawn' and id < ${id}`.execute(trx);
  return rows[0]?.n ?? 0;
}

async function planBeginning(turn: Turn): Promise<void> {
  const { trx, event, settings, subject, round, now } = turn;
  const { body } = event;
  const address = await addressWords(body.lng, body.lat);
  const told = await listTold(trx, body.episodeId, round);
  const levels = new Map(told.map(({ channel, recipient, level }) => [`${channel} ${recipient}`, level]));
  const late = now - event.at > pushAgeMs;
  const sends: NewSend[] = [];
  for (const setting of settings) {
    if (!settingApplies(setting, { ...subject.concern, level: body.level }, now, subject.zone)) continue;
    const when = whenToTell(setting, body.level, now, subject.zone);
    for (const route of await listRoutes(trx, setting, subject.about)) {
      const known = levels.get(`${route.channel} ${route.recipient}`);
      if (known !== undefined && known >= body.level) continue;
      const occasion = known === undefined ? pushOccasion.opened : pushOccasion.raised;
      const words = noticeWords(body, subject, { occasion, template: setting.template, now, address });
      sends.push({
        ...sendOf(turn, occasion, known === undefined ? 0 : body.level),
        ...words,
        settingId: setting.id,
        route,
        at: when.at,
        suppressed: late ? tooOld : when.suppressed,
      });
    }
    if (!late) await addFollowups(turn, setting);
  }
  await writeSends(trx, sends, now);
}

const sendOf = ({ event, round }: Turn, occasion: PushOccasion, step: number) => ({
  clientId: event.clientId,
  vehicleId: event.body.vehicleId,
  episodeId: event.body.episodeId,
  occasion,
  step: round * 1000 + step,
  kind: event.body.kind,
  level: event.body.level,
});

async function addFollowups({ trx, event, round, now }: Turn, setting: Setting): Promise<void> {
  const rows = followupsOf(setting, now).map(({ tier, at }) => ({
    client_id: event.clientId,
    episode_id: event.body.episodeId,
    setting_id: setting.id,
    tier,
    round,
    due_at: new Date(at),
  }));
  if (rows.length === 0) return;
  await trx
    .insertInto('push_followup')
    .values(rows)
    .onConflict((c) => c.columns(['episode_id', 'setting_id', 'tier', 'round']).doNothing())
    .execute();
}

/**
 * Tells the end to everybody who was told of the alarm, if his setting says so. Notices that still wait for the end of quiet hours get the end
 * added to their text.
 */
async function planEnd(turn: Turn): Promise<void> {
  const { trx, event, settings, subject, round, now } = turn;
  const { body } = event;
  const endWords = `（已于${wireTime(body.end ?? now, subject.zone).slice(5, 16)}恢复）`;
  await trx
    .updateTable('push_send')
    .set({ content: sql<string>`content || ${endWords}` })
    .where('episode_id', '=', body.episodeId)
    .where('status', '=', 0)
    .where('claimed_until', 'is', null)
    .where('occasion', '<=', pushOccasion.raised)
    .where('due_at', '>', new Date(now))
    .where(sql<boolean>`step / 1000 = ${round}`)
    .execute();
  await stopFollowups(trx, body.episodeId, true);
  if (!event.push || now - event.at > pushAgeMs) return;
  const asking = settings.filter(
    (s) => s.notifyEnd && settingApplies(s, { ...subject.concern, level: body.level }, now, subject.zone),
  );
  if (asking.length === 0) return;
  const told = await listTold(trx, body.episodeId, round);
  const words = noticeWords(body, subject, { occasion: pushOccasion.ended, now, address: '' });
  const sends: NewSend[] = [];
  for (const setting of asking) {
    const { at, suppressed } = whenToTell(setting, body.level, now, subject.zone);
    const reached = new Set((await listRoutes(trx, setting, subject.about)).map((r) => `${r.channel} ${r.recipient}`));
    for (const to of told.filter((t) => reached.has(`${t.channel} ${t.recipient}`)))
      sends.push({
        ...sendOf(turn, pushOccasion.ended, 0),
        ...words,
        settingId: setting.id,
        route: { ...to, refused: '' },
        at,
        suppressed,
      });
  }
  await writeSends(trx, sends, now);
}

/** Tells everybody who was told of the alarm that it is withdrawn, once; notices that have not left are suppressed. */
async function planWithdrawal(turn: Turn): Promise<void> {
  const { trx, event, subject, round, now } = turn;
  const { body } = event;
  const told = await listTold(trx, body.episodeId, round);
  await trx
    .updateTable('push_send')
    .set({ status: 3, cause: '报警已撤销，未发送' })
    .where('episode_id', '=', body.episodeId)
    .where('status', '=', 0)
    .where('claimed_until', 'is', null)
    .where('occasion', '<=', pushOccasion.ended)
    .execute();
  await stopFollowups(trx, body.episodeId, false);
  const words = noticeWords(body, subject, { occasion: pushOccasion.withdrawn, now, address: '' });
  const sends: NewSend[] = [];
  for (const { settingId, level: _level, ...to } of told) {
    const [setting] = settingId === null ? [] : await readSettings(trx, event.clientId, settingId);
    // who receives nothing in quiet hours is told afterwards all the same: otherwise he would go on believing the alarm
    const at = setting ? whenToTell({ ...setting, quietMode: 1 }, body.level, now, subject.zone).at : now;
    sends.push({
      ...sendOf(turn, pushOccasion.withdrawn, 0),
      ...words,
      settingId,
      route: { ...to, refused: '' },
      at,
      suppressed: '',
    });
  }
  await writeSends(trx, sends, now);
}

/** Ends the follow-ups of an alarm. After its end only repetitions stop (`repeatsOnly`); escalation goes on until somebody handles it. */
async function stopFollowups(trx: Trx, episodeId: string, repeatsOnly: boolean): Promise<void> {
  let q = trx.updateTable('push_followup').set({ due_at: null }).where('episode_id', '=', episodeId);
  if (repeatsOnly) q = q.where('tier', '=', 0);
  await q.execute();
}
