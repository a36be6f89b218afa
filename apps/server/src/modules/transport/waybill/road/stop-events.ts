import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import type { LockedWaybill } from '../state';

/** A stay of the truck at a stop by its points (facts of kind `stopVisit`). */
export interface StopStay {
  stopId: string;
  episodeId: string;
  start: Date;
  end: Date | null;
}
export const eventKind = { arrive: 1, leave: 2 } as const;

/** Context of steps that the platform takes by itself in the name of the company. */
export type Platform = Ctx;

/** Loads the stays of a waybill's truck at its stops, in their sequence. */
export async function loadStays(trx: Trx, waybill: LockedWaybill): Promise<StopStay[]> {
  const { rows } =
    await sql<StopStay>`select p.id::text as "stopId", e.id::text as "episodeId", e.start_time as start, e.end_time as end
    from waybill_stop p join episode e on e.vehicle_id = ${waybill.vehicleId} and e.kind = 'stopVisit' and e.subject = 'stop:' || p.id
    where p.waybill_id = ${waybill.id} and e.status <> 2 order by e.start_time`.execute(trx);
  return rows;
}

interface StopEvent {
  applied: boolean;
  episodeId: string | null;
}
/** Finds the event of this kind that was stored for a stop; undefined when there is none. */
export async function findEvent(trx: Trx, stopId: string, kind: number): Promise<StopEvent | undefined> {
  const { rows } = await sql<StopEvent>`select applied, episode_id::text as "episodeId" from waybill_stop_event
    where stop_id = ${stopId} and kind = ${kind}`.execute(trx);
  return rows[0];
}

/** Stores what a fence found for a stop, once for each stop and kind, however often it is found. */
export async function noteEvent(
  trx: Trx,
  { clientId }: Platform,
  waybill: LockedWaybill,
  stay: { stopId: string; episodeId: string | null },
  kind: number,
  at: Date,
  applied: boolean,
): Promise<void> {
  await sql`insert into waybill_stop_event (client_id, waybill_id, stop_id, kind, at, applied, episode_id)
    values (${clientId}, ${waybill.id}, ${stay.stopId}, ${kind}, ${at}, ${applied}, ${stay.episodeId})
    on conflict (waybill_id, stop_id, kind) do update set at = excluded.at, applied = excluded.applied, episode_id = excluded.episode_id, updated_at = now()
    where (waybill_stop_event.at, waybill_stop_event.applied, waybill_stop_event.episode_id) is distinct from (excluded.at, excluded.applied, excluded.episode_id)`.execute(
    trx,
  );
}

/** Author of steps that no person took. */
export const authorOf = (platform: Platform) => ({ ...platform, userId: null });
