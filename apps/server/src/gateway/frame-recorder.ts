import { maxTraceFrames } from '@tongda/contract/resources/frame/calls';
import { u16At } from '@tongda/protocol/bytes';
import { unescapeFrame } from '@tongda/protocol/jt808/frame';
import { parseHeader } from '@tongda/protocol/jt808/header';
import type { Pool } from 'pg';
import { blankControl } from '../frames/blank';
import { direction, type RecentFrames } from './recent-frames';
import type { FrameTap, GatewayBus } from './server';

/** A recording that goes on, or that was begun just now. */
export interface RunningTrace {
  id: string;
  clientId: string;
  deviceId: string;
  /** who began it */
  userId: string | null;
  /** begun lately: what is remembered of the terminal belongs to it */
  isNew: boolean;
  /** frames that it may still take */
  left: number;
  /** epoch ms */
  endsAt: number;
}

/** A frame as it is kept. */
export interface NotedFrame {
  traceId: string;
  clientId: string;
  /** who began the recording */
  userId: string | null;
  /** epoch ms */
  at: number;
  direction: number;
  payload: Uint8Array;
  refused: boolean;
}

/** The recordings, as far as a gateway needs them. Every function rejects while the database is away. */
export interface TraceStore {
  running(): Promise<RunningTrace[]>;
  write(frames: readonly NotedFrame[]): Promise<void>;
}

/** How long frames gather before they are written, ms, and how many wait at most: more are not kept while the database is away. */
const gatherMs = 300;
const maxWaiting = 5000;

/**
 * Keeps the frames of terminals that somebody follows, both ways. Which those are stands in the database, so that each gateway process records what comes
 * to it; a recording begins with the last frames before it, and one that ends where it begins (最近报文) has these alone. `active` is all that is looked at while
 * nobody follows anything.
 */
export class FrameRecorder implements FrameTap {
  active = false;
  /** by terminal: staff and its company may both record it */
  private traces = new Map<string, RunningTrace[]>();
  private waiting: NotedFrame[] = [];
  private timer: NodeJS.Timeout | null = null;
  /** new recordings that have what was remembered */
  private begun = new Set<string>();
  private writing: Promise<void> = Promise.resolve();
  /** One look after the other, as an older answer must not replace a newer one; `next` has not begun. */
  private looking: Promise<void> = Promise.resolve();
  private next: Promise<void> | null = null;

  constructor(
    private readonly store: TraceStore,
    private readonly recent: Pick<RecentFrames, 'of'>,
    private readonly bus: Pick<GatewayBus, 'publish'>,
    private readonly now: () => number,
    private readonly trouble: (error: unknown, message: string) => void,
  ) {}

  /** Reads what is to be recorded. To be called when that has changed, and now and then. */
  look(): Promise<void> {
    this.next ??= this.looking.then(() => {
      this.next = null;
      return this.read();
    });
    this.looking = this.next;
    return this.looking;
  }

  private async read(): Promise<void> {
    try {
      const running = await this.store.running();
      // what waits to be written counts too
      const left = new Map([...this.traces.values()].flat().map((trace) => [trace.id, trace.left]));
      this.traces = new Map();
      for (const trace of running) {
        trace.left = Math.min(trace.left, left.get(trace.id) ?? trace.left);
        if (trace.isNew && !this.begun.has(trace.id)) this.begin(trace);
        if (trace.endsAt <= this.now()) continue;
        this.traces.set(trace.deviceId, [...(this.traces.get(trace.deviceId) ?? []), trace]);
      }
      this.begun = new Set(running.filter(({ isNew }) => isNew).map(({ id }) => id));
      this.active = this.traces.size > 0;
    } catch (error) {
      this.trouble(error, 'frame recordings not read');
    }
  }

  up(deviceId: string, payload: Uint8Array, refused: boolean): void {
    this.note(deviceId, direction.up, payload, refused);
  }

  down(deviceId: string, wire: Uint8Array): void {
    const payload = payloadOf(wire);
    if (payload) this.note(deviceId, direction.down, payload, false);
  }

  /** Writes what is left. */
  async stop(): Promise<void> {
    this.active = false;
    if (this.timer) clearTimeout(this.timer);
    await this.write();
  }

  /** A recording begins with what is remembered. */
  private begin(trace: RunningTrace): void {
    for (const { at, direction: way, bytes, refused } of this.recent.of(trace.deviceId, trace.clientId)) {
      const payload = way === direction.up ? bytes : payloadOf(bytes);
      if (payload && trace.left > 0) this.keepLater(trace, { at, direction: way, payload, refused });
    }
  }

  private keepLater(trace: RunningTrace, frame: Pick<NotedFrame, 'at' | 'direction' | 'payload' | 'refused'>): void {
    const { id: traceId, clientId, userId } = trace;
    trace.left--;
    this.waiting.push({ traceId, clientId, userId, ...frame });
    this.timer ??= setTimeout(() => void this.write(), gatherMs).unref();
  }

  private note(deviceId: string, way: number, payload: Uint8Array, refused: boolean): void {
    const traces = this.traces.get(deviceId);
    if (!traces || this.waiting.length >= maxWaiting) return;
    const at = this.now();
    const running = traces.filter(({ endsAt }) => at < endsAt);
    if (running.length < traces.length) {
      if (running.length > 0) this.traces.set(deviceId, running);
      else this.traces.delete(deviceId);
      this.active = this.traces.size > 0;
    }
    for (const trace of running) {
      if (trace.left <= 0) continue;
      this.keepLater(trace, { at, direction: way, payload: Uint8Array.from(payload), refused });
    }
  }

  private write(): Promise<void> {
    this.timer = null;
    const frames = this.waiting;
    this.waiting = [];
    if (frames.length > 0) this.writing = this.writing.then(() => this.keep(frames));
    return this.writing;
  }

  private async keep(frames: readonly NotedFrame[]): Promise<void> {
    try {
      await this.store.write(frames);
      for (const [traceId, userId] of new Map(frames.map((frame) => [frame.traceId, frame.userId]))) {
        await this.bus.publish('traceChanged', traceId, { traceId, userId });
      }
    } catch (error) {
      this.trouble(error, 'recorded frames not written');
    }
  }
}

/** Header and body of a frame as it stands on the wire, as it is kept: without the passwords of terminal control, which the queue keeps encrypted; null when it is none. */
function payloadOf(wire: Uint8Array): Uint8Array | null {
  const payload = unescapeFrame(wire.subarray(1, -1))?.subarray(0, -1);
  return payload ? blankControl(payload) : null;
}

/** The recordings in PostgreSQL. `pool` must be the owner's, as a gateway serves the terminals of all companies. */
export function pgTraceStore(pool: Pool): TraceStore {
  return {
    async running() {
      const { rows } = await pool.query<RunningTrace>(
        `select id::text, client_id::text as "clientId", device_id::text as "deviceId", created_by::text as "userId", $1 - frames as left,
           (extract(epoch from ends_at) * 1000)::float8 as "endsAt", created_at > now() - interval '1 minute' as "isNew"
         from frame_trace where (ends_at > now() or created_at > now() - interval '1 minute') and not is_full order by id`,
        [maxTraceFrames],
      );
      return rows;
    },
    async write(frames) {
      const known = frames.map(({ payload }) => parseHeader(payload, true));
      await pool.query(
        `with kept as (
           insert into frame_trace_row (client_id, trace_id, at, direction, msg_id, serial, payload, refused)
           select f.* from unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::smallint[], $5::int[], $6::int[], $7::bytea[], $8::boolean[])
             as f(client_id, trace_id, at, direction, msg_id, serial, payload, refused)
           where exists (select from frame_trace t join device d on d.id = t.device_id
             where t.id = f.trace_id and d.client_id = t.client_id
               -- what a company records is of the vehicle that the terminal was in when it began
               and (not t.by_company or t.vehicle_id is not distinct from
                 (select b.vehicle_id from device_binding b where b.device_id = d.id and b.during @> f.at)))
           returning trace_id)
         update frame_trace t set frames = t.frames + k.n, is_full = t.frames + k.n >= $9
         from (select trace_id, count(*)::int as n from kept group by trace_id) k where t.id = k.trace_id`,
        [
          frames.map((f) => f.clientId),
          frames.map((f) => f.traceId),
          frames.map((f) => new Date(f.at)),
          frames.map((f) => f.direction),
          frames.map((f) => u16At(f.payload, 0)),
          known.map((header) => (typeof header === 'string' ? null : header.serial)),
          frames.map((f) => Buffer.from(f.payload)),
          frames.map((f) => f.refused),
          maxTraceFrames,
        ],
      );
    },
  };
}
