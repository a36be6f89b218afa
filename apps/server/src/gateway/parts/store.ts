import type { Header } from '@tongda/protocol/jt808/header';
import type { Pool } from 'pg';

/** A message of which some packages are here. */
export interface OpenMessage {
  id: string;
  serials: Map<number, number>;
  /** checksums of the bodies of its packages, by number; absent where one came before they were kept */
  sums: Map<number, number>;
  /** of its packages */
  bytes: number;
  /** how often the missing ones were asked for; 1 again when some of them have come */
  asked: number;
  /** all of it has come and was taken */
  done: boolean;
  /** number of the photo, sound or video; null: another message, or its first package is missing */
  mediaId: number | null;
}

/** One package, with its body. */
export interface Part {
  no: number;
  serial: number;
  /** checksum of the body */
  sum: number;
  body: Uint8Array;
}

/** A message whose missing packages have not come for a while. */
export interface OverdueMessage extends Pick<OpenMessage, 'id' | 'serials' | 'asked' | 'mediaId'> {
  deviceId: string;
  msgId: number;
  total: number;
}

export type MissingOf = Pick<OverdueMessage, 'msgId' | 'serials' | 'mediaId'>;

/** What becomes of a package, as its session does it. */
export interface PartTaker {
  /** It is kept. `mediaId` is set when the whole photo, sound or video has been here before. */
  kept(header: Header, mediaId: number | null): void;
  /** The last one has come: takes the whole, and says whether that is done; false: it could not be stored, the terminal sends the package again. */
  whole(header: Header, body: Uint8Array): Promise<boolean>;
  /** It cannot be taken: too many packages, or too many bytes. */
  refused(header: Header): void;
  /** It is not kept, as too many other messages of the terminal lack packages: the terminal has to send it again. */
  full(header: Header): void;
  /** It does not wait any more, whatever became of it. */
  ended(): void;
}

/** Packages in the database, as far as the gateway needs them. Every function rejects while it is away. */
export interface PartStore {
  /** Messages of a terminal under an id and a number of packages, the newest first. */
  find(deviceId: string, msgId: number, total: number): Promise<OpenMessage[]>;
  /**
   * Begins a message. Where too many are open one gives way whose missing packages were asked for `mostAsked` times and did not come; null when there is none: what was
   * acknowledged of the others is kept.
   */
  begin(deviceId: string, msgId: number, total: number, mostAsked: number): Promise<OpenMessage | null>;
  /** Keeps packages; the missing ones are due `dueMs` from now. */
  keep(id: string, parts: readonly Part[], mediaId: number | null, dueMs: number): Promise<void>;
  /** Bodies of the packages that are kept, by number. */
  read(id: string): Promise<Map<number, Uint8Array>>;
  /** All of it was taken: its bodies go, its serials and checksums are known for a while. */
  finish(id: string, parts: readonly Part[]): Promise<void>;
  remove(id: string): Promise<void>;
  /** Messages whose missing packages are due, of those that were not asked for `mostAsked` times. */
  overdue(mostAsked: number): Promise<OverdueMessage[]>;
  /** The missing packages were asked for; they are due again `dueMs` from now. */
  noteAsked(id: string, dueMs: number): Promise<void>;
  /** Gives up what began long ago. */
  tidy(): Promise<void>;
}

/** Messages of one terminal that may be open at the same time, and finished ones that are known. */
export const maxOpen = 8;
/** After this time without the rest a message is given up, and a finished one forgotten, s. */
const openS = 3600;
const doneS = 300;

interface Row {
  id: string;
  device_id: string;
  msg_id: number;
  total: number;
  serials: Array<number | null>;
  sums: Array<number | null>;
  bytes: number;
  media_id: string | null;
  asked: number;
  done: boolean;
}

const columns = `m.id::text, m.device_id::text, m.msg_id, m.total, m.serials, m.sums, m.bytes, m.media_id::text, m.asked, m.done_at is not null as done`;
const byNumber = (all: ReadonlyArray<number | null>): Map<number, number> =>
  new Map(all.flatMap((one, i) => (one === null ? [] : [[i + 1, one] as const])));
const openOf = (row: Row): OpenMessage => ({
  id: row.id,
  serials: byNumber(row.serials),
  sums: byNumber(row.sums),
  bytes: row.bytes,
  asked: row.asked,
  done: row.done,
  mediaId: row.media_id === null ? null : Number(row.media_id),
});

const keepSql = `
  with p as (select * from unnest($2::int[], $3::int[], $7::int[], $4::bytea[]) as p(no, serial, sum, body)),
  kept as (insert into split_part (message_id, no, body) select $1, no, body from p on conflict do nothing)
  -- while some of what was asked for comes it is asked on: a request names only some of many
  update split_message m set due_at = now() + make_interval(secs => $6), asked = least(asked, 1), media_id = coalesce($5, media_id),
    bytes = bytes + (select sum(length(body)) from p),
    (serials, sums) = (select array_agg(coalesce(p.serial, m.serials[n]) order by n), array_agg(coalesce(p.sum, m.sums[n]) order by n)
      from generate_series(1, m.total) n left join p on p.no = n)
  where id = $1`;
/** Of the finished ones the newest are known; of too many open ones those go that nobody sends any more, the oldest first. */
const giveWaySql = `
  with open as (select id, asked, due_at from split_message where device_id = $1 and done_at is null)
  delete from split_message where id in (
    (select id from split_message where device_id = $1 and done_at is not null order by id desc offset ${maxOpen})
    union all
    (select id from open where asked >= $2 and due_at < now() order by id limit greatest(0, (select count(*) from open) - ${maxOpen - 1})))`;
const finishSql = `
  with gone as (delete from split_part where message_id = $1)
  update split_message m set done_at = now(), began_at = now(),
    (serials, sums) = (select array_agg(coalesce(p.serial, m.serials[n]) order by n), array_agg(coalesce(p.sum, m.sums[n]) order by n)
      from generate_series(1, m.total) n left join unnest($2::int[], $3::int[], $4::int[]) as p(no, serial, sum) on p.no = n)
  where id = $1`;

/** The store in PostgreSQL. `pool` must be the owner's, as a gateway serves the terminals of all companies. */
export function pgPartStore(pool: Pool): PartStore {
  return {
    async find(deviceId, msgId, total) {
      const { rows } = await pool.query<Row>(
        `select ${columns} from split_message m where device_id = $1 and msg_id = $2 and total = $3 order by id desc`,
        [deviceId, msgId, total],
      );
      return rows.map(openOf);
    },
    async begin(deviceId, msgId, total, mostAsked) {
      await pool.query(giveWaySql, [deviceId, mostAsked]);
      const { rows } = await pool.query<{ id: string }>(
        `insert into split_message (device_id, msg_id, total, serials, due_at)
         select $1, $2, $3, array_fill(null::int, array[$3::int]), now() + interval '1 minute'
         where (select count(*) from split_message where device_id = $1 and done_at is null) < ${maxOpen}
         returning id::text`,
        [deviceId, msgId, total],
      );
      const [row] = rows;
      return row
        ? { id: row.id, serials: new Map(), sums: new Map(), bytes: 0, asked: 0, done: false, mediaId: null }
        : null;
    },
    async keep(id, parts, mediaId, dueMs) {
      await pool.query(keepSql, [
        id,
        parts.map(({ no }) => no),
        parts.map(({ serial }) => serial),
        parts.map(({ body }) => body),
        mediaId,
        dueMs / 1000,
        parts.map(({ sum }) => sum),
      ]);
    },
    async read(id) {
      const { rows } = await pool.query<{ no: number; body: Buffer }>(
        'select no, body from split_part where message_id = $1',
        [id],
      );
      return new Map(rows.map(({ no, body }) => [no, body]));
    },
    async finish(id, parts) {
      await pool.query(finishSql, [
        id,
        parts.map(({ no }) => no),
        parts.map(({ serial }) => serial),
        parts.map(({ sum }) => sum),
      ]);
    },
    async remove(id) {
      await pool.query('delete from split_message where id = $1', [id]);
    },
    async overdue(mostAsked) {
      const { rows } = await pool.query<Row>(
        `select ${columns} from split_message m where done_at is null and due_at < now() and asked < $1 order by due_at limit 5000`,
        [mostAsked],
      );
      return rows.map((row) => ({ ...openOf(row), deviceId: row.device_id, msgId: row.msg_id, total: row.total }));
    },
    async noteAsked(id, dueMs) {
      await pool.query(
        'update split_message set asked = asked + 1, due_at = now() + make_interval(secs => $2) where id = $1',
        [id, dueMs / 1000],
      );
    },
    async tidy() {
      await pool.query(
        `delete from split_message where began_at < now() - make_interval(secs => case when done_at is null then ${openS} else ${doneS} end)`,
      );
    },
  };
}
