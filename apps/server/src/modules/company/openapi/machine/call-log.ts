import { callsKeptDays } from '@tongda/contract/company/openapi/usage';
import { minuteMs } from '@tongda/contract/core/durations';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Trx } from '../../../../core/db/trx';
import type { DB } from '../../../../core/generated/db-types';

/** One call of a program, as it is kept. */
export interface Called {
  clientId: string;
  appId: string;
  /** of the interface; '' = none */
  key: string;
  /** date of the company on which it was made */
  day: string;
  method: string;
  path: string;
  ip: string;
  http: number;
  code: number;
  msg: string;
  ms: number;
  traceId: string;
  at: Date;
}

/** What did not get as far as the interface, of the calls `c`: signature, rights, addresses, quota. */
export const refusedSql = sql<boolean>`(c.http in (401, 429) or c.code = 4003)`;

/** Writes calls down and counts them in the figures of their days. */
export async function storeCalls(trx: Trx, calls: readonly Called[]): Promise<void> {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(calls)}::jsonb) as c("clientId" bigint, "appId" bigint, key text, day date,
    method text, path text, ip text, http smallint, code int, msg text, ms int, "traceId" text, at timestamptz)
    join open_app a on a.id = c."appId"`;
  await sql`insert into open_call_log (client_id, app_id, interface_key, method, path, ip, http, code, msg, ms, trace_id, at)
    select c."clientId", c."appId", c.key, c.method, c.path, c.ip, c.http, c.code, c.msg, c.ms, c."traceId", c.at from ${rows}`.execute(
    trx,
  );
  await sql`insert into open_usage as u (app_id, client_id, interface_key, day, ok, failed, refused, ms)
    select c."appId", c."clientId", c.key, c.day, count(*) filter (where c.code = 200),
      count(*) filter (where c.code <> 200 and not ${refusedSql}),
      count(*) filter (where ${refusedSql}), coalesce(sum(c.ms) filter (where c.code = 200), 0)
    from ${rows} where c.key <> '' group by 1, 2, 3, 4 order by 1, 3, 4
    on conflict (app_id, interface_key, day) do update set ok = u.ok + excluded.ok, failed = u.failed + excluded.failed,
      refused = u.refused + excluded.refused, ms = u.ms + excluded.ms`.execute(trx);
}

const everyMs = 1000;
const mostWaiting = 500;
const mostKept = 20_000;
const nonceKeptMs = 12 * minuteMs;

/** Keeps calls and counts them, once a second in one statement each, so that a call waits for neither. */
export class CallLog {
  private waiting: Called[] = [];
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: Kysely<DB>,
    private readonly log: Logger,
  ) {}

  add(call: Called): void {
    // the database is away: better some lines less than memory without end
    if (this.waiting.length >= mostKept) this.waiting.shift();
    this.waiting.push(call);
    if (this.waiting.length >= mostWaiting) void this.flush();
    else this.timer ??= setTimeout(() => void this.flush(), everyMs).unref();
  }

  /** Writes what waits; resolves when it is stored. */
  flush(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.writing = this.writing.then(() => this.write());
    return this.writing;
  }

  private async write(): Promise<void> {
    const calls = this.waiting;
    if (calls.length === 0) return;
    this.waiting = [];
    try {
      await this.db.transaction().execute((trx) => storeCalls(trx, calls));
    } catch (err) {
      this.waiting = [...calls, ...this.waiting].slice(-mostKept);
      this.timer ??= setTimeout(() => void this.flush(), 10 * everyMs).unref();
      this.log.warn({ err, calls: calls.length }, 'calls of programs could not be noted yet');
    }
  }
}

/** Forgets random texts whose signatures are over, and calls that were kept long enough. */
export async function clearOpenCalls(db: Kysely<DB>, now = Date.now()): Promise<void> {
  await db
    .deleteFrom('open_nonce')
    .where('at', '<', new Date(now - nonceKeptMs))
    .execute();
  await sql`delete from open_call_log where at < now() - make_interval(days => ${callsKeptDays})`.execute(db);
}
