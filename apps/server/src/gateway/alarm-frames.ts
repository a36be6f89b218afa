import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TerminalSettings } from '@tongda/contract/resources/device/settings';
import { u16At } from '@tongda/protocol/bytes';
import { decodeFrame } from '@tongda/protocol/jt808/codec';
import type { Pool } from 'pg';
import { reportIds } from '../frames/blank';
import { locationsOf } from '../frames/locations';
import { direction, type RecentFrame, type RecentFrames } from './recent-frames';
import { dialectOf, timeIn } from './terminal/dialect';

/** An alarm, and a terminal that was in its vehicle when it began. Times are epoch ms. */
export interface BegunAlarm {
  episodeId: string;
  clientId: string;
  deviceId: string;
  start: number;
  /** when it was sure: a limit has to be passed for a while */
  confirmedAt: number;
  settings: Partial<TerminalSettings>;
}

/** A frame of an alarm as it is kept: header and body. */
export interface AlarmFrame {
  episodeId: string;
  clientId: string;
  deviceId: string;
  /** place of the report in a frame of several, from 1 */
  point: number | null;
  /** epoch ms: of the report by the device's clock, and when the frame came */
  reportTime: number;
  receivedAt: number;
  payload: Uint8Array;
}

/** The alarms and their frames in the database. Every function rejects while it is away. */
export interface AlarmFrameStore {
  /** alarms that have no frame yet, with each terminal of their vehicles */
  begun(episodeIds: readonly string[]): Promise<BegunAlarm[]>;
  write(frames: readonly AlarmFrame[]): Promise<void>;
}

/** How long alarms gather before their frames are looked for, ms; how many at a time; and how many wait at most. */
const gatherMs = 300;
const atOnce = 200;
const maxWaiting = 5000;

/**
 * Keeps the frames with which alarms began. Which report that was is known only when the alarm is found, half a second after the report or, where a limit has to be passed for a
 * while, many minutes: the frame is looked for among those that the gateway remembers of the terminal anyway, so that what reports cost does not change.
 */
export class AlarmFrames {
  private waiting: string[] = [];
  private timer: NodeJS.Timeout | null = null;
  private working: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: AlarmFrameStore,
    private readonly recent: Pick<RecentFrames, 'of'>,
    private readonly trouble: (error: unknown, message: string) => void,
  ) {}

  /** An alarm was found and is stored. */
  began(episodeId: string): void {
    if (this.waiting.length >= maxWaiting) return;
    this.waiting.push(episodeId);
    this.timer ??= setTimeout(() => this.look(), gatherMs).unref();
  }

  /** Keeps what is left. */
  async stop(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.look();
    await this.working;
  }

  private look(): void {
    this.timer = null;
    const ids = this.waiting;
    this.waiting = [];
    for (let i = 0; i < ids.length; i += atOnce) {
      const some = ids.slice(i, i + atOnce);
      this.working = this.working.then(() => this.keep(some));
    }
  }

  private async keep(ids: readonly string[]): Promise<void> {
    try {
      const found = new Map<string, AlarmFrame>();
      for (const alarm of await this.store.begun(ids)) {
        const frame = frameOf(alarm, this.recent.of(alarm.deviceId, alarm.clientId, Number.POSITIVE_INFINITY));
        const other = found.get(alarm.episodeId);
        // each reads all that is remembered of a terminal: reports of others have their turn between
        await nextTurn();
        if (frame && (!other || frame.reportTime < other.reportTime)) found.set(alarm.episodeId, frame);
      }
      if (found.size > 0) await this.store.write([...found.values()]);
    } catch (error) {
      this.trouble(error, 'frames of alarms not kept');
    }
  }
}

/** The remembered frame with the report at which an alarm began; where that is not remembered any more, the next one until it was sure. What the platform did not take is no evidence. */
function frameOf(alarm: BegunAlarm, frames: readonly RecentFrame[]): AlarmFrame | null {
  const { episodeId, clientId, deviceId, start, confirmedAt } = alarm;
  const dialect = dialectOf(alarm.settings);
  let best: AlarmFrame | null = null;
  for (const { at, direction: way, bytes, refused, unheeded } of frames) {
    if (way !== direction.up || refused || unheeded || !reportIds.has(u16At(bytes, 0))) continue;
    const frame = decodeFrame(bytes);
    if (typeof frame === 'string') continue;
    const locations = locationsOf(frame.message);
    for (const [i, location] of locations.entries()) {
      const t = timeIn(dialect, location.time);
      if (t === null || t < start || t > confirmedAt || (best && best.reportTime <= t)) continue;
      const point = locations.length > 1 ? i + 1 : null;
      best = { episodeId, clientId, deviceId, point, reportTime: t, receivedAt: at, payload: bytes };
    }
  }
  return best;
}

/** The alarms and their frames in PostgreSQL. `pool` must be the owner's, as a gateway serves the terminals of all companies. */
export function pgAlarmFrameStore(pool: Pool): AlarmFrameStore {
  return {
    async begun(episodeIds) {
      const { rows } = await pool.query<BegunAlarm>(
        `select e.id::text as "episodeId", e.client_id::text as "clientId", d.id::text as "deviceId",
           (extract(epoch from e.start_time) * 1000)::float8 as start, (extract(epoch from e.confirmed_at) * 1000)::float8 as "confirmedAt",
           coalesce(m.settings, '{}') || d.settings as settings
         from episode e join device_binding b on b.vehicle_id = e.vehicle_id and b.during @> e.start_time
           join device d on d.id = b.device_id and d.client_id = e.client_id left join device_model m on m.id = d.model_id
         where e.id = any($1::bigint[]) and e.alarm and not exists (select from alarm_frame f where f.episode_id = e.id)
         order by e.id, d.id`,
        [episodeIds],
      );
      return rows;
    },
    async write(frames) {
      await pool.query(
        // days that are computed anew delete episodes meanwhile: those that are still there are held until their frames stand
        `with alive as (select id from episode where id = any($1::bigint[]) order by id for key share)
         insert into alarm_frame (episode_id, client_id, device_id, point, report_time, received_at, payload)
         select f.* from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::smallint[], $5::timestamptz[], $6::timestamptz[], $7::bytea[])
           as f(episode_id, client_id, device_id, point, report_time, received_at, payload)
         join alive on alive.id = f.episode_id on conflict (episode_id) do nothing`,
        [
          frames.map((f) => f.episodeId),
          frames.map((f) => f.clientId),
          frames.map((f) => f.deviceId),
          frames.map((f) => f.point),
          frames.map((f) => new Date(f.reportTime)),
          frames.map((f) => new Date(f.receivedAt)),
          frames.map((f) => Buffer.from(f.payload)),
        ],
      );
    },
  };
}
