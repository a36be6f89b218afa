import { pushOccasion } from '@tongda/contract/rules/push/enums';
import { episodeStatus } from '@tongda/contract/watch/alarm/episode';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import { type NewSend, writeSends } from '../send/queue';
import { addressWords, noticeWords } from '../send/words';
import { readSettings } from '../setting/read';
import { listRoutes } from './people';
import type { PlanDeps } from './planner';
import { readSubject, type Subjected } from './subject';
import { isQuiet, nextTime, type Setting, whenToTell } from './timing';

interface Due {
  id: string;
  clientId: string;
  episodeId: string;
  settingId: string;
  tier: number;
  round: number;
  n: number;
}

/** Plans repetitions and escalations that are due, each in a transaction of its own. Answers how many were due. */
export async function planFollowups(deps: PlanDeps): Promise<number> {
  for (let done = 0; ; done++) {
    const more = await deps.db.transaction().execute((trx) => planNextFollowup(deps, trx));
    if (!more) return done;
  }
}

async function planNextFollowup(deps: PlanDeps, trx: Trx): Promise<boolean> {
  const now = deps.now();
  const { rows } =
    await sql<Due>`select id::text, client_id::text as "clientId", episode_id::text as "episodeId", setting_id::text as "settingId",
      tier, round, n from push_followup where due_at <= ${new Date(now)} order by due_at limit 1 for update skip locked`.execute(
      trx,
    );
  const [due] = rows;
  if (!due) return false;
  const subject = await readSubject(trx, due.episodeId, deps.publicUrl);
  const [setting] = (await readSettings(trx, due.clientId)).filter(({ id }) => id === due.settingId);
  if (subject && setting && stillWanted(due, subject)) await writeFollowup(trx, due, { subject, setting, now });
  const next = subject && setting && stillWanted(due, subject) ? nextTime(setting, due.tier, due.n + 1, now) : null;
  await trx
    .updateTable('push_followup')
    .set({ n: due.n + 1, due_at: next === null ? null : new Date(next) })
    .where('id', '=', due.id)
    .execute();
  return true;
}

/**
 * Whether a follow-up still makes sense: an alarm is repeated while it goes on and escalated until it ends as withdrawn, both only while nobody
 * has handled it.
 */
const stillWanted = (due: Due, { status, unhandled }: Subjected): boolean =>
  unhandled && (due.tier === 0 ? status === episodeStatus.open : status !== episodeStatus.withdrawn);

async function writeFollowup(
  trx: Trx,
  due: Due,
  { subject, setting, now }: { subject: Subjected; setting: Setting; now: number },
): Promise<void> {
  const { alarm } = subject;
  const tier = setting.escalation[due.tier - 1];
  const who = due.tier === 0 ? setting : tier;
  if (!who) return;
  // a repetition that falls into quiet hours is left out: the first notice waits already
  if (due.tier === 0 && isQuiet(setting, alarm.level, now, subject.zone)) return;
  const occasion = due.tier === 0 ? pushOccasion.repeated : pushOccasion.escalated;
  const times = due.n + 1;
  const words = noticeWords(alarm, subject, {
    occasion,
    template: setting.template,
    times: times + 1,
    minutes: (tier?.afterMin ?? 0) + due.n * (tier?.repeatMin ?? 0),
    now,
    address: await addressWords(alarm.lng, alarm.lat),
  });
  const { at, suppressed } = whenToTell(setting, alarm.level, now, subject.zone);
  const sends = (await listRoutes(trx, who, subject.about)).map(
    (route): NewSend => ({
      clientId: due.clientId,
      vehicleId: subject.concern.vehicleId,
      episodeId: due.episodeId,
      settingId: due.settingId,
      occasion,
      step: due.round * 1000 + due.tier * 100 + times,
      kind: alarm.kind,
      level: alarm.level,
      ...words,
      route,
      at,
      suppressed,
    }),
  );
  await writeSends(trx, sends, now);
}
