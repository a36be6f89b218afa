import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../../core/generated/db-types';
import type { Route } from '../plan/people';
import { smsParts } from '../plan/timing';

/** A notice to be queued: receiver, text, and when it may leave. */
export interface NewSend {
  clientId: string;
  vehicleId: string | null;
  episodeId: string | null;
  settingId: string | null;
  occasion: number;
  step: number;
  kind: string;
  level: number;
  title: string;
  content: string;
  route: Route;
  /** epoch ms */
  at: number;
  /** cause why it is not sent; '' when it is */
  suppressed: string;
}

const smsChannel = 3;

/**
 * Queues notices. A receiver gets one notice for each event of an alarm on a channel: further ones are left out. The earliest of
 * several settings wins, and a notice that is sent wins over one that is suppressed.
 */
export async function writeSends(db: Kysely<DB>, sends: readonly NewSend[], now: number): Promise<void> {
  const best = new Map<string, NewSend>();
  for (const send of sends) {
    const key = `${send.episodeId} ${send.occasion} ${send.step} ${send.route.channel} ${send.route.recipient}`;
    const known = best.get(key);
    if (!known || weightOf(send) < weightOf(known)) best.set(key, send);
  }
  if (best.size === 0) return;
  await db
    .insertInto('push_send')
    .values(
      [...best.values()].map((s) => ({
        client_id: s.clientId,
        vehicle_id: s.vehicleId,
        episode_id: s.episodeId,
        setting_id: s.settingId,
        occasion: s.occasion,
        step: s.step,
        channel: s.route.channel,
        recipient: s.route.recipient,
        receiver_name: s.route.name,
        user_id: s.route.userId,
        endpoint_id: s.route.endpointId,
        kind: s.kind,
        level: s.level,
        title: s.title,
        content: s.content,
        status: s.suppressed || s.route.refused ? 3 : 0,
        cause: s.route.refused || s.suppressed,
        parts: s.route.channel === smsChannel ? smsParts(s.content) : 1,
        due_at: new Date(s.at),
        created_at: new Date(now),
      })),
    )
    .onConflict((c) => c.columns(['episode_id', 'occasion', 'step', 'channel', 'recipient']).doNothing())
    .execute();
}

const weightOf = ({ suppressed, at }: NewSend): number => (suppressed ? Number.MAX_SAFE_INTEGER : at);

/** A receiver who was told of an alarm on a channel, or whose notice is leaving right now. */
export interface ToldTo extends Omit<Route, 'refused'> {
  settingId: string | null;
  level: number;
}

/** Who was told of an alarm since it was withdrawn the last time (`round` counts withdrawals). Waiting and failed notices do not count. */
export async function listTold(db: Kysely<DB>, episodeId: string, round: number): Promise<ToldTo[]> {
  const { rows } = await sql<ToldTo>`
    select distinct on (channel, recipient) channel, recipient, receiver_name as name, user_id::text as "userId", endpoint_id::text as "endpointId",
      setting_id::text as "settingId", max(level) over (partition by channel, recipient) as level
    from push_send where episode_id = ${episodeId} and occasion <= 4 and step / 1000 = ${round}
      and (status in (1, 4) or (status = 0 and claimed_until is not null))
    order by channel, recipient, id`.execute(db);
  return rows;
}
